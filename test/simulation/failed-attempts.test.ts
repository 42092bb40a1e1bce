import { afterAll, beforeAll, expect, test } from 'vitest'
import { play } from './play.ts'
import { type PlayedService, startPlayedService } from './service.ts'
import type { Night, SlotKey } from './story.ts'

let service: PlayedService
beforeAll(async () => {
  service = await startPlayedService()
})
afterAll(() => service.close())

const POLICY = { cycles: ['11'], lookbackDays: 0, pageLimit: 6 }
const FIRST: SlotKey = { date: '2026-03-12', cycle: '11' }
const LATER: SlotKey = { date: '2026-03-14', cycle: '11' }

const record = (n: number, slot: SlotKey, status: string, paymentId: string): Night['changes'][number] => {
  const body = { id: `i-${n}`, reference: `r-${n}`, status, amount: 500, paymentAmount: 500, paymentId }
  const own = { settlementDate: slot.date, settlementTime: slot.cycle }
  return { ...slot, kind: 'record', key: `${n}`, body: { ...body, ...own } }
}

const settlement = (slot: SlotKey, adjustments: number): Night['changes'][number] => {
  const flags = { status: 'credited', feesPostpaid: false, gateway: false, fees: 0, adjustments }
  const sums = { numberOfInvoices: 1, amountCollected: 500, paymentAmount: 500 + adjustments }
  return { ...slot, kind: 'settlement', body: { ...slot, ...flags, ...sums } }
}

const night = (slot: SlotKey, changes: Night['changes'], faults: Night['faults'] = []): Night => {
  const { date, cycle } = slot
  const command = { name: 'run', from: date, to: date, cycles: [cycle] } as const
  return { at: `${date} 22:30`, changes, faults, acts: [], command }
}

const failing: Night['faults'] = [{ ...FIRST, at: 0, kind: '302', times: 99 }]

/** The first settlement is read, then its reading fails, then a later settlement is read. */
const readThenFailed = async (first: Night['changes'], later: Night['changes']): Promise<readonly string[]> => {
  const nights = [night(FIRST, first), { ...night(FIRST, [], failing), at: '2026-03-13 22:30' }, night(LATER, later)]
  const { disagreement, reached } = await play({ policy: POLICY, nights }, service)
  expect(disagreement).toBeNull()
  return reached['codes and states']
}

test('a payment that came twice is not resolved where the last attempt failed, though a later settlement holds it a third time', async () => {
  const first = [record(1, FIRST, 'paid', 'p'), record(2, FIRST, 'paid', 'p')]
  expect(await readThenFailed(first, [record(3, LATER, 'paid', 'p')])).not.toContain('DUPLICATE_PAYMENT resolved')
})

test('a chargeback of a settlement whose last attempt failed stays undebited until the settlement is read whole again', async () => {
  const first = [record(1, FIRST, 'chargeback', 'p'), settlement(FIRST, 0)]
  const states = await readThenFailed(first, [record(2, LATER, 'paid', 'q'), settlement(LATER, -500)])
  expect(states).not.toContain('CHARGEBACK_NOT_DEBITED resolved')
})
