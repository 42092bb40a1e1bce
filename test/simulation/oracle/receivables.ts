import type { Body, DueList, DueRow } from '../story.ts'
import type { Finding } from './finding.ts'
import { cyclesOf, isDue, latestOf, type Model, memoryOf } from './model.ts'
import { type Due, type Matched, matchRents, type Rent, type RentTie, stateOfDue, wentBackOf } from './rents.ts'
import { bogotaText, centavosOf, dayAfter, dayOf, textOf } from './words.ts'

/** The expected contents of the merchant's database about what tenants owe (section 14). */
export interface Receivables {
  /** Imported lists, with the program's numbers of their files. */
  readonly lists: { readonly number: number; readonly list: DueList; isVoid: boolean }[]
  /** What people said, with the program's numbers. */
  readonly ties: { readonly number: number; readonly tie: RentTie; isUndone: boolean }[]
  /** When each day of payments was listed last. */
  readonly listed: Map<string, number>
  /** The last version of each invoice that a day of payments showed. */
  readonly seen: Map<string, Seen>
  /** The last run or check; null before it. */
  judgedAt: number | null
}

interface Seen {
  readonly body: Body
  readonly at: number
  /** The day of payments that listed it; absent in the list of a settlement. */
  readonly day?: string
}

export const emptyReceivables = (): Receivables => ({
  lists: [],
  ties: [],
  listed: new Map(),
  seen: new Map(),
  judgedAt: null,
})

/** A due of a list without ids is its contract, month and concept. */
export const keyOfDue = ({ id, contract, dueDate, concept }: DueRow): string =>
  id === '' ? `${contract}/${dueDate.slice(0, 7)}/${concept}` : id

export const duesOf = ({ receivables: { lists } }: Model): readonly Due[] => {
  const rows = lists.filter(({ isVoid }) => !isVoid).flatMap(({ list }) => list)
  return [...new Map(rows.map((row) => [keyOfDue(row), dueOf(row)])).values()]
}

const dueOf = (row: DueRow): Due => ({
  key: keyOfDue(row),
  reference: row.reference || null,
  contract: /^0*$/.test(row.contract) ? null : row.contract,
  document: row.document || null,
  amount: row.value,
  dueDate: row.dueDate,
  month: row.dueDate.slice(0, 7),
})

/** The same due with another amount is refused, until the earlier list is voided. */
export const isRefused = (model: Model, list: DueList): boolean =>
  list.some((row) => duesOf(model).some((due) => due.key === keyOfDue(row) && due.amount !== row.value))

/** A run also lists the days of payments: those since the last that was read whole, ten to 35; or those that it names. */
export const listPayments = (
  { receivables }: Model,
  { from, to }: { readonly from?: string; readonly to?: string },
  bodiesOn: (day: string) => readonly unknown[],
  now: number,
): void => {
  if (receivables.lists.every(({ isVoid }) => isVoid)) return
  const today = dayOf(now)
  const whole = [...receivables.listed].filter(([day, at]) => dayOf(at) > day).map(([day]) => day)
  const since = dayAfter(whole.sort().at(-1) ?? dayAfter(today, -35), 1)
  const [least, most] = [dayAfter(today, -9), dayAfter(today, -34)]
  const own = since > least ? least : since < most ? most : since
  const last = to === undefined || to > today ? today : to
  for (let day = from ?? own; day <= last; day = dayAfter(day, 1)) {
    receivables.listed.set(day, now)
    // What a day lists no longer is no payment of it, as far as is known.
    for (const [id, one] of receivables.seen) if (one.day === day) receivables.seen.delete(id)
    for (const body of bodiesOn(day) as readonly Body[]) receivables.seen.set(String(body.id), { body, at: now, day })
  }
}

/** Each invoice that was paid, as it was seen last: in its list, or in the day of its payment. */
export const rentsOf = (model: Model): readonly Rent[] => {
  const seen = new Map(model.receivables.seen)
  const see = (id: string, one: Seen): void => {
    if ((seen.get(id)?.at ?? 0) <= one.at) seen.set(id, one)
  }
  for (const memory of model.slots.values()) {
    const last = latestOf(memory)
    for (const { id, body } of last?.invoices.values() ?? []) see(id, { body, at: last?.at ?? 0 })
  }
  const isPaid = ({ status, paymentAmount }: Body): boolean =>
    (status === 'paid' || status === 'chargeback') && typeof paymentAmount === 'number'
  return [...seen].flatMap(([id, { body }]) => (isPaid(body) ? [rentOf(id, body)] : []))
}

const rentOf = (id: string, body: Body): Rent => ({
  id,
  reference: textOf(body.reference),
  contract: textOf(body.contract),
  document: textOf(body.customerDocumentNumber),
  paid: centavosOf(body.paymentAmount) ?? 0,
  paidAt: bogotaText(Date.parse(String(body.paymentDate))),
  isChargedBack: body.status === 'chargeback',
})

export const rentRules = ({ policy }: Model) => ({
  before: policy.receivableWindowDays?.before ?? 20,
  after: policy.receivableWindowDays?.after ?? 60,
  grace: policy.receivableGraceDays ?? 5,
  tolerance: (policy.receivableToleranceCop ?? 0) * 100,
})

export const tiesOf = ({ receivables }: Model): readonly RentTie[] =>
  receivables.ties.filter(({ isUndone }) => !isUndone).map(({ tie }) => tie)

export const matchedIn = (model: Model): Matched => {
  const dues = duesOf(model)
  const first = dayAfter(dues.map(({ dueDate }) => dueDate).sort()[0] ?? '9999-01-01', -rentRules(model).before)
  const ties = tiesOf(model)
  const tied = new Set(ties.flatMap(({ payments, isTied }) => (isTied ? payments : [])))
  const rents = rentsOf(model).filter(({ id, paidAt }) => paidAt.slice(0, 10) >= first || tied.has(id))
  return matchRents(dues, rents, ties, rentRules(model))
}

/** The state of each due, as of the last run. */
export const statesOf = (model: Model, matched: Matched): ReadonlyMap<Due, string> => {
  const { judgedAt } = model.receivables
  if (judgedAt === null) return new Map()
  const [rules, asOf] = [rentRules(model), dayOf(judgedAt)]
  const back = wentBackOf(matched, rentsOf(model), tiesOf(model), rules)
  const isUnread = ({ dueDate }: Due): boolean => {
    const end = dayAfter(dueDate, rules.after)
    for (let day = dayAfter(dueDate, -rules.before); day <= (end < asOf ? end : asOf); day = dayAfter(day, 1))
      if (!isReadWhole(model, day, judgedAt)) return true
    return false
  }
  return new Map(matched.dues.map((due) => [due, stateOfDue(due, matched, back, rules, asOf, isUnread(due))]))
}

/** Each settlement of a day that was due, and after the day its payments. */
const isReadWhole = (model: Model, day: string, judgedAt: number): boolean => {
  const slots = cyclesOf(model.policy).map((cycle) => ({ date: day, cycle }))
  const isListed = day >= dayOf(judgedAt) || dayOf(model.receivables.listed.get(day) ?? 0) > day
  return isListed && slots.every((slot) => !isDue(slot, judgedAt) || latestOf(memoryOf(model, slot)) !== null)
}

/** What is wrong with payments of the months that have a list, by the slot that lists the invoice. */
export const rentFindings = (model: Model): ReadonlyMap<string, readonly Finding[]> => {
  const found = new Map<string, Finding[]>()
  const dues = duesOf(model)
  if (dues.length === 0) return found
  const matched = matchedIn(model)
  const months = new Set(dues.map(({ month }) => month))
  const tell = (code: string, { id, paid, paidAt }: Rent, amount: number, expected?: number): void => {
    const slot = slotOf(model, id)
    if (slot === null || !months.has(paidAt.slice(0, 7))) return
    const told = { code, severity: 'warning', subject: `invoice:${id}`, unit: 'COP', amount, reported: paid } as const
    found.set(slot, [...(found.get(slot) ?? []), expected === undefined ? told : { ...told, expected }])
  }
  for (const due of matched.dues) {
    const own = matched.uses.filter((use) => use.due === due)
    const state = stateOfDue(due, matched, new Set(), rentRules(model), '', false)
    const last = own.at(-1)
    const left = due.amount - own.reduce((sum, one) => sum + (one.kind === 'applied' ? one.sum : 0), 0)
    if (last === undefined) continue
    if (['short', 'part'].includes(state)) tell('RENT_SHORT', last.payment, left, last.payment.paid + left)
    else
      for (const { kind, payment, sum } of own) {
        if (kind === 'second') tell('RENT_TWICE', payment, payment.paid)
        if (kind === 'excess' && state !== 'paid') tell('RENT_OVER', payment, sum, payment.paid - sum)
      }
  }
  for (const one of matched.unknown) tell('RENT_UNKNOWN_PAYER', one, one.paid)
  for (const one of matched.ambiguous) tell('RENT_AMBIGUOUS', one, one.paid)
  return found
}

/** The slot whose list showed it last. */
const slotOf = ({ slots }: Model, id: string): string | null => {
  const own = [...slots].flatMap(([name, memory]) => {
    const last = latestOf(memory)
    return last?.invoices.has(id) === true ? [{ name, place: last.place }] : []
  })
  return own.sort((one, other) => other.place - one.place)[0]?.name ?? null
}
