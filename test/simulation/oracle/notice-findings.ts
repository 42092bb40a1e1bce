import { type Body, nameOf } from '../story.ts'
import { type Finding, inPesos, keyOf, size } from './finding.ts'
import type { HistoryFindings } from './history-findings.ts'
import { isEcho, isFinal } from './money.ts'
import type { Inbox, Kept } from './notices.ts'
import type { Invoice, Reading } from './reading.ts'
import { centavosOf, type FullPolicy } from './words.ts'

/** Differences between the latest reading and earlier notifications. */
export const noticeFindings = (
  readings: readonly Reading[],
  latest: readonly Reading[],
  inbox: Inbox,
  policy: FullPolicy,
): HistoryFindings => {
  const now = readings.at(-1)
  if (now === undefined) return { findings: [], undecided: [] }
  const kept = [...inbox.kept.values()].filter(({ slot, at }) => nameOf(slot) === nameOf(now.slot) && at < now.at)
  const undecided: string[] = []
  const notifiedInvoices = (type: Kept['notice']['type']): readonly Body[] =>
    kept.flatMap(({ notice }) => (notice.type === type ? [notice.data] : []))
  const [settlements, invoices] = [notifiedInvoices('settlement'), notifiedInvoices('invoice')]
  const ids = new Set(invoices.map(({ id }) => String(id)))
  const told = (id: string): readonly Body[] => invoices.filter((data) => data.id === id)
  return {
    findings: [
      ...kept.flatMap((one) => conflict(one, now.at)),
      ...(settlements.length === 0
        ? missed(readings, inbox, policy)
        : ofSettlement(now, settlements, policy, undecided)),
      ...[...ids].flatMap((id) => ofInvoice(readings, id, told(id), undecided, isPaidElsewhere(latest, now, id))),
    ],
    undecided,
  }
}

const conflict = ({ notice, others }: Kept, at: number): Finding[] => {
  const many = others.filter((other) => other.at < at).length
  if (many === 0) return []
  const [reported, expected] = [String(many + 1), '1']
  return [
    { code: 'WEBHOOK_CONFLICT', severity: 'error', subject: `webhook:${notice.id}`, unit: null, reported, expected },
  ]
}

const HOURS = 3 * 3_600_000

/** Three hours after the first final reading no notification has arrived, although a receiver was running. */
const missed = (readings: readonly Reading[], { since }: Inbox, policy: FullPolicy): Finding[] => {
  const [now, first] = [
    readings.at(-1),
    readings.find(({ slot, settlement }) => isFinal(settlement, policy) && !isEcho(slot, settlement, policy)),
  ]
  if (now === undefined || first === undefined || !isFinal(now.settlement, policy)) return []
  if (isEcho(now.slot, now.settlement, policy)) return []
  if (since > first.at || now.at - first.at < HOURS) return []
  const reported = now.settlement?.status ?? null
  return [{ code: 'WEBHOOK_MISSED', severity: 'info', subject: 'settlement', unit: null, reported, amount: null }]
}

const disagrees = (subject: string, rest: Partial<Finding>): Finding => ({
  code: 'WEBHOOK_DISAGREES',
  severity: 'error',
  subject,
  unit: null,
  ...rest,
})

/** Of several notifications the most advanced state counts. */
const ofSettlement = (reading: Reading, told: readonly Body[], policy: FullPolicy, undecided: string[]): Finding[] => {
  const { slot, settlement } = reading
  if (isEcho(slot, settlement, policy)) return []
  const subject = 'settlement.status'
  const status = stateFindings(subject, settlement?.status ?? null, told, SETTLEMENT_STATES, undecided)
  if (settlement === null) return status
  const sums: Sums = {
    collected: [settlement.collected, 'amountCollected'],
    fees: [settlement.fees, 'fees'],
    adjustments: [settlement.adjustments, 'adjustments'],
    payout: [settlement.payout, 'paymentAmount'],
  }
  if (!told.some(({ status }) => policy.finalStatuses.includes(String(status)))) {
    undecided.push(...[...Object.keys(sums), 'invoiceCount'].map((name) => keyOf(disagrees(`settlement.${name}`, {}))))
    return status
  }
  const counts = new Set(told.map(({ numberOfInvoices }) => Number(numberOfInvoices)))
  const [reported, expected] = [settlement.invoiceCount, [...counts][0] ?? null]
  const count = disagrees('settlement.invoiceCount', { unit: 'invoices', reported, expected })
  if (counts.size > 1) undecided.push(keyOf(count))
  const isOther = counts.size === 1 && reported !== expected
  return [...status, ...sumFindings('settlement', sums, told, undecided), ...(isOther ? [count] : [])]
}

/** Whether the latest reading of another slot lists the invoice as paid or charged back. */
const isPaidElsewhere = (latest: readonly Reading[], now: Reading, id: string): boolean =>
  latest.some(
    ({ slot, invoices }) =>
      nameOf(slot) !== nameOf(now.slot) && ['paid', 'chargeback'].includes(invoices.get(id)?.status ?? ''),
  )

const ofInvoice = (
  readings: readonly Reading[],
  id: string,
  told: readonly Body[],
  undecided: string[],
  isElsewhere: boolean,
): Finding[] => {
  const now = readings.at(-1)
  const subject = `invoice:${id}`
  const invoice: Invoice | undefined = now?.invoices.get(id)
  const status = stateFindings(`${subject}.status`, invoice?.status ?? null, told, INVOICE_STATES, undecided)
  if (invoice === undefined) {
    const isOpen = isElsewhere || now?.malformed.length !== 0 || readings.some(({ invoices }) => invoices.has(id))
    if (isOpen) undecided.push(...status.map(keyOf))
    return isOpen ? [] : status
  }
  const sums: Sums = { amount: [invoice.amount, 'amount'], paid: [invoice.paid, 'paymentAmount'] }
  const pesos = invoice.paid === null ? {} : { amount: Math.abs(invoice.paid) }
  const wasChargeback = readings.some(({ invoices }) => invoices.get(id)?.status === 'chargeback')
  if (wasChargeback && invoice.status === 'paid') undecided.push(...status.map(keyOf))
  return [...status.map((finding) => ({ ...finding, ...pesos })), ...sumFindings(subject, sums, told, undecided)]
}

/** The sum read, and the field of the notification. */
type Sums = Readonly<Record<string, readonly [is: number | null, field: string]>>

/** A sum other than in the notification. Left open when several notifications differ, or when no sum was read. */
const sumFindings = (subject: string, sums: Sums, told: readonly Body[], undecided: string[]): Finding[] =>
  Object.entries(sums).flatMap(([name, [is, field]]) => {
    const [was = 0, ...others] = new Set(told.map((body) => centavosOf(body[field]) ?? 0))
    const about = `${subject}.${name}`
    if (is === null || others.length > 0) undecided.push(keyOf(disagrees(about, {})))
    if (is === null || others.length > 0 || is === was) return []
    return [inPesos('WEBHOOK_DISAGREES', 'error', about, [is, was], size(is, was))]
  })

const SETTLEMENT_STATES = ['processing', 'paid', 'credited']
const INVOICE_STATES = ['ready', 'cancelled', 'paid', 'chargeback']

/** An earlier state than in the notification. The order is left open when one of the states is not in it. */
const stateFindings = (
  subject: string,
  is: string | null,
  told: readonly Body[],
  order: readonly string[],
  undecided: string[],
): Finding[] => {
  const states = told.map(({ status }) => String(status))
  const places = states.map((state) => order.indexOf(state))
  const isPlaced = is === null || order.includes(is)
  if (states.some((state, place) => state !== is && (!isPlaced || (places[place] ?? -1) < 0))) {
    undecided.push(keyOf(disagrees(subject, {})))
    return []
  }
  const farthest = Math.max(...places)
  if (states.every((state) => state === is) || farthest <= (is === null ? -1 : order.indexOf(is))) return []
  return [disagrees(subject, { reported: is, expected: order[farthest] ?? null })]
}
