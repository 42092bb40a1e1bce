import type { Service } from '../../config/settings.ts'
import { counts, type PaidInvoice } from '../../domain/invoice.ts'
import { addDays, daysBetween, type SlotDate } from '../../domain/slot.ts'
import { paidOnOf } from '../query/payments-in-database.ts'
import type { JobContext } from '../run/context.ts'
import { connect } from './pull-slots.ts'

export interface PaymentsFromService {
  /** By id of the invoice. */
  readonly payments: ReadonlyMap<string, PaidInvoice>
  /** Records that could not be read, and of which nothing is known. */
  readonly malformed: number
}

/**
 * The payments that count, of these payment dates, by invoice, as the service lists them. Since the time zone of its filter is not
 * documented (api.md, List invoices), one more day is asked for on each side. Throws when a list cannot be read whole.
 */
export const paymentsFromService = async (
  job: JobContext,
  service: Service,
  from: SlotDate,
  to: SlotDate,
): Promise<PaymentsFromService> => {
  const stopping = new AbortController()
  const signal = AbortSignal.any([job.signal, stopping.signal])
  const client = connect(job, service, (skew) => stopping.abort(skew))
  const { policy } = job.settings
  const payments = new Map<string, PaidInvoice>()
  let malformed = 0
  try {
    for (const paymentDate of daysBetween(addDays(from, -1), addDays(to, 1))) {
      for await (const page of client.invoicePages({ paymentDate }, client.slotContext(signal))) {
        for (const record of page.read()) {
          if (record.kind === 'malformed') malformed += 1
          if (record.kind === 'malformed' || !counts(record.invoice, policy)) continue
          const paidOn = paidOnOf(record.invoice, job)
          if (paidOn !== null && paidOn >= from && paidOn <= to) payments.set(record.invoice.id, record.invoice)
        }
      }
    }
    return { payments, malformed }
  } catch (fault) {
    signal.throwIfAborted()
    throw fault
  } finally {
    await client.close()
  }
}
