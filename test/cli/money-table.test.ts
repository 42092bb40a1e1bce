import { expect, it } from 'vitest'
import { moneyTable } from '../../src/cli/commands/nightly/money-table.ts'
import { positionOf } from '../../src/domain/account/position-of.ts'
import { slot } from '../domain/a.ts'
import { anUnreadReport } from '../reports/a-slot.ts'

it('leaves out the sum of settlements that were never read, and groups the digits of their number', () => {
  const unread = Array.from({ length: 1_204 }, (_, n) => anUnreadReport({ slot: slot('2026-03-13', String(n)) }))
  expect(moneyTable(positionOf(unread), 'en').at(-1)).toMatch(/^not read +1,204 *$/)
  expect(moneyTable(positionOf(unread), 'es').at(-1)).toMatch(/^sin leer +1\.204 *$/)
})
