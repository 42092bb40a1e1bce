import { readStatement } from '../../jobs/statement.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { STATEMENT, type StatementDocument } from '../../reports/documents/statement-document.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import { asOf, month, monthOrDaysIn, RANGE, type ReadersOf } from '../input/dates.ts'
import { oneOf, optional, optionsIn, orElse } from '../input/readers.ts'
import type { StatementOptions } from './cuadre.ts'
import { answerOf } from './document-of.ts'

export const statementReaders = (zone: Zone) =>
  ({
    month: optional(month),
    ...RANGE,
    asOf: asOf(zone),
    format: orElse(oneOf(['csv', 'xlsx']), null),
  }) satisfies ReadersOf<StatementOptions>

/**
 * The account with the operator. For a past state no files are written, since they would replace those of the present.
 */
export const statementCall = async (context: JobContext, options: unknown): Promise<StatementDocument> => {
  const { asOf: past, format, ...days } = optionsIn('statement', options, statementReaders(context.zone))
  const request = { days: monthOrDaysIn(days), asOf: past, format, isWritten: past === null }
  return answerOf('statement', STATEMENT, await readStatement(context, request))
}
