import { readFees } from '../../jobs/fees/read-fees.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { FEES, type FeesDocument } from '../../reports/documents/fees/fees-document.ts'
import { type Centavos, fromPesos } from '../core/money.ts'
import { monthOrDaysIn, type ReadersOf } from '../input/dates.ts'
import { optionsIn, orElse, refuseValue, type ValueReader } from '../input/readers.ts'
import type { FeesOptions } from './cuadre.ts'
import { documentOf } from './document-of.ts'
import { statementReaders } from './statement-call.ts'

/**
 * Fees compared with the tariff. For a past state no files are written, since they would replace those of the present.
 */
export const feesCall = async (context: JobContext, options: unknown): Promise<FeesDocument> => {
  const { asOf, format, billed, ...days } = optionsIn('fees', options, {
    ...statementReaders(context.zone),
    billed: orElse(sumOfPesos, null),
  } satisfies ReadersOf<FeesOptions>)
  const request = { days: monthOrDaysIn(days), asOf, billed, format, isWritten: asOf === null }
  return documentOf(answerDocument('fees', 0, FEES.of(await readFees(context, request))))
}

const A_SUM = {
  en: 'a sum of COP with at most two decimals, such as 4512300',
  es: 'una suma en COP con máximo dos decimales, como 4512300',
}

const sumOfPesos: ValueReader<Centavos> = (name, value) =>
  (typeof value === 'number' && value >= 0 ? fromPesos(value) : null) ?? refuseValue(name, value, A_SUM)
