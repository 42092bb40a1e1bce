import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MONEY } from '../../reports/documents/money-document.ts'
import type { Amount } from '../../src/core/money.ts'
import {
  BUCKETS,
  type Bucket,
  DIFFERENCE_STATES,
  type DifferenceState,
  FINDING_BUCKETS,
  type Position,
  placedTogether,
} from '../../src/rules/account/position.ts'
import { KIND_OF } from '../../src/rules/account/position-of.ts'
import { type FirstSentence, firstSentence } from '../../src/words/first-sentence.ts'
import { cop } from '../core/a.ts'

const of = (number: number, pesos: number): Amount => ({ number, sum: cop(pesos) })
const NOTHING = of(0, 0)

/** Five settlements that add up, unless the row has other values, by bucket and decision. */
const totals = (instead: Readonly<Record<string, Amount | number>> = {}): Position =>
  placedTogether(
    Object.entries({ 'compared none': of(5, 0), 'counted none': 12, ...instead }).map(([cell, value]) => {
      const [bucket, state] = cell.split(' ') as [Bucket, DifferenceState]
      return { bucket, state, ...(typeof value === 'number' ? { number: value, sum: cop(0) } : value) }
    }),
  )

const said = (of: Position, language: 'en' | 'es', businessDays = 1): FirstSentence => {
  return firstSentence(of, language, businessDays)
}

type Row = readonly [tone: FirstSentence['tone'], of: Position, english: string, spanish: string]

const WRONG: readonly Row[] = [
  [
    'bad',
    totals({ 'notArrived open': of(2, 77_755_000) }),
    'COP 77,755,000 has not arrived (2 settlements).',
    'No han llegado $ 77.755.000 (2 liquidaciones).',
  ],
  [
    'bad',
    totals({ 'tooLittle open': of(1, 1_500.5) }),
    'The operator kept COP 1,500.50 too much (1 settlement).',
    'El operador retuvo $ 1.500,50 de más (1 liquidación).',
  ],
  [
    'bad',
    totals({ 'tooMuch open': of(1, 7) }),
    'The operator paid COP 7 too much (1 settlement).',
    'El operador abonó $ 7 de más (1 liquidación).',
  ],
  [
    'bad',
    totals({ 'notJudged open': of(3, 9) }),
    'COP 9 could not be judged (3 settlements).',
    'No se pudieron verificar $ 9 (3 liquidaciones).',
  ],
  [
    'bad',
    totals({ 'notRead open': of(1, 0) }),
    '1 settlement could not be judged.',
    'No se pudo verificar 1 liquidación.',
  ],
  [
    'bad',
    totals({ 'notRead open': of(4_984, 0) }),
    '4,984 settlements could not be judged.',
    'No se pudieron verificar 4.984 liquidaciones.',
  ],
  ['bad', totals({ 'changed open': 1 }), '1 error needs attention.', '1 novedad por revisar.'],
  [
    'bad',
    totals({ 'changed open': 1, 'otherFigures open': 1, 'otherErrors open': 2 }),
    '4 errors need attention.',
    '4 novedades por revisar.',
  ],
  [
    'bad',
    totals({ 'tooLittle open': of(2, 500), 'otherErrors open': 1 }),
    'The operator kept COP 500 too much (2 settlements); 1 more.',
    'El operador retuvo $ 500 de más (2 liquidaciones); 1 novedad más.',
  ],
  // By pesos; the operator is named once.
  [
    'bad',
    totals({ 'tooLittle open': of(2, 500), 'tooMuch open': of(1, 900), 'notRead open': of(3, 0) }),
    'The operator paid COP 900 too much (1 settlement); it kept COP 500 too much (2); 3 settlements could not be judged.',
    'El operador abonó $ 900 de más (1 liquidación); retuvo $ 500 de más (2); no se pudieron verificar 3 liquidaciones.',
  ],
  // The smallest of four kinds is among the others, by its settlements.
  [
    'bad',
    totals({
      'notArrived open': of(2, 4_000),
      'tooLittle open': of(3, 2_000),
      'tooMuch open': of(5, 1_000),
      'notJudged open': of(1, 3_000),
      'otherErrors open': 4,
    }),
    'COP 4,000 has not arrived (2 settlements); COP 3,000 could not be judged (1); the operator kept COP 2,000 too much (3); 9 more.',
    'No han llegado $ 4.000 (2 liquidaciones); no se pudieron verificar $ 3.000 (1); el operador retuvo $ 2.000 de más (3); 9 novedades más.',
  ],
  // What was never read has no pesos, and stands apart.
  [
    'bad',
    totals({ 'notJudged open': of(1, 9_337_880), 'notRead open': of(38, 0) }),
    'COP 9,337,880 could not be judged (1 settlement); 38 settlements could not be judged.',
    'No se pudieron verificar $ 9.337.880 (1 liquidación); no se pudieron verificar 38 liquidaciones.',
  ],
  // Only fees below the tariff.
  [
    'warning',
    totals({ 'tooMuch open': of(2, 300), 'feesTooLittle open': of(2, 300) }),
    'The operator paid COP 300 too much (2 settlements).',
    'El operador abonó $ 300 de más (2 liquidaciones).',
  ],
  [
    'bad',
    totals({ 'tooMuch open': of(2, 300), 'feesTooLittle open': of(1, 100) }),
    'The operator paid COP 300 too much (2 settlements).',
    'El operador abonó $ 300 de más (2 liquidaciones).',
  ],
  [
    'bad',
    totals({ 'tooMuch open': of(1, 300), 'feesTooLittle open': of(1, 300), 'otherErrors open': 1 }),
    'The operator paid COP 300 too much (1 settlement); 1 more.',
    'El operador abonó $ 300 de más (1 liquidación); 1 novedad más.',
  ],
  // What people decided about, and what lists tell, is not in it.
  [
    'bad',
    totals({
      'notArrived open': of(1, 4),
      'chargebacks open': of(9, 18_000_000),
      'notDebited open': of(1, 9),
      'feesTooMuch claimed': of(1, 3),
    }),
    'COP 4 has not arrived (1 settlement).',
    'No han llegado $ 4 (1 liquidación).',
  ],
]

const QUIET: readonly Row[] = [
  [
    'neutral',
    totals({ 'compared none': NOTHING, 'inProcess claimed': of(1, 4), 'inProcess accepted': of(1, 5) }),
    'No error is open.',
    'No hay errores por revisar.',
  ],
  [
    'good',
    totals({ 'compared none': of(5, 490_000) }),
    'All 5 settlements add up; COP 490,000 paid out.',
    'Las 5 liquidaciones cuadran; se abonaron $ 490.000.',
  ],
  ['good', totals(), 'All 5 settlements add up.', 'Las 5 liquidaciones cuadran.'],
  [
    'good',
    totals({ 'compared none': of(2, 9) }),
    'Both settlements add up; COP 9 paid out.',
    'Las 2 liquidaciones cuadran; se abonaron $ 9.',
  ],
  ['good', totals({ 'compared none': of(1, 0) }), 'The settlement adds up.', 'La liquidación cuadra.'],
  [
    'good',
    totals({ 'compared none': of(5, 490_000), 'chargebacks open': of(6, 9_000_000) }),
    'All 5 settlements add up; COP 490,000 paid out.',
    'Las 5 liquidaciones cuadran; se abonaron $ 490.000.',
  ],
  [
    'good',
    totals({ 'compared none': of(5, 490_000), 'chargebacks open': of(6, 9_000_000), 'notDebited open': of(1, 9) }),
    'All 5 settlements add up; COP 490,000 paid out.',
    'Las 5 liquidaciones cuadran; se abonaron $ 490.000.',
  ],
  [
    'neutral',
    totals({ 'compared none': of(4, 7), 'compared accepted': of(1, 75_000), 'owed accepted': of(1, 75_000) }),
    '4 of 5 settlements add up, and no error is open; COP 7 paid out.',
    'Cuadran 4 de 5 liquidaciones y no hay errores por revisar; se abonaron $ 7.',
  ],
  [
    'neutral',
    totals({
      'compared none': of(1, 0),
      'compared claimed': of(4, 75_000),
      'owed claimed': of(4, 75_000),
      'failed claimed': of(1, 9),
    }),
    '1 of 6 settlements adds up, and no error is open.',
    'Cuadra 1 de 6 liquidaciones y no hay errores por revisar.',
  ],
  [
    'neutral',
    totals({
      'compared none': NOTHING,
      'compared claimed': of(4, 74_999),
      'owed claimed': of(2, 75_000),
      'overpaid claimed': of(2, 10),
    }),
    'No error is open; COP 9 paid out.',
    'No hay errores por revisar; se abonaron $ 9.',
  ],
  [
    'neutral',
    totals({ 'compared none': of(1, 0), 'failed accepted': of(1, 9), 'notComparable none': of(1, 8) }),
    '1 of 3 settlements adds up, and no error is open; 1 settlement not compared.',
    'Cuadra 1 de 3 liquidaciones y no hay errores por revisar; 1 liquidación sin comparar.',
  ],
  [
    'neutral',
    totals({ 'compared none': of(1, 0), 'notComparable none': of(2, 8) }),
    '1 of 3 settlements adds up; 2 settlements not compared.',
    'Cuadra 1 de 3 liquidaciones; 2 liquidaciones sin comparar.',
  ],
  [
    'neutral',
    totals({ 'inProcess none': of(1, 9), 'compared none': of(1, 9) }),
    '1 of 2 settlements adds up; COP 9 paid out; 1 settlement on the way.',
    'Cuadra 1 de 2 liquidaciones; se abonaron $ 9; 1 liquidación en camino.',
  ],
  [
    'neutral',
    totals({
      'noSettlement none': of(1, 5),
      'noSettlement accepted': of(1, 3),
      'noSettlement claimed': of(1, 1),
      'compared none': of(1, 0),
    }),
    '1 of 4 settlements adds up, and no error is open; 1 settlement on the way.',
    'Cuadra 1 de 4 liquidaciones y no hay errores por revisar; 1 liquidación en camino.',
  ],
  [
    'neutral',
    totals({ 'noSettlement accepted': of(1, 4), 'compared none': of(1, 0) }),
    '1 of 2 settlements adds up, and no error is open.',
    'Cuadra 1 de 2 liquidaciones y no hay errores por revisar.',
  ],
  [
    'neutral',
    totals({ 'inProcess none': of(2, 9), 'noSettlement none': of(1, 8), 'compared none': NOTHING }),
    '3 settlements on the way.',
    '3 liquidaciones en camino.',
  ],
  [
    'warning',
    totals({ 'counted none': 0 }),
    'No invoices were settled, though it was a business day.',
    'No hubo facturas, aunque fue día hábil.',
  ],
  [
    'warning',
    totals({ 'counted none': 0, 'notCounted none': 2 }),
    'No paid invoices were settled, though it was a business day.',
    'No hubo facturas pagadas, aunque fue día hábil.',
  ],
  [
    'neutral',
    totals({ 'counted none': 0, 'compared none': NOTHING }),
    'Nothing is due yet.',
    'Aún no hay nada por leer.',
  ],
]

describe('the first sentence', () => {
  test.each([...WRONG, ...QUIET])('%s: %#', (tone, of, english, spanish) => {
    expect([said(of, 'en'), said(of, 'es')]).toEqual([
      { tone, text: english },
      { tone, text: spanish },
    ])
  })

  test('what was never asked for is a line of its own, and never the first', () => {
    const week = totals({ 'compared none': of(5, 7), 'unread none': of(1_295, 0) })
    expect([said(week, 'en'), said(week, 'es')]).toEqual([
      {
        tone: 'good',
        text: 'All 5 settlements add up; COP 7 paid out.',
        note: '1,295 settlements of days that were not read are not included.',
      },
      {
        tone: 'good',
        text: 'Las 5 liquidaciones cuadran; se abonaron $ 7.',
        note: 'No se incluyen 1.295 liquidaciones de días que no se leyeron.',
      },
    ])
    expect(said(totals({ 'notRead open': of(2, 0), 'unread none': of(1, 0) }), 'en')).toEqual({
      tone: 'bad',
      text: '2 settlements could not be judged.',
      note: '1 settlement of days that were not read is not included.',
    })
    expect(said(totals({ 'unread none': of(1, 0) }), 'es').note).toBe(
      'No se incluye 1 liquidación de días que no se leyeron.',
    )
  })

  test.each([
    [1, '1 settlement was never read.', 'Nunca se leyó 1 liquidación.'],
    [40, '40 settlements were never read.', 'Nunca se leyeron 40 liquidaciones.'],
  ])('where nothing was asked for, the sentence says so: %i', (number, english, spanish) => {
    const none = totals({ 'counted none': 0, 'compared none': NOTHING, 'unread none': of(number, 0) })
    expect([said(none, 'en'), said(none, 'es')]).toEqual([
      { tone: 'neutral', text: english },
      { tone: 'neutral', text: spanish },
    ])
  })

  test('days without an invoice never add up', () => {
    const none = totals({ 'counted none': 0 })
    expect([0, 1, 3].map((days) => said(none, 'en', days))).toEqual([
      { tone: 'neutral', text: 'No invoices were settled.' },
      { tone: 'warning', text: 'No invoices were settled, though it was a business day.' },
      { tone: 'warning', text: 'No invoices were settled on 3 business days.' },
    ])
    expect([0, 3].map((days) => said(none, 'es', days).text)).toEqual([
      'No hubo facturas.',
      'No hubo facturas en 3 días hábiles.',
    ])
  })
})

const WORDS_MAX = 25

test('it has at most 25 words, whatever there is', () => {
  const amounts = fc.record({ number: fc.integer({ min: 0, max: 9_999 }), pesos: fc.integer({ min: 0, max: 1e12 }) })
  const cells = BUCKETS.flatMap((bucket) => DIFFERENCE_STATES.map((state) => `${bucket} ${state}`))
  const positions = fc
    .dictionary(fc.constantFrom(...cells), amounts)
    .map((all) =>
      totals(Object.fromEntries(Object.entries(all).map(([cell, one]) => [cell, of(one.number, one.pesos)]))),
    )
  fc.assert(
    fc.property(positions, fc.integer({ min: 0, max: 300 }), (position, businessDays) => {
      for (const language of ['en', 'es'] as const)
        expect(said(position, language, businessDays).text.split(/\s/).length).toBeLessThanOrEqual(WORDS_MAX)
    }),
    { numRuns: 2_000 },
  )
})

/** Chargebacks are told by lists: neither is a trouble. */
const NO_TROUBLE: readonly Bucket[] = ['chargebacks', 'notDebited']

test.each(FINDING_BUCKETS)(
  'an open finding of the bucket %s is in a kind of the answer and in the sums of JSON',
  (bucket) => {
    expect(KIND_OF[bucket] === undefined).toBe(NO_TROUBLE.includes(bucket))
    if (bucket !== 'notDebited')
      expect(MONEY.of(totals({ [`${bucket} open`]: of(1, 7) }))).not.toEqual(MONEY.of(totals()))
  },
)
