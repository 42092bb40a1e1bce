import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import { readStatement } from '../../jobs/statement.ts'
import type { InTransitReport } from '../../reports/documents/in-transit.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { slot } from '../core/a.ts'
import { hasLibreOffice, opened } from '../print/libreoffice.ts'
import { figuresIn } from '../reports/read-tables.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement } from './told.ts'

/** A payment of a slot, made on another day, for this many thousand pesos. */
const payment = (date: string, cycle: string, n: number, on: string, thousands: number, instead: Told = {}): Told =>
  paid(date, cycle, n, {
    paymentDate: `${on}:00-05:00`,
    amount: thousands * 1000,
    paymentAmount: thousands * 1000,
    ...instead,
  })

const tellSlot = (
  { service }: Nights,
  date: string,
  cycle: string,
  invoices: Told[],
  settled: Told | null = {},
): void => {
  service.tell(date, cycle, {
    settlement: settled === null ? null : settlement(date, cycle, invoices, settled),
    invoices,
  })
}

/**
 * The end of March 2026: paid and settled, paid before, not final, not settled yet, and not in any slot that was read.
 */
const monthEnd = async (): Promise<Nights> => {
  const nights = await startNights('2026-03-31 23:00')
  tellSlot(nights, '2026-02-27', '11', [payment('2026-02-27', '11', 1, '2026-02-26T10:00', 1)])
  tellSlot(nights, '2026-03-02', '11', [
    payment('2026-03-02', '11', 1, '2026-02-28T10:00', 10, { paymentMethod: 'card' }),
  ])
  tellSlot(nights, '2026-03-30', '11', [payment('2026-03-30', '11', 1, '2026-03-27T10:00', 100)])
  tellSlot(nights, '2026-03-31', '11', [payment('2026-03-31', '11', 1, '2026-03-31T08:00', 1_000)])
  tellSlot(
    nights,
    '2026-03-31',
    '13',
    [
      payment('2026-03-31', '13', 1, '2026-03-31T09:00', 10_000),
      payment('2026-03-31', '13', 2, '2026-03-31T09:00', 5, { status: 'ready', paymentAmount: undefined }),
    ],
    { status: 'processing' },
  )
  nights.service.loose.push(
    payment('2026-04-02', '13', 1, '2026-03-30T20:00', 100_000, { paymentMethod: 'card' }),
    payment('2026-04-01', '11', 1, '2026-03-31T23:30', 200_000),
    payment('2026-04-01', '13', 1, '2026-04-01T00:30', 400_000),
  )
  for (const date of ['2026-02-27', '2026-03-02', '2026-03-30', '2026-03-31']) {
    await nights.run({ date, cycles: ['11', '13'] }, { xlsx: false })
  }
  return nights
}

const csv = (nights: Nights, at: string): string =>
  readFileSync(join(nights.folder, 'out/in-transit', at, 'in-transit.csv'), 'utf8')

const inThousands = ({ total, rollForward: { opening, paid: came, settled } }: InTransitReport) =>
  [opening, came, settled, total].map(({ number, sum }) => `${number}: ${sum / 100_000n}`)

describe('the figure of a month-end', () => {
  test('what is settled later, or in a slot that is not final, with what no slot lists yet', async () => {
    const nights = await monthEnd()
    const told = await nights.inTransit('2026-03-31')
    expect(inThousands(told)).toEqual(['1: 10', '5: 311100', '3: 1110', '3: 310000'])
    expect(told.asked).toEqual({ from: '2026-03-25', to: '2026-03-31', payments: 5, inNoSlot: 2, malformed: 0 })
    expect([...told.byMethod].map(([method, { number }]) => `${method} ${number}`)).toEqual(['pse 2', 'card 1'])
    expect(told.byAge.map(({ from, number }) => `${from} ${number}`)).toEqual(['0 3', '2 0', '4 0', '8 0', '31 0'])
    expect(csv(nights, '2026-03-31')).toBe(
      `merchant,invoice_id,reference,contract,payment_date,payment_method,paid,date,cycle,settlement_status,days
default,2026-03-31-13-001,R-2026-03-31-13-1,00001,2026-03-31 09:00:00,pse,10000000,2026-03-31,13,processing,0
default,2026-04-01-11-001,R-2026-04-01-11-1,00001,2026-03-31 23:30:00,pse,200000000,2026-04-01,11,,0
default,2026-04-02-13-001,R-2026-04-02-13-1,00001,2026-03-30 20:00:00,card,100000000,2026-04-02,13,,1
`,
    )
  })

  test('the service is asked for seven payment dates and one more on each side, and everything comes out the same in any zone of its', async () => {
    const nights = await monthEnd()
    const before = nights.service.asked.length
    await nights.inTransit('2026-03-31')
    const days = nights.service.asked.slice(before).map((request) => /paymentDate=([\d-]+)/.exec(request)?.[1])
    expect(days).toEqual(
      ['24', '25', '26', '27', '28', '29', '30', '31'].map((day) => `2026-03-${day}`).concat('2026-04-01'),
    )
    const utc = (told: Told): Told => ({ ...told, paymentDate: new Date(String(told.paymentDate)).toISOString() })
    nights.service.loose.splice(0, 3, ...nights.service.loose.map(utc))
    expect(inThousands(await nights.inTransit('2026-03-31')).at(-1)).toBe('3: 310000')
  })

  test('a day later the same month-end is the same, and the next day opens with it', async () => {
    const nights = await monthEnd()
    const invoices = [payment('2026-03-31', '13', 1, '2026-03-31T09:00', 10_000)]
    tellSlot(nights, '2026-03-31', '13', invoices)
    const late = [payment('2026-04-01', '11', 1, '2026-03-31T23:30', 200_000)]
    tellSlot(nights, '2026-04-01', '11', late)
    nights.service.loose.splice(1, 1)
    nights.clock('2026-04-01 23:00')
    await nights.run({ date: '2026-03-31' }, { xlsx: false })
    await nights.run({ date: '2026-04-01' }, { xlsx: false })
    const march = await nights.inTransit('2026-03-31')
    expect(inThousands(march)).toEqual(['1: 10', '5: 311100', '3: 1110', '3: 310000'])
    expect(march.asked?.inNoSlot).toBe(1)
    const april = await nights.inTransit('2026-04-01')
    expect(inThousands(april)).toEqual(['3: 310000', '1: 400000', '2: 210000', '2: 500000'])
    expect(april.rollForward.openingDay).toBe('2026-03-31')
  })

  test('an invoice that two slots list is counted once, in the later one', async () => {
    const nights = await monthEnd()
    const twice = payment('2026-03-30', '11', 1, '2026-03-27T10:00', 100)
    tellSlot(nights, '2026-03-31', '16', [twice], { status: 'processing' })
    await nights.run({ date: '2026-03-31' }, { xlsx: false })
    const told = await nights.inTransit('2026-03-31')
    expect(inThousands(told)).toEqual(['1: 10', '5: 311100', '2: 1010', '4: 310100'])
  })

  test('a charged-back invoice counts by the policy, and one of which nobody knows when it was paid is left out and told', async () => {
    const nights = await monthEnd()
    const invoices = [
      payment('2026-03-31', '16', 1, '2026-03-31T09:00', 7, { status: 'chargeback' }),
      payment('2026-03-31', '16', 2, '2026-03-31T09:00', 9, { paymentDate: undefined }),
    ]
    tellSlot(nights, '2026-03-31', '16', invoices, null)
    await nights.run({ date: '2026-03-31' }, { xlsx: false })
    const counted = await nights.inTransit('2026-03-31')
    expect([inThousands(counted).at(-1), counted.undated]).toEqual(['4: 310007', { number: 1, sum: 900_000n }])
    const excluded = await nights.inTransit('2026-03-31', false, policy({ chargebacks: 'excluded' }))
    expect(inThousands(excluded).at(-1)).toBe('3: 310000')
  })
})

describe('the account with the operator', () => {
  test('shows on its page what is in transit at its end, as the command does', async () => {
    const nights = await monthEnd()
    const days = monthOf(slot('2026-03-31').date)
    const { files, inTransit } = await readStatement(nights.context(), { days, asOf: null, format: null })
    const figures = await nights.inTransit('2026-03-31', true)
    expect(inTransit.figures).toEqual(expect.objectContaining({ at: '2026-03-31', total: figures.total }))
    expect(inTransit.figures.rollForward).toEqual(figures.rollForward)
    expect(inThousands(figures)).toEqual(['1: 10', '3: 11100', '3: 1110', '1: 10000'])
    expect(figuresIn(readFileSync(files[0] ?? '', 'utf8'))).toEqual([
      [
        ['In transit on 2026-02-28', '10,000'],
        ['Paid since', '+11,100,000'],
        ['Settled since', '−1,110,000'],
        ['In transit on 2026-03-31', '10,000,000'],
      ],
    ])
  })

  test.skipIf(!hasLibreOffice)('has in its workbook each payment in transit, and how they came to be', async () => {
    const nights = await monthEnd()
    const days = monthOf(slot('2026-03-31').date)
    const { files } = await readStatement(nights.context(), { days, asOf: null, format: 'xlsx' })
    const workbook = await opened(files.find((file) => file.endsWith('.xlsx')) ?? '', 'en-US')
    const rows = (sheet: string) => (workbook.get(sheet) ?? []).map((row) => row.map((cell) => cell?.value ?? ''))
    await nights.inTransit('2026-03-31', true)
    const [, payment = ''] = csv(nights, '2026-03-31').split('\n')
    const [, id, reference, contract, paidAt, method, paidSum, date, cycle, status, age] = payment.split(',')
    const time = paidAt?.replace(' ', 'T')
    expect(rows('In transit').slice(1)).toEqual([
      [date, cycle, id, reference, contract, time, method?.toUpperCase(), paidSum, status, age],
      ['Total of the rows shown', '', '', '', '', '', '', paidSum],
    ])
    const account = rows('Account')
    const from = account.findIndex(([name]) => name?.startsWith('In transit at the end of 2026-03-31'))
    expect(account.slice(from + 1, from + 5)).toEqual([
      ['In transit on 2026-02-28', '1', '10000'],
      ['Paid since', '3', '11100000'],
      ['Settled since', '-3', '-1110000'],
      ['In transit on 2026-03-31', '1', '10000000'],
    ])
  })

  test('of a closed month keeps what was in transit at its closing', async () => {
    const nights = await monthEnd()
    const days = monthOf(slot('2026-03-31').date)
    await closePeriod(nights.context(), { through: days.to, by: 'ana', reason: 'month', force: true })
    tellSlot(nights, '2026-03-31', '13', [])
    nights.clock('2026-04-03 22:30')
    await nights.run({ date: '2026-03-31', cycles: ['13'] }, { xlsx: false })
    const { inTransit } = await readStatement(nights.context(), { days, asOf: null, format: 'csv' })
    expect(inTransit.figures.total).toEqual({ number: 1, sum: 1_000_000_000n })
  })

  test('of the month after a closing opens with what was signed, and what became known since is a line of its own', async () => {
    const nights = await monthEnd()
    const march = monthOf(slot('2026-03-31').date)
    await closePeriod(nights.context(), { through: march.to, by: 'ana', reason: 'month', force: true })
    const late = [payment('2026-04-01', '11', 1, '2026-03-31T23:30', 200_000)]
    tellSlot(nights, '2026-04-01', '11', late)
    nights.service.loose.splice(1, 1)
    nights.clock('2026-04-01 23:00')
    await nights.run({ date: '2026-04-01' }, { xlsx: false })
    const signed = (await readStatement(nights.context(), { days: march, asOf: null, format: 'csv' })).inTransit.figures
    expect(signed.total).toEqual({ number: 1, sum: 1_000_000_000n })
    const closed = await nights.inTransit('2026-03-31')
    expect([closed.total, closed.whyStored?.en]).toEqual([signed.total, 'the day is closed'])
    const days = monthOf(slot('2026-04-01').date)
    const { inTransit } = await readStatement(nights.context(), { days, asOf: null, format: 'csv' })
    for (const { rollForward } of [inTransit.figures, await nights.inTransit('2026-04-01', true)])
      expect(rollForward).toMatchObject({
        opening: signed.total,
        earlier: { number: 1, sum: 20_000_000_000n },
        settled: { number: 1, sum: 20_000_000_000n },
        closing: signed.total,
      })
  })
})

describe('the figure of a day that is over', () => {
  /**
   * Nights of the end of March: on the last day one settlement is in process and two payments are in no settlement yet.
   */
  const asked = async () => {
    const nights = await startNights('2026-03-30 22:30')
    tellSlot(nights, '2026-03-30', '11', [payment('2026-03-30', '11', 1, '2026-03-27T10:00', 100)])
    await nights.run({ date: '2026-03-30' }, { xlsx: false })
    const open = [payment('2026-03-31', '13', 1, '2026-03-31T09:00', 10_000)]
    tellSlot(nights, '2026-03-31', '13', open, { status: 'processing' })
    const late = [payment('2026-04-01', '11', 1, '2026-03-31T23:30', 200_000)]
    nights.service.loose.push(...late)
    nights.clock('2026-03-31 22:30')
    await nights.run({ date: '2026-03-31' }, { xlsx: false })
    const then = await nights.inTransit('2026-03-31')
    const file = csv(nights, '2026-03-31')
    tellSlot(nights, '2026-03-31', '13', open)
    tellSlot(nights, '2026-04-01', '11', late)
    nights.service.loose.splice(0)
    nights.clock('2026-04-01 22:30')
    await nights.run({ date: '2026-03-31' }, { xlsx: false })
    await nights.run({ date: '2026-04-01' }, { xlsx: false })
    return { nights, then, file }
  }

  test('is that of the day itself three days later, file and all, with the service and without it', async () => {
    const { nights, then, file } = await asked()
    expect([then.isOver, inThousands(then).at(-1)]).toEqual([false, '2: 210000'])
    nights.clock('2026-04-03 22:30')
    for (const stored of [false, true]) {
      const later = await nights.inTransit('2026-03-31', stored)
      expect([later.isOver, inThousands(later)]).toEqual([true, inThousands(then)])
      expect(csv(nights, '2026-03-31')).toBe(file)
    }
    expect(inThousands(await nights.inTransit('2026-04-01')).at(-1)).toBe('0: 0')
  })

  test('is the same as of later, and of a closed day as of its closing', async () => {
    const { nights, then, file } = await asked()
    const asOf = { kind: 'time', at: Date.parse('2026-04-01T23:00:00-05:00') } as const
    const known = await nights.inTransit('2026-03-31', false, {}, asOf)
    expect([inThousands(known), known.whyStored?.en]).toEqual([inThousands(then), '--as-of shows what was known then'])
    const day = slot('2026-03-31').date
    await closePeriod(nights.context({ xlsx: false }), { through: day, by: 'ana', reason: 'month', force: true })
    tellSlot(nights, '2026-03-31', '13', [])
    nights.clock('2026-04-03 22:30')
    await nights.run({ date: '2026-03-31' }, { xlsx: false })
    expect(inThousands(await nights.inTransit('2026-03-31'))).toEqual(inThousands(then))
    expect(csv(nights, '2026-03-31')).toBe(file)
  })

  test('of a closed day names the policy of its closing, and its place in the event sequence', async () => {
    const { nights } = await asked()
    const manifest = () =>
      JSON.parse(readFileSync(join(nights.folder, 'out/in-transit/2026-03-31/manifest.json'), 'utf8'))
    expect(manifest()).not.toHaveProperty('asOf')
    const day = slot('2026-03-31').date
    await closePeriod(nights.context({ xlsx: false }), { through: day, by: 'ana', reason: 'month', force: true })
    await nights.inTransit('2026-03-31', false, policy({ chargebacks: 'excluded', timeZone: 'America/New_York' }))
    expect(manifest()).toMatchObject({
      asOf: expect.any(Number),
      policy: { chargebacks: 'counted', timeZone: 'America/Bogota' },
    })
  })
})

describe('an invoice that leaves its list', () => {
  const twelfth = '2026-03-12'
  const [first, second] = [1, 2].map((n) => payment(twelfth, '20', n, '2026-03-12T10:00', n))
  const both = [first, second] as Told[]
  const all = { from: twelfth, to: '2026-03-14' }
  const days = ['2026-03-12', '2026-03-13', '2026-03-14']

  /**
   * Each day of the story is requested on the day itself, and again after the last one: stored and not, as of then, and
   * closed.
   */
  const askedEveryDay = async (nights: Nights, tell: readonly (() => void)[]) => {
    const then: unknown[] = []
    for (const [index, day] of days.entries()) {
      nights.clock(`${day} 22:30`)
      tell[index]?.()
      await nights.run({ ...all, to: day, cycles: ['20'] }, { xlsx: false })
      then.push(figure(await nights.inTransit(day)))
    }
    nights.clock('2026-03-16 09:00')
    return then
  }
  const figure = (told: InTransitReport) => [inThousands(told), told.byAge, [...told.byMethod]]
  const again = (nights: Nights, stored: boolean, asOf?: Parameters<Nights['inTransit']>[3]) =>
    Promise.all(days.map(async (day) => figure(await nights.inTransit(day, stored, {}, asOf))))

  test('after the settlement was final: every past day keeps its figure, as of then and closed, too', async () => {
    const nights = await startNights(`${twelfth} 22:30`)
    const then = await askedEveryDay(nights, [
      () => tellSlot(nights, twelfth, '20', both, null),
      () => tellSlot(nights, twelfth, '20', both),
      () => tellSlot(nights, twelfth, '20', both.slice(0, 1)),
    ])
    expect(then.map((told) => (told as [string[]])[0])).toEqual([
      ['0: 0', '2: 3', '0: 0', '2: 3'],
      ['0: 0', '2: 3', '2: 3', '0: 0'],
      ['0: 0', '2: 3', '2: 3', '0: 0'],
    ])
    expect(await again(nights, false)).toEqual(then)
    expect(await again(nights, true)).toEqual(then)
    const asOf = { kind: 'time', at: Date.parse('2026-03-14T23:00:00-05:00') } as const
    expect(await again(nights, true, asOf)).toEqual(then)
    const close = { through: slot(twelfth).date, by: 'ana', reason: 'day', force: true }
    await closePeriod(nights.context({ xlsx: false }), close)
    tellSlot(nights, twelfth, '20', [], null)
    await nights.run({ ...all, cycles: ['20'] }, { xlsx: false })
    expect(await again(nights, true)).toEqual(then)
  })

  test('before it was final, for another settlement: it is in transit until that one is final', async () => {
    const nights = await startNights(`${twelfth} 22:30`)
    const moved = { ...second, settlementDate: '2026-03-13' }
    const then = await askedEveryDay(nights, [
      () => tellSlot(nights, twelfth, '20', both, { status: 'processing' }),
      () => {
        tellSlot(nights, twelfth, '20', both.slice(0, 1))
        tellSlot(nights, '2026-03-13', '20', [moved], { status: 'processing' })
      },
      () => tellSlot(nights, '2026-03-13', '20', [moved]),
    ])
    expect(then.map((told) => (told as [string[]])[0].at(-1))).toEqual(['2: 3', '1: 2', '0: 0'])
    expect(await again(nights, false)).toEqual(then)
    expect(await again(nights, true)).toEqual(then)
  })

  test('after it was final, for another settlement: in transit again from the day that listed it there', async () => {
    const nights = await startNights(`${twelfth} 22:30`)
    const moved = { ...second, settlementDate: '2026-03-13' }
    const then = await askedEveryDay(nights, [
      () => tellSlot(nights, twelfth, '20', both),
      () => {
        tellSlot(nights, twelfth, '20', both.slice(0, 1))
        tellSlot(nights, '2026-03-13', '20', [moved], { status: 'processing' })
      },
      () => tellSlot(nights, '2026-03-13', '20', [moved]),
    ])
    expect(then.map((told) => (told as [string[]])[0].at(-1))).toEqual(['0: 0', '1: 2', '0: 0'])
    expect(await again(nights, true)).toEqual(then)
  })
})

test('a day before the first reading has no status of settlements, whatever was read since', async () => {
  const nights = await monthEnd()
  const rows = async () => {
    await nights.inTransit('2026-03-28', true)
    return csv(nights, '2026-03-28').split('\n').slice(1, -1)
  }
  const then = await rows()
  expect(then).toEqual([
    'default,2026-03-30-11-001,R-2026-03-30-11-1,00001,2026-03-27 10:00:00,pse,100000,2026-03-30,11,,1',
  ])
  tellSlot(nights, '2026-03-30', '11', [payment('2026-03-30', '11', 1, '2026-03-27T10:00', 100)], { status: 'paid' })
  nights.clock('2026-04-01 23:00')
  await nights.run({ date: '2026-03-30', cycles: ['11'] }, { xlsx: false })
  expect(await rows()).toEqual(then)
})

describe('a payment that only the listing of a date shows', () => {
  const inNoSlot = async () => {
    const nights = await monthEnd()
    nights.service.loose.push(
      payment('2026-03-30', '18', 1, '2026-03-20T10:00', 7, { settlementTime: null }),
      payment('2026-03-30', '18', 2, '2026-03-20T10:00', 9, { settlementTime: null, status: 'cancelled' }),
      payment('2026-03-30', '18', 3, '2026-03-29T10:00', 3, { settlementTime: null }),
    )
    await nights.run({ date: '2026-03-30' }, { xlsx: false })
    await nights.sweep({ date: '2026-03-30' })
    return nights
  }
  const last = async (told: Promise<InTransitReport>) => inThousands(await told).at(-1)

  test('is in transit, also when it is too old to be asked about, until a settlement holds it', async () => {
    const nights = await inNoSlot()
    expect(await last(nights.inTransit('2026-03-31', true))).toBe('3: 10010')
    const asking = await nights.inTransit('2026-03-31')
    expect([inThousands(asking).at(-1), asking.asked?.inNoSlot]).toEqual(['5: 310010', 3])
    expect(csv(nights, '2026-03-31')).toContain(
      'default,2026-03-30-18-001,R-2026-03-30-18-1,00001,2026-03-20 10:00:00,pse,7000,2026-03-30,,,11\n',
    )
    expect(await last(nights.inTransit('2026-03-19', true))).toBe('0: 0')
    nights.clock('2026-04-10 23:00')
    expect(await last(nights.inTransit('2026-04-10', true))).toBe('3: 10010')
    tellSlot(nights, '2026-03-30', '11', [
      payment('2026-03-30', '11', 1, '2026-03-27T10:00', 100),
      payment('2026-03-30', '18', 1, '2026-03-20T10:00', 7),
    ])
    await nights.run({ date: '2026-03-30', cycles: ['11'] }, { xlsx: false })
    expect(await last(nights.inTransit('2026-04-10', true))).toBe('2: 10003')
  })

  test('is none where the service, asked about its day, does not list it any more', async () => {
    const nights = await inNoSlot()
    nights.service.loose.pop()
    expect(await last(nights.inTransit('2026-03-31'))).toBe('4: 310007')
    expect(await last(nights.inTransit('2026-03-31', true))).toBe('3: 10010')
  })
})

describe('told from the database alone', () => {
  test.each<[string, boolean, { baseUrl?: null; apiKey?: null }, string]>([
    ['when asked to', true, {}, 'the service was not to be asked'],
    ['without a base URL', false, { baseUrl: null }, 'no base URL (CUADRE_BASE_URL) is set'],
    ['without a key', false, { apiKey: null }, 'no API key (CUADRE_API_KEY) is set'],
  ])('%s: it says so, and nobody is asked', async (_, stored, instead, why) => {
    const nights = await monthEnd()
    const before = nights.service.asked.length
    const told = await nights.inTransit('2026-03-31', stored, instead)
    expect([told.asked, told.whyStored?.en, inThousands(told).at(-1)]).toEqual([null, why, '1: 10000'])
    expect(nights.service.asked).toHaveLength(before)
  })
})

describe('what cannot be told is not written', () => {
  const isPayments = (path: string): boolean => path.includes('paymentDate')

  test.each([
    ['the service does not answer', { status: 500, body: { error: 'Internal Server Error' } }, 'HTTP_STATUS'],
    ['the key is rejected', { status: 401, body: { error: 'Invalid or missing token' } }, 'CREDENTIALS_REJECTED'],
    ['it lists nothing of days the database knows', { body: { items: [], cursor: null, count: 0 } }, 'NOTHING_SEEN'],
  ])('%s', async (_, answer, code) => {
    const nights = await monthEnd()
    nights.service.refuse((path) => (isPayments(path) ? answer : null))
    await expect(nights.inTransit('2026-03-31')).rejects.toMatchObject({ code: expect.stringMatching(code) })
    expect(existsSync(join(nights.folder, 'out/in-transit'))).toBe(false)
  })

  test('a record that cannot be read is told', async () => {
    const nights = await monthEnd()
    nights.service.loose.push({
      ...paid('2026-04-01', '11', 7),
      paymentDate: '2026-03-30T08:00:00-05:00',
      amount: 'much',
    })
    expect((await nights.inTransit('2026-03-31')).asked?.malformed).toBe(1)
  })
})

test('the database is only read, the file is the owner’s alone, and the same figure is the same bytes', async () => {
  const nights = await monthEnd()
  const before = readFileSync(join(nights.folder, 'cuadre.db'))
  const { file } = await nights.inTransit('2026-03-31')
  if (file === null) throw new Error('no file')
  const [text, { mtimeMs, mode }] = [readFileSync(file, 'utf8'), statSync(file)]
  await nights.inTransit('2026-03-31')
  expect([readFileSync(file, 'utf8'), statSync(file).mtimeMs, mode & 0o777]).toEqual([text, mtimeMs, 0o600])
  expect(readFileSync(join(nights.folder, 'cuadre.db'))).toEqual(before)
})
