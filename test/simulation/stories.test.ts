import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Disagreement, play } from './play.ts'
import { type PlayedService, startPlayedService } from './service.ts'
import type { Body, Night, SlotKey, Story } from './story.ts'

// Failures found by the simulator, each reduced to the minimum.

let service: PlayedService
beforeAll(async () => {
  service = await startPlayedService()
})
afterAll(() => service.close())

const disagreementOf = async (story: Story): Promise<Disagreement | null> => (await play(story, service)).disagreement

const SLOT: SlotKey = { date: '2026-03-12', cycle: '11' }
const POLICY: Story['policy'] = { cycles: ['11', '13'], lookbackDays: 3, pageLimit: 6 }

const night = (at: string, more: Partial<Night> = {}): Night => ({
  at,
  changes: [],
  faults: [],
  acts: [],
  command: { name: 'run' },
  ...more,
})

const settlement = (instead: Body): Body => ({
  ...SLOT,
  status: 'credited',
  numberOfInvoices: 0,
  amountCollected: 0,
  fees: 0,
  feesPostpaid: false,
  adjustments: 0,
  gateway: false,
  paymentAmount: 0,
  ...instead,
})

test('a late settlement that should cost the merchant money is about so many pesos, not about less than none', async () => {
  const body = settlement({ status: 'processing', adjustments: -40_000, paymentAmount: -40_000 })
  const late = night('2026-03-13 22:30', { changes: [{ ...SLOT, kind: 'settlement', body }] })
  expect(await disagreementOf({ policy: POLICY, nights: [late] })).toBeNull()
})

const named: Night['command'] = { name: 'run', from: SLOT.date, to: SLOT.date, cycles: [SLOT.cycle] }
const early = night('2026-03-12 09:00', { command: named })

test('a cycle that was not due at the run is not pulled in a check after its hour', async () => {
  const check = night('2026-03-13 22:30', { command: { name: 'check' } })
  expect(await disagreementOf({ policy: POLICY, nights: [early, check] })).toBeNull()
})

test('one settlement that is gone while no other held anything is a settlement that vanished', async () => {
  const first = night('2026-03-12 14:00', { changes: [{ ...SLOT, kind: 'settlement', body: settlement({}) }] })
  const second = night('2026-03-13 09:00', { changes: [{ ...SLOT, kind: 'settlement', body: null }] })
  expect(await disagreementOf({ policy: POLICY, nights: [first, second] })).toBeNull()
})

const paid = (n: number, { date, cycle }: SlotKey, reference: string): Night['changes'][number] => {
  const body = { id: `i-${n}`, reference, status: 'paid', amount: 10_000, paymentAmount: 10_000, paymentId: `p-${n}` }
  return { date, cycle, kind: 'record', key: `${n}`, body: { ...body, settlementDate: date, settlementTime: cycle } }
}

test('one reference in three settlements is found in each but the first, whatever was read first', async () => {
  const first = paid(1, SLOT, 'r')
  const last = paid(3, { ...SLOT, date: '2026-03-13' }, 'r')
  const nights = [
    night('2026-03-13 22:30', { changes: [first, last] }),
    night('2026-03-14 22:30', { changes: [paid(2, { ...SLOT, cycle: '13' }, 'r')] }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('a day can be closed once each of its cycles is due, and not in the morning', async () => {
  const nights = [
    night('2026-03-12 22:30', {}),
    night('2026-03-13 09:00', { closing: { through: '2026-03-13' } }),
    night('2026-03-13 22:30', { closing: { through: '2026-03-13' } }),
    night('2026-03-14 09:00', { closing: { through: '2026-03-13' } }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('the files of a closed day stay as they were at its closing until it is undone', async () => {
  const [first, second] = [settlement({ status: 'processing' }), settlement({ amountCollected: 5, paymentAmount: 5 })]
  const nights = [
    night('2026-03-12 22:30', { changes: [{ ...SLOT, kind: 'settlement', body: first }] }),
    night('2026-03-13 22:30', {
      closing: { through: SLOT.date, force: true, stays: true },
      changes: [{ ...SLOT, kind: 'settlement', body: second }],
    }),
    night('2026-03-14 22:30', { undoing: true }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('a settlement whose connection fails is incomplete in the files of its day, too', async () => {
  const first = night('2026-03-12 22:30', {
    changes: [{ ...SLOT, kind: 'settlement', body: settlement({}) }, paid(1, SLOT, 'r')],
  })
  const second = night('2026-03-13 22:30', { faults: [{ ...SLOT, at: 0, kind: 'reset', times: 99 }] })
  expect(await disagreementOf({ policy: { ...POLICY, cycles: ['11'] }, nights: [first, second] })).toBeNull()
})

test('a claim holds when only the pesos of its finding are others', async () => {
  const body = settlement({ status: 'error', numberOfInvoices: 2, amountCollected: 20_000, paymentAmount: 20_000 })
  const changes: Night['changes'] = [{ ...SLOT, kind: 'settlement', body }, paid(1, SLOT, 'r'), paid(2, SLOT, 's')]
  const claim = { kind: 'claim', to: { slot: SLOT, code: 'SETTLEMENT_ERROR', subject: 'settlement' } } as const
  const one = settlement({ status: 'error', numberOfInvoices: 1, amountCollected: 10_000, paymentAmount: 10_000 })
  const nights = [
    night('2026-03-12 22:30', { changes }),
    night('2026-03-13 22:30', {
      acts: [claim],
      changes: [
        { ...SLOT, kind: 'settlement', body: one },
        { ...SLOT, kind: 'removal', key: '2', byId: null },
      ],
    }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('a claim of a record that cannot be read holds when what is reported beyond the others is another sum', async () => {
  const record = { id: 'i-9', status: 'paid', amount: 'x' }
  const subject = `record:${createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 12)}`
  const reporting = (collected: number): Night['changes'][number] => {
    const body = settlement({ numberOfInvoices: 2, amountCollected: collected, paymentAmount: collected })
    return { ...SLOT, kind: 'settlement', body }
  }
  const unreadable: Night['changes'][number] = { ...SLOT, kind: 'record', key: '9', body: record }
  const claim = { kind: 'claim', to: { slot: SLOT, code: 'MALFORMED_RECORD', subject } } as const
  const nights = [
    night('2026-03-12 22:30', { changes: [reporting(30_000), paid(1, SLOT, 'r'), unreadable] }),
    night('2026-03-13 22:30', { acts: [claim], changes: [reporting(25_000)] }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('an invoice that was added and is unpaid again is about what it paid', async () => {
  const ready = { id: 'i-1', reference: 'r', status: 'ready', amount: 10_000 }
  const nights = [
    night('2026-03-12 22:30', { changes: [{ ...SLOT, kind: 'settlement', body: settlement({}) }] }),
    night('2026-03-13 22:30', { changes: [paid(1, SLOT, 'r')] }),
    night('2026-03-14 22:30', { changes: [{ ...SLOT, kind: 'record', key: '1', body: ready }] }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('a settlement that answers for another day is not judged, however late', async () => {
  const body = settlement({ date: '2026-03-01', status: 'processing' })
  const late = night('2026-03-14 22:30', { changes: [{ ...SLOT, kind: 'settlement', body }] })
  expect(await disagreementOf({ policy: POLICY, nights: [late] })).toBeNull()
})

test('as of a past night the ledgers and the account are those of then, whatever was read since', async () => {
  const [before, after] = [{ status: 'processing' }, { adjustments: -500, paymentAmount: -500 }]
  const late: SlotKey = { ...SLOT, cycle: '13' }
  const nights = [
    night('2026-03-12 22:30', {
      changes: [{ ...SLOT, kind: 'settlement', body: settlement(before) }, paid(1, SLOT, 'r'), paid(2, late, 's')],
    }),
    night('2026-03-13 22:30', {
      changes: [{ ...SLOT, kind: 'settlement', body: settlement(after) }, paid(3, late, 'r')],
    }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('one that answers for another slot goes back from no status, and what was accepted of a settlement that vanished holds', async () => {
  const put = (body: Body | null): Night['changes'][number] => ({ ...SLOT, kind: 'settlement', body })
  const first = night('2026-03-12 22:30', { changes: [put(settlement({}))] })
  const echo = night('2026-03-13 22:30', { changes: [put(settlement({ date: '2026-03-01', status: 'paid' }))] })
  expect(await disagreementOf({ policy: POLICY, nights: [first, echo] })).toBeNull()
  const gone = night('2026-03-13 22:30', { changes: [put(null)] })
  const record = { id: 'i-1', status: 'paid', amount: 5, paymentAmount: 5 }
  const listed = night('2026-03-14 22:30', {
    changes: [{ ...SLOT, kind: 'record', key: 'k1', body: record }],
    acts: [{ kind: 'accept', to: { slot: SLOT, code: 'SETTLEMENT_VANISHED', subject: 'settlement' } }],
  })
  expect(await disagreementOf({ policy: POLICY, nights: [first, gone, listed] })).toBeNull()
})

test('a claim of a late settlement ends when its status is another', async () => {
  const put = (status: string): Night['changes'][number] => ({
    ...SLOT,
    kind: 'settlement',
    body: settlement({ status }),
  })
  const first = night('2026-03-13 22:30', { changes: [put('processing')] })
  const second = night('2026-03-14 22:30', {
    changes: [put('odd')],
    acts: [{ kind: 'claim', to: { slot: SLOT, code: 'SETTLEMENT_OVERDUE', subject: 'settlement' } }],
  })
  expect(await disagreementOf({ policy: POLICY, nights: [first, second] })).toBeNull()
})

test('a period that was closed though nothing in it could be read does not stop the runs after it', async () => {
  const faults: Night['faults'] = [{ ...SLOT, at: 'settlement', kind: '400', times: 99 }]
  const first = night('2026-03-12 22:30', { faults, command: named })
  const closing: Night['closing'] = { through: SLOT.date, force: true, stays: true }
  const second = night('2026-03-13 22:30', { closing })
  expect(await disagreementOf({ policy: POLICY, nights: [first, second] })).toBeNull()
})

test('no notification came of a settlement, though an invoice of it changed since', async () => {
  const put = (body: Body): Night['changes'][number] => ({ ...SLOT, kind: 'settlement', body })
  const record = { ...SLOT, kind: 'record' as const, key: 'k1', body: { id: 'i-1', status: 'ready', amount: 5 } }
  const first = night('2026-03-12 22:30', { notices: [], changes: [put(settlement({}))] })
  const second = night('2026-03-13 22:30', { notices: [], changes: [record] })
  expect(await disagreementOf({ policy: POLICY, nights: [first, second] })).toBeNull()
})

test('a notification of another sum, and one that came twice with two bodies, disagree with what is read', async () => {
  const data = settlement({ paymentAmount: 7 })
  const notices: Night['notices'] = [
    { id: 'w-1', type: 'settlement', data },
    { id: 'w-1', type: 'settlement', data },
    { id: 'w-1', type: 'settlement', data: { ...data, fees: 3 } },
  ]
  const changes: Night['changes'] = [{ ...SLOT, kind: 'settlement', body: settlement({}) }]
  const first = night('2026-03-12 22:30', { notices, inbox: true, changes })
  const { disagreement, reached } = await play({ policy: POLICY, nights: [first] }, service)
  expect(disagreement).toBeNull()
  expect(reached['codes and states']).toEqual(['WEBHOOK_CONFLICT open', 'WEBHOOK_DISAGREES open'])
})

const invoice = { id: 'i-1', status: 'paid', amount: 900, paymentAmount: 900, paymentId: 'p-1' }
const record = (body: Body): Night['changes'][number] => ({ ...SLOT, kind: 'record', key: 'k1', body })

test('an unpaid invoice that names another date is about what it paid before', async () => {
  const nights = [
    night('2026-03-12 22:30', { changes: [record(invoice)] }),
    night('2026-03-13 22:30', {
      changes: [record({ id: 'i-1', status: 'ready', amount: 900, settlementDate: '2026-03-01' })],
    }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('an accepted unpaid invoice stays accepted when it is about another sum', async () => {
  const cancelled = { id: 'i-1', status: 'cancelled', amount: 900 }
  const nights = [
    night('2026-03-12 22:30', { changes: [record(invoice)] }),
    night('2026-03-13 22:30', { changes: [record(cancelled)] }),
    night('2026-03-14 22:30', {
      acts: [{ kind: 'accept', to: { slot: SLOT, code: 'NOT_PAID', subject: 'invoice:i-1' } }],
      changes: [record({ ...cancelled, paymentAmount: 7 })],
    }),
  ]
  expect(await disagreementOf({ policy: POLICY, nights })).toBeNull()
})

test('a claim ends when the invoice of another settlement no longer names its cycle', async () => {
  const put = settlement({ numberOfInvoices: 1, amountCollected: 900, paymentAmount: 900 })
  const labelled = record({ ...invoice, settlementDate: '2026-03-01', settlementTime: '13' })
  const first = night('2026-03-12 22:30', { changes: [labelled, { ...SLOT, kind: 'settlement', body: put }] })
  const second = night('2026-03-13 22:30', {
    changes: [record({ ...invoice, settlementDate: '2026-03-01' })],
    acts: [{ kind: 'claim', to: { slot: SLOT, code: 'INVOICE_OUTSIDE_SLOT', subject: 'invoice:i-1' } }],
  })
  expect(await disagreementOf({ policy: POLICY, nights: [first, second] })).toBeNull()
})

test('a night after a claim that ran out and was made again reads no older settlement for it', async () => {
  const policy = { ...POLICY, cycles: ['11'], lookbackDays: 0 }
  const to = { slot: SLOT, code: 'INVOICES_MISSING', subject: 'settlement' }
  const body = settlement({ numberOfInvoices: 2, amountCollected: 900, paymentAmount: 900 })
  const nights = [
    night('2026-03-12 22:30', { changes: [{ ...SLOT, kind: 'settlement', body }] }),
    night('2026-03-13 22:30', { acts: [{ kind: 'claim', to, until: '2026-03-14' }] }),
    night('2026-03-15 03:15', { command: { name: 'sweep', from: '2026-03-14', to: '2026-03-14' } }),
    night('2026-03-15 22:30', { acts: [{ kind: 'claim', to }] }),
  ]
  expect(await disagreementOf({ policy, nights })).toBeNull()
})

const BANKED: Story['policy'] = {
  ...POLICY,
  cycles: ['11'],
  lookbackDays: 0,
  bankText: 'Payco',
  bankMapping: { headerRows: 1, date: 'Fecha', amount: { value: 'Valor' }, text: ['Texto'] },
}

test('a payout that was tied by an import does not make the next night read its settlement again', async () => {
  const body = settlement({ numberOfInvoices: 1, amountCollected: 900, paymentAmount: 900 })
  const changes: Night['changes'] = [
    { ...SLOT, kind: 'record', key: 'k1', body: invoice },
    { ...SLOT, kind: 'settlement', body },
  ]
  const rows = [{ on: '2026-03-13', value: 90_000, text: 'PAYCO SAS' }]
  const second = night('2026-03-14 22:30', { statements: [{ account: '031', rows }] })
  expect(await disagreementOf({ policy: BANKED, nights: [night('2026-03-12 22:30', { changes }), second] })).toBeNull()
})

test('in the journal a credit of a payout whose settlement is that of another cycle now stands in suspense', async () => {
  const slot = { ...SLOT, cycle: '1' }
  const body = settlement({ ...slot, numberOfInvoices: 6, amountCollected: 900, fees: 100, paymentAmount: 800 })
  const first = night('2026-03-12 22:30', { changes: [{ ...slot, kind: 'settlement', body }] })
  const second = night('2026-03-14 09:00', {
    changes: [{ ...slot, kind: 'settlement', body: { ...body, cycle: '11' } }],
    statements: [{ account: '031', rows: [{ on: '2026-03-12', value: 80_000, text: 'PAYCO SAS' }] }],
  })
  const policy = { ...BANKED, extraCycles: ['1'] }
  expect(await disagreementOf({ policy, nights: [first, second] })).toBeNull()
})

const paidOut = (date: string, pesos: number, status = 'paid'): Night['changes'][number] => {
  const slot = { date, cycle: '11' }
  const body = settlement({ ...slot, status, amountCollected: pesos, paymentAmount: pesos })
  return { ...slot, kind: 'settlement', body }
}

const ON_THE_DAY: Story['policy'] = { ...BANKED, lookbackDays: 4, bankDays: 0 }

test('neighbours are the payouts that may arrive on the day of a credit, whatever was due between them', async () => {
  const rows = [
    { on: '2026-03-13', value: -600, text: 'GMF 4X1000' },
    { on: '2026-03-14', value: 120_000, text: 'PAYCO SAS' },
  ]
  const nights = [
    night('2026-03-12 22:30', { changes: [paidOut('2026-03-12', 500, 'processing')] }),
    night('2026-03-13 22:30', { changes: [paidOut('2026-03-13', 300)] }),
    night('2026-03-14 22:30', { changes: [paidOut('2026-03-12', 500), paidOut('2026-03-14', 700)] }),
    night('2026-03-15 22:30', { statements: [{ account: '031', rows }] }),
  ]
  expect(await disagreementOf({ policy: ON_THE_DAY, nights })).toBeNull()
})

test('a payout whose last day, a Sunday, is between two statements is not missing while those do not join', async () => {
  const other = (on: string) => ({ account: '031', rows: [{ on, value: -600, text: 'GMF 4X1000' }] })
  const nights = [
    night('2026-03-14 22:30', { changes: [paidOut('2026-03-14', 500, 'processing')] }),
    night('2026-03-15 22:30', { changes: [paidOut('2026-03-14', 500)] }),
    night('2026-03-18 22:30', { statements: [other('2026-03-14'), other('2026-03-17')] }),
    night('2026-03-19 22:30', { statements: [other('2026-03-16')] }),
  ]
  expect(await disagreementOf({ policy: ON_THE_DAY, nights })).toBeNull()
})
