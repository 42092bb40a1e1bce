import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../store/keeping.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const NEXT = '2026-03-13'

const tell = ({ service }: Nights, date: string, cycle: string, invoices: readonly Told[], instead: Told = {}) =>
  service.tellSettled(date, cycle, invoices, instead)

/** The causes in a report: slot, code of the gap, codes of the causes, candidates, invoices. */
const causesIn = (report: Awaited<ReturnType<Nights['run']>>) =>
  report.slots.flatMap(({ slot, discrepancies }) =>
    discrepancies.flatMap(({ code, causes }) =>
      causes.map((cause) =>
        [
          slot.cycle,
          code,
          cause.code,
          cause.candidates,
          ...cause.invoices,
          ...cause.tiedWith.map((tie) => `=${tie}`),
        ].join(' '),
      ),
    ),
  )
const csv = ({ folder }: Nights, date = DATE) => readFileSync(join(folder, 'out', date, 'discrepancies.csv'), 'utf8')

const sightings = ({ folder }: Nights) => rowsOf(join(folder, 'cuadre.db')).sighting

describe('causes, found in a night over HTTP', () => {
  test('an invoice that is too many, and one that a neighbour lists', async () => {
    const nights = await startNights()
    const here = somePaid(DATE, '11', 3)
    const there = somePaid(DATE, '13', 3)
    const kept = here.filter((_, at) => at !== 1)
    tell(nights, DATE, '11', here, { numberOfInvoices: 2, amountCollected: 2_004_000, paymentAmount: 1_998_000 })
    const moved = paid(DATE, '16', 9)
    tell(nights, DATE, '13', there, {
      numberOfInvoices: 4,
      amountCollected: 3_006_000 + 1_009_000,
      paymentAmount: 3_006_000 + 1_009_000 - 6_000,
    })
    tell(nights, DATE, '16', [moved, paid(DATE, '16', 1)])
    expect(kept).toHaveLength(2)
    expect(causesIn(await nights.run({ date: DATE }))).toEqual([
      `11 COLLECTED_MISMATCH INVOICE_EXTRA 1 ${DATE}-11-002`,
      `11 COUNT_MISMATCH INVOICE_EXTRA 1 ${DATE}-11-002`,
      `13 COLLECTED_MISMATCH INVOICE_IN_NEIGHBOUR 1 ${DATE}-16-009`,
      `13 COUNT_MISMATCH INVOICE_IN_NEIGHBOUR 1 ${DATE}-16-009`,
    ])
  })

  test('a payout without fees is told in the JSON and in the file, its codes sorted', async () => {
    const nights = await startNights()
    tell(nights, DATE, '11', somePaid(DATE, '11', 2), { paymentAmount: 2_003_000 })
    expect(causesIn(await nights.run({ date: DATE }))).toEqual([
      '11 PAYOUT_MISMATCH FEES_NOT_DEDUCTED 1 =PAYOUT_IS_COLLECTED',
      '11 PAYOUT_MISMATCH PAYOUT_IS_COLLECTED 1 =FEES_NOT_DEDUCTED',
    ])
    expect(csv(nights)).toContain(',4000,4000,FEES_NOT_DEDUCTED PAYOUT_IS_COLLECTED,')
  })

  test('what fits is not yet explained', async () => {
    const nights = await startNights()
    tell(nights, DATE, '11', somePaid(DATE, '11', 2), { paymentAmount: 2_003_000 })
    const [slot] = (await nights.run({ date: DATE, cycles: ['11'] })).slots
    expect([slot?.verdict, slot?.money.difference]).toEqual(['discrepant', 400_000n])
  })

  test('a list that stands under another label', async () => {
    const nights = await startNights()
    const invoices = somePaid(DATE, '1', 2)
    nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices: [] })
    nights.service.tell(DATE, '1', { settlement: null, invoices })
    await nights.run({ date: DATE })
    await nights.run({ date: DATE, cycles: ['1'], force: true })
    expect(causesIn(await nights.check({ date: DATE, cycles: ['11'] }))).toEqual([
      `11 INVOICES_MISSING OTHER_CYCLE_LABEL 1 ${DATE}-1-001 ${DATE}-1-002`,
    ])
  })

  test('tax on fees, once its rate is set', async () => {
    const nights = await startNights()
    tell(nights, DATE, '11', somePaid(DATE, '11', 2), { paymentAmount: 2_003_000 - 4_000 - 760 })
    expect(causesIn(await nights.run({ date: DATE }))).toEqual([])
    expect(causesIn(await nights.check({ date: DATE }, policy({ taxOnFeesRate: 19 })))).toEqual([
      '11 PAYOUT_MISMATCH TAX_ON_FEES 1',
    ])
  })
})

describe('a gap made good by a later slot', () => {
  const short = (nights: Nights) =>
    tell(nights, DATE, '11', somePaid(DATE, '11', 2), { paymentAmount: 1_999_000 - 120_000 })
  const made = (nights: Nights) =>
    tell(nights, NEXT, '13', somePaid(NEXT, '13', 2), { paymentAmount: 1_999_000 + 120_000 })
  const CARRIED = '11 PAYOUT_MISMATCH CARRIED_OVER 1'

  test('is found when that one is read, and the file of the earlier day says so', async () => {
    const nights = await startNights()
    short(nights)
    expect(causesIn(await nights.run({ date: DATE }))).toEqual([])
    nights.clock(`${NEXT} 22:30`)
    made(nights)
    await nights.run({ date: NEXT, cycles: ['13'] })
    expect(csv(nights)).toContain(',-120000,120000,CARRIED_OVER,')
    expect(causesIn(await nights.check({ date: DATE }))).toEqual([CARRIED])
  })

  test('is told alike whatever was read first', async () => {
    const files = []
    for (const order of [
      [DATE, NEXT],
      [NEXT, DATE],
    ]) {
      const nights = await startNights(`${NEXT} 22:30`)
      short(nights)
      made(nights)
      for (const date of order) await nights.run({ date, cycles: ['11', '13'] })
      files.push(csv(nights).replaceAll(/open|new/g, 'open'))
    }
    expect(files[0]).toBe(files[1])
    expect(files[0]).toContain('CARRIED_OVER')
  })

  test('goes when that one is put right', async () => {
    const nights = await startNights(`${NEXT} 22:30`)
    short(nights)
    made(nights)
    expect(causesIn(await nights.run({ from: DATE, to: NEXT }))).toEqual([CARRIED])
    tell(nights, NEXT, '13', somePaid(NEXT, '13', 2))
    expect(causesIn(await nights.run({ from: DATE, to: NEXT }))).toEqual([])
  })
})

test('an unchanged night leaves causes, files and states as they are', async () => {
  const nights = await startNights()
  tell(nights, DATE, '11', somePaid(DATE, '11', 3), {
    numberOfInvoices: 2,
    amountCollected: 2_004_000,
    paymentAmount: 1_998_000,
  })
  const first = causesIn(await nights.run({ date: DATE }))
  expect(first).toHaveLength(2)
  await nights.run({ date: DATE })
  const before = csv(nights)
  const kept = sightings(nights)
  expect(causesIn(await nights.run({ date: DATE }))).toEqual(first)
  expect(csv(nights)).toBe(before)
  expect(sightings(nights)).toEqual(kept)
})
