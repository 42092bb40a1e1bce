import type { MonthReport, MonthStep, MonthStepName, StepFacts, StepState } from '../reports/documents/month.ts'
import { type BridgeRow, bankBridge, numberIn } from '../src/core/bank/bank-overview.ts'
import { type Days, isWithin } from '../src/core/calendar/calendar.ts'
import { isOpen } from '../src/core/findings/discrepancy.ts'
import { addAmounts, sumOfKnown } from '../src/core/money.ts'
import { addDays } from '../src/core/slot.ts'
import { numberDue, type Position, totalOf } from '../src/rules/account/position.ts'
import { claimedIn, positionOf } from '../src/rules/account/position-of.ts'
import { groupCases } from '../src/rules/assessment/case.ts'
import { type CountedReport, closingOf, forbidsClosing } from '../src/rules/assessment/slot-report.ts'
import type { SlotState } from '../src/store/pulls/slot-states.ts'
import type { Store } from '../src/store/store.ts'
import { bankInDatabase } from './steps/bank/bank-in-database.ts'
import { payoutsAtBank, payoutsWithoutCredit } from './steps/bank/payouts-at-bank.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { newestMonth } from './steps/query/read-as-known.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { countedReports } from './steps/report/counted-reports.ts'
import type { QueryContext } from './steps/run/context.ts'

/** The month-end as a list that ticks itself: each step by what the database holds. Changes nothing. */
export const readMonth = async (context: QueryContext, asked: Days | null): Promise<MonthReport> => {
  const month = await readDatabase(context, async (store, then, asOf) => {
    const days = asked ?? (await newestMonth(store))
    const states = days === null ? [] : await store.slots.states(days)
    if (days === null || states.every(({ pull }) => pull === null)) return null
    return { merchant: store.merchant.name, days, asOf, steps: await stepsOf(store, then, days, states) }
  })
  if (month !== null) return month
  const what = asked === null ? THIS_MERCHANT : { en: asked.from.slice(0, 7), es: asked.from.slice(0, 7) }
  const range = asked === null ? '' : ` --from ${asked.from} --to ${asked.to}`
  throw nothingPulled(what, `cuadre run${range}`, context.asOf)
}

const NO_FIGURE: StepFacts = { done: null, of: null, sum: null }
const notUsed = (step: MonthStepName): MonthStep => ({ step, state: 'not-used', facts: NO_FIGURE, next: null })

const stepOf = (step: MonthStepName, state: StepState, facts: Partial<StepFacts>, next: string): MonthStep => ({
  step,
  state,
  facts: { ...NO_FIGURE, ...facts },
  next: state === 'to-do' ? next : null,
})

const stepsOf = async (
  store: Store,
  context: QueryContext,
  days: Days,
  states: readonly SlotState[],
): Promise<readonly MonthStep[]> => {
  const all = await countedReports(context, store, context.now(), days.to)
  const reports = all.filter(({ slot }) => isWithin(slot.date, days))
  const position = positionOf(reports)
  const isOver = context.zone.dateAt(context.now()) > days.to
  const closing = closingOf(await store.periods.closings(), days.to)
  const read = [readStep(position, days, isOver), sweptStep(states, context, days, isOver)]
  const figures = [
    await bankStep(store, context, days),
    openStep(reports),
    claimsStep(position),
    feesStep(position, context, days),
  ]
  const isSettled = read.every(({ state }) => state === 'done')
  return [
    ...read,
    ...figures,
    notUsed('receivables'),
    stepOf(
      'statement',
      closing !== null ? 'done' : isSettled ? 'to-do' : 'blocked',
      {},
      `cuadre statement --month ${days.from.slice(0, 7)}`,
    ),
    closedStep(reports, days, isOver, closing !== null),
    notUsed('journal'),
    notUsed('pack'),
  ]
}

const rangeOf = ({ from, to }: Days): string => `--from ${from} --to ${to}`

/** Every settlement that was due was read whole, and no day is to come. */
const readStep = (position: Position, days: Days, isOver: boolean): MonthStep => {
  const [due, unread] = [numberDue(position), totalOf(position.unread).number]
  const state = unread > 0 ? 'to-do' : isOver ? 'done' : 'blocked'
  return stepOf('read', state, { done: due - unread, of: due }, `cuadre run ${rangeOf(days)}`)
}

/** Each settlement was read again after the month's end: what changed late is known. */
const sweptStep = (states: readonly SlotState[], { zone }: QueryContext, days: Days, isOver: boolean): MonthStep => {
  const end = zone.instantOf(addDays(days.to, 1), 0)
  const pulls = states.flatMap(({ pull }) => pull ?? [])
  const again = pulls.filter(({ at }) => at >= end).length
  const state = again === pulls.length ? 'done' : isOver ? 'to-do' : 'blocked'
  return stepOf('swept', state, { done: again, of: pulls.length }, `cuadre run ${rangeOf(days)}`)
}

/** Statements cover the payouts, and none waits for a statement or a person. */
const bankStep = async (store: Store, { settings: { policy }, zone }: QueryContext, days: Days): Promise<MonthStep> => {
  const states = await store.slots.states()
  const overview = await bankInDatabase(store, states, { policy, zone })
  if (overview === null) return notUsed('bank')
  const ofMonth = <T extends { readonly slot: { readonly date: string } }>(payouts: readonly T[]): readonly T[] =>
    payouts.filter(({ slot }) => isWithin(slot.date, days))
  const bridge = bankBridge(
    ofMonth(payoutsAtBank(states, overview, policy)),
    ofMonth(payoutsWithoutCredit(states, overview, policy)),
  )
  const numberOf = (kind: BridgeRow['kind']): number => numberIn(bridge, kind)
  const waiting = (['unconfirmed', 'candidates', 'on-the-way', 'not-covered'] as const).some(
    (kind) => numberOf(kind) > 0,
  )
  const expected = numberOf('total') - numberOf('negative') - numberOf('echo')
  return stepOf('bank', waiting ? 'to-do' : 'done', { done: numberOf('arrived'), of: expected }, 'cuadre bank list')
}

/** No error is open. */
const openStep = (reports: readonly CountedReport[]): MonthStep => {
  const errors = reports.flatMap(({ discrepancies }) =>
    discrepancies.filter((one) => one.severity === 'error' && isOpen(one)),
  )
  const cases = groupCases(errors)
  const facts = { of: cases.length, sum: sumOfKnown(cases.map(({ amount }) => amount)) }
  return stepOf('open', cases.length === 0 ? 'done' : 'to-do', facts, 'cuadre discrepancies list')
}

/** Nothing that the operator owes is unclaimed. A claim past its day is open again. */
const claimsStep = (position: Position): MonthStep => {
  const open = addAmounts(position.notArrived.open, position.tooLittle.open)
  const claimed = claimedIn(position)
  const facts = { done: claimed.number, of: claimed.number + open.number, sum: open.number === 0 ? null : open.sum }
  return stepOf('claims', open.number === 0 ? 'done' : 'to-do', facts, 'cuadre discrepancies list')
}

/** The fees are those of the tariff. */
const feesStep = ({ feesTooMuch, feesTooLittle }: Position, { settings }: QueryContext, days: Days): MonthStep => {
  if (settings.policy.tariff.length === 0) return notUsed('fees')
  const off = addAmounts(feesTooMuch.open, feesTooLittle.open)
  const facts = { of: off.number, sum: off.number === 0 ? null : off.sum }
  return stepOf('fees', off.number === 0 ? 'done' : 'to-do', facts, `cuadre fees ${rangeOf(days)}`)
}

const closedStep = (reports: readonly CountedReport[], { to }: Days, isOver: boolean, isClosed: boolean): MonthStep => {
  const unfinished = reports.filter(forbidsClosing).length
  const state = isClosed ? 'done' : isOver && unfinished === 0 ? 'to-do' : 'blocked'
  return stepOf('closed', state, isClosed ? {} : { of: unfinished }, `cuadre close --through ${to}`)
}
