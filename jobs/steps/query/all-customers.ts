import { CUSTOMER_FIELDS } from '../../../src/core/invoice-fields.ts'
import { fold } from '../../../src/core/personal/personal.ts'
import { customersIn } from '../../../src/service/http/mask-answer.ts'
import { type Customers, NUMBER_MIN_DIGITS } from '../../../src/store/merchants/merchants.ts'
import type { Store } from '../../../src/store/store.ts'

/**
 * Every customer of the merchant, over all slots. A document that came as a number, or a name that came as an object,
 * is read from the stored answers, since no column has it.
 */
export const allCustomers = async (store: Store): Promise<Customers> =>
  withStoredAnswers(store, await store.merchant.customers())

/** The document numbers that could be in some texts, with any signs between their digits. */
export const documentsNear = async (store: Store, texts: readonly string[]): Promise<readonly string[]> => {
  const documents = await store.merchant.documents([...new Set(texts.flatMap(rowsOfDigits))])
  return (await withStoredAnswers(store, { documents, names: [] })).documents
}

const rowsOfDigits = (text: string): readonly string[] => {
  const digits = fold(text).letters.replace(/\D/g, '')
  const rows = Math.max(0, digits.length - NUMBER_MIN_DIGITS + 1)
  return Array.from({ length: rows }, (_, at) => digits.slice(at, at + NUMBER_MIN_DIGITS))
}

const withStoredAnswers = async (store: Store, { documents, names }: Customers): Promise<Customers> => {
  const all = { documents: new Set(documents), names: new Set(names) }
  for await (const page of store.evidence.pagesWithFlaws(CUSTOMER_FIELDS)) {
    const found = customersIn(page.bytes())
    for (const document of found.documents) all.documents.add(document)
    for (const name of found.names) all.names.add(name)
  }
  return { documents: [...all.documents], names: [...all.names] }
}
