import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import { readStatement } from '../../jobs/statement.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import { rangeAccountFacts } from '../../jobs/steps/statement/account-as-of.ts'
import type { Days } from '../../src/core/calendar/calendar.ts'
import { type AccountFacts, operatorAccount } from '../../src/rules/account/operator-account.ts'
import { totalOf } from '../../src/rules/account/position.ts'
import { slot } from '../core/a.ts'
import { type Nights, startNights } from './night.ts'

const DAY = '2026-03-12'
const PER_DAY = 5
const days = (from: string, to: string): Days => ({ from: slot(from).date, to: slot(to).date })
const unreadIn = async (nights: Nights, of: Days): Promise<number> =>
  totalOf(
    (await readStatement(nights.context(), { days: of, asOf: null, format: null, isWritten: false })).position.unread,
  ).number

/** In the account of an exported workbook. */
const unreadInWorkbook = async (nights: Nights, of: Days): Promise<number> => {
  const facts = await readDatabase(nights.context(), (store, context) => rangeAccountFacts(store, context, of))
  return operatorAccount(facts as AccountFacts, of).beside.notRead.number
}

/** A night of one day, after which no job ran. */
const oneNight = async (): Promise<Nights> => {
  const nights = await startNights(`${DAY} 22:30`)
  await nights.run()
  return nights
}

test('status counts every due settlement that no night has read since the first day, however long ago that is', async () => {
  const nights = await oneNight()
  const before = totalOf((await nights.status()).money.unread).number
  nights.clock('2026-06-12 22:30')
  const { money } = await nights.status()
  expect(totalOf(money.unread).number - before).toBe(92 * PER_DAY)
})

test('status of a database without nights counts those of its weeks: nobody asked for other days', async () => {
  const nights = await startNights(`${DAY} 22:30`)
  await nights.run({ date: DAY, cycles: ['11'] })
  nights.clock('2026-06-12 22:30')
  expect(totalOf((await nights.status()).money.unread).number).toBe(PER_DAY - 1)
})

test('a statement to sign counts what was due at its closing and never read', async () => {
  const nights = await oneNight()
  nights.clock('2026-03-17 09:00')
  const { closing } = await closePeriod(nights.context(), {
    through: slot('2026-03-16').date,
    by: 'Ana',
    reason: 'no service',
    force: true,
  })
  expect(closing).not.toBeNull()
  const range = days('2026-03-13', '2026-03-16')
  expect(await unreadIn(nights, range)).toBe(4 * PER_DAY)
  expect(await unreadInWorkbook(nights, range)).toBe(4 * PER_DAY)
})

test('a statement counts days after the last night only as far as it is known, and none where nights never ran', async () => {
  const nights = await oneNight()
  nights.clock('2026-03-20 09:00')
  expect(await unreadIn(nights, days('2026-03-13', '2026-03-20'))).toBe(0)
  const named = await startNights(`${DAY} 22:30`)
  await named.run({ date: DAY })
  named.clock('2026-03-20 09:00')
  await named.check()
  expect(await unreadIn(named, days('2026-03-01', '2026-03-31'))).toBe(0)
})

test('days that were due at the last reading of named days, and never read, are told alike on every screen', async () => {
  const nights = await startNights('2026-04-10 09:00')
  await nights.run({ from: DAY, to: '2026-03-13' })
  const month = days('2026-03-01', '2026-03-31')
  const unread = 18 * PER_DAY
  expect(await unreadIn(nights, month)).toBe(unread)
  expect(await unreadInWorkbook(nights, month)).toBe(unread)
  expect(totalOf((await nights.status()).money.unread).number).toBe(unread + 10 * PER_DAY - 5)
  const index = readFileSync(join(nights.folder, 'out/index.html'), 'utf8')
  expect(index).toContain(`${unread} settlements outside the days asked for are not included`)
})
