import { describe, expect, test } from 'vitest'
import { fromCentavos } from '../../src/core/money.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { explanationText } from '../../src/questions/explain.ts'
import { slot } from '../core/a.ts'
import { beginNight, openTestStore, pagesOf, pullNight, settlementOf } from '../store/night.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, somePaid } from './told.ts'

const DATE = '2026-03-12'
const tell = ({ service }: Nights, invoices: readonly Told[], instead: Told = {}) =>
  service.tellSettled(DATE, '11', invoices, instead)
const screen = async (nights: Nights, instead = {}): Promise<string> =>
  explanationText(await nights.explain(DATE, '11', instead), zoneByName('America/Bogota'), {
    width: 80,
    language: 'en',
  })

test('fees are compared with the tariff before the pull was ever checked', async () => {
  const nights = await startNights()
  const { settings } = nights.context()
  const store = await openTestStore(settings.db)
  await pullNight(store, {
    run: await beginNight(store, 'r1'),
    pages: pagesOf([[{ id: 'a', amount: 100_000 }]]),
    settlement: settlementOf({
      fees: fromCentavos(2900),
      collected: fromCentavos(100_000),
      payout: fromCentavos(97_100),
    }),
  })
  await store.close()
  const rate = { fixed: 20, percent: 0, min: null, max: null, tiers: [] }
  const schedule = {
    from: slot('2026-03-01').date,
    methods: { pse: rate },
    tax: null,
    withholdings: [],
    proposed: null,
  }
  const tariff = policy({ tariff: [{ ...schedule, rounding: 'none', to: 'peso' }] })
  const { report } = await nights.explain(DATE, '11', tariff)
  expect(report.fees).toMatchObject({ expected: 2000n, difference: 900n, notCompared: null })
})

describe('the pulls of a slot', () => {
  test('are told with what changed between them, and the quiet ones counted', async () => {
    const nights = await startNights()
    tell(nights, somePaid(DATE, '11', 2), { status: 'processing' })
    await nights.run({ date: DATE, cycles: ['11'] })
    nights.clock('2026-03-13 22:30')
    tell(nights, [paid(DATE, '11', 1, { paymentAmount: 999_000 }), paid(DATE, '11', 3)])
    await nights.run({ date: DATE, cycles: ['11'] })
    for (const day of ['14', '15']) {
      nights.clock(`2026-03-${day} 22:30`)
      await nights.run({ date: DATE, cycles: ['11'] })
    }
    nights.clock('2026-03-16 22:30')
    nights.service.refuse(() => ({ status: 400, body: { error: 'not today' } }))
    await nights.run({ date: DATE, cycles: ['11'] })
    const text = await screen(nights)
    expect(text.slice(text.indexOf('Readings'))).toBe(
      `Readings, and what changed
  2026-03-12 22:30:00  provisional   first read: 2 invoices, settlement
                                     processing
  2026-03-13 22:30:00  exceptions    status processing -> credited; collected
                                     2,003,000 -> 2,002,000; payout 1,999,000 ->
                                     1,998,000; invoices: 1 added, 1 left, 1
                                     changed
  2 readings found nothing changed
  2026-03-16 22:30:00  incomplete    GET /settlements/2026-03-12/11 answered 400
                                     (if this means that there is no such
                                     settlement, set "absentStatuses":
                                     [404,400]): "not today"

Next
  cuadre run --date 2026-03-12 --cycle 11
    reads it again: the last attempt failed
`,
    )
    expect(text).toMatch(/^2026-03-12 cycle 11: INCOMPLETE /)
    expect(text).toContain('The last attempt could not be read whole: GET')
  })

  test('of a slot that was never read whole are told without figures', async () => {
    const nights = await startNights()
    nights.service.refuse(() => ({ status: 400, body: { error: 'no' } }))
    await nights.run({ date: DATE, cycles: ['11'] })
    expect(await screen(nights)).toContain('No figures: it was never read whole.')
  })
})

describe('what is not compared is said to be so', () => {
  const ROWS: readonly (readonly [why: string, tell: (nights: Nights) => unknown, sentence: string])[] = [
    [
      'no settlement',
      ({ service }) => service.tell(DATE, '11', { invoices: somePaid(DATE, '11', 2) }),
      'Not compared: there is no settlement; its 2 invoices come to COP 2,003,000.',
    ],
    [
      'not final',
      (nights) => tell(nights, somePaid(DATE, '11', 2), { status: 'pending\u001b[31m' }),
      'Not compared: the settlement is pending, which is not final. COP 1,999,000 is in process.',
    ],
    [
      'error',
      (nights) => tell(nights, somePaid(DATE, '11', 2), { status: 'error' }),
      'Not compared: the settlement failed. COP 1,999,000 was not paid out.',
    ],
    [
      'an echo',
      (nights) => tell(nights, somePaid(DATE, '11', 2), { cycle: '13' }),
      'Not compared: the service answered with the settlement of another date or cycle.',
    ],
    [
      'a malformed record',
      (nights) => tell(nights, [paid(DATE, '11', 1), paid(DATE, '11', 2, { amount: 'much' })]),
      'Not compared: 1 record of the list cannot be read. COP 1,999,000 was paid out.',
    ],
  ]
  test.each(ROWS)('%s', async (_, tellIt, sentence) => {
    const nights = await startNights()
    tellIt(nights)
    await nights.run({ date: DATE, cycles: ['11'] })
    const text = await screen(nights)
    expect(text.replaceAll('\n', ' ')).toContain(` ${sentence} `)
    expect(text).toMatch(/^collected( +[\d,]+){1,2}$/m)
  })
})

test('causes that tie are said to, and what the figures cannot tell', async () => {
  const nights = await startNights()
  tell(nights, somePaid(DATE, '11', 2), { paymentAmount: 2_003_000 })
  await nights.run({ date: DATE, cycles: ['11'] })
  const text = await screen(nights)
  expect(text).toContain('The operator paid COP 4,000 more than expected. COP 2,003,000 was paid out.')
  expect(text).toContain('Adjustments are 0, which says nothing of their sign.')
  expect(text).toContain(`Causes that fit; the figures cannot tell them apart (to be verified)
  Fees not deducted (explains PAYOUT_MISMATCH)
    fees of COP 4,000 were not deducted from the payout; adjustments are 0,
    which says nothing of their sign
  All that was collected was paid out (explains PAYOUT_MISMATCH)
`)
})

test('a gap that nothing closes is said to have no cause', async () => {
  const nights = await startNights()
  tell(nights, somePaid(DATE, '11', 2), { paymentAmount: 1_234_567 })
  await nights.run({ date: DATE, cycles: ['11'] })
  expect(await screen(nights)).toMatch(/Causes that fit\n {2}no known cause explains the difference to the centavo/)
})

test('what was found by other settings is to be checked again first', async () => {
  const nights = await startNights()
  tell(nights, somePaid(DATE, '11', 2))
  await nights.run({ date: DATE, cycles: ['11'] })
  expect((await nights.explain(DATE, '11')).next).toEqual([])
  const { next } = await nights.explain(DATE, '11', policy({ adjustments: 'subtract' }))
  expect(next.map(({ command }) => command)).toEqual([`cuadre check --date ${DATE}`])
})

test('fees billed apart and what a gateway leaves out are told in words', async () => {
  const nights = await startNights()
  tell(nights, somePaid(DATE, '11', 2), { feesPostpaid: true, paymentAmount: 2_003_000 })
  await nights.run({ date: DATE, cycles: ['11'] })
  expect(await screen(nights)).toContain('Fees of COP 4,000 are not deducted from the payout.')
  tell(nights, somePaid(DATE, '11', 2), { gateway: true, adjustments: 7, paymentAmount: 2_003_000 })
  await nights.run({ date: DATE, cycles: ['11'] })
  const text = await screen(nights)
  expect(text).toContain('Fees of COP 4,000 are not deducted from the payout.')
  expect(text).toContain('Adjustments of COP 7 are not part of the payout.')
})

test('hostile text is shown and not obeyed, and the screen stays narrow', async () => {
  const nights = await startNights()
  const evil = `\u001b]0;owned\u0007\u202E${'x'.repeat(300)}`
  const hostile = paid(DATE, '11', 2, { reference: evil, contract: evil, status: 'chargeback' })
  tell(nights, [paid(DATE, '11', 1), hostile, paid(DATE, '11', 3, { id: `id${evil}`, paymentAmount: 5 })])
  await nights.run({ date: DATE, cycles: ['11'] })
  const text = await screen(nights)
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(text).toContain('CHARGEBACK')
})

test('a slot with thousands of findings stays on its screen', async () => {
  const nights = await startNights()
  tell(
    nights,
    Array.from({ length: 300 }, (_, n) => paid(DATE, '11', n + 1, { paymentAmount: 1 })),
  )
  await nights.run({ date: DATE, cycles: ['11'] })
  const text = await screen(nights)
  expect(text).toContain('  and 294 more, in discrepancies.csv')
  expect(text).toContain('  and 288 more, in discrepancies.csv')
  expect(text.split('\n').length).toBeLessThan(75)
})

test('an invoice that left is found where it was', async () => {
  const nights = await startNights()
  tell(nights, somePaid(DATE, '11', 2))
  await nights.run({ date: DATE, cycles: ['11'] })
  tell(nights, somePaid(DATE, '11', 1))
  await nights.run({ date: DATE, cycles: ['11'] })
  const { invoices } = await nights.explain(DATE, '11')
  expect(invoices.map(({ id, status, why }) => [id, status, ...why])).toEqual([
    [`${DATE}-11-002`, 'gone', 'INVOICE_VANISHED'],
  ])
})

test.each([
  ['not-deducted', 'add', true, 'listed + adjustments; fees are billed apart.'],
  [
    'deducted',
    'add',
    true,
    'listed - fees + adjustments; fees are billed apart, and the setting postpaidFees deducts them.',
  ],
  ['not-deducted', 'subtract', true, 'listed - adjustments; fees are billed apart.'],
  [
    'deducted',
    'subtract',
    true,
    'listed - fees - adjustments; fees are billed apart, and the setting postpaidFees deducts them.',
  ],
  ['not-deducted', 'subtract', false, 'listed - fees - adjustments.'],
] as const)(
  'says the equation that the settings give: postpaidFees %s, adjustments %s, billed apart %s',
  async (...row) => {
    const [postpaidFees, adjustments, feesPostpaid, equation] = row
    const nights = await startNights()
    tell(nights, somePaid(DATE, '11', 2), { feesPostpaid, adjustments: 1000 })
    const settings = policy({ postpaidFees, adjustments })
    await nights.run({ date: DATE, cycles: ['11'] }, settings)
    expect((await screen(nights, settings)).replace(/\s+/g, ' ')).toContain(`paid out: ${equation}`)
  },
)
