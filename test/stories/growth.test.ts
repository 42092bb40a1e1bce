import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { readStatement } from '../../jobs/statement.ts'
import { readStatus } from '../../jobs/status.ts'
import { readMonth } from '../../jobs/steps/query/month-steps.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { addDays, daysBetween, type SlotDate } from '../../src/core/slot.ts'
import { FIND } from '../../src/questions/find.ts'
import { slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'

/*
 * A night, and a question, cost what they are about, and not the years behind it. Statements and rows are counted, not
 * seconds.
 */

interface Cost {
  statements: number
  rows: number
}

/** Counts what SQLite is asked during `work`, and the rows that it answers. */
const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const cost = { statements: 0, rows: 0 }
  const prototype = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'))
  const { get, all, run, iterate } = prototype
  const counted = (method: (...values: never[]) => unknown, rowsIn: (answer: unknown) => number) =>
    function (this: unknown, ...values: never[]) {
      const answer = method.apply(this, values)
      cost.statements += 1
      cost.rows += rowsIn(answer)
      return answer
    }
  prototype.get = counted(get, () => 1)
  prototype.run = counted(run, () => 0)
  prototype.all = counted(all, (rows) => (rows as readonly unknown[]).length)
  prototype.iterate = function* (this: unknown, ...values: never[]) {
    cost.statements += 1
    for (const row of iterate.apply(this, values)) {
      cost.rows += 1
      yield row
    }
  }
  try {
    await work()
  } finally {
    Object.assign(prototype, { get, all, run, iterate })
  }
  return cost
}

const LATEST = '2026-03-12' as SlotDate
const SETTINGS = policy({ cycles: [slot(LATEST).cycle] })
const DAYS = { short: 40, long: 140 }

/** A merchant with this many days of one settlement each, the last of them the latest day, read in two nights. */
const historyOf = async (days: number): Promise<Nights> => {
  const nights = await startNights(`${LATEST} 22:30`)
  const first = addDays(LATEST, 1 - days)
  for (const date of daysBetween(first, LATEST)) {
    nights.service.tellSettled(date, '11', 2)
  }
  await nights.run({ from: first, to: LATEST }, SETTINGS)
  await nights.run({}, SETTINGS)
  return nights
}

/** What is asked, and the most rows that it reads more for each settlement of an earlier month. */
const ASKED: readonly (readonly [name: string, rows: number, ask: (nights: Nights) => Promise<unknown>])[] = [
  ['a night', 1, (nights) => nights.run({}, SETTINGS)],
  ['status', 0, (nights) => readStatus({ ...nights.context(SETTINGS), asOf: null })],
  ['explain', 0, (nights) => nights.explain(LATEST, '11', SETTINGS)],
  [
    'find',
    0,
    (nights) => FIND.read(questionContext(nights), { text: 'nothing has this text', names: false, documents: false }),
  ],
  ['statement', 0, (nights) => readStatement(nights.context(SETTINGS), MARCH)],
  ['in transit', 0, (nights) => nights.inTransit('2026-03-10', true, SETTINGS)],
  ['month', 0, (nights) => readMonth({ ...nights.context(SETTINGS), asOf: null }, MARCH.days)],
]

const MARCH = { days: monthOf(LATEST), asOf: null, format: null, isWritten: false } as const

const questionContext = (nights: Nights) => ({
  ...nights.context(SETTINGS),
  ...{ asOf: null, databases: () => [], isWritten: false, pathAsTyped: (path: string) => path },
})

test('a night and a question ask SQLite no more often after years, and read few rows of each settlement of earlier months', async () => {
  const [short, long] = [await historyOf(DAYS.short), await historyOf(DAYS.long)]
  for (const [name, rows, ask] of ASKED) {
    const [few, many] = [await costOf(() => ask(short)), await costOf(() => ask(long))]
    expect({ name, statements: many.statements }).toEqual({ name, statements: few.statements })
    expect({ name, more: Math.ceil((many.rows - few.rows) / (DAYS.long - DAYS.short)) }).toEqual({ name, more: rows })
  }
}, 120_000)
