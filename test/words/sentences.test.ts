import { describe, expect, it, test } from 'vitest'
import {
  asText,
  type Cause,
  type Finding,
  inCop,
  inInvoices,
  THE_SETTLEMENT,
} from '../../src/core/findings/discrepancy.ts'
import { REFUSALS } from '../../src/core/invoice.ts'
import { CAUSES as CAUSE_RECORDS } from '../../src/rules/causes/registry.ts'
import { collectedMismatch, countMismatch } from '../../src/rules/checks/figures.ts'
import { paymentFieldsMissing, underpaid } from '../../src/rules/checks/invoices.ts'
import { malformedRecord } from '../../src/rules/checks/list.ts'
import { duplicatePayment, invoiceOutsideSlot } from '../../src/rules/checks/shared.ts'
import { causeIn, messageIn } from '../../src/words/sentences.ts'
import { cop } from '../core/a.ts'

/** Sums do not break at the end of a line. */

const ABOUT = { subject: THE_SETTLEMENT, severity: null, amount: null }

const UNDERPAID = underpaid.findingOf({ ...ABOUT, figures: inCop(cop(-0.5), cop(3_155_000.05)), data: {} })

type PaymentField = 'paymentId' | 'ownCycle'
const withoutFields = (absent: PaymentField[], unreadable: PaymentField[]): Finding =>
  paymentFieldsMissing.findingOf({
    ...ABOUT,
    figures: asText(null, 'paymentId ownCycle'),
    data: { status: 'paid', absent, unreadable },
  })

const MESSAGES: readonly (readonly [english: string, spanish: string, Finding])[] = [
  [
    'reported as collected (amountCollected): COP 45,200,000; its 23 paid invoices total COP 43,350,000',
    'se reportan recaudados (amountCollected) $ 45.200.000; las 23 facturas pagadas suman $ 43.350.000',
    collectedMismatch.findingOf({
      ...ABOUT,
      figures: inCop(cop(45_200_000), cop(43_350_000)),
      data: { counted: 23, uncounted: null },
    }),
  ],
  [
    'the settlement reports 24 invoices (numberOfInvoices); 1 listed invoice counts',
    'la liquidación reporta 24 facturas (numberOfInvoices); en la lista cuenta 1',
    countMismatch.findingOf({ ...ABOUT, figures: inInvoices(24, 1), data: { uncounted: null } }),
  ],
  [
    'the settlement reports 1 invoice (numberOfInvoices); 23 listed invoices count; 2 invoices with unknown statuses (PAID, x) were not counted',
    'la liquidación reporta 1 factura (numberOfInvoices); en la lista cuentan 23; no se contaron 2 facturas con estados desconocidos (PAID, x)',
    countMismatch.findingOf({
      ...ABOUT,
      figures: inInvoices(1, 23),
      data: { uncounted: { invoices: 2, statuses: ['PAID', 'x'], hasMoreStatuses: false } },
    }),
  ],
  ['-COP 0.50 was paid; COP 3,155,000.05 was asked for', 'se pagaron −$ 0,50; se facturaron $ 3.155.000,05', UNDERPAID],
  [
    'one payment id on 2 invoices: a of 2026-03-06 cycle 11, b of 2026-03-06 cycle 20; at most one can be right: COP 1,000 in question',
    'un mismo id de pago en 2 facturas: a de 06/03/2026 ciclo 11, b de 06/03/2026 ciclo 20; a lo sumo una es correcta: valor en duda $ 1.000',
    duplicatePayment.findingOf({
      ...ABOUT,
      figures: asText('b', 'a'),
      data: {
        invoices: 2,
        places: [
          { invoiceId: 'a', slot: { date: '2026-03-06', cycle: '11' } },
          { invoiceId: 'b', slot: { date: '2026-03-06', cycle: '20' } },
        ],
        surplus: cop(1_000),
      },
    }),
  ],
  [
    'the invoice itself names no settlement; it counts here, where it is listed',
    'la factura no indica ninguna liquidación; se incluye aquí',
    invoiceOutsideSlot.findingOf({ ...ABOUT, figures: asText('', ''), data: { own: { date: null, cycle: null } } }),
  ],
  [
    'a paid invoice without paymentId, ownCycle (settlementTime)',
    'una factura pagada sin el id del pago, el ciclo de liquidación (settlementTime)',
    withoutFields(['paymentId', 'ownCycle'], []),
  ],
  [
    'a paid invoice whose ownCycle (settlementTime) cannot be read',
    'una factura pagada de la que no se puede leer el ciclo de liquidación (settlementTime)',
    withoutFields([], ['ownCycle']),
  ],
  [
    'a paid invoice without paymentId, and whose ownCycle (settlementTime) cannot be read',
    'una factura pagada sin el id del pago, y de la que no se puede leer el ciclo de liquidación (settlementTime)',
    withoutFields(['paymentId'], ['ownCycle']),
  ],
]

describe('a message in Spanish', () => {
  test.each(MESSAGES)('%s', (english, spanish, finding) => {
    expect(finding.message).toBe(english)
    const { text, language } = messageIn(finding, 'es')
    expect([text, language]).toEqual([spanish, 'es'])
  })

  it('is in English on a page in English', () => {
    expect(messageIn(UNDERPAID, 'en')).toEqual({ text: UNDERPAID.message, language: 'en' })
  })

  const STORED: readonly (readonly [what: string, instead: Partial<Finding>])[] = [
    ['only the sentence was kept', { data: null }],
    ['the check is from outside', { code: 'RENT_TOO_HIGH' }],
    ['the rule said something else then', { message: 'something else' }],
    ['the data lacks what the sentence needs', { code: 'ADJUSTMENT' }],
  ]
  test.each(STORED)('stays English, and says so, where %s', (_, instead) => {
    const finding = { ...UNDERPAID, ...instead }
    expect(messageIn(finding, 'es')).toEqual({ text: finding.message, language: 'en' })
  })
})

test.each(REFUSALS)('a record in quarantine because a field %s is named in Spanish', (reason) => {
  const data = { kind: 'record', field: 'amount', reason, page: 1, item: 2, copies: 0 } as const
  const finding = malformedRecord.findingOf({ ...ABOUT, figures: asText('amount', null), data })
  expect(finding.message).toBe(
    `amount ${reason} (page 1, item 2 of the stored answer); collected and count are not compared`,
  )
  expect(messageIn(finding, 'es')).toMatchObject({ language: 'es', text: expect.not.stringContaining(' is ') })
})

const DISTINCT = { adjustments: false, fees: false }
const LATER = { date: '2026-03-20', cycle: '11' }
const PLACES = [
  { id: 'a', slot: { date: '2026-03-12', cycle: '13' }, namesThisSlot: true },
  { id: 'b', slot: { date: '2026-03-12', cycle: '13' }, namesThisSlot: false },
]

/** One of each sentence of src/core/causes. */
const CAUSES: readonly (readonly [code: string, english: string, spanish: string, data: object])[] = [
  [
    'ADJUSTMENTS_OTHER_SIGN',
    'adjustments of -COP 5 went into the payout with the other sign; fees are 0, which says nothing of whether postpaid fees are deducted',
    'ajustes por −$ 5 se incluyeron en el abono con el signo contrario; las comisiones son 0, lo que no dice si las pospago se descuentan',
    { sum: cop(-5), indistinct: { adjustments: false, fees: true } },
  ],
  [
    'FEES_NOT_DEDUCTED',
    'fees of COP 610,000 were not deducted from the payout',
    'comisiones de $ 610.000 no se descontaron del abono',
    { sum: cop(610_000), indistinct: DISTINCT },
  ],
  [
    'POSTPAID_FEES_DEDUCTED',
    'fees of COP 5 are postpaid but were deducted from the payout all the same; adjustments are 0, which says nothing of their sign',
    'comisiones de $ 5 son pospago y de todos modos se descontaron del abono; los ajustes son 0, lo que no dice nada de su signo',
    { sum: cop(5), indistinct: { adjustments: true, fees: false } },
  ],
  [
    'ADJUSTMENTS_IGNORED',
    'adjustments of COP 5 did not go into the payout',
    'ajustes por $ 5 no se incluyeron en el abono',
    { sum: cop(5), indistinct: DISTINCT },
  ],
  [
    'FEES_ADDED',
    'fees of COP 5 were added to the payout',
    'comisiones de $ 5 se sumaron al abono',
    { sum: cop(5), indistinct: DISTINCT },
  ],
  [
    'PAYOUT_IS_COLLECTED',
    'the payout is all that was collected, COP 1,000, without fees and adjustments; adjustments are 0, which says nothing of their sign',
    'el abono es todo lo recaudado, $ 1.000, sin comisiones ni ajustes; los ajustes son 0, lo que no dice nada de su signo',
    { sum: cop(1_000), indistinct: { adjustments: true, fees: false } },
  ],
  [
    'PAYOUT_IS_ZERO',
    'nothing was paid out; by the reported figures it should be COP 9',
    'no se abonó nada; según lo reportado debería ser $ 9',
    { due: cop(9) },
  ],
  [
    'CLAMPED_AT_ZERO',
    'the payout comes to -COP 9, below zero, and was reported as zero instead',
    'el abono da −$ 9, menor que cero, y se reportó como cero',
    { result: cop(-9) },
  ],
  [
    'FEES_WITHOUT_TAX',
    'the tax on the fees, COP 12,255, was not charged',
    'el impuesto sobre la comisión, $ 12.255, no se cobró',
    { sum: cop(12_255) },
  ],
  [
    'FEES_TAX_TWICE',
    'the tax on the fees, COP 12,255, was charged twice',
    'el impuesto sobre la comisión, $ 12.255, se cobró dos veces',
    { sum: cop(12_255) },
  ],
  [
    'FEES_WITHOUT_WITHHOLDING',
    'withholdings of COP 45,000 are not part of the fees',
    'las retenciones de $ 45.000 no hacen parte de la comisión',
    { sum: cop(45_000) },
  ],
  [
    'FEES_WITHHOLDING_TWICE',
    'withholdings of COP 45,000 were charged twice',
    'las retenciones de $ 45.000 se practicaron dos veces',
    { sum: cop(45_000) },
  ],
  [
    'FEES_OF_OTHER_SCHEDULE',
    'the rates of the schedule before the one of that day were used',
    'se usó la tarifa anterior a la de ese día',
    { schedule: 'before' },
  ],
  [
    'FEES_OF_OTHER_SCHEDULE',
    'the rates of the schedule after the one of that day were used',
    'se usó la tarifa posterior a la de ese día',
    { schedule: 'after' },
  ],
  [
    'FEES_OF_OTHER_METHOD',
    'payments by pse were charged at the rate of card',
    'los pagos por PSE se cobraron con la tarifa de Tarjeta',
    { method: 'pse', other: 'card' },
  ],
  [
    'FEE_CHARGED_TWICE',
    'the fee of one listed payment was charged twice: 1 fits',
    'la comisión de un pago listado se cobró dos veces: encaja 1',
    { candidates: 1 },
  ],
  [
    'FEE_LEFT_OUT',
    'the fee of one listed payment was not charged: 2 fit, each alone',
    'la comisión de un pago listado no se cobró: encajan 2, cada una por sí sola',
    { candidates: 2 },
  ],
  [
    'FEE_OF_UNLISTED',
    'the fees include that of an invoice that is not listed: COP 460,000 paid by pse',
    'la comisión incluye la de una factura que no está en la lista: $ 460.000 por PSE',
    { method: 'pse', paid: cop(460_000) },
  ],
  [
    'TAX_ON_FEES',
    'tax of 19 % on the fees, COP 1,900, was deducted from the payout in addition to them',
    'un impuesto del 19 % sobre las comisiones, $ 1.900, se descontó del abono además de ellas',
    { rate: 19, tax: cop(1_900) },
  ],
  [
    'CHARGEBACKS_EXCLUDED',
    'the chargeback of COP 5 was left out of collected',
    'el contracargo de $ 5 quedó fuera de lo recaudado',
    { chargebacks: 1, sum: cop(5) },
  ],
  [
    'CHARGEBACKS_DEDUCTED',
    'the 2 chargebacks of COP 5 were deducted from the sum of the others',
    'los 2 contracargos por $ 5 se descontaron de lo que suman las demás',
    { chargebacks: 2, sum: cop(5) },
  ],
  [
    'AMOUNT_BASIS',
    'collected is the sum of amount, not of paid: they differ in 1 invoice, by COP 5 in all',
    'lo recaudado es la suma de lo facturado, no de lo pagado: difieren en 1 factura, por $ 5 en total',
    { other: 'amount', ours: 'paid', invoices: 1, sum: cop(5) },
  ],
  [
    'INVOICE_EXTRA',
    'one listed invoice of COP 5 does not belong here: 1 fits',
    'una factura listada de $ 5 no corresponde aquí: encaja 1',
    { sum: cop(5), candidates: 1 },
  ],
  [
    'INVOICE_IN_NEIGHBOUR',
    'one invoice of COP 5 is listed in a neighbouring settlement: 3 fit, each alone (a of 2026-03-12 cycle 13, and names this settlement; b of 2026-03-12 cycle 13, and 1 more)',
    'una factura de $ 5 está en la lista de un ciclo vecino: encajan 3, cada una por sí sola (a de 12/03/2026 ciclo 13, y nombra este ciclo; b de 12/03/2026 ciclo 13, y 1 más)',
    { sum: cop(5), candidates: 3, places: PLACES },
  ],
  [
    'COUNTED_TWICE',
    '2 invoices listed more than once, counted with every copy: COP 5 too much',
    '2 facturas en la lista más de una vez, contadas con cada copia: $ 5 de más',
    { kind: 'every', invoices: 2, surplus: cop(5) },
  ],
  [
    'COUNTED_TWICE',
    'one invoice of COP 5 that is listed more than once was counted twice: 3 fit, each alone',
    'una factura de $ 5 que está más de una vez en la lista se contó dos veces: encajan 3, cada una por sí sola',
    { kind: 'one', sum: cop(5), candidates: 3 },
  ],
  [
    'OTHER_CYCLE_LABEL',
    '1 invoice of COP 5 listed here under the label 1A is not in the settlement',
    '1 factura por $ 5 en esta lista, con la etiqueta 1A, fuera de la liquidación',
    { kind: 'left-out', label: '1A', invoices: 1, sum: cop(5) },
  ],
  [
    'OTHER_CYCLE_LABEL',
    'the list of cycle 1A of the same date (2 invoices, COP 5) is part of this settlement',
    'la lista del ciclo 1A de la misma fecha (2 facturas, $ 5) es parte de esta liquidación',
    { kind: 'taken-in', label: '1A', invoices: 2, sum: cop(5) },
  ],
  [
    'CARRIED_OVER',
    '2026-03-20 cycle 11 differs in the other direction: its payout by COP 120,000; 2 later settlements fit, each alone',
    '20/03/2026 ciclo 11 difiere al contrario: su abono en $ 120.000; encajan 2 ciclos posteriores, cada uno por sí solo',
    { slot: LATER, opposite: { kind: 'payout', sum: cop(120_000) }, candidates: 2 },
  ],
  [
    'CARRIED_OVER',
    '2026-03-20 cycle 11 differs in the other direction: collected by -COP 400,000, its number of invoices by -1',
    '20/03/2026 ciclo 11 difiere al contrario: lo recaudado en −$ 400.000, su número de facturas en -1',
    { slot: LATER, opposite: { kind: 'list', sum: cop(-400_000), count: -1 }, candidates: 1 },
  ],
  [
    'ROUNDING',
    'COP 0.50 is no more than half a peso for each of 2 invoices',
    '$ 0,50 no es más de medio peso por cada una de 2 facturas',
    { gap: cop(0.5), invoices: 2 },
  ],
]

describe('a cause in Spanish', () => {
  const causeOf = (code: string, detail: string, data: object): Cause => ({
    code,
    detail,
    data,
    invoices: [],
    candidates: 1,
    tiedWith: [],
  })

  test.each(CAUSES)('%s: %s', (code, english, spanish, data) => {
    const { text, language } = causeIn(causeOf(code, english, data), 'es')
    expect([text, language]).toEqual([spanish, 'es'])
  })

  it('stays English where only the sentence was kept', () => {
    const { data: _, ...cause } = causeOf('ROUNDING', 'a sentence', {})
    expect(causeIn(cause, 'es')).toEqual({ text: 'a sentence', language: 'en' })
  })

  it('has words of its own for each cause', () => {
    expect([...new Set(CAUSES.map(([code]) => code))].toSorted()).toEqual(
      CAUSE_RECORDS.map(({ code }) => code).toSorted(),
    )
  })
})
