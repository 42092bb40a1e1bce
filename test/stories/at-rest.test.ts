import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { readBank } from '../../jobs/bank/read-bank.ts'
import { untieBankEntries } from '../../jobs/bank/tie-bank-entries.ts'
import { closePeriod } from '../../jobs/close.ts'
import { explainSlot } from '../../jobs/explain.ts'
import { readStatement } from '../../jobs/statement.ts'
import { readStatus } from '../../jobs/status.ts'
import { readMonth } from '../../jobs/steps/query/month-steps.ts'
import { writeMerchants } from '../../jobs/steps/report/all-merchants/write-merchants.ts'
import { writeIndex } from '../../jobs/steps/report/write-index.ts'
import { type Days, monthOf } from '../../src/core/calendar/calendar.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { addDays, daysBetween, type SlotDate } from '../../src/core/slot.ts'
import type { Settings } from '../../src/input/settings.ts'
import { openStore } from '../../src/store/open.ts'
import { cop, slot } from '../core/a.ts'
import { type Chance, chanceOf } from '../simulation/chance.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { settlement, somePaid } from './told.ts'

/*
 * Questions about all of history go by sums of the settlements at rest. In a copy of the database in which nothing is at rest they
 * read each settlement, and must answer the same.
 */

const [FIRST, LAST] = ['2026-02-08', '2026-03-20'] as [SlotDate, SlotDate]
const CYCLES = ['11', '18']
const POLICY = policy({ cycles: CYCLES.map((cycle) => slot(FIRST, cycle).cycle), bankText: ['OPERADOR PAGOS'] })
const OTHERS: readonly Partial<Settings>[] = [
  POLICY,
  policy({ ...POLICY.policy, tolerance: cop(5_000) }),
  policy({ ...POLICY.policy, collectedBasis: 'amount', adjustments: 'subtract' }),
  policy({ ...POLICY.policy, finalStatuses: ['credited'] }),
  policy({ ...POLICY.policy, timeZone: 'Pacific/Auckland' }),
]

/** What the service says of a slot: mostly that all is well. */
const answerOf = (chance: Chance, date: SlotDate, cycle: string) => {
  const more = chance.whole(0, 900_000)
  const invoices = somePaid(date, cycle, chance.whole(1, 3)).map((one) => {
    const amount = Number(one.amount) + more
    return { ...one, amount, paymentAmount: amount }
  })
  const told = (instead: Told) => ({ settlement: settlement(date, cycle, invoices, instead), invoices })
  const ordinary = told({ status: chance.oneOf(['credited', 'paid']) })
  const others = [
    () => told({ status: 'processing' }),
    () => told({ status: 'error' }),
    () => told({ fees: 1_000 }),
    () => told({ feesPostpaid: true }),
    () => told({ gateway: true }),
    () => told({ adjustments: -1_003_000 }),
    () => ({ settlement: null, invoices }),
    () => ({ settlement: ordinary.settlement, invoices: invoices.slice(1) }),
    () => ({ settlement: ordinary.settlement, invoices: invoices.map((one) => ({ ...one, status: 'chargeback' })) }),
    () => ({ settlement: null, invoices: [] }),
  ]
  return chance.percent(85) ? ordinary : chance.oneOf(others)()
}

/** Payouts by the day on which the bank has their credit. */
type Credits = Map<SlotDate, number[]>

/** Mostly whole on the next day; some late, of another sum, or never. */
const arrive = (credits: Credits, chance: Chance, date: SlotDate, settlement: Told | null): void => {
  const payout = Number(settlement?.paymentAmount ?? 0)
  if (payout <= 0 || chance.percent(5)) return
  const on = addDays(date, chance.percent(80) ? 1 : chance.whole(0, 6))
  credits.set(on, [...(credits.get(on) ?? []), payout - (chance.percent(8) ? chance.whole(1, 90_000) : 0)])
}

/** The statement of some days in the form of a bank, with some neighbouring credits as one. */
const importStatement = async (
  nights: Nights,
  settings: Partial<Settings>,
  chance: Chance,
  days: Days,
  credits: Credits,
) => {
  const row = (day: SlotDate, pesos: number, text: string): string =>
    `406-000011-22,406,,${day.replaceAll('-', '')},,${pesos}.00,2568,${text},0`
  const rows = daysBetween(days.from, days.to).flatMap((day) => {
    const sums = credits.get(day) ?? []
    const [first = 0, second = 0, ...others] = sums
    const paid = second > 0 && chance.percent(15) ? [first + second, ...others] : sums
    return [row(day, -1, 'GMF'), ...paid.map((sum) => row(day, sum, 'OPERADOR PAGOS'))]
  })
  const path = join(nights.folder, `${days.to}.csv`)
  writeFileSync(path, rows.join('\r\n'), 'latin1')
  await importBankFiles(nights.context(settings), { files: [path], account: null, by: 'Ana' })
  if (chance.percent(60)) return
  const { ties } = await readBank({ ...nights.context(settings), asOf: null })
  const tie = ties[chance.whole(0, ties.length - 1)]
  if (tie !== undefined)
    await untieBankEntries(nights.context(settings), { number: tie.number, reason: 'another', by: 'Ana' })
}

/** Some weeks of a merchant: nights, some late or broken, and what people do; an even one with statements of the bank. */
const history = async (seed: number): Promise<{ readonly nights: Nights; readonly settings: Partial<Settings> }> => {
  const hasBank = seed % 2 === 0
  const chance = chanceOf(seed)
  const nights = await startNights(`${FIRST} 22:30`)
  let settings: Partial<Settings> = { ...POLICY, xlsx: false, lookbackDays: 2 }
  const credits: Credits = new Map()
  let covered = addDays(FIRST, -20)
  const tell = (date: SlotDate): void => {
    for (const cycle of CYCLES) {
      const answer = answerOf(chance, date, cycle)
      nights.service.tell(date, cycle, answer)
      if (hasBank) arrive(credits, chance, date, answer.settlement)
    }
  }
  for (const date of daysBetween(addDays(FIRST, -20), addDays(FIRST, -1))) tell(date)
  for (const date of daysBetween(FIRST, LAST)) {
    tell(date)
    if (chance.percent(20)) tell(addDays(date, -chance.whole(1, 30)))
    if (chance.percent(40)) continue
    nights.clock(`${date} ${chance.oneOf(['22:30', '19:30', '21:00'])}`)
    if (chance.percent(4)) settings = { ...settings, ...chance.oneOf(OTHERS) }
    const broken = chance.percent(10) ? `${addDays(date, -chance.whole(0, 9))}` : null
    nights.service.refuse((path) => (broken !== null && path.includes(broken) ? { status: 500, body: {} } : null))
    const from = addDays(date, -chance.whole(5, 40))
    await nights.run(chance.percent(15) || date === FIRST ? { from, to: date } : {}, settings)
    if (hasBank && chance.percent(50)) {
      await importStatement(nights, settings, chance, { from: covered, to: date }, credits)
      covered = addDays(date, 1)
    }
    const disposition = { kind: chance.oneOf(['accept', 'claim'] as const), reason: 'so', ticket: null, until: null }
    const targets = { kind: 'filter', filter: { ...EVERYTHING, codes: [chance.oneOf(CODES)] } } as const
    // Some are decided or resolved already.
    if (chance.percent(10))
      await actOnDiscrepancies(nights.context(settings), { by: 'Ana', targets, disposition }).catch(() => null)
    const through = addDays(date, -chance.whole(3, 25))
    if (chance.percent(6))
      await closePeriod(nights.context(settings), { through, by: 'Ana', reason: 'so', force: true }).catch(() => null)
  }
  return { nights, settings }
}
const CODES = ['PAYOUT_MISMATCH', 'COUNT_MISMATCH', 'COLLECTED_MISMATCH', 'SETTLEMENT_FAILED', 'ADJUSTMENT']

/** All that goes by sums, as text. */
const answersOf = async (nights: Nights, settings: Partial<Settings>, db: string): Promise<Record<string, string>> => {
  const context = { ...nights.context({ ...settings, db }), asOf: null }
  const store = await openStore({ path: db, merchant: 'default', version: '0.0.0-story', mode: 'read' })
  const [page = ''] = await writeIndex(context, store, context.now())
  const answers: Record<string, string> = { index: readFileSync(page, 'utf8') }
  await store.close()
  const keep = async (name: string, answer: Promise<unknown>): Promise<void> => {
    answers[name] = textOf(await answer.catch(({ message }: Error) => message))
  }
  await keep('status', readStatus(context))
  for (const day of ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'] as SlotDate[]) {
    const days = monthOf(day)
    const of = { asOf: null, format: null, isWritten: false }
    await keep(`month ${day}`, readMonth(context, days))
    await keep(`statement ${day}`, readStatement(context, { days, ...of }))
    await keep(
      `statement from the 10th ${day}`,
      readStatement(context, { days: { ...days, from: addDays(days.from, 9) }, ...of }),
    )
    await keep(`in transit ${day}`, nights.inTransit(addDays(day, -8), true, { ...settings, db }))
  }
  for (const day of daysBetween(FIRST, LAST).filter((_, place) => place % 5 === 0))
    for (const cycle of CYCLES) await keep(`explain ${day} ${cycle}`, explainSlot(context, slot(day, cycle)))
  const everyone = join(nights.folder, 'everyone')
  const [merchants = ''] = await writeMerchants(nights.context({ ...settings, db, out: everyone }), [context.settings])
  return { ...answers, merchants: readFileSync(merchants, 'utf8') }
}

const textOf = (answer: unknown): string =>
  JSON.stringify(
    answer,
    (_, value) => (typeof value === 'bigint' ? `${value}` : value instanceof Map ? [...value] : value),
    1,
  )

/** An invoice that left a list keeps its settlement from being at rest; that of one that was never there changes nothing. */
const withNothingAtRest = ({ folder }: Nights): string => {
  const copy = join(folder, 'copy.db')
  cpSync(join(folder, 'cuadre.db'), copy)
  const database = new Database(copy)
  database.pragma('foreign_keys = OFF')
  const guards = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'departure'")
    .all()
  for (const { name } of guards) database.exec(`DROP TRIGGER ${name}`)
  database.exec(`INSERT INTO departure (slot, invoice_id, pull, answer)
    SELECT slot, 'none', max(id), 0 FROM pull WHERE state = 'closed' GROUP BY slot`)
  database.close()
  return copy
}

const numberAtRest = async (nights: Nights, settings: Partial<Settings>, path: string): Promise<number> => {
  const {
    settings: { policy: inForce },
    zone,
  } = nights.context(settings)
  const store = await openStore({ path, merchant: 'default', version: '0.0.0-story', mode: 'read' })
  const { rest } = await store.slots.statesAndRest({ policy: inForce, zone })
  await store.close()
  return rest.days.reduce((all, { cycles }) => all + cycles.length, 0)
}

const SEEDS = (process.env.CUADRE_SEEDS ?? '1 10').split(' ').map(Number)

describe('sums of settlements at rest give the answers that reading each of them gives', () => {
  test.each(SEEDS)('in history %i', { timeout: 240_000 }, async (seed) => {
    const { nights, settings } = await history(seed)
    const copy = withNothingAtRest(nights)
    expect(await numberAtRest(nights, settings, join(nights.folder, 'cuadre.db'))).toBeGreaterThan(10)
    expect(await numberAtRest(nights, settings, copy)).toBe(0)
    expect(await answersOf(nights, settings, join(nights.folder, 'cuadre.db'))).toEqual(
      await answersOf(nights, settings, copy),
    )
  })
})
