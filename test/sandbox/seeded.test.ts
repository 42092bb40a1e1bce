import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts'
import { eachSlot, readPages, readSlot } from './reading.ts'
import { type Fields, NOON, openService } from './service.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-seeded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const WEEK = eachSlot(['06', '07', '08', '09', '10', '11', '12'].map((day) => `2026-03-${day}`))

/** Every page and every settlement of a week, as received. */
const weekOf = async (options: SandboxOptions): Promise<readonly string[]> => {
  const sandbox = await startSandbox({ clock: NOON, days: 7, invoicesPerDay: 120, ...options })
  const texts: string[] = [...(await readPages(sandbox, 'limit=100'))]
  for (const slot of WEEK) {
    const { settlementText, pages } = await readSlot(sandbox, slot)
    texts.push(settlementText, ...pages)
  }
  await sandbox.close()
  return texts
}

test('the same seed twice: equal bytes of every page of a week, whatever the port', async () => {
  const first = await weekOf({ seed: 42 })
  expect(await weekOf({ seed: 42 })).toEqual(first)
  expect(await weekOf({ seed: 42, db: join(folder, 'same.db') })).toEqual(first)
  expect(await weekOf({ seed: 43 })).not.toEqual(first)
})

test('the data look like the rents of people', async () => {
  const items = (await weekOf({})).flatMap((text): readonly Fields[] => JSON.parse(text).items ?? [])
  const has = (pattern: RegExp, field: string) => items.some((item) => pattern.test(String(item[field] ?? '')))
  expect(has(/[áéíóúñü]/i, 'customerName')).toBe(true)
  expect(has(/^0\d{4}$/, 'contract')).toBe(true)
  expect(has(/^00000$/, 'contract')).toBe(true)
  expect(has(/^cancelled$/, 'status')).toBe(true)
  expect(items.every(({ amount }) => Number(amount) >= 650_000 && Number(amount) <= 5_500_000)).toBe(true)
})

test('a past sown up to now agrees in every slot, and the future settles when its hour comes', async () => {
  const service = await openService({ days: 7, invoicesPerDay: 120 })
  await service.control('POST', '/clock', { advance: 'P5D' })
  let settled = 0
  for (const slot of [...WEEK, ...eachSlot(['2026-03-13', '2026-03-16'])]) {
    const { settlement, items } = await readSlot(service, slot)
    expect([slot, settlement?.numberOfInvoices ?? 0]).toEqual([slot, items.length])
    if (settlement === undefined) continue
    settled += 1
    const collected = items.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0)
    expect([slot, settlement.status, settlement.amountCollected]).toEqual([slot, 'credited', collected])
    expect(settlement.paymentAmount).toBe(collected - settlement.fees + settlement.adjustments)
  }
  expect(settled).toBeGreaterThan(20)
  await service.close()
})

test('a sandbox with a file goes on where it stopped', async () => {
  const db = join(folder, 'kept.db')
  const first = await openService({ db, days: 2, invoicesPerDay: 10 })
  const { id } = await first.create({ reference: 'KEPT' })
  await first.control('POST', '/clock', { advance: 'PT2M' })
  const list = (await first.v1('GET', '/invoices?limit=100&contract=00000')).text
  await first.close()
  const second = await openService({ db, days: 2, invoicesPerDay: 10 })
  expect((await second.control('GET', '/clock')).fields.now).toBe('2026-03-12T17:02:00.000Z')
  expect((await second.v1('GET', `/invoices/${id}`)).fields).toMatchObject({ reference: 'KEPT', status: 'ready' })
  expect(
    (await second.v1('GET', '/invoices?limit=100&contract=00000')).text.replaceAll(second.baseUrl, ''),
  ).toHaveLength(list.replaceAll(first.baseUrl, '').length)
  await second.close()
})

test('two merchants have a past each', async () => {
  const service = await openService({ days: 2, invoicesPerDay: 10, merchants: [{}, { apiKey: 'other' }] })
  const own = await service.v1('GET', '/invoices?limit=100')
  const other = await service.v1('GET', '/invoices?limit=100', { headers: { authorization: 'Bearer other' } })
  expect(own.items.length).toBeGreaterThan(0)
  expect(other.items.length).toBeGreaterThan(0)
  expect(own.items.filter(({ id }) => other.items.some((item) => item.id === id))).toEqual([])
  await service.close()
})
