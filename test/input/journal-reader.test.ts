import { expect, test } from 'vitest'
import { journalReader } from '../../src/input/journal/journal-reader.ts'
import { Refusal } from '../../src/input/setting-readers.ts'

test('owners are no third party of tenants while no list of rents is read: they would be booked as a tax id', () => {
  const read = journalReader({ thirdParties: { tenants: 'owner' } })
  expect(read instanceof Refusal && read.mustBe.en).toMatch(/thirdParties\.tenants|"owner" for tenants/)
  expect(journalReader({ thirdParties: { tenants: 'document' } })).toMatchObject({
    thirdParties: { tenants: 'document' },
  })
})
