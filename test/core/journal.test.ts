import { expect, test } from 'vitest'
import { type JournalSettings, journalOf } from '../../src/core/journal.ts'

const settings = (accounts: JournalSettings['accounts']): JournalSettings => ({
  ...{ accounts, thirdParties: { operator: '900123456', bank: '890903938' } },
  ...{ voucherType: null, costCenter: null, from: null, basis: 'accrual', template: null },
})

test('a journal is set up where an account is: settings without one only say who the operator is', () => {
  expect(journalOf(null)).toBeNull()
  expect(journalOf(settings({}))).toBeNull()
  const own = settings({ bank: '111005' })
  expect(journalOf(own)).toBe(own)
})
