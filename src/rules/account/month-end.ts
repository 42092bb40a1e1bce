import { type BridgeRow, numberIn } from '../../core/bank/bank-overview.ts'
import type { Days } from '../../core/calendar/calendar.ts'
import { isOpen } from '../../core/findings/discrepancy.ts'
import { addAmounts, type Centavos, sumOfKnown, ZERO } from '../../core/money.ts'
import type { SlotDate } from '../../core/slot.ts'
import { groupCases } from '../assessment/case.ts'
import { type CountedReport, differenceIn, forbidsClosing } from '../assessment/slot-report.ts'
import { feesInvoiceDiffers, feesInvoiceMissing } from '../checks/fees-invoice.ts'
import { type Claim, isPastDay } from './claims.ts'
import { numberDue, type Position, totalOf } from './position.ts'
import { answerKindOf, positionOf } from './position-of.ts'
import { toDoOf } from './to-do.ts'

/** The steps of a month-end, in their order (SPEC, section 13). */
// biome-ignore format: one line
export const MONTH_STEPS = ['read', 'swept', 'bank', 'open', 'claims', 'fees', 'receivables', 'statement', 'closed', 'journal', 'pack'] as const
export type MonthStepName = (typeof MONTH_STEPS)[number]

/** `blocked`: something else comes first. `not-used`: the merchant does without. */
export const STEP_STATES = ['done', 'to-do', 'blocked', 'not-used'] as const
export type StepState = (typeof STEP_STATES)[number]

/** What the database holds of a step: so many of all, and pesos in centavos. Null where it has no such figure. */
export interface StepFacts {
  readonly done: number | null
  readonly of: number | null
  readonly sum: Centavos | null
}

export interface MonthStep {
  readonly step: MonthStepName
  readonly state: StepState
  readonly facts: StepFacts
  /** The command to type; null unless it is to do. */
  readonly next: string | null
}

/** What the steps of a month follow from. */
export interface MonthFacts {
  readonly days: Days
  readonly today: SlotDate
  readonly isClosed: boolean
  readonly reports: readonly CountedReport[]
  /** Settlements that were read, and those of them that were read again after the month's end. */
  readonly pulls: { readonly all: number; readonly again: number }
  /** The way of its payouts to the bank; null when no statement was ever imported. */
  readonly bank: readonly BridgeRow[] | null
  readonly hasTariff: boolean
  /** The operator's invoices of the month; null where none is asked for (no tax id is set) and none was imported. */
  readonly feesInvoices: number | null
  /** The entries of the month that closings froze; null without a journal. */
  readonly frozenEntries: number | null
  /** Those of its settlements. */
  readonly claims: readonly Claim[]
  /** Whether its pack was made after the last closing. */
  readonly isPacked: boolean
  /** What tenants owe by the merchant's list; null without one of the month. */
  readonly receivables: RentsOfMonth | null
}

/** The dues of a month, those of them that are paid, and whether it is not known of one, or a person is to tie it. */
export interface RentsOfMonth {
  readonly dues: number
  readonly paid: number
  readonly left: Centavos
  readonly isOpen: boolean
}

/** How far a month-end is, step by step. */
export const monthSteps = (facts: MonthFacts): readonly MonthStep[] => {
  const { days, isClosed, reports } = facts
  const position = positionOf(reports)
  const read = [readStep(position, facts), sweptStep(facts)]
  const isSettled = read.every(({ state }) => state === 'done')
  return [
    ...read,
    bankStep(position, facts),
    openStep(reports),
    claimsStep(facts),
    feesStep(position, facts),
    receivablesStep(facts),
    stepOf(
      'statement',
      isClosed ? 'done' : isSettled ? 'to-do' : 'blocked',
      {},
      `cuadre statement --month ${days.from.slice(0, 7)}`,
    ),
    closedStep(facts),
    journalStep(facts),
    packStep(facts),
  ]
}

const NO_FIGURE: StepFacts = { done: null, of: null, sum: null }
const notUsed = (step: MonthStepName): MonthStep => ({ step, state: 'not-used', facts: NO_FIGURE, next: null })

const stepOf = (step: MonthStepName, state: StepState, facts: Partial<StepFacts>, next: string): MonthStep => ({
  step,
  state,
  facts: { ...NO_FIGURE, ...facts },
  next: state === 'to-do' ? next : null,
})

/** The month is over, and of each due it is known whether it is paid; a closing takes them as they are known. */
const receivablesStep = (facts: MonthFacts): MonthStep => {
  const { receivables, days, isClosed } = facts
  if (receivables === null) return notUsed('receivables')
  const { dues, paid, left, isOpen } = receivables
  const command = `cuadre receivables list --month ${days.from.slice(0, 7)}`
  const state = isClosed ? 'done' : isOpen ? 'to-do' : isOver(facts) ? 'done' : 'blocked'
  return stepOf('receivables', state, { done: paid, of: dues, sum: left }, command)
}

/** Its last day has passed. */
const isOver = ({ today, days }: MonthFacts): boolean => today > days.to

const rangeOf = ({ from, to }: Days): string => `--from ${from} --to ${to}`

/** Every settlement that was due was read whole, and no day is to come. */
const readStep = (position: Position, facts: MonthFacts): MonthStep => {
  const [due, unread] = [numberDue(position), totalOf(position.unread).number]
  const state = unread > 0 ? 'to-do' : isOver(facts) ? 'done' : 'blocked'
  return stepOf('read', state, { done: due - unread, of: due }, `cuadre run ${rangeOf(facts.days)}`)
}

/** Each settlement was read again after the month's end: what changed late is known. */
const sweptStep = (facts: MonthFacts): MonthStep => {
  const { all, again } = facts.pulls
  const state = again === all ? 'done' : isOver(facts) ? 'to-do' : 'blocked'
  return stepOf('swept', state, { done: again, of: all }, `cuadre run ${rangeOf(facts.days)}`)
}

/** Payouts that statements do not cover, or about which a person is to say which credit they are. */
const UNCLEAR = ['unconfirmed', 'candidates', 'not-covered'] as const
/** Those that neither arrived nor were settled otherwise. */
const WAITING: ReadonlySet<string> = new Set([...UNCLEAR, 'missing', 'on-the-way'])

/**
 * Statements cover the payouts, none waits for a statement or a person, and about each that is missing somebody decided. Done are those
 * that arrived, were accepted as they are, or were paid elsewhere; the sum is what is left to arrive of the others, claimed or not.
 */
const bankStep = ({ bankMissing }: Position, { bank }: MonthFacts): MonthStep => {
  if (bank === null) return notUsed('bank')
  const waiting = bank.filter(({ kind, settlements }) => settlements > 0 && WAITING.has(kind))
  const done = numberIn(bank, 'arrived') + numberIn(bank, 'settled')
  const of = waiting.reduce((all, { settlements }) => all + settlements, done)
  const sum = sumOfKnown(waiting.map(({ left }) => left).filter((left) => left > ZERO))
  const isUnclear = UNCLEAR.some((kind) => numberIn(bank, kind) > 0)
  const isOpenMissing = numberIn(bank, 'missing') > bankMissing.claimed.number
  const isOnTheWay = numberIn(bank, 'on-the-way') > 0
  const state = isUnclear || isOpenMissing ? 'to-do' : isOnTheWay ? 'blocked' : 'done'
  return stepOf('bank', state, { done, of, sum }, 'cuadre bank list')
}

/** No difference is open. The first one is the next. */
const openStep = (reports: readonly CountedReport[]): MonthStep => {
  const lines = toDoOf(reports).flatMap(({ found }) => found ?? [])
  const cases = lines.flatMap((line) => line.cases)
  const facts = { of: cases.length, sum: sumOfKnown(cases.map(({ amount }) => amount)) }
  const slot = cases[0]?.first.slot
  const next = slot === undefined ? '' : `cuadre explain ${slot.date} ${slot.cycle}`
  return stepOf('open', cases.length === 0 ? 'done' : 'to-do', facts, next)
}

type Found = CountedReport['discrepancies'][number]

/** Nothing that the operator owes is unclaimed, and no claim is past its day. The sum is what either is to be done about. */
const claimsStep = ({ reports, claims, days, today }: MonthFacts): MonthStep => {
  const open = reports.flatMap(({ discrepancies }) => groupCases(discrepancies.filter(isOwed))).filter(isOpen)
  const unclaimed = new Set(open.map(({ first }) => first.case))
  const out = claims.filter((one) => one.isPayable && one.left > ZERO && !unclaimed.has(one.case))
  const late = out.filter((one) => isPastDay(one, today))
  const facts = {
    done: out.length - late.length,
    of: out.length + open.length,
    sum: sumOfKnown([...open.map(({ amount }) => amount), ...late.map(({ left }) => left)]),
  }
  const [first] = late
  if (open.length > 0)
    return stepOf('claims', 'to-do', facts, `cuadre claims letter --out claim-${days.to.slice(0, 7)}.zip`)
  return first === undefined
    ? stepOf('claims', 'done', facts, '')
    : stepOf('claims', 'to-do', facts, remindOf(first, today))
}

const remindOf = ({ letter }: Claim, today: SlotDate): string =>
  letter === null ? 'cuadre claims list' : reminderOf(letter, today)

/** The command that writes a reminder, into a file that the reminders before it did not take. */
export const reminderOf = (letter: number, today: SlotDate): string =>
  `cuadre claims letter --again ${letter} --out reminder-${letter}-${today}.zip`

/** What has not arrived, was paid too little, or was charged too much. */
const isOwed = (found: Found): boolean => {
  const kind = found.severity === 'info' ? null : answerKindOf(found, differenceIn(found))
  return kind === 'notArrived' || kind === 'tooLittle'
}

/** The fees are those of the tariff, and the operator's invoice is those fees; until ten days after the month it may still come. */
const feesStep = ({ feesTooMuch, feesTooLittle }: Position, facts: MonthFacts): MonthStep => {
  const { hasTariff, feesInvoices, reports, days } = facts
  if (!hasTariff && feesInvoices === null) return notUsed('fees')
  const off = addAmounts(feesTooMuch.open, feesTooLittle.open)
  const found = reports.flatMap(({ discrepancies }) => discrepancies.filter(isAboutInvoice))
  // A document that is missing is no money that is off.
  const differing = found.filter(({ code }) => code === feesInvoiceDiffers.code)
  const invoices = sumOfKnown(differing.map(({ amount }) => amount))
  // Both may be the same pesos: the larger of them is off for certain, and its number stands beside it.
  const isOfInvoices = off.number === 0 || (invoices ?? ZERO) > off.sum
  const figures = isOfInvoices ? { of: found.length, sum: invoices } : { of: off.number, sum: off.sum }
  const state = figures.of > 0 ? 'to-do' : feesInvoices === 0 ? 'blocked' : 'done'
  return stepOf('fees', state, figures, `cuadre fees ${rangeOf(days)}`)
}

const isAboutInvoice = (found: Found): boolean =>
  isOpen(found) && found.severity !== 'info' && INVOICE_CODES.has(found.code)
const INVOICE_CODES: ReadonlySet<string> = new Set([feesInvoiceDiffers.code, feesInvoiceMissing.code])

/** Made after the last closing. */
const packStep = ({ days, isClosed, isPacked }: MonthFacts): MonthStep => {
  const month = days.from.slice(0, 7)
  const state = isPacked ? 'done' : isClosed ? 'to-do' : 'blocked'
  return stepOf('pack', state, {}, `cuadre pack --month ${month} --out pack-${month}.zip`)
}

const closedStep = (facts: MonthFacts): MonthStep => {
  const { reports, isClosed } = facts
  const unfinished = reports.filter(forbidsClosing).length
  const state = isClosed ? 'done' : isOver(facts) && unfinished === 0 ? 'to-do' : 'blocked'
  const figures = { done: reports.length - unfinished, of: reports.length }
  return stepOf('closed', state, isClosed ? {} : figures, `cuadre close --through ${facts.days.to}`)
}

/** Its closing froze the entries of the month: what comes later stands in the months after it. */
const journalStep = ({ frozenEntries, isClosed, days }: MonthFacts): MonthStep => {
  if (frozenEntries === null) return notUsed('journal')
  const state = !isClosed ? 'blocked' : frozenEntries > 0 ? 'done' : 'to-do'
  const facts = frozenEntries > 0 ? { of: frozenEntries } : {}
  return stepOf('journal', state, facts, `cuadre journal --month ${days.from.slice(0, 7)}`)
}
