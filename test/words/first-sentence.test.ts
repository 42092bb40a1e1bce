import { describe, expect, test } from 'vitest'
import { MONEY } from '../../reports/documents/money-document.ts'
import type { Amount } from '../../src/core/money.ts'
import {
  type Bucket,
  type DifferenceState,
  FINDING_BUCKETS,
  type Position,
  placedTogether,
} from '../../src/rules/account/position.ts'
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

const open = (owed: Amount, overpaid: Amount = NOTHING): Position =>
  totals({ 'owed open': owed, 'overpaid open': overpaid })

const said = (of: Position, language: 'en' | 'es', businessDays = 1): FirstSentence => {
  return firstSentence(of, language, businessDays)
}

type Row = readonly [tone: FirstSentence['tone'], of: Position, english: string, spanish: string]

const WRONG: readonly Row[] = [
  ['bad', open(of(1, 500)), 'The operator owes COP 500 on 1 settlement.', 'El operador debe $ 500 en 1 liquidación.'],
  [
    'bad',
    open(of(2, 1_500.5)),
    'The operator owes COP 1,500.50 on 2 settlements.',
    'El operador debe $ 1.500,50 en 2 liquidaciones.',
  ],
  [
    'bad',
    open(NOTHING, of(1, 7)),
    'The operator paid COP 7 more than expected on 1 settlement.',
    'El operador abonó $ 7 más de lo esperado en 1 liquidación.',
  ],
  [
    'bad',
    open(of(1, 500), of(2, 7)),
    'The operator owes COP 500 on 1 settlement; it paid COP 7 more than expected on 2 settlements.',
    'El operador debe $ 500 en 1 liquidación; abonó $ 7 más de lo esperado en 2 liquidaciones.',
  ],
  [
    'bad',
    totals({ 'feesTooMuch open': of(1, 451_120) }),
    'Fees are COP 451,120 above the tariff on 1 settlement.',
    'La comisión está $ 451.120 por encima de la tarifa en 1 liquidación.',
  ],
  [
    'warning',
    totals({ 'feesTooLittle open': of(2, 300) }),
    'Fees are COP 300 below the tariff on 2 settlements.',
    'La comisión está $ 300 por debajo de la tarifa en 2 liquidaciones.',
  ],
  [
    'bad',
    totals({ 'bankMissing open': of(3, 222_351_420), 'bankLess open': of(1, 15_000) }),
    'Payouts of COP 222,351,420 on 3 settlements have not arrived at the bank; the payout of 1 settlement arrived at the bank with COP 15,000 less than reported.',
    'Al banco no han llegado $ 222.351.420 de 3 liquidaciones con abono reportado; al banco llegó el abono de 1 liquidación con $ 15.000 menos de lo reportado.',
  ],
  [
    'bad',
    totals({ 'bankMore open': of(2, 50_000) }),
    'The payouts of 2 settlements arrived at the bank with COP 50,000 more than reported.',
    'Al banco llegaron los abonos de 2 liquidaciones con $ 50.000 más de lo reportado.',
  ],
  [
    'bad',
    totals({ 'bankLess open': of(2, 1_000), 'bankMore open': of(1, 50_000) }),
    'The payouts of 2 settlements arrived at the bank with COP 1,000 less than reported; the payout of 1 settlement with COP 50,000 more.',
    'Al banco llegaron los abonos de 2 liquidaciones con $ 1.000 menos de lo reportado; el abono de 1 liquidación, con $ 50.000 más.',
  ],
  [
    'bad',
    totals({ 'failed open': of(1, 98_000) }),
    '1 settlement of COP 98,000 failed.',
    'Falló 1 liquidación por $ 98.000.',
  ],
  [
    'bad',
    totals({ 'failed open': of(2, 98_000) }),
    '2 settlements of COP 98,000 failed.',
    'Fallaron 2 liquidaciones por $ 98.000.',
  ],
  [
    'bad',
    totals({ 'inProcess open': of(1, 9) }),
    '1 settlement of COP 9 is overdue and in process.',
    '1 liquidación por $ 9 está en proceso fuera de plazo.',
  ],
  [
    'bad',
    totals({ 'inProcess open': of(2, 9) }),
    '2 settlements of COP 9 are overdue and in process.',
    '2 liquidaciones por $ 9 están en proceso fuera de plazo.',
  ],
  [
    'bad',
    totals({ 'noSettlement open': of(1, 9) }),
    'Invoices of COP 9 have no settlement.',
    'Hay facturas por $ 9 sin liquidación.',
  ],
  [
    'bad',
    totals({ 'gone open': of(1, 9) }),
    '1 settlement of COP 9 has disappeared from the service.',
    '1 liquidación por $ 9 ya no aparece en el servicio.',
  ],
  [
    'bad',
    totals({ 'gone open': of(2, 9) }),
    '2 settlements of COP 9 have disappeared from the service.',
    '2 liquidaciones por $ 9 ya no aparecen en el servicio.',
  ],
  ['bad', totals({ 'unread open': of(1, 0) }), '1 settlement was not read.', 'No se leyó 1 liquidación.'],
  ['bad', totals({ 'unread open': of(2, 9) }), '2 settlements were not read.', 'No se leyeron 2 liquidaciones.'],
  [
    'bad',
    totals({ 'unread open': of(4_984, 0) }),
    '4,984 settlements were not read.',
    'No se leyeron 4.984 liquidaciones.',
  ],
  [
    'bad',
    totals({ 'notComparable open': of(1, 9) }),
    '1 settlement of COP 9 could not be compared.',
    'No se pudo comparar 1 liquidación por $ 9.',
  ],
  [
    'bad',
    totals({ 'notComparable open': of(2, 9) }),
    '2 settlements of COP 9 could not be compared.',
    'No se pudieron comparar 2 liquidaciones por $ 9.',
  ],
  [
    'bad',
    totals({ 'changed open': 1 }),
    'Facts changed after they were final, paid or closed on 1 settlement.',
    'Cambiaron datos que ya eran definitivos, pagados o cerrados en 1 liquidación.',
  ],
  [
    'bad',
    totals({ 'changed open': 2 }),
    'Facts changed after they were final, paid or closed on 2 settlements.',
    'Cambiaron datos que ya eran definitivos, pagados o cerrados en 2 liquidaciones.',
  ],
  [
    'bad',
    totals({ 'otherFigures open': 1 }),
    'Figures other than the payout disagree on 1 settlement.',
    'En 1 liquidación no coinciden cifras distintas del abono.',
  ],
  [
    'bad',
    totals({ 'adjustmentsTaken open': of(2, 9) }),
    'Adjustments that no chargeback explains lowered payouts by COP 9 on 2 settlements.',
    'Ajustes sin un contracargo que los explique redujeron en $ 9 lo abonado en 2 liquidaciones.',
  ],
  ['bad', totals({ 'otherErrors open': 1 }), '1 error is open.', 'Hay 1 error por revisar.'],
  ['bad', totals({ 'otherErrors open': 3 }), '3 errors are open.', 'Hay 3 errores por revisar.'],
  [
    'bad',
    totals({ 'otherFigures open': 1, 'otherErrors open': 1 }),
    'Figures other than the payout disagree on 1 settlement; 1 other error is open.',
    'En 1 liquidación no coinciden cifras distintas del abono; hay 1 error más por revisar.',
  ],
  [
    'bad',
    totals({ 'otherFigures open': 1, 'otherErrors open': 3 }),
    'Figures other than the payout disagree on 1 settlement; 3 other errors are open.',
    'En 1 liquidación no coinciden cifras distintas del abono; hay 3 errores más por revisar.',
  ],
  [
    'bad',
    totals({
      'owed open': of(2, 5),
      'overpaid open': of(1, 6),
      'failed open': of(1, 4),
      'unread open': of(1, 0),
      'chargebacks open': of(9, 18_000_000),
      'feesTooMuch claimed': of(1, 3),
    }),
    'The operator owes COP 5 on 2 settlements; it paid COP 6 more than expected on 1 settlement; 1 settlement of COP 4 failed; 1 settlement was not read.',
    'El operador debe $ 5 en 2 liquidaciones; abonó $ 6 más de lo esperado en 1 liquidación; falló 1 liquidación por $ 4; no se leyó 1 liquidación.',
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
    'All 5 settlements add up; COP 490,000 paid out; a chargeback of COP 9 is not debited yet.',
    'Las 5 liquidaciones cuadran; se abonaron $ 490.000; aún no se ha debitado un contracargo de $ 9.',
  ],
  [
    'good',
    totals({ 'notDebited open': of(2, 9) }),
    'All 5 settlements add up; 2 chargebacks of COP 9 are not debited yet.',
    'Las 5 liquidaciones cuadran; aún no se han debitado 2 contracargos por $ 9.',
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
    '1 of 3 settlements adds up, and no error is open; 1 settlement of COP 8 is not compared.',
    'Cuadra 1 de 3 liquidaciones y no hay errores por revisar; 1 liquidación por $ 8 no se compara.',
  ],
  [
    'neutral',
    totals({ 'compared none': of(1, 0), 'notComparable none': of(2, 8) }),
    '1 of 3 settlements adds up; 2 settlements of COP 8 are not compared.',
    'Cuadra 1 de 3 liquidaciones; 2 liquidaciones por $ 8 no se comparan.',
  ],
  [
    'neutral',
    totals({ 'inProcess none': of(1, 9), 'compared none': of(1, 9) }),
    '1 of 2 settlements adds up; COP 9 paid out; 1 settlement of COP 9 is in process.',
    'Cuadra 1 de 2 liquidaciones; se abonaron $ 9; 1 liquidación por $ 9 está en proceso.',
  ],
  [
    'neutral',
    totals({
      'noSettlement none': of(1, 5),
      'noSettlement accepted': of(1, 3),
      'noSettlement claimed': of(1, 1),
      'compared none': of(1, 0),
    }),
    '1 of 4 settlements adds up, and no error is open; invoices of COP 5 are waiting for their settlement.',
    'Cuadra 1 de 4 liquidaciones y no hay errores por revisar; hay facturas por $ 5 pendientes de liquidación.',
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
    '2 settlements of COP 9 are in process; invoices of COP 8 are waiting for their settlement.',
    '2 liquidaciones por $ 9 están en proceso; hay facturas por $ 8 pendientes de liquidación.',
  ],
  [
    'warning',
    totals({ 'counted none': 0 }),
    'There was no invoice, though it was a business day.',
    'No hubo facturas, aunque fue día hábil.',
  ],
  [
    'warning',
    totals({ 'counted none': 0, 'notCounted none': 2 }),
    'There was no paid invoice, though it was a business day.',
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
        note: '1,295 settlements outside the days asked for are not included.',
      },
      {
        tone: 'good',
        text: 'Las 5 liquidaciones cuadran; se abonaron $ 7.',
        note: 'No se incluyen 1.295 liquidaciones de fuera de los días pedidos.',
      },
    ])
    expect(said(totals({ 'unread open': of(2, 0), 'unread none': of(1, 0) }), 'en')).toEqual({
      tone: 'bad',
      text: '2 settlements were not read.',
      note: '1 settlement outside the days asked for is not included.',
    })
    expect(said(totals({ 'unread none': of(1, 0) }), 'es').note).toBe(
      'No se incluye 1 liquidación de fuera de los días pedidos.',
    )
  })

  test.each([
    [1, '1 settlement was never asked for.', 'Nunca se pidió 1 liquidación.'],
    [40, '40 settlements were never asked for.', 'Nunca se pidieron 40 liquidaciones.'],
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
      { tone: 'neutral', text: 'There was no invoice.' },
      { tone: 'warning', text: 'There was no invoice, though it was a business day.' },
      { tone: 'warning', text: 'There was no invoice on 3 business days.' },
    ])
    expect([0, 3].map((days) => said(none, 'es', days).text)).toEqual([
      'No hubo facturas.',
      'No hubo facturas en 3 días hábiles.',
    ])
  })
})

/** Chargebacks are told by lists, and what no adjustment has debited yet by the good news: neither is a trouble. */
const NO_TROUBLE: readonly Bucket[] = ['chargebacks', 'notDebited']

test.each(FINDING_BUCKETS)('an open finding of the bucket %s is in the sentence and in the sums of JSON', (bucket) => {
  const position = totals({ [`${bucket} open`]: of(1, 7) })
  const isTrouble = firstSentence(position, 'en', 1).tone !== firstSentence(totals(), 'en', 1).tone
  expect(isTrouble).toBe(!NO_TROUBLE.includes(bucket))
  if (bucket !== 'notDebited') expect(MONEY.of(position)).not.toEqual(MONEY.of(totals()))
})
