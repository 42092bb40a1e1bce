import { CUSTOMER_FIELDS } from '../../domain/invoice-fields.ts'
import { customersIn } from '../../service/http/mask-answer.ts'
import type { Customers } from '../../storage/merchants/customers.ts'
import type { Store } from '../../storage/store.ts'

/**
 * Every customer of the merchant, over all slots. Where the service gave a document as a number, or a name as an object, no column has it,
 * and it is taken from the stored answers.
 */
export const allCustomers = async (store: Store): Promise<Customers> => {
  const { documents, names } = await store.merchant.customers()
  const all = { documents: new Set(documents), names: new Set(names) }
  for await (const page of store.evidence.pagesWithFlaws(CUSTOMER_FIELDS)) {
    const found = customersIn(page.bytes())
    for (const document of found.documents) all.documents.add(document)
    for (const name of found.names) all.names.add(name)
  }
  return { documents: [...all.documents], names: [...all.names] }
}
