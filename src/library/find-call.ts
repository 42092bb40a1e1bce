import { findInvoices } from '../../jobs/find.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { searchDocument } from '../../reports/documents/search-report.ts'
import type { JobContext } from '../pipeline/run/context.ts'
import type { FindOptions } from './cuadre.ts'
import { documentOf } from './document-of.ts'
import type { FindDocument } from './documents/find-document.ts'
import { asOfIn, misuse } from './job-request.ts'

/** What the database holds about a reference, contract, document, payment id or invoice id. */
export const findCall = async (context: JobContext, typed: string, options: FindOptions): Promise<FindDocument> => {
  const text = typed.trim()
  if (text === '') throw misuse('the text to look for is blank')
  const { names = false } = options
  const report = await findInvoices({ ...context, asOf: asOfIn(options, context.zone) }, { text, names })
  return documentOf(answerDocument('find', 0, searchDocument(report)))
}
