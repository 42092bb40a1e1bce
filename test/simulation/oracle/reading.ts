import { createHash } from 'node:crypto'
import type { Body, SlotKey } from '../story.ts'
import { centavosOf, type FullPolicy, isAbsent, textOf } from './words.ts'

/** An invoice of a list, in our words. Absent and unreadable texts are null. */
export interface Invoice {
  readonly id: string
  readonly reference: string | null
  readonly status: string
  readonly amount: number
  readonly description: string | null
  readonly contract: string | null
  readonly document: string | null
  readonly name: string | null
  readonly createdAt: string | null
  readonly expirationDate: string | null
  readonly url: string | null
  readonly paid: number | null
  readonly paymentDate: string | null
  readonly paymentMethod: string | null
  readonly paymentSource: string | null
  readonly ownDate: string | null
  readonly ownCycle: string | null
  readonly paymentId: string | null
  readonly body: Body
}

export interface Malformed {
  /** The id if it can be read. */
  readonly id: string | null
  readonly field: string
  readonly digest: string
  /** The paid sum if it can be read. */
  readonly paid: number | null
}

export interface Settlement {
  readonly date: string
  readonly cycle: string
  readonly status: string
  readonly invoiceCount: number
  readonly collected: number
  readonly fees: number
  readonly feesPostpaid: boolean
  readonly adjustments: number
  readonly gateway: boolean
  readonly payout: number
  readonly body: Body
}

/** Everything read of one slot at one moment. */
export interface Reading {
  readonly slot: SlotKey
  /** Its number among all readings. */
  readonly place: number
  readonly at: number
  readonly settlement: Settlement | null
  readonly invoices: ReadonlyMap<string, Invoice>
  readonly items: number
  readonly pages: number
  /** Ids that are repeated, and whether the copies differ. */
  readonly repeats: ReadonlyMap<string, boolean>
  readonly malformed: readonly Malformed[]
  readonly wrongCounts: number
  /** The sum of the pages' own counts. */
  readonly counted: number
  readonly cursorAbsent: boolean
  /** The service's answers by id for those that left since the previous reading. */
  readonly departures: ReadonlyMap<string, Body | null>
}

export const isCounted = ({ status }: Invoice, policy: FullPolicy): boolean =>
  status === 'paid' || (status === 'chargeback' && policy.chargebacks === 'counted')

/** Reads an item of a list: an invoice, or the field for which it is quarantined. */
export const readRecord = (item: unknown, policy: FullPolicy): Invoice | Malformed => {
  const body = (typeof item === 'object' && item !== null && !Array.isArray(item) ? item : {}) as Body
  const field = flawOf(body, policy)
  const paid = isAbsent(body.paymentAmount) ? null : centavosOf(body.paymentAmount)
  if (field !== null) {
    const digest = createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 12)
    return { id: textOf(body.id), field, digest, paid }
  }
  return {
    id: String(body.id),
    reference: textOf(body.reference),
    status: String(body.status),
    amount: centavosOf(body.amount) ?? 0,
    description: textOf(body.description),
    contract: textOf(body.contract),
    document: textOf(body.customerDocumentNumber),
    name: textOf(body.customerName),
    createdAt: textOf(body.createdAt),
    expirationDate: textOf(body.expirationDate),
    url: textOf(body.paymentUrl),
    paid,
    paymentDate: textOf(body.paymentDate),
    paymentMethod: textOf(body.paymentMethod),
    paymentSource: textOf(body.paymentSource),
    ownDate: textOf(body.settlementDate),
    ownCycle: textOf(body.settlementTime),
    paymentId: textOf(body.paymentId),
    body,
  }
}

const flawOf = (body: Body, policy: FullPolicy): string | null => {
  if (textOf(body.id) === null) return 'id'
  if (textOf(body.status) === null) return 'status'
  if (centavosOf(body.amount) === null) return 'amount'
  const counts = body.status === 'paid' || (body.status === 'chargeback' && policy.chargebacks === 'counted')
  if (isAbsent(body.paymentAmount)) return counts ? 'paid' : null
  return centavosOf(body.paymentAmount) === null ? 'paid' : null
}

export const isMalformed = (record: Invoice | Malformed): record is Malformed => 'digest' in record

/** Null: malformed. */
export const readSettlement = (body: Body): Settlement | null => {
  const [collected, fees, adjustments, payout] = [
    body.amountCollected,
    body.fees,
    body.adjustments,
    body.paymentAmount,
  ].map(centavosOf)
  const { numberOfInvoices: count, feesPostpaid, gateway } = body
  const status = textOf(body.status)
  if (isAbsent(collected) || isAbsent(fees) || isAbsent(adjustments) || isAbsent(payout) || status === null) return null
  if (typeof count !== 'number' || !Number.isInteger(count)) return null
  if (typeof feesPostpaid !== 'boolean' || typeof gateway !== 'boolean') return null
  return {
    date: String(body.date),
    cycle: String(body.cycle),
    status,
    invoiceCount: count,
    collected: Number(collected),
    fees: Number(fees),
    feesPostpaid,
    adjustments: Number(adjustments),
    gateway,
    payout: Number(payout),
    body,
  }
}
