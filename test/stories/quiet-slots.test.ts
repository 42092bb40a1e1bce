import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startNights } from './night.ts'
import type { Answer } from './service.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

describe('a service that says "no such settlement" in its own way', () => {
  test('makes a quiet slot incomplete, which names the setting; with it the slot is empty', async () => {
    const nights = await startNights()
    const nothing: Answer = { status: 404, body: '' }
    nights.service.tell(DATE, '11', { settle: () => nothing })
    const before = await nights.run({ date: DATE, cycles: ['11'] })
    expect(before.slots.map(({ verdict }) => verdict)).toEqual(['incomplete'])
    const { entries } = await nights.history(DATE, '11')
    expect(inspect(entries, { depth: 20 })).toContain('set "absentBodies": ["empty"]')
    const after = await nights.run({ date: DATE, cycles: ['11'] }, { absentBodies: ['empty'] })
    expect(after.slots.map(({ verdict }) => verdict)).toEqual(['empty'])
  })
})

test('JSON that the service sends as text is read, and warned of once a run', async () => {
  const nights = await startNights()
  const body = settlement(DATE, '11', somePaid(DATE, '11', 2))
  const settle = () => ({ body, headers: { 'content-type': 'text/plain' } })
  nights.service.tell(DATE, '11', { settlement: body, invoices: somePaid(DATE, '11', 2), settle })
  const { slots } = await nights.run({ date: DATE, cycles: ['11'] })
  expect(slots.map(({ verdict }) => verdict)).toEqual(['reconciled'])
  expect(nights.warnings).toEqual(['MEDIA_TYPE the service sends JSON as text/plain'])
})
