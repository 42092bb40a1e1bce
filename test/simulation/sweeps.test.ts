import { afterAll, beforeAll, expect, test } from 'vitest'
import { play } from './play.ts'
import { type PlayedService, startPlayedService } from './service.ts'
import type { Command, Night, SlotKey } from './story.ts'

let service: PlayedService
beforeAll(async () => {
  service = await startPlayedService()
})
afterAll(() => service.close())

const SLOT: SlotKey = { date: '2026-03-12', cycle: '11' }
const POLICY = { cycles: ['11'], lookbackDays: 0, pageLimit: 6 }
const SETTLED = { status: 'credited', feesPostpaid: false, adjustments: 0, gateway: false, fees: 0 }
const SUMS = { numberOfInvoices: 1, amountCollected: 500, paymentAmount: 500 }

const record = (status: string): Night['changes'][number] => {
  const body = { id: 'i-1', reference: 'r-1', status, amount: 500, paymentAmount: 500, paymentId: 'p-1' }
  const own = { settlementDate: SLOT.date, settlementTime: SLOT.cycle }
  return { ...SLOT, kind: 'record', key: 'k1', body: { ...body, ...own } }
}

const first: Night['changes'] = [
  { ...SLOT, kind: 'settlement', body: { ...SLOT, ...SETTLED, ...SUMS } },
  record('paid'),
]

const night = (at: string, command: Command, changes: Night['changes'] = []): Night => ({
  at,
  changes,
  faults: [],
  acts: [],
  command,
})

const codesAfter = async (later: Command): Promise<readonly string[]> => {
  const nights = [
    night('2026-03-12 22:30', { name: 'run' }, first),
    night('2026-03-20 22:30', later, [record('chargeback')]),
  ]
  const { disagreement, reached } = await play({ policy: POLICY, nights }, service)
  expect(disagreement).toBeNull()
  return reached['codes and states']
}

test('a chargeback of an older settlement is found by a sweep of its day, and by no ordinary night', async () => {
  expect(await codesAfter({ name: 'run' })).not.toContain('CHARGEBACK new')
  expect(await codesAfter({ name: 'sweep', from: SLOT.date, to: SLOT.date })).toContain('CHARGEBACK new')
})

test('a day of which nothing was ever read is not swept', async () => {
  const sweep = night('2026-03-20 22:30', { name: 'sweep', from: '2026-03-01', to: '2026-03-02' })
  const { disagreement, reached } = await play({ policy: POLICY, nights: [sweep] }, service)
  expect([disagreement, reached['exit statuses']]).toEqual([null, ['sweep 2']])
})
