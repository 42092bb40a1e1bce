import { describe, expect, it, test } from 'vitest'
import { REFUSALS } from '../../src/domain/invoice.ts'
import { causeIn, messageIn } from '../../src/i18n/messages.ts'

/** Sums keep together, so that no line ends within one. */
const spaced = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('a message in Spanish', () => {
  test.each([
    [
      'stated as collected (amountCollected): COP 45,200,000; the 23 invoices that count come to COP 43,350,000',
      'se declaran recaudados (amountCollected) $ 45.200.000; las 23 facturas que cuentan suman $ 43.350.000',
    ],
    [
      'the settlement states 24 invoices (numberOfInvoices); 1 listed invoice counts',
      'la liquidación declara 24 facturas (numberOfInvoices); en la lista cuenta 1',
    ],
    [
      'the settlement states 1 invoice (numberOfInvoices); 23 listed invoices count; 2 invoices with unknown statuses (PAID, x) were not counted',
      'la liquidación declara 1 factura (numberOfInvoices); en la lista cuentan 23; no se contaron 2 facturas con estados desconocidos (PAID, x)',
    ],
    ['paid COP -0.5 of COP 3,155,000.05', 'se pagaron −$ 0,50 de $ 3.155.000,05'],
    [
      'one payment id on 2 invoices: a of 2026-03-06 cycle 11, b of 2026-03-06 cycle 20; COP 1,000 stands beyond the first',
      'un mismo id de pago en 2 facturas: a de 2026-03-06 ciclo 11, b de 2026-03-06 ciclo 20; $ 1.000 están de más sobre la primera',
    ],
    [
      'names (no date) cycle (none) itself; it counts here, where it is listed',
      'la factura indica sin fecha, ciclo (none); cuenta aquí, donde está listada',
    ],
    [
      'a paid invoice without paymentId, ownCycle (settlementTime)',
      'una factura pagada sin el id del pago, el ciclo de liquidación (settlementTime)',
    ],
    [
      'a paid invoice whose ownCycle (settlementTime) cannot be read',
      'una factura pagada de la que no se puede leer el ciclo de liquidación (settlementTime)',
    ],
    [
      'a paid invoice without paymentId, and whose ownCycle (settlementTime) cannot be read',
      'una factura pagada sin el id del pago, y de la que no se puede leer el ciclo de liquidación (settlementTime)',
    ],
  ])('%s', (english, spanish) => {
    const told = messageIn(english, 'es')
    expect([spaced(told.text), told.language]).toEqual([spanish, 'es'])
  })

  it('stays English, and says so, where nobody has translated it, or on a page in English', () => {
    expect(messageIn('something new', 'es')).toEqual({ text: 'something new', language: 'en' })
    expect(messageIn('paid COP 1 of COP 2', 'en')).toEqual({ text: 'paid COP 1 of COP 2', language: 'en' })
    const long = `still ${'x'.repeat(1_000_000)} 24 hours after its cycle`
    expect(messageIn(long, 'es')).toEqual({ text: long, language: 'en' })
  })
})

test.each(REFUSALS)('a record in quarantine because a field %s is told in Spanish', (reason) => {
  const message = `amount ${reason} (page 1, item 2 of the stored answer); collected and count are not judged`
  expect(messageIn(message, 'es')).toMatchObject({ language: 'es', text: expect.not.stringContaining(' is ') })
})

/** One of each wording of src/domain/causes. */
const CAUSES: readonly (readonly [string, string])[] = [
  [
    'adjustments of COP -5 went into the payout with the other sign; fees are 0, which says nothing of whether postpaid fees are deducted',
    'ajustes de −$ 5 entraron al pago con el signo contrario; las comisiones son 0, lo que no dice si las pospago se descuentan',
  ],
  ['fees of COP 610,000 were not deducted from the payout', 'comisiones de $ 610.000 no se descontaron del pago'],
  [
    'fees of COP 5 are postpaid and were deducted from the payout all the same; adjustments are 0, which says nothing of their sign',
    'comisiones de $ 5 son pospago y de todos modos se descontaron del pago; los ajustes son 0, lo que no dice nada de su signo',
  ],
  ['adjustments of COP 5 did not go into the payout', 'ajustes de $ 5 no entraron al pago'],
  ['fees of COP 5 were added to the payout', 'comisiones de $ 5 se sumaron al pago'],
  [
    'the payout is all that was collected, COP 1,000, without fees and adjustments; adjustments are 0, which says nothing of their sign',
    'el pago es todo lo recaudado, $ 1.000, sin comisiones ni ajustes; los ajustes son 0, lo que no dice nada de su signo',
  ],
  [
    'nothing was paid out; by the stated figures it should be COP 9',
    'no se pagó nada; según lo declarado debería ser $ 9',
  ],
  [
    'the payout comes to COP -9, below zero, and was stated as zero instead',
    'el pago resulta en −$ 9, menor que cero, y se declaró como cero',
  ],
  [
    'tax of 19 % on the fees, COP 1,900, was deducted from the payout beside them',
    'un impuesto de 19 % sobre las comisiones, $ 1.900, se descontó del pago además de ellas',
  ],
  ['the chargeback of COP 5 was left out of collected', 'el contracargo de $ 5 quedó fuera de lo recaudado'],
  [
    'the 2 chargebacks of COP 5 were deducted from what the others come to',
    'los 2 contracargos por $ 5 se descontaron de lo que suman las demás',
  ],
  [
    'collected is the sum of amount, not of paid: they differ in 1 invoice, by COP 5 in all',
    'lo recaudado es la suma de lo cobrado, no de lo pagado: difieren en 1 factura, por $ 5 en total',
  ],
  [
    'one listed invoice of COP 5 does not belong here: 1 fits',
    'una factura listada de $ 5 no corresponde aquí: encaja 1',
  ],
  [
    'one invoice of COP 5 is listed in a neighbouring slot: 2 fit, each alone (a of 2026-03-12 cycle 13, and names this slot; b of 2026-03-12 cycle 13, and 1 more)',
    'una factura de $ 5 está en la lista de un ciclo vecino: encajan 2, cada una por sí sola (a de 2026-03-12 ciclo 13, y nombra este ciclo; b de 2026-03-12 ciclo 13, y 1 más)',
  ],
  [
    '2 invoices listed more than once, counted with every copy: COP 5 too much',
    '2 facturas en la lista más de una vez, contadas con cada copia: $ 5 de más',
  ],
  [
    'one invoice of COP 5 that is listed more than once was counted twice: 3 fit, each alone',
    'una factura de $ 5 que está más de una vez en la lista se contó dos veces: encajan 3, cada una por sí sola',
  ],
  [
    '1 invoice of COP 5 listed here, under the label 1A, not in the settlement',
    '1 factura por $ 5 en esta lista, con la etiqueta 1A, fuera de la liquidación',
  ],
  [
    'the list of cycle 1A of the same date (2 invoices, COP 5) is part of this settlement',
    'la lista del ciclo 1A de la misma fecha (2 facturas, $ 5) es parte de esta liquidación',
  ],
  [
    '2026-03-20 cycle 11 is off the other way: its payout by COP 120,000; 2 later slots fit, each alone',
    '2026-03-20 ciclo 11 difiere al contrario: su pago en $ 120.000; encajan 2 ciclos posteriores, cada uno por sí solo',
  ],
  [
    '2026-03-20 cycle 11 is off the other way: collected by COP -400,000, its number of invoices by -1',
    '2026-03-20 ciclo 11 difiere al contrario: lo recaudado en −$ 400.000, su número de facturas en -1',
  ],
  [
    'COP 0.5 is no more than half a peso for each of 2 invoices',
    '$ 0,50 no es más de medio peso por cada una de 2 facturas',
  ],
]

describe('a cause in Spanish', () => {
  test.each(CAUSES)('%s', (english, spanish) => {
    const told = causeIn(english, 'es')
    expect([spaced(told.text), told.language]).toEqual([spanish, 'es'])
  })
})
