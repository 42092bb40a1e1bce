import type { Body } from '../story.ts'
import { type Finding, inPesos, keyOf, type Severity, size } from './finding.ts'
import { isPaidOnce, pesosOf } from './invoice-findings.ts'
import { isEcho, isFinal, moneyOf } from './money.ts'
import type { Invoice, Reading, Settlement } from './reading.ts'
import type { FullPolicy } from './words.ts'

/**
 * The findings from a slot's readings about its latest one; `undecided` names findings whose existence the contract
 * leaves open.
 */
export interface HistoryFindings {
  readonly findings: readonly Finding[]
  readonly undecided: readonly string[]
}

export const historyFindings = (readings: readonly Reading[], policy: FullPolicy): HistoryFindings => {
  const now = readings.at(-1)
  if (now === undefined) return { findings: [], undecided: [] }
  const earlier = readings.slice(0, -1)
  const final = earlier.filter(({ settlement }) => isFinal(settlement, policy))
  const isOwn = ({ slot, settlement }: Reading): boolean => !isEcho(slot, settlement, policy)
  const history = historySince(
    now,
    earlier,
    { baseline: final.find(isOwn) ?? null, own: earlier.filter(isOwn) },
    policy,
  )
  if (earlier.every(isOwn)) return history
  // Whether a settlement of another slot can be a baseline, or be regressed from later, is left open.
  const other = historySince(now, earlier, { baseline: final[0] ?? null, own: earlier }, policy)
  const keys = [history, other].map(({ findings }) => new Set(findings.map(keyOf)))
  const all = [...history.findings, ...other.findings].map(keyOf)
  const undecided = all.filter((key) => !keys.every((set) => set.has(key)))
  return { findings: history.findings, undecided: [...history.undecided, ...other.undecided, ...undecided] }
}

/** The earlier readings that the settlement is compared with. */
interface Before {
  readonly baseline: Reading | null
  /** Readings with a settlement of the slot itself. */
  readonly own: readonly Reading[]
}

const historySince = (
  now: Reading,
  earlier: readonly Reading[],
  before: Before,
  policy: FullPolicy,
): HistoryFindings => {
  const list = listHistory(now, earlier, before.baseline)
  return {
    findings: [
      ...settlementHistory(now, before, policy),
      ...[...now.invoices.values()].flatMap((invoice) => invoiceHistory(invoice, earlier)),
      ...list.findings,
      ...departedUnpaid(now, earlier),
    ],
    undecided: list.undecided,
  }
}

const SUMS = ['collected', 'fees', 'adjustments', 'payout'] as const
const FLAGS = ['feesPostpaid', 'gateway'] as const

const settlementHistory = (now: Reading, { baseline, own }: Before, policy: FullPolicy): Finding[] => {
  const { settlement } = now
  if (settlement === null) {
    const last = own.findLast((reading) => reading.settlement !== null)
    if (last === undefined || last.settlement === null) return []
    // The expected payout of then. Without one, because of records or of a policy, its own figures tell it.
    const money = moneyOf(last, policy)
    const byItself = money.byItsParts ?? last.settlement.payout
    const amount = Math.abs(money.rule === 'unchecked' ? byItself : (money.expected ?? byItself))
    return [{ code: 'SETTLEMENT_VANISHED', severity: 'error', subject: 'settlement', unit: null, amount }]
  }
  // A settlement of another slot is not judged in this one.
  if (isEcho(now.slot, settlement, policy)) return []
  const found: Finding[] = baseline?.settlement ? changed(settlement, baseline.settlement) : []
  const isDemoted = settlement.status === 'paid' && own.some((reading) => reading.settlement?.status === 'credited')
  if ((baseline !== null && !isFinal(settlement, policy)) || isDemoted) {
    found.push({
      code: 'STATUS_REGRESSED',
      severity: 'error',
      subject: 'settlement.status',
      unit: null,
      reported: settlement.status,
    })
  }
  return found
}

const changed = (now: Settlement, before: Settlement): Finding[] => [
  ...SUMS.filter((field) => now[field] !== before[field]).map((field) =>
    inPesos(
      'SETTLEMENT_CHANGED',
      'error',
      `settlement.${field}`,
      [now[field], before[field]],
      size(now[field], before[field]),
    ),
  ),
  ...(now.invoiceCount === before.invoiceCount
    ? []
    : [
        {
          code: 'SETTLEMENT_CHANGED',
          severity: 'error' as const,
          subject: 'settlement.invoiceCount',
          unit: 'invoices' as const,
          reported: now.invoiceCount,
          expected: before.invoiceCount,
        },
      ]),
  ...FLAGS.filter((field) => now[field] !== before[field]).map((field) => ({
    code: 'SETTLEMENT_CHANGED',
    severity: 'error' as const,
    subject: `settlement.${field}`,
    unit: null,
    reported: String(now[field]),
    expected: String(before[field]),
  })),
]

const TEXTS: readonly (readonly [keyof Invoice, Severity])[] = [
  ['paymentId', 'error'],
  ['reference', 'error'],
  ['contract', 'error'],
  ['document', 'error'],
  ['paymentDate', 'warning'],
  ['paymentMethod', 'warning'],
]

const invoiceHistory = (invoice: Invoice, earlier: readonly Reading[]): Finding[] => {
  const versions = earlier.flatMap(({ invoices }) => invoices.get(invoice.id) ?? [])
  const before = versions.find(isPaidOnce)
  if (before === undefined) return []
  const subject = `invoice:${invoice.id}`
  const paid = invoice.paid ?? before.paid
  const amount = paid === null ? {} : { amount: Math.abs(paid) }
  const found: Finding[] = []
  if (invoice.status === 'ready' || invoice.status === 'cancelled') {
    const reported = invoice.status
    found.push({ code: 'STATUS_REGRESSED', severity: 'error', subject: `${subject}.status`, unit: null, reported })
  }
  if (invoice.status === 'paid' && versions.some(({ status }) => status === 'chargeback')) {
    found.push({ code: 'CHARGEBACK_REVERSED', severity: 'warning', subject, unit: null, ...amount })
  }
  for (const field of ['amount', 'paid'] as const) {
    const [is, was] = [invoice[field], before[field]]
    if (is === was) continue
    if (is === null || was === null) {
      found.push({ code: 'INVOICE_CHANGED', severity: 'error', subject: `${subject}.${field}` })
      continue
    }
    found.push(inPesos('INVOICE_CHANGED', 'error', `${subject}.${field}`, [is, was], size(is, was)))
  }
  for (const [field, severity] of TEXTS) {
    if (invoice[field] === before[field]) continue
    const name = field === 'document' ? 'customerDocument' : field
    found.push({
      code: 'INVOICE_CHANGED',
      severity,
      subject: `${subject}.${name}`,
      unit: null,
      // A document number never appears in a finding.
      ...(field === 'document' ? {} : { reported: textOrNull(invoice[field]), expected: textOrNull(before[field]) }),
    })
  }
  return found
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const listHistory = (now: Reading, earlier: readonly Reading[], baseline: Reading | null): HistoryFindings => {
  const unreadable = now.malformed.some(({ id }) => id === null)
  const isListed = (id: string): boolean => now.invoices.has(id) || now.malformed.some((record) => record.id === id)
  if (baseline === null) {
    const gone = [...new Set(earlier.flatMap(({ invoices }) => [...invoices.keys()]))].filter((id) => !isListed(id))
    return { findings: gone.flatMap((id) => movedTo(id, now, earlier)), undecided: [] }
  }
  const added = [...now.invoices.values()].filter(({ id }) => !baseline.invoices.has(id))
  const wasUnreadable = baseline.malformed.length > 0
  const listed = [...baseline.invoices.keys(), ...baseline.malformed.flatMap(({ id }) => id ?? [])]
  const vanished = [...new Set(listed)].filter((id) => !isListed(id))
  const since = earlier.slice(earlier.indexOf(baseline))
  const listedSince = new Set(
    since.flatMap(({ invoices, malformed }) => [...invoices.keys(), ...malformed.map(({ id }) => id)]),
  )
  const leftBefore = [...new Set(earlier.flatMap(({ invoices }) => [...invoices.keys()]))].filter(
    (id) => !listedSince.has(id) && !isListed(id),
  )
  const findings = [
    ...leftBefore.flatMap((id) => movedTo(id, now, earlier)),
    ...added.map((invoice) => ofInvoice('INVOICE_ADDED', invoice.id, pesosOf(invoice, earlier))),
    ...vanished.map((id) => ofInvoice('INVOICE_VANISHED', id, pesosOf({ id, paid: null }, earlier))),
  ]
  const open = findings.filter(({ code }) => (code === 'INVOICE_ADDED' ? wasUnreadable : unreadable))
  return { findings: findings.filter((finding) => !open.includes(finding)), undecided: open.map(keyOf) }
}

const ofInvoice = (code: string, id: string, pesos: Pick<Finding, 'amount'>): Finding => ({
  code,
  severity: 'error',
  subject: `invoice:${id}`,
  unit: null,
  ...pesos,
})

/** It left a slot that was not final, for the one that it now names. */
const movedTo = (id: string, now: Reading, earlier: readonly Reading[]): Finding[] => {
  const body = [...earlier, now]
    .flatMap(({ departures }): Body[] => [departures.get(id) ?? null].filter((body) => body !== null))
    .at(-1)
  if (typeof body?.settlementDate !== 'string' || typeof body.settlementTime !== 'string') return []
  if (body.settlementDate === now.slot.date && body.settlementTime === now.slot.cycle) return []
  return [{ code: 'INVOICE_MOVED', severity: 'info', subject: `invoice:${id}`, unit: null }]
}

/** An invoice that was paid and left the list is no longer paid, by the service's answer about its id. */
const departedUnpaid = (now: Reading, earlier: readonly Reading[]): Finding[] => {
  const departed = new Map([...earlier, now].flatMap(({ departures }) => [...departures]))
  return [...departed].flatMap(([id, body]): Finding[] => {
    const isListed = now.invoices.has(id) || now.malformed.some((record) => record.id === id)
    const wasPaid = earlier.some(({ invoices }) => isPaidOnce(invoices.get(id) ?? { status: '' }))
    const reported = body?.status
    if (isListed || !wasPaid || (reported !== 'ready' && reported !== 'cancelled')) return []
    return [{ code: 'STATUS_REGRESSED', severity: 'error', subject: `invoice:${id}.status`, unit: null, reported }]
  })
}
