import { describe, expect, test } from 'vitest'
import type { ChargedSettlement } from '../../../../src/core/fees/fit/charged-settlement.ts'
import { joinTwins, tariffOf, twinMethods } from '../../../../src/core/fees/fit/fees-fit.ts'
import { fitSchedule, fitWindow, looseInAll, methodsOf } from '../../../../src/core/fees/fit/schedule-fit.ts'
import type { Schedule } from '../../../../src/core/fees/tariff.ts'
import { addDays } from '../../../../src/core/slot.ts'
import { cop, slot } from '../../a.ts'
import {
  both,
  by,
  CARD,
  card,
  days,
  history,
  IVA,
  OTHERS,
  type Payments,
  PSE,
  propose,
  pse,
  settlement,
  told,
} from './a-history.ts'
import { FIRST, inWords, rate, schedule } from './a-schedule.ts'
import { PLAIN_ZONE } from './generate.ts'

describe('ten settlements', () => {
  test.each<[string, readonly ChargedSettlement[], ReturnType<typeof told>]>([
    [
      'of fixed sums',
      history([schedule(PSE)], days(10, pse)),
      { refusal: null, rates: [['pse 2900 0']], fits: 10, off: [] },
    ],
    [
      'of sums and percents',
      history([schedule(CARD)], days(10, card)),
      { refusal: null, rates: [['card 800 2.79']], fits: 10, off: [] },
    ],
    [
      'of two methods',
      history([schedule({ ...PSE, ...CARD })], days(12, both)),
      { refusal: null, rates: [['card 800 2.79', 'pse 2900 0']], fits: 12, off: [] },
    ],
    [
      'of which two are off',
      history([schedule(PSE)], days(10, pse), { 3: 70_000, 8: -900 }),
      {
        refusal: null,
        rates: [['pse 2900 0']],
        fits: 8,
        off: [
          ['2026-03-05', cop(70_000)],
          ['2026-03-10', cop(-900)],
        ],
      },
    ],
    [
      'of which four are off',
      history([schedule(PSE)], days(10, pse), { 1: 55_000, 3: 70_000, 6: 10_300, 8: -900 }),
      { refusal: 'no-majority', rates: [], fits: 0, off: [] },
    ],
    ['eight are too few', history([schedule(PSE)], days(8, pse)), { refusal: 'few', rates: [], fits: 0, off: [] }],
    [
      'nine are enough, and those without payments are none',
      history([schedule(PSE)], [...days(9, pse), []]),
      { refusal: null, rates: [['pse 2900 0']], fits: 9, off: [] },
    ],
    [
      'free of charge',
      history([schedule({ pse: rate(0, 0) })], days(10, pse)),
      { refusal: null, rates: [['pse 0 0']], fits: 10, off: [] },
    ],
    [
      'with a rate that people write to the peso and a thousandth of a percent',
      history([schedule({ card: rate(801, 2.791) })], days(10, card)),
      { refusal: null, rates: [['card 801 2.791']], fits: 10, off: [] },
    ],
    [
      'half of each payment, as nobody charges more',
      history([schedule({ card: rate(0, 50) })], days(10, card)),
      { refusal: null, rates: [['card 0 50']], fits: 10, off: [] },
    ],
    [
      'more than half of each',
      history([schedule({ card: rate(0, 50.01) })], days(10, card)),
      { refusal: 'no-majority', rates: [], fits: 0, off: [] },
    ],
  ])('%s', (_, settlements, expected) => expect(told(propose(settlements))).toEqual(expected))

  test('the order in which they are handed over does not matter', () => {
    const settlements = history([schedule(PSE)], days(10, pse), { 3: 70_000 })
    expect(propose(settlements.toReversed())).toEqual(propose(settlements))
  })

  test('a proposal is told whole', () => {
    const found = propose(history([schedule(CARD)], days(10, card), { 4: 500 }))
    expect(tariffOf(found)).toEqual([schedule(CARD, { from: addDays(FIRST, -2) })])
    expect(found).toEqual({
      refusal: null,
      settlements: 10,
      fits: 9,
      close: 0,
      open: 0,
      gaps: [],
      schedules: [
        {
          // The first payment is two days before the first settlement.
          schedule: schedule(CARD, { from: addDays(FIRST, -2) }),
          fromLast: addDays(FIRST, -2),
          settlements: 10,
          fits: 9,
          rates: [{ method: 'card', rate: rate(800, 2.79), settlements: 9, payments: 11 }],
          together: [],
          loose: [],
          roundings: [
            { rounding: 'settlement', to: 'peso' },
            { rounding: 'invoice', to: 'peso' },
            { rounding: 'invoice', to: 'centavo' },
          ],
          taxAlike: null,
        },
      ],
      tariffDate: null,
      deviations: [
        {
          slot: slot('2026-03-06'),
          charged: cop(800 * 2 + 1_540_000 * 0.0279 + 500),
          expected: cop(800 * 2 + 1_540_000 * 0.0279),
          difference: cop(500),
        },
      ],
      loose: [],
    })
  })

  test.each<[string, readonly ChargedSettlement[], refusal: string, count: number]>([
    ['no settlements', [], 'nothing', 0],
    ['none with a payment', history([schedule(PSE)], [[], []]), 'nothing', 0],
    ['three', history([schedule(PSE)], days(3, pse)), 'few', 3],
  ])('nothing is proposed of %s', (_, settlements, refusal, count) => {
    expect(propose(settlements)).toEqual({
      refusal,
      settlements: count,
      fits: 0,
      close: 0,
      open: 0,
      gaps: [],
      schedules: [],
      tariffDate: null,
      deviations: [],
      loose: [],
    })
  })
})

describe('what a tax does', () => {
  const found = (methods: Schedule['methods'], instead: Partial<Schedule>, of: (at: number) => Payments) => {
    const [one] = propose(history([schedule(methods, instead)], days(12, of)), [19]).schedules
    return [one?.schedule.tax, one?.schedule.rounding, one?.taxAlike, one?.roundings.map(inWords)]
  }
  /** Sums in whole pesos cost the same under any rounding. */
  const WHOLE = ['settlement', 'invoice', 'invoice centavo']
  /** Sums in whole centavos cost the same to the centavo. */
  const CENTAVOS_WITH_TAX = ['settlement centavo', 'invoice centavo', 'invoice-then-tax centavo']
  const WHOLE_WITH_TAX = [
    'settlement',
    'settlement centavo',
    'invoice',
    'invoice centavo',
    'invoice-then-tax',
    'invoice-then-tax centavo',
  ]
  const breb = (at: number): Payments => [...pse(at), ...by('breb', OTHERS, at)]
  test.each<[string, Schedule['methods'], Partial<Schedule>, (at: number) => Payments, unknown[]]>([
    ['rates that are round before it', CARD, { tax: IVA }, card, [IVA, 'none', null, CENTAVOS_WITH_TAX]],
    ['rates that are round without it', CARD, {}, card, [null, 'none', null, ['invoice centavo']]],
    ['one rate that may be so by chance: 3,451', PSE, { tax: IVA }, pse, [null, 'none', IVA, WHOLE]],
    [
      'two such rates are no chance',
      { ...PSE, breb: rate(1900, 0) },
      { tax: IVA },
      breb,
      [IVA, 'none', null, WHOLE_WITH_TAX],
    ],
    ['a rate that is round either way: 1,190 and 1,000', { pse: rate(1190, 0) }, {}, pse, [null, 'none', IVA, WHOLE]],
  ])('%s', (_, methods, instead, of, expected) => expect(found(methods, instead, of)).toEqual(expected))
})

describe('methods that come together', () => {
  const settlements = [
    settlement(0, [
      ['a', 100],
      ['b', 100],
      ['c', 7],
    ]),
    settlement(1, [
      ['b', 60],
      ['a', 20],
      ['a', 40],
      ['b', 0],
      ['c', 60],
    ]),
    settlement(2, [['c', 100]]),
  ]

  test.each<[string, readonly ChargedSettlement[], readonly string[]]>([
    ['as many payments, and as much', settlements, ['a+b']],
    [
      'as many, but not as much',
      [
        settlement(0, [
          ['a', 100],
          ['b', 101],
        ]),
      ],
      [],
    ],
    [
      'as much, but not as many',
      [
        settlement(0, [
          ['a', 100],
          ['b', 40],
          ['b', 60],
        ]),
      ],
      [],
    ],
    [
      'three, in the order of their names',
      [
        settlement(0, [
          ['z', 5],
          ['x', 5],
          ['y', 5],
        ]),
      ],
      ['x+y+z'],
    ],
    ['one alone', [settlement(0, [['a', 100]])], []],
    [
      'in one settlement, and not in the next',
      [
        settlement(0, [
          ['a', 1],
          ['b', 1],
        ]),
        settlement(1, [['a', 1]]),
      ],
      [],
    ],
  ])('%s', (_, all, names) => {
    const twins = twinMethods(all)
    expect(twins.map(({ name }) => name)).toEqual(names)
    expect(twins.map(({ methods }) => methods.join('+'))).toEqual(names)
  })

  test('each payment of the first stands for one of all', () => {
    const joined = joinTwins(settlements, twinMethods(settlements))
    expect(
      joined.map(({ payments }) => payments.map((one) => [one.paymentMethod, Number(one.paid) / 100_000])),
    ).toEqual([
      [
        ['a+b', 100],
        ['c', 7],
      ],
      [
        ['a+b', 20],
        ['a+b', 40],
        ['c', 60],
      ],
      [['c', 100]],
    ])
    expect(methodsOf(joined)).toEqual(['a+b', 'c'])
  })

  test('in a proposal: what they cost together, and that each alone is open', () => {
    const of = (at: number): Payments => [...pse(at), ...by('qr', OTHERS, at), ...by('wallet', OTHERS, at)]
    const [one] = propose(
      history([schedule({ ...PSE, qr: rate(500, 0), wallet: rate(0, 1.2) })], days(12, of)),
    ).schedules
    expect(one?.rates.map(({ method }) => method)).toEqual(['pse'])
    expect(Object.keys(one?.schedule.methods ?? {})).toEqual(['pse'])
    expect(one?.together).toEqual([{ method: 'qr+wallet', rate: rate(500, 1.2), settlements: 12, payments: 15 }])
    expect(one?.loose).toEqual([
      { method: 'qr', reason: 'together', with: ['wallet'], settlements: 12, payments: 15 },
      { method: 'wallet', reason: 'together', with: ['qr'], settlements: 12, payments: 15 },
    ])
  })
})

describe('methods that stay open', () => {
  const loose = (settlements: readonly ChargedSettlement[]) =>
    looseInAll(fitWindow(settlements, PLAIN_ZONE)).map(({ method, reason, with: others, settlements, payments }) =>
      [method, reason, ...others, settlements, payments].join(' '),
    )
  const rare = (at: number): Payments => [...pse(at), ...(at < 3 ? by('rare', OTHERS, at) : [])]
  const alike = (at: number): Payments => [...pse(at), ...Array.from({ length: at % 4 }, () => ['qr', 1_000] as const)]
  const twice = (at: number): Payments => [
    ...pse(at),
    ...by('qr', OTHERS, at).flatMap(([, sum]) => [
      ['qr', sum] as const,
      ['wallet', sum] as const,
      ['wallet', sum] as const,
    ]),
  ]
  const once = (at: number): Payments => [...pse(at), ...(at < 1 ? by('rare', OTHERS, at) : [])]
  const fourOfOneSize = (at: number): Payments => [
    ...pse(at),
    ...Array.from({ length: at < 4 ? at + 1 : 0 }, () => ['qr', 1_000] as const),
  ]
  const besideOneSize = (at: number): Payments => [
    ...pse(at),
    ...by('wallet', OTHERS, at).flatMap((wallet) => [wallet, ['qr', 1_000] as const]),
  ]
  const bothOfOneSize = (at: number): Payments => [
    ...pse(at),
    ...Array.from({ length: at % 4 }, () => [['qr', 1_000] as const, ['wallet', 500] as const]).flat(),
  ]
  test.each<[string, readonly ChargedSettlement[], readonly string[]]>([
    ['none', history([schedule(PSE)], days(12, pse)), []],
    ['one settlement holds it', history([schedule(PSE)], days(12, once)), ['rare few 1 1']],
    ['payments of one size', history([schedule(PSE)], days(12, alike)), ['qr one-size 9 18']],
    ['of one size, in four settlements', history([schedule(PSE)], days(12, fourOfOneSize)), ['qr one-size 4 10']],
    [
      'of one size, each with one of another: the fixed sum of the other is open, too',
      history([schedule(PSE)], days(12, besideOneSize)),
      ['qr unclear 12 15', 'wallet together qr 12 15'],
    ],
    [
      'of one size, each with one of another size: neither is told by the other or by its fixed sum',
      history([schedule(PSE)], days(12, bothOfOneSize)),
      ['qr unclear 9 18', 'wallet unclear 9 18'],
    ],
    [
      'always with another, in one proportion',
      history([schedule(PSE)], days(12, twice)),
      ['qr together wallet 12 15', 'wallet together qr 12 30'],
    ],
  ])('%s', (_, settlements, expected) => expect(loose(settlements)).toEqual(expected))

  test('a proposal names them, and settlements that hold them are open', () => {
    const found = propose(history([schedule({ ...PSE, rare: rate(1900, 0) })], days(14, rare)))
    expect(found.schedules[0]?.loose).toEqual([
      { method: 'rare', reason: 'few', with: [], settlements: 3, payments: 4 },
    ])
    expect([found.open, found.fits, found.deviations]).toEqual([3, 11, []])
  })

  test('nothing but payments of one size: no schedule, and what is open', () => {
    const of = (at: number): Payments => Array.from({ length: 1 + (at % 3) }, () => ['pse', 1_000] as const)
    const { refusal, settlements, loose: open } = propose(history([schedule(PSE)], days(10, of)))
    expect([refusal, settlements, open]).toEqual([
      'no-majority',
      10,
      [{ method: 'pse', reason: 'one-size', with: [], settlements: 10, payments: 19 }],
    ])
  })
})

describe('a schedule of one form', () => {
  const fitted = (settlements: readonly ChargedSettlement[], rounding: Schedule['rounding'] = 'none') =>
    fitSchedule(fitWindow(settlements, PLAIN_ZONE), { tax: null, rounding, to: 'peso' }, FIRST)

  test('which settlements fit', () => {
    expect(fitted(history([schedule(PSE)], days(10, pse), { 0: 100, 9: -5 }))).toEqual({
      schedule: schedule(PSE, { from: FIRST }),
      loose: [],
      fits: [false, ...Array.from({ length: 8 }, () => true), false],
      count: 8,
    })
  })

  const centavos = schedule({ card: rate(800, 2.79543) })
  test.each<[string, readonly ChargedSettlement[], Schedule['rounding'], readonly string[] | null]>([
    ['centavos are no rounded sums', history([centavos], days(10, card)), 'settlement', null],
    [
      'rounded sums',
      history([schedule({ card: rate(800, 2.795) }, { rounding: 'settlement' })], days(12, card)),
      'settlement',
      ['card'],
    ],
    [
      'rounded payments',
      history([schedule({ card: rate(800, 2.795) }, { rounding: 'invoice' })], days(12, card)),
      'invoice',
      ['card'],
    ],
    [
      'ten of fourteen fit',
      history([schedule(PSE)], days(14, pse), { 1: 900, 4: 700, 8: 5_000, 9: 80 }),
      'none',
      ['pse'],
    ],
    ['six of ten', history([schedule(PSE)], days(10, pse), { 1: 900, 4: 700, 6: 81, 8: 5_000 }), 'none', null],
    [
      'all near, and two of ten not to the centavo',
      history([schedule(PSE)], days(10, pse), { 1: 0.5, 8: -0.7 }),
      'none',
      null,
    ],
    ['one of ten not to the centavo', history([schedule(PSE)], days(10, pse), { 1: 0.5 }), 'none', ['pse']],
  ])('%s', (_, settlements, rounding, methods) => {
    const found = fitted(settlements, rounding)
    expect(found && Object.keys(found.schedule.methods)).toEqual(methods)
  })
})
