import { localTime } from '../../../config/zone/zone.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { type Centavos, inWords, plus, ZERO } from '../../../domain/money.ts'
import type { FetchedInvoice } from '../../../domain/pull/fetched-invoice.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'

interface Shown {
  readonly invoices: readonly FetchedInvoice[]
  /** False when the list goes on. */
  readonly complete: boolean
}

const HEAD = ['id', 'reference', 'status', 'contract', 'paid at', 'settlement', 'amount (COP)', 'paid (COP)'] as const
/** All but the sums. */
const TO_THE_LEFT = 6

/** Invoices in a table; whom they are of is for `invoice get` and for programs. */
export const tableText = ({ invoices, complete }: Shown, zone: Zone): string => {
  if (invoices.length === 0) return 'No invoice.\n'
  const rows = invoices.map(({ invoice }) => [
    invoice.id,
    invoice.reference ?? '',
    invoice.status,
    invoice.contract ?? '',
    invoice.paymentDate === null ? '' : localTime(invoice.paymentDate, zone),
    [invoice.ownDate ?? '', invoice.ownCycle ?? ''].join(' '),
    pesos(invoice.amount),
    invoice.paid === null ? '' : pesos(invoice.paid),
  ])
  const table = alignColumns([HEAD, ...rows.map((row) => row.map(harmless))], TO_THE_LEFT)
  return `${[...table, '', sentence(invoices, complete)].join('\n')}\n`
}

/** `COP` stands in the head of the table. */
const pesos = (sum: Centavos): string => inWords(sum).replace('COP ', '')

const sentence = (invoices: readonly FetchedInvoice[], complete: boolean): string => {
  const amount = invoices.reduce((sum, { invoice }) => plus(sum, invoice.amount), ZERO)
  const paid = invoices.reduce((sum, { invoice }) => plus(sum, invoice.paid ?? ZERO), ZERO)
  const many = `${invoices.length} ${invoices.length === 1 ? 'invoice' : 'invoices'}`
  const more = complete ? '' : ' There may be more: leave out --limit to see all.'
  return `${many} for ${inWords(amount)}, of which ${inWords(paid)} was paid.${more}`
}
