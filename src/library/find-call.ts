import { findInvoices } from '../../jobs/find.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { type FindDocument, searchDocument } from '../../reports/documents/search-report.ts'
import { asOf, type ReadersOf } from '../input/dates.ts'
import { optionsIn, orElse, text, truth, type ValueReader } from '../input/readers.ts'
import { usageError } from '../std/errors.ts'
import type { FindOptions } from './cuadre.ts'
import { documentOf } from './document-of.ts'

/** What the database holds about a reference, contract, document, payment id or invoice id. */
export const findCall = async (context: JobContext, typed: unknown, options: unknown): Promise<FindDocument> => {
  const request = { text: searchText('text', typed), ...optionsIn('find', options, readersIn(context)) }
  const report = await findInvoices({ ...context, asOf: request.asOf }, request)
  return documentOf(answerDocument('find', 0, searchDocument(report)))
}

const readersIn = ({ zone }: JobContext) =>
  ({ asOf: asOf(zone), names: orElse(truth, false) }) satisfies ReadersOf<FindOptions>

const searchText: ValueReader<string> = (name, value) => {
  const wanted = text(name, value).trim()
  if (wanted !== '') return wanted
  throw usageError(
    { en: 'the text to look for is blank', es: 'el texto que se busca está en blanco' },
    {
      en: 'give a reference, a contract, a document, a payment id or an invoice id',
      es: 'dé una referencia, un contrato, un documento, un id de pago o un id de factura',
    },
  )
}
