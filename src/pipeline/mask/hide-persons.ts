import type { InvoiceAnswer } from '../../../reports/documents/search-report.ts'
import type { Invoice } from '../../domain/invoice.ts'
import { HIDDEN, type Hide, hiderOf } from '../../domain/personal/personal.ts'
import type { Store } from '../../storage/store.ts'
import { documentsNear } from '../query/all-customers.ts'
import { hiderOfDocuments } from './hide-documents.ts'

/** Invoices as a screen shows them: document numbers hidden wherever merchants write them, and names too unless they are asked for. */
export const hidePersons = async (
  store: Store,
  answers: readonly InvoiceAnswer[],
  withNames: boolean,
): Promise<readonly InvoiceAnswer[]> => {
  if (answers.length === 0) return []
  const invoices = answers.flatMap(({ settlements }) => settlements.map(({ invoice }) => invoice))
  const hideDocuments = hiderOfDocuments(await documentsNear(store, invoices.flatMap(textsOf)))
  const names = invoices.flatMap(({ customerName }) => customerName ?? [])
  const hideNames = withNames ? (text: string) => text : hiderOf(names, HIDDEN)
  const hide: Hide = (text) => hideNames(hideDocuments(text))
  return answers.map((answer) => ({
    ...answer,
    settlements: answer.settlements.map((one) => ({ ...one, invoice: withoutPersons(one.invoice, hide, withNames) })),
  }))
}

const textsOf = ({ reference, contract, description }: Invoice): readonly string[] =>
  [reference, contract, description].flatMap((text) => text ?? [])

const withoutPersons = (invoice: Invoice, hide: Hide, withNames: boolean): Invoice => {
  const shown = (text: string | null): string | null => (text === null ? null : hide(text))
  return {
    ...invoice,
    reference: shown(invoice.reference),
    contract: shown(invoice.contract),
    description: shown(invoice.description),
    customerDocument: invoice.customerDocument === null ? null : HIDDEN,
    customerName: withNames ? invoice.customerName : null,
  }
}
