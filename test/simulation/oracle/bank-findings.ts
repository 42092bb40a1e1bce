import { nameOf, type SlotKey } from '../story.ts'
import {
  answersOf,
  type Bank,
  type Entry,
  isSameTie,
  openSides,
  type Payout,
  payingCredits,
  payoutsOf,
  type TakenStatement,
  type Tie,
} from './bank.ts'
import { isBusinessDay } from './business-days.ts'
import { type Finding, inPesos, size } from './finding.ts'
import { latestOf, type Model } from './model.ts'
import { bySlot, compareText, dayAfter } from './words.ts'

/** Quiet: on the way or not covered by a statement; the contract does not say which. */
type ArrivalState = 'candidates' | 'unconfirmed' | 'on-the-way' | 'not-covered' | 'quiet' | 'missing'

/** The open items between operator and bank. */
export interface BankOverview {
  readonly open: readonly {
    readonly payout: Payout
    readonly state: ArrivalState | null
    readonly candidates: readonly Tie[]
    /** The only credit near it. */
    readonly near: Entry | null
  }[]
  readonly unknown: readonly Entry[]
}

export const standingOf = (model: Model): BankOverview => {
  const { payouts, credits } = openSides(model)
  const answers = answersOf(payouts, credits, model.bank)
  const unexplained = credits.filter((credit) => !answers.some(({ entries }) => entries.includes(credit)))
  const open = payouts.map((payout) => {
    const candidates = answers.filter((answer) => answer.payouts.includes(payout))
    if (candidates.length > 0) return { payout, state: 'candidates' as const, candidates, near: null }
    const near = nearOf(payout, payouts, unexplained, model)
    return { payout, state: near === null ? waitOf(payout, model.bank) : ('unconfirmed' as const), candidates, near }
  })
  const left = payingCredits(model).flatMap((one) => (one.left > 0 ? [{ ...one.credit, value: one.left }] : []))
  return { open, unknown: [...unexplained.filter((credit) => !open.some(({ near }) => near === credit)), ...left] }
}

/** The one credit within 5 percent of a payout, unless another payout is not a hundred times farther from it. */
const nearOf = (
  payout: Payout,
  payouts: readonly Payout[],
  credits: readonly Entry[],
  { bank }: Model,
): Entry | null => {
  const apart = ({ sum }: Payout, { value }: Entry): number => Math.abs(value - sum)
  const isNear = (one: Payout, credit: Entry): boolean =>
    one.from <= credit.on &&
    credit.on <= one.to &&
    apart(one, credit) * 20 <= one.sum &&
    !bank.refused.some((tie) => isSameTie(tie, { payouts: [one], entries: [credit] }))
  const [credit, ...others] = credits.filter((one) => isNear(payout, one))
  if (credit === undefined || others.length > 0) return null
  const rivals = payouts.filter((one) => one !== payout && isNear(one, credit))
  return rivals.every((one) => apart(one, credit) >= 100 * apart(payout, credit)) ? credit : null
}

/** Null when accounts give different results: which of them the operator uses is left open. */
const waitOf = (payout: Payout, bank: Bank): ArrivalState | null => {
  const states = accountsOf(bank).map((account) => waitAt(payout, joinedOf(bank, account).spans))
  const [first = 'not-covered', ...others] = new Set(states)
  if (others.length === 0) return first
  return states.some((state) => state === 'missing' || state === null) ? null : 'quiet'
}

/**
 * Of days without a statement nothing is said. An account covers the days from its first entry to its last one; between
 * those, days on which banks do not work need no statement, but for the last one on which the payout may arrive.
 */
const waitAt = ({ from, to }: Payout, spans: readonly Span[]): ArrivalState | null => {
  const reach = spans.at(-1)?.to ?? ''
  const isCovered = (date: string): boolean => spans.some((span) => span.from <= date && date <= span.to)
  for (let date = from; date <= to && date <= reach; date = dayAfter(date, 1))
    if ((isBusinessDay(date) || date === to) && !isCovered(date)) return reach < to ? 'quiet' : 'not-covered'
  // The contract does not say whether the settlement's own day must be covered when banks do not work on it.
  if (reach < to) return isCovered(from) ? 'on-the-way' : 'quiet'
  return isCovered(from) ? 'missing' : null
}

/** A place where statements of an account do not join. */
export interface Gap {
  readonly account: string
  readonly after: string
  readonly before: string
  /** The opening of the later statement, and its value by the earlier statements; null when days are missing. */
  readonly balances: readonly [reported: number, expected: number] | null
}

/** Days that the statements of an account cover together. */
interface Span {
  readonly from: string
  readonly to: string
}

export const gapsOf = (bank: Bank): readonly Gap[] =>
  accountsOf(bank).flatMap((account) => joinedOf(bank, account).gaps)

const accountsOf = ({ statements }: Bank): readonly string[] =>
  [...new Set(statements.map(({ account }) => account))].sort()

/**
 * Statements do not join when a business day of banks is between them, unless nothing was booked on it: the later one
 * opens with the closing of an earlier one. Statements without missing days may still have different balances.
 */
const joinedOf = (
  { statements, entries }: Bank,
  account: string,
): { readonly spans: readonly Span[]; readonly gaps: readonly Gap[] } => {
  const own = statements.filter((statement) => statement.account === account)
  const spans: Span[] = []
  const gaps: Gap[] = []
  let chain: readonly TakenStatement[] = []
  for (const statement of own.sort((one, other) => compareText(one.from, other.from))) {
    const { from, to, opening } = statement
    const span = spans.at(-1)
    const start = chain.at(-1)
    const isContinued = opening !== null && chain.some(({ closing }) => closing === opening)
    if (span === undefined || (hasBusinessDayBetween(span.to, from) && !isContinued)) {
      if (span !== undefined) gaps.push({ account, after: span.to, before: from, balances: null })
      spans.push({ from, to })
      chain = [statement]
      continue
    }
    if (!isContinued && opening !== null && start !== undefined && start.opening !== null) {
      const moved = entries.filter((entry) => entry.account === account && start.from <= entry.on && entry.on < from)
      const expected = start.opening + sumOf(moved.map(({ value }) => value))
      if (expected !== opening) gaps.push({ account, after: span.to, before: from, balances: [opening, expected] })
    }
    spans[spans.length - 1] = { from: span.from, to: to > span.to ? to : span.to }
    chain = [...chain, statement]
  }
  return { spans, gaps }
}

const hasBusinessDayBetween = (one: string, other: string): boolean => {
  for (let date = dayAfter(one, 1); date < other; date = dayAfter(date, 1)) if (isBusinessDay(date)) return true
  return false
}

interface BankFindings {
  readonly findings: ReadonlyMap<string, readonly Finding[]>
  readonly undecided: ReadonlyMap<string, readonly string[]>
}

export const bankFindings = (model: Model): BankFindings => {
  const findings = new Map<string, Finding[]>()
  const file = (slot: SlotKey | null, finding: Finding): void => {
    if (slot !== null) findings.set(nameOf(slot), [...(findings.get(nameOf(slot)) ?? []), finding])
  }
  const undecided = new Map<string, string[]>()
  const leaveOpen = ({ date, cycle }: SlotKey, key: string): void =>
    void undecided.set(nameOf({ date, cycle }), [...(undecided.get(nameOf({ date, cycle })) ?? []), key])
  if (model.bank.statements.length === 0) return { findings, undecided }
  const { open, unknown } = standingOf(model)
  for (const { payout, state, near } of open) {
    const { slot, sum } = payout
    if (state === null) leaveOpen(slot, 'BANK_MISSING settlement')
    if (state === 'missing') file(slot, inPesos('BANK_MISSING', 'error', 'settlement', [0, sum], sum))
    if (near !== null)
      file(slot, inPesos('BANK_UNCONFIRMED', 'error', 'settlement', [near.value, sum], size(near.value, sum)))
    if (state === 'candidates') file(slot, { code: 'BANK_AMBIGUOUS', severity: 'warning', subject: 'settlement' })
  }
  for (const { on, place, value } of unknown) {
    file(lastBefore(model, on), {
      code: 'BANK_UNKNOWN_CREDIT',
      severity: 'warning',
      subject: `bank:${model.bank.names.get(place)}`,
      words: String(value),
    })
  }
  for (const { account, before, balances } of gapsOf(model.bank)) {
    const subject = `bank:${account}-${before}`
    const finding = { code: 'BANK_GAP', severity: 'warning', subject } as const
    const sums = balances === null ? {} : inPesos('BANK_GAP', 'warning', subject, balances, size(...balances))
    file(lastBefore(model, before), { ...finding, ...sums })
  }
  for (const { payouts, entries } of model.bank.ties) {
    const last = payouts.at(-1)?.slot ?? null
    const now = payoutsOf(model).filter(({ slot }) => payouts.some((one) => nameOf(one.slot) === nameOf(slot)))
    const reported = sumOf(entries.map(({ value }) => value))
    const expected = sumOf(now.map(({ sum }) => sum))
    // Left open: the value of a tie whose settlement is no longer paid out, and the settlement to which the finding of
    // several belongs.
    if (now.length < payouts.length || (payouts.length > 1 && reported !== expected))
      for (const { slot } of payouts) leaveOpen(slot, 'BANK_DIFFERS settlement')
    if (reported === expected || payouts.length > 1) continue
    file(last, inPesos('BANK_DIFFERS', 'error', 'settlement', [reported, expected], size(reported, expected)))
  }
  return { findings, undecided }
}

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The last settlement on or before a day. */
const lastBefore = ({ slots }: Model, on: string): SlotKey | null =>
  [...slots.values()]
    .filter((memory) => memory.slot.date <= on && latestOf(memory) !== null)
    .map(({ slot }) => slot)
    .sort(bySlot)
    .at(-1) ?? null
