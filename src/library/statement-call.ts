import { readStatement } from '../../jobs/statement.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { statementDocument } from '../../reports/documents/statement-document.ts'
import type { JobContext } from '../pipeline/run/context.ts'
import type { StatementOptions } from './cuadre.ts'
import { documentOf } from './document-of.ts'
import type { StatementDocument } from './documents/months/statement-document.ts'
import { asOfIn, monthOrDaysIn } from './job-request.ts'

/**
 * The account with the operator. For a past state no files are written, since they would replace those of the present.
 */
export const statementCall = async (context: JobContext, options: StatementOptions): Promise<StatementDocument> => {
  const asOf = asOfIn(options, context.zone)
  const request = { days: monthOrDaysIn(options), asOf, format: options.format ?? null, isWritten: asOf === null }
  return documentOf(answerDocument('statement', 0, statementDocument(await readStatement(context, request))))
}
