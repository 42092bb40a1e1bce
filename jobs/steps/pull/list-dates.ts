import { counts, type PaidInvoice } from '../../../src/core/invoice.ts'
import { isKnownCycle, withoutAlias } from '../../../src/core/policy.ts'
import type { DateListing } from '../../../src/core/pull/unlisted-invoice.ts'
import { addDays, daysBetween, type SlotDate } from '../../../src/core/slot.ts'
import type { Service } from '../../../src/input/settings.ts'
import { isServiceError } from '../../../src/service/http/errors.ts'
import type { Both } from '../../../src/std/both.ts'
import { CuadreError, hasCode } from '../../../src/std/errors.ts'
import { howMany } from '../../../src/std/how-many.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import { paidOnOf } from '../query/payments-in-transit.ts'
import type { JobContext } from '../run/context.ts'
import { connect, isSilence, isStop, listenForSilence, type PullContext, pause } from './pull-slots.ts'

/** The result of listing dates without a cycle. */
export interface DateListings {
  readonly listed: readonly DateListing[]
  /** Dates that could not be listed; the next sweep tries again. */
  readonly failed: readonly { readonly date: SlotDate; readonly reason: Both<string> }[]
  readonly stop: CuadreError | null
}

/**
 * Lists each date without a cycle, one after the other, and stores the answers: the invoices settled on it or, without `states`, those
 * paid on it. A date that cannot be listed whole is left for the next
 * sweep, and the others go on. Rejected credentials or a wrong clock end it.
 */
export const listDates = async (
  job: JobContext,
  run: PullContext,
  dates: readonly SlotDate[],
  states: readonly SlotState[] | null,
): Promise<DateListings> => {
  const stopping = new AbortController()
  const signal = AbortSignal.any([job.signal, stopping.signal])
  const client = connect(job, run.service, (skew) => stopping.abort(skew))
  const listed: DateListing[] = []
  const failed: { readonly date: SlotDate; readonly reason: Both<string> }[] = []
  const silence = listenForSilence()
  const { policy } = job.settings
  const isAskedFor = (cycle: string): boolean => isKnownCycle(withoutAlias(cycle, policy), policy)

  const listOne = async (date: SlotDate): Promise<void> => {
    const ofPayments = states === null
    const start = { date, runId: run.runId, at: job.now(), isAskedFor: ofPayments ? null : isAskedFor }
    const listing = await run.store.listings.begin(start)
    let items = 0
    try {
      for await (const page of client.invoicePages(
        ofPayments ? { paymentDate: date } : { date },
        client.slotContext(signal),
      )) {
        silence.answered()
        await listing.page(page)
        items += page.items
      }
      const stored = ofPayments ? 0 : invoicesStoredOn(states, date)
      if (items === 0 && stored > 0) throw emptyDate(date, stored)
      const done = await listing.commit()
      listed.push(done)
      job.progress({ kind: 'date-listed', date, items, unlisted: done.unlisted })
    } catch (fault) {
      await listing.abandon()
      signal.throwIfAborted()
      if (hasCode(fault, 'CREDENTIALS_REJECTED')) throw fault
      if (!isServiceError(fault) && !hasCode(fault, 'DATE_EMPTY')) throw fault
      failed.push({ date, reason: fault.texts.message })
      job.progress({ kind: 'date-not-listed', date, code: fault.code })
      const stop = isSilence(fault) ? silence.silent(fault) : null
      if (stop !== null) throw stop
    }
  }

  try {
    for (const date of dates) {
      await listOne(date)
      await pause(job, run, signal)
    }
    return { listed, failed, stop: null }
  } catch (fault) {
    if (isStop(fault)) return { listed, failed, stop: fault }
    throw fault
  } finally {
    await client.close()
  }
}

/** An empty list of a date whose slots hold invoices proves only that the service lists dates in another way. */
const emptyDate = (date: SlotDate, stored: number): CuadreError =>
  new CuadreError(
    'DATE_EMPTY',
    {
      en: `the list of ${date} is empty, and its settlements hold ${howMany(stored, 'invoice')}`,
      es: `la lista del ${date} está vacía, y sus liquidaciones tienen ${stored === 1 ? '1 factura' : `${stored} facturas`}`,
    },
    { en: 'run again later', es: 'ejecute de nuevo más tarde' },
  )

const invoicesStoredOn = (states: readonly SlotState[], date: SlotDate): number =>
  states.reduce((sum, { slot, pull }) => (slot.date === date ? sum + (pull?.list.kept ?? 0) : sum), 0)

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
