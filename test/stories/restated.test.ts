import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { closePeriod, undoClosing } from '../../jobs/close.ts'
import type { JobReport } from '../../jobs/steps/run/context.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { runsCalled } from '../../src/questions/runs.ts'
import { slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import { paid } from './told.ts'

const DATE = '2026-03-12'

const tell = ({ service }: Nights, cycle = '11', many = 3) => service.tellSettled(DATE, cycle, many)
const close = (nights: Nights, through = DATE, force = false) =>
  closePeriod(nights.context(), { through: slot(through).date, by: 'ana', reason: force ? 'disputed' : '', force })
const accept = (nights: Nights) =>
  actOnDiscrepancies(nights.context(), {
    by: 'ana',
    targets: { kind: 'filter', filter: { ...EVERYTHING, codes: ['RESTATED'], states: ['new', 'open'] } },
    disposition: { kind: 'accept', reason: 'booked in April', until: null },
  })
const file = ({ folder }: Nights, date: string, name: string) => readFileSync(join(folder, 'out', date, name), 'utf8')
const rows = (nights: Nights, date: string) => file(nights, date, 'restatements.csv').trimEnd().split('\n').slice(1)
const states = (nights: Nights, date: string) => rows(nights, date).map((row) => row.split(',').at(-1))
/** A row without its id and merchant. */
const short = (row: string) => row.split(',').slice(2).join(',')
const codes = ({ slots }: JobReport) =>
  slots.flatMap(({ discrepancies }) => discrepancies.map(({ code, subject, state }) => `${code} ${subject} ${state}`))

/** The slots that differ by "runs show", long after the run. */
const differing = async (nights: Nights, run: string) => {
  const [told] = await runsCalled(nights.context(), run)
  return (told?.slots ?? [])
    .filter(({ verdict }) => verdict === 'discrepant' || verdict === 'failed')
    .map(({ slot: { date, cycle }, verdict }) => `${date} ${cycle} ${verdict}`)
}

describe('closed books', () => {
  test('keep their files; what a later pull finds different is told in the folder of its day, until a person accepts it', async () => {
    const nights = await startNights()
    const told = tell(nights)
    await nights.run({ date: DATE })
    await close(nights)
    const before = ['settlement-ledger.csv', 'invoice-ledger.csv', 'discrepancies.csv', 'report.html'].map((name) =>
      file(nights, DATE, name),
    )
    told.settlement = { ...told.settlement, fees: 7_000, paymentAmount: 2_999_000 }
    nights.clock('2026-03-14 22:30')
    const found = await nights.run()
    expect(found.exitCode).toBe(3)
    expect(codes(found)).toEqual(['RESTATED settlement.fees new', 'RESTATED settlement.payout new'])
    expect(rows(nights, '2026-03-14').map(short)).toEqual([
      '2026-03-12,11,settlement.fees,COP,6000,7000,1000,2026-03-12 22:30:00,2026-03-14 22:30:00,new',
      '2026-03-12,11,settlement.payout,COP,3000000,2999000,-1000,2026-03-12 22:30:00,2026-03-14 22:30:00,new',
    ])
    expect(
      ['settlement-ledger.csv', 'invoice-ledger.csv', 'discrepancies.csv', 'report.html'].map((name) =>
        file(nights, DATE, name),
      ),
    ).toEqual(before)

    nights.clock('2026-03-25 22:30')
    const later = await nights.run()
    expect([later.exitCode, codes(later).length]).toEqual([3, 2])
    for (const run of [found, later]) expect(await differing(nights, run.runId)).toEqual([`${DATE} 11 discrepant`])
    expect(states(nights, '2026-03-14')).toEqual(['new', 'new'])

    const accepted = await accept(nights)
    expect(accepted.acts).toHaveLength(2)
    expect(states(nights, '2026-03-14')).toEqual(['accepted', 'accepted'])
    nights.clock('2026-03-26 22:30')
    const quiet = await nights.run()
    expect([quiet.exitCode, codes(quiet)]).toEqual([0, []])
    for (const run of [later, quiet]) {
      expect(await differing(nights, run.runId)).toEqual(run === quiet ? [] : [`${DATE} 11 discrepant`])
    }
  })

  test('closed by force in spite of an open error are not told again for it', async () => {
    const nights = await startNights()
    const told = tell(nights)
    told.settlement = { ...told.settlement, paymentAmount: 1 }
    expect((await nights.run({ date: DATE })).exitCode).toBe(3)
    await close(nights, DATE, true)
    nights.clock('2026-03-25 22:30')
    const later = await nights.run()
    expect([later.exitCode, codes(later)]).toEqual([0, []])
  })

  test('keep what had changed before, as it stood then, and hold what comes after against the closing', async () => {
    const nights = await startNights()
    const told = tell(nights)
    await nights.run({ date: DATE })
    told.settlement = { ...told.settlement, adjustments: -100, paymentAmount: 2_999_900 }
    await nights.run({ date: DATE })
    await close(nights, DATE, true)
    told.settlement = { ...told.settlement, adjustments: -300, paymentAmount: 2_999_700 }
    nights.clock('2026-03-13 22:30')
    const report = await nights.run({ date: DATE, cycles: ['11'] })
    expect(codes(report).filter((line) => !line.startsWith('ADJUSTMENT'))).toEqual([
      'RESTATED settlement.adjustments new',
      'RESTATED settlement.payout new',
      'SETTLEMENT_CHANGED settlement.adjustments open',
      'SETTLEMENT_CHANGED settlement.payout open',
    ])
    const changed = report.slots[0]?.discrepancies.find(
      ({ code, subject }) => code === 'SETTLEMENT_CHANGED' && subject === 'settlement.adjustments',
    )
    expect(changed?.figures).toMatchObject({ reported: -10_000n, expected: 0n })
    expect(rows(nights, '2026-03-13').map(short)[0]).toContain(',settlement.adjustments,COP,-100,-300,-200,')
  })

  test('say which invoices came, left, and say something else, and what the list comes to', async () => {
    const nights = await startNights()
    const told = tell(nights)
    await nights.run({ date: DATE })
    await close(nights)
    const [first, second] = told.invoices as Record<string, unknown>[]
    told.invoices = [
      { ...first, status: 'chargeback', customerDocumentNumber: '77777777' },
      { ...second, paymentAmount: 900_000, customerName: 'Otra Persona' },
      paid(DATE, '11', 9),
    ]
    nights.clock('2026-03-13 22:30')
    await nights.run({ date: DATE, cycles: ['11'] })
    expect(rows(nights, '2026-03-13').map((row) => row.split(',').slice(4, 9).join(','))).toEqual([
      `invoice:${DATE}-11-001.customerDocument,,***,***777,`,
      `invoice:${DATE}-11-001.status,,paid,chargeback,`,
      `invoice:${DATE}-11-002.paid,COP,1002000,900000,-102000`,
      `invoice:${DATE}-11-003,,paid,,`,
      `invoice:${DATE}-11-009,,,paid,`,
      'list,COP,3006000,2910000,-96000',
    ])
    expect(file(nights, '2026-03-13', 'restatements.csv')).not.toContain('Otra')
  })

  test('tell each day what was found on it, and what was put right as resolved', async () => {
    const nights = await startNights()
    const told = tell(nights)
    const right = told.settlement
    await nights.run({ date: DATE })
    await close(nights)
    const night = async (at: string, fees: number) => {
      told.settlement = { ...right, fees }
      nights.clock(at)
      return nights.run({ date: DATE, cycles: ['11'] })
    }
    await night('2026-03-13 22:30', 7_000)
    await night('2026-03-14 22:30', 8_000)
    const ends = (date: string) => rows(nights, date).map((row) => row.split(',').slice(6).join(','))
    expect(ends('2026-03-13')).toEqual(['6000,7000,1000,2026-03-12 22:30:00,2026-03-13 22:30:00,resolved'])
    expect(ends('2026-03-14')).toEqual(['6000,8000,2000,2026-03-12 22:30:00,2026-03-14 22:30:00,open'])
    const last = await night('2026-03-15 22:30', 6_000)
    expect(codes(last).filter((line) => line.startsWith('RESTATED'))).toEqual(['RESTATED settlement.fees resolved'])
    expect(ends('2026-03-14')).toEqual(['6000,8000,2000,2026-03-12 22:30:00,2026-03-14 22:30:00,resolved'])
    expect(existsSync(join(nights.folder, 'out', '2026-03-15', 'restatements.csv'))).toBe(false)
  })

  test('are looked at by a sweep when no night does, and every night tells what it found', async () => {
    const nights = await startNights()
    const told = tell(nights)
    await nights.run({ date: DATE })
    await close(nights)
    told.settlement = { ...told.settlement, paymentAmount: 2_000_000 }
    nights.clock('2026-04-20 03:00')
    const swept = await nights.sweep()
    expect([swept.exitCode, codes(swept).filter((line) => line.startsWith('RESTATED'))]).toEqual([
      3,
      ['RESTATED settlement.payout new'],
    ])
    expect(rows(nights, '2026-04-20').map((row) => row.split(',').slice(4, 9).join(','))).toEqual([
      'settlement.payout,COP,3000000,2000000,-1000000',
    ])
    nights.clock('2026-04-20 22:30')
    const night = await nights.run()
    expect([night.exitCode, night.slots.some(({ slot }) => slot.date === DATE)]).toEqual([3, true])
  })

  test('are told in the folder of the first open day when the day of the pull is closed itself', async () => {
    const nights = await startNights()
    const told = tell(nights)
    await nights.run({ date: DATE })
    await close(nights)
    told.settlement = { ...told.settlement, feesPostpaid: true }
    nights.clock('2026-03-12 23:30')
    const report = await nights.run({ date: DATE })
    expect(report.exitCode).toBe(3)
    expect(existsSync(join(nights.folder, 'out', DATE, 'restatements.csv'))).toBe(false)
    expect(rows(nights, '2026-03-13').map(short)).toEqual([
      '2026-03-12,11,settlement.feesPostpaid,,false,true,,2026-03-12 22:30:00,2026-03-12 23:30:00,new',
    ])
  })

  test('are held against their own past again once the closing is taken back', async () => {
    const nights = await startNights()
    const told = tell(nights)
    await nights.run({ date: DATE })
    await close(nights)
    told.settlement = { ...told.settlement, numberOfInvoices: 4 }
    nights.clock('2026-03-13 22:30')
    await nights.run({ date: DATE, cycles: ['11'] })
    await undoClosing(nights.context(), { by: 'ana', reason: 'too early' })
    expect(file(nights, DATE, 'discrepancies.csv')).toContain(',SETTLEMENT_CHANGED,error,')
    expect(states(nights, '2026-03-13')).toEqual(['resolved'])
  })

  test('closed by force before anybody had read a slot, tell all of it at once', async () => {
    const nights = await startNights('2026-03-14 22:30')
    tell(nights, '13')
    const late = tell(nights, '11')
    late.list = () => ({ status: 400, body: { error: 'no' } })
    await nights.run({ date: DATE })
    await close(nights, DATE, true)
    delete late.list
    nights.clock('2026-03-15 22:30')
    const report = await nights.run({ date: DATE, cycles: ['11'] })
    expect(codes(report)).toEqual(['RESTATED list new', 'RESTATED settlement new', 'RESTATED settlement.payout new'])
  })

  test.each([
    ['error', 'paid'],
    ['processing', 'credited'],
  ])(
    'closed by force while a settlement was %s: it is read nightly, and its payout is told once it is %s',
    async (then, now) => {
      const nights = await startNights()
      const told = tell(nights)
      tell(nights, '13')
      told.settlement = { ...told.settlement, status: then }
      await nights.run({ date: DATE })
      await close(nights, DATE, true)
      nights.clock('2026-03-25 22:30')
      const overdue = await nights.run()
      // That it failed was known at the closing; that it is not paid out in time came later, and is told.
      expect([overdue.exitCode, codes(overdue)]).toEqual(
        then === 'error' ? [0, []] : [3, ['SETTLEMENT_OVERDUE settlement new']],
      )
      told.settlement = { ...told.settlement, status: now }
      nights.clock('2026-03-26 22:30')
      const report = await nights.run()
      expect(codes(report).filter((line) => line.startsWith('RESTATED'))).toEqual(['RESTATED settlement.status new'])
      expect([report.exitCode, report.slots.find(({ slot: { date } }) => date === DATE)?.verdict]).toEqual([
        0,
        'reconciled',
      ])
      expect(rows(nights, '2026-03-26').map(short)).toEqual([
        '2026-03-12,11,settlement.status,COP,0,3000000,3000000,2026-03-12 22:30:00,2026-03-26 22:30:00,new',
      ])
      const reads = () => nights.service.asked.filter((path) => path.includes(`/settlements/${DATE}/`)).length
      const before = reads()
      nights.clock('2026-03-27 22:30')
      expect((await nights.run()).slots.some(({ slot: { date } }) => date === DATE)).toBe(false)
      expect(reads()).toBe(before)
    },
  )

  test('are judged by the policy in force when they are closed, also what an older policy had judged', async () => {
    const nights = await startNights()
    const told = tell(nights)
    told.invoices = told.invoices.map((one, at) => (at === 0 ? { ...(one as object), status: 'chargeback' } : one))
    await nights.run({ date: DATE })
    const through = slot(DATE).date
    const excluded = nights.context(policy({ chargebacks: 'excluded' }))
    const { closing, forbidding } = await closePeriod(excluded, { through, by: 'ana', reason: '', force: false })
    expect([closing, forbidding.map(({ slot: { cycle }, verdict }) => `${cycle} ${verdict}`)]).toEqual([
      null,
      ['11 discrepant'],
    ])
  })

  test('tell what is pending and cannot be read', async () => {
    const nights = await startNights()
    const told = tell(nights)
    told.settlement = { ...told.settlement, status: 'processing' }
    await nights.run({ date: DATE })
    await close(nights, DATE, true)
    told.list = () => ({ status: 400, body: { error: 'no' } })
    nights.clock('2026-03-25 22:30')
    const report = await nights.run()
    expect([report.exitCode, report.slots.find(({ slot: { date } }) => date === DATE)?.verdict]).toEqual([
      5,
      'incomplete',
    ])
  })

  test('tell of a chargeback that the status changed: its pesos are those of CHARGEBACK', async () => {
    const nights = await startNights()
    const told = tell(nights)
    await nights.run({ date: DATE })
    await close(nights)
    told.invoices = told.invoices.map((one, at) => (at === 0 ? { ...(one as object), status: 'chargeback' } : one))
    nights.clock('2026-03-14 22:30')
    await nights.run()
    expect(rows(nights, '2026-03-14').map(short)).toEqual([
      '2026-03-12,11,invoice:2026-03-12-11-001.status,,paid,chargeback,,2026-03-12 22:30:00,2026-03-14 22:30:00,new',
    ])
  })

  test('are not restated by another policy, nor by a status that goes on', async () => {
    const nights = await startNights()
    const told = tell(nights)
    told.settlement = { ...told.settlement, status: 'paid' }
    told.invoices = told.invoices.map((one, at) => (at === 0 ? { ...(one as object), status: 'chargeback' } : one))
    await nights.run({ date: DATE })
    await close(nights)
    told.settlement = { ...told.settlement, status: 'credited' }
    nights.clock('2026-03-13 22:30')
    const report = await nights.run({ date: DATE, cycles: ['11'] }, policy({ chargebacks: 'excluded' }))
    expect(codes(report).filter((line) => line.startsWith('RESTATED'))).toEqual([])
  })
})
