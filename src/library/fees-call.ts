import { readFees } from '../../jobs/fees/read-fees.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { feesDocument } from '../../reports/documents/fees/fees-document.ts'
import { type Centavos, fromPesos } from '../domain/money.ts'
import type { JobContext } from '../pipeline/run/context.ts'
import type { FeesOptions } from './cuadre.ts'
import { documentOf } from './document-of.ts'
import type { FeesDocument } from './documents/fees/fees-document.ts'
import { asOfIn, misuse, monthOrDaysIn } from './job-request.ts'

/**
 * Fees compared with the tariff. For a past state no files are written, since they would replace those of the present.
 */
export const feesCall = async (context: JobContext, options: FeesOptions): Promise<FeesDocument> => {
  const asOf = asOfIn(options, context.zone)
  const { format = null } = options
  const request = { days: monthOrDaysIn(options), asOf, billed: billedIn(options), format, isWritten: asOf === null }
  return documentOf(answerDocument('fees', 0, feesDocument(await readFees(context, request))))
}

const billedIn = ({ billed }: FeesOptions): Centavos | null => {
  if (billed === undefined) return null
  const sum = billed >= 0 ? fromPesos(billed) : null
  if (sum === null) throw misuse('billed is not a sum of COP', 'give pesos with at most two decimals: 4512300')
  return sum
}
