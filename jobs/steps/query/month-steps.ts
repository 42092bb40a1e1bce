import type { MonthReport } from '../../../reports/documents/month.ts'
import { type BridgeRow, bankBridge } from '../../../src/core/bank/bank-overview.ts'
import { type Days, isWithin } from '../../../src/core/calendar/calendar.ts'
import { journalOf } from '../../../src/core/journal.ts'
import { sumOf, ZERO } from '../../../src/core/money.ts'
import { addDays } from '../../../src/core/slot.ts'
import { monthSteps, type RentsOfMonth } from '../../../src/rules/account/month-end.ts'
import { toDoOf } from '../../../src/rules/account/to-do.ts'
import { type CountedReport, closingOf } from '../../../src/rules/assessment/slot-report.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { bankInDatabase } from '../bank/bank-in-database.ts'
import { payoutsAtBank, payoutsWithoutCredit } from '../bank/payouts-at-bank.ts'
import { receivablesInDatabase } from '../receivables/receivables-in-database.ts'
import { settlementsInDatabase } from '../report/counted-reports.ts'
import type { QueryContext } from '../run/context.ts'
import { claimsInStore } from './claims-in-store.ts'
import { inDatabaseAsOf } from './database-as-of.ts'
import { nothingPulled, THIS_MERCHANT } from './nothing-pulled.ts'
import { newestMonth } from './read-as-known.ts'
import { readDatabase } from './read-database.ts'

/** The month-end as a list that ticks itself: each step by what the database holds. Changes nothing. */
export const readMonth = async (context: QueryContext, asked: Days | null): Promise<MonthReport> => {
  const month = await readDatabase(context, async (store, then, asOf) => {
    const known = await monthInStore(store, then, asked)
    return known === null ? null : { ...known, merchant: store.merchant.name, asOf }
  })
  if (month !== null) return month
  const what = asked === null ? THIS_MERCHANT : { en: asked.from.slice(0, 7), es: asked.from.slice(0, 7) }
  const range = asked === null ? '' : ` --from ${asked.from} --to ${asked.to}`
  throw nothingPulled(what, `cuadre run${range}`, context.asOf)
}

/** A month, or that of the newest settlement; null where nothing of it was ever read. */
export const monthInStore = async (
  store: Store,
  context: QueryContext,
  asked: Days | null,
): Promise<Omit<MonthReport, 'merchant' | 'asOf'> | null> => {
  const days = asked ?? (await newestMonth(store))
  const states = days === null ? [] : await store.slots.states(days)
  if (days === null || states.every(({ pull }) => pull === null)) return null
  return { days, ...(await stepsOf(store, context, days, states)) }
}

const stepsOf = async (
  store: Store,
  context: QueryContext,
  days: Days,
  states: readonly SlotState[],
): Promise<Pick<MonthReport, 'steps' | 'toDo'>> => {
  const { settings, zone } = context
  const all = await settlementsInDatabase(context, store, context.now(), { until: days.to, days })
  const reports = all.reports.filter(({ slot }) => isWithin(slot.date, days))
  const pulls = states.flatMap(({ pull }) => pull ?? [])
  const end = zone.instantOf(addDays(days.to, 1), 0)
  const closing = closingOf(await store.periods.closings(), days.to)
  const packs = await store.periods.packs()
  const steps = monthSteps({
    days,
    reports,
    today: zone.dateAt(context.now()),
    isClosed: closing !== null,
    claims: hasClaims(reports)
      ? (await claimsInStore(store)).claims.filter(({ slot }) => isWithin(slot.date, days))
      : [],
    isPacked: packs.some(
      ({ month, number }) => month === days.from.slice(0, 7) && number > (closing?.number ?? number),
    ),
    pulls: { all: pulls.length, again: pulls.filter(({ at }) => at >= end).length },
    bank: await bankOf(store, context, days, all.states),
    hasTariff: settings.policy.tariff.length > 0,
    feesInvoices: await feesInvoicesOf(store, days, settings.policy.taxId),
    frozenEntries: journalOf(settings.journal) === null ? null : await store.journal.numberFrozen(days),
    receivables: await rentsOf(store, context, days, closing),
  })
  return { steps, toDo: toDoOf(reports).flatMap(({ found }) => found ?? []) }
}

const feesInvoicesOf = async (store: Store, { from }: Days, taxId: string | null): Promise<number | null> => {
  const { length } = (await store.operatorInvoices.inForce()).filter(({ period }) => period === from.slice(0, 7))
  return length === 0 && taxId === null ? null : length
}

const hasClaims = (reports: readonly CountedReport[]): boolean =>
  reports.some(({ discrepancies }) => discrepancies.some(({ state }) => state === 'claimed'))

/** The way of the month's payouts to the bank; null when no statement was ever imported. */
const bankOf = async (
  store: Store,
  { settings: { policy }, zone }: QueryContext,
  days: Days,
  states: readonly SlotState[],
): Promise<readonly BridgeRow[] | null> => {
  const overview = await bankInDatabase(store, states, { policy, zone })
  if (overview === null) return null
  const ofMonth = <T extends { readonly slot: { readonly date: string } }>(payouts: readonly T[]): readonly T[] =>
    payouts.filter(({ slot }) => isWithin(slot.date, days))
  return bankBridge(
    ofMonth(await payoutsAtBank(store, states, overview, policy)),
    ofMonth(payoutsWithoutCredit(states, overview, policy)),
  )
}

/** Null without a list of the month. A closed month is as of its closing. */
const rentsOf = async (
  store: Store,
  context: QueryContext,
  { from }: Days,
  closing: { readonly number: number } | null,
): Promise<RentsOfMonth | null> => {
  if (!(await store.receivables.isKnown())) return null
  if (closing !== null)
    return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, (then) =>
      rentsOf(then.store, then.context, { from, to: from }, null),
    )
  const all = await receivablesInDatabase(store, await store.slots.states(), context)
  const month = from.slice(0, 7)
  const dues = (all?.dues ?? []).filter(({ due }) => due.month === month)
  if (all === null || dues.length === 0) return null
  return {
    dues: dues.length,
    paid: dues.filter(({ left }) => left === ZERO).length,
    left: sumOf(dues.map(({ left }) => left)),
    isOpen: dues.some(({ state }) => state === 'not-known' || state === 'ambiguous'),
  }
}
