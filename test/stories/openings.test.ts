import Database from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { slot } from '../core/a.ts'
import { policy, startNights } from './night.ts'
import { somePaid } from './told.ts'

/*
 * What a night costs, however little it reads: each opening of a database parses the text of all its tables and triggers, and each new
 * database once took a statement for each of them.
 */

afterEach(() => {
  vi.restoreAllMocks()
})

/** Every opening begins with this pragma. */
const OPENING = 'temp_store = MEMORY'

test('a night opens its database three times and its lock once; a new database is a copy, and asks for no statement of a schema', async () => {
  const { date, cycle } = slot('2026-03-12')
  const settings = policy({ cycles: [cycle] })
  const made = await startNights(`${date} 22:30`)
  const invoices = somePaid(date, cycle, 2)
  made.service.tellSettled(date, cycle, invoices)
  await made.run({}, settings)

  const [pragma, exec] = [vi.spyOn(Database.prototype, 'pragma'), vi.spyOn(Database.prototype, 'exec')]
  const openings = () => pragma.mock.calls.filter(([text]) => text === OPENING).length
  await made.run({}, settings)
  expect(openings()).toBe(4)

  pragma.mockClear()
  exec.mockClear()
  const other = await startNights(`${date} 22:30`)
  other.service.tellSettled(date, cycle, invoices)
  await other.run({}, settings)
  expect(openings()).toBe(2)
  expect(exec.mock.calls).toEqual([['BEGIN EXCLUSIVE']])
})
