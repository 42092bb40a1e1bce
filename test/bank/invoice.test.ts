import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readInvoiceFile } from '../../src/bank/invoice/read-invoice-file.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { cop } from '../core/a.ts'
import {
  about,
  amount,
  attached,
  CUFE,
  type InvoiceParts,
  invoiceXml,
  line,
  period,
  TOTALS,
  tax,
  totals,
} from './invoice-samples.ts'
import { locked, zipOf } from './zip-of.ts'

const ANY = { supplier: null, customer: null }
const read = (text: string | Uint8Array, parties: Parameters<typeof readInvoiceFile>[2] = ANY) =>
  readInvoiceFile(typeof text === 'string' ? Buffer.from(text) : text, 'f.xml', parties)
const one = (parts: InvoiceParts = {}) => read(invoiceXml(parts))[0]
const message = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof CuadreError && error.code === 'FEES_INVOICE_WRONG') return error.message
    throw error
  }
  return 'it was read'
}

describe('an invoice', () => {
  test('is read with all that is compared', () => {
    const withholdings = tax('WithholdingTaxTotal', '06', 'ReteFuente', '40.00', '1000.00', '4.00')
    expect(one({ withholdings, head: period('2026-03-01', '2026-03-31') })).toMatchObject({
      kind: 'invoice',
      number: 'FE-1',
      cufe: CUFE,
      day: '2026-04-01',
      days: { from: '2026-03-01', to: '2026-03-31' },
      about: [],
      supplier: '901234567',
      customer: '900123456',
      lines: [{ text: 'Comisión de recaudo', sum: cop(1_000) }],
      base: cop(1_000),
      iva: cop(190),
      taxes: [{ code: '01', name: 'IVA', percent: '19.00', sum: cop(190) }],
      withholdings: [{ code: '06', name: 'ReteFuente', percent: '4.00', sum: cop(40) }],
      total: cop(1_190),
    })
  })

  test('a credit note names the invoice that it is about', () => {
    expect(one({ root: 'CreditNote', id: 'NC-1', head: about('FE-1', CUFE.toUpperCase()) })).toMatchObject({
      kind: 'credit-note',
      about: [CUFE, 'FE-1'],
      base: cop(1_000),
      iva: cop(190),
    })
  })

  test('withholdings are shown by the code and name that stand there, whichever program swapped them', () => {
    const withholdings = [
      tax('WithholdingTaxTotal', '05', 'ReteFuente', '40.00'),
      tax('WithholdingTaxTotal', '06', 'ReteIVA', '28.50'),
      tax('WithholdingTaxTotal', '07', 'ReteICA', '9.66'),
    ].join('')
    expect(one({ withholdings })?.withholdings.map(({ code, name, sum }) => [code, name, sum])).toEqual([
      ['05', 'ReteFuente', cop(40)],
      ['06', 'ReteIVA', cop(28.5)],
      ['07', 'ReteICA', cop(9.66)],
    ])
  })

  test.each([
    ['by its name', '01', 'IVA', 190],
    ['by its name under another code', 'ZZ', 'iva', 190],
    ['by its code where it has no name', '01', '', 190],
    ['another tax', '04', 'INC', 0],
    ['another tax under the code of IVA', '01', 'INC', 0],
  ])('IVA is known %s', (_, code, name, pesos) => {
    expect(one({ taxes: tax('TaxTotal', code, name, '190.00') })?.iva).toBe(cop(pesos))
  })

  test('a check digit, dots and zeros in front of a tax id mean nothing', () => {
    expect(one({ supplier: '0901.234.567-3' })?.supplier).toBe('901234567')
  })
})

const WITHHELD = { withholdings: tax('WithholdingTaxTotal', '06', 'ReteFuente', '40.00') }
const allowance = (isCharge: boolean, sum: string): string =>
  `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>${amount('Amount', sum)}</cac:AllowanceCharge>`
const prepaid = (sum: string): string => `<cac:PrepaidPayment>${amount('PaidAmount', sum)}</cac:PrepaidPayment>`
const total = (instead: Readonly<Record<string, string>>): InvoiceParts => ({
  totals: totals({ ...TOTALS, ...instead }),
})

describe('totals that follow', () => {
  test.each<[string, InvoiceParts, number, number]>([
    ['the withholdings are not in the sum to pay', WITHHELD, 1_000, 1_190],
    ['they are', { ...WITHHELD, ...total({ PayableAmount: '1150.00' }) }, 1_000, 1_150],
    ['further zeros', total({ PayableAmount: '1190.000000' }), 1_000, 1_190],
    ['no decimals', total({ PayableAmount: '1190' }), 1_000, 1_190],
    [
      'an allowance after the taxes, as in Colombia',
      { between: allowance(false, '100.00'), ...total({ AllowanceTotalAmount: '100.00', PayableAmount: '1090.00' }) },
      900,
      1_090,
    ],
    [
      'an allowance before the taxes',
      {
        between: allowance(false, '100.00'),
        taxes: tax('TaxTotal', '01', 'IVA', '171.00', '900.00'),
        totals: totals({
          LineExtensionAmount: '1000.00',
          TaxExclusiveAmount: '900.00',
          TaxInclusiveAmount: '1071.00',
          AllowanceTotalAmount: '100.00',
          PayableAmount: '1071.00',
        }),
      },
      900,
      1_071,
    ],
    [
      'a charge',
      { between: allowance(true, '10.50'), ...total({ ChargeTotalAmount: '10.50', PayableAmount: '1200.50' }) },
      1_010.5,
      1_200.5,
    ],
    [
      'a prepayment',
      { between: prepaid('190.00'), ...total({ PrepaidAmount: '190.00', PayableAmount: '1000.00' }) },
      1_000,
      1_000,
    ],
    ['a rounding', total({ PayableRoundingAmount: '-0.40', PayableAmount: '1189.60' }), 1_000, 1_189.6],
    [
      'a line without a tax',
      {
        lines: [line('1000.00'), line('50.00')],
        totals: totals({
          ...TOTALS,
          LineExtensionAmount: '1050.00',
          TaxInclusiveAmount: '1240.00',
          PayableAmount: '1240.00',
        }),
      },
      1_050,
      1_240,
    ],
    [
      'the taxes of lines, each rounded',
      {
        lines: [
          line('500.00', tax('TaxTotal', '01', 'IVA', '95.33')),
          line('500.00', tax('TaxTotal', '01', 'IVA', '95.33')),
        ],
      },
      1_000,
      1_190,
    ],
  ])('%s', (_, parts, base, pay) => {
    expect([one(parts)?.base, one(parts)?.total]).toEqual([cop(base), cop(pay)])
  })

  test('any lines, taxes, allowances, charges, prepayments and withholdings; and a centavo off is refused', () => {
    const sums = fc.integer({ min: 0, max: 10 ** 9 })
    const pesos = (centavos: number): string => (centavos / 100).toFixed(2)
    const story = fc.record({
      lines: fc.array(sums, { minLength: 1, maxLength: 4 }),
      rate: fc.integer({ min: 0, max: 30 }),
      charge: sums,
      withheld: sums,
      isWithheld: fc.boolean(),
      wrong: fc.constantFrom('LineExtensionAmount', 'TaxInclusiveAmount', 'ChargeTotalAmount', 'PayableAmount'),
    })
    fc.assert(
      fc.property(story, ({ lines, rate, charge, withheld, isWithheld, wrong }) => {
        const ofLines = lines.reduce((all, sum) => all + sum, 0)
        const iva = Math.round((ofLines * rate) / 100)
        const whole = ofLines + iva + charge
        fc.pre(!isWithheld || whole >= withheld)
        const right: Record<string, number> = {
          LineExtensionAmount: ofLines,
          TaxInclusiveAmount: ofLines + iva,
          ChargeTotalAmount: charge,
          PayableAmount: isWithheld ? whole - withheld : whole,
        }
        const partsWith = (figures: Record<string, number>): InvoiceParts => ({
          lines: lines.map((sum) => line(pesos(sum))),
          between: allowance(true, pesos(charge)),
          taxes: tax('TaxTotal', '01', 'IVA', pesos(iva), pesos(ofLines)),
          withholdings: tax('WithholdingTaxTotal', '06', 'ReteFuente', pesos(withheld)),
          totals: totals(Object.fromEntries(Object.entries(figures).map(([name, sum]) => [name, pesos(sum)]))),
        })
        expect(one(partsWith(right))?.base).toBe(cop((ofLines + charge) / 100))
        const off = (right[wrong] ?? 0) + 1
        // A sum that is off by a centavo may be another that also follows.
        fc.pre(wrong !== 'PayableAmount' || (off !== whole && off !== whole - withheld))
        fc.pre(wrong !== 'TaxInclusiveAmount' || off !== whole)
        expect(message(() => one(partsWith({ ...right, [wrong]: off })))).toMatch(
          new RegExp(`<${wrong}>: it is .*, and the parts come to`),
        )
      }),
    )
  })
})

const OFF = /: it is .*, and the parts come to/
const REFUSED: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['the lines', invoiceXml({ lines: [line('999.99')] }), OFF],
  ['what is taxed', invoiceXml(total({ TaxExclusiveAmount: '999.00' })), OFF],
  [
    'the total with taxes',
    invoiceXml(total({ TaxInclusiveAmount: '1190.01' })),
    /line 19: <TaxInclusiveAmount>: it is 1190.01, and the parts come to 1190/,
  ],
  ['the sum to pay', invoiceXml(total({ PayableAmount: '1189.99' })), /line 19: <PayableAmount>: it is 1189.99/],
  ['half of the withholdings', invoiceXml({ ...WITHHELD, ...total({ PayableAmount: '1170.00' }) }), OFF],
  ['an allowance that no total has', invoiceXml({ between: allowance(false, '5.00') }), OFF],
  [
    'a total of allowances without one',
    invoiceXml(total({ AllowanceTotalAmount: '5.00', PayableAmount: '1185.00' })),
    OFF,
  ],
  [
    'a prepayment',
    invoiceXml({ between: prepaid('5.00'), ...total({ PrepaidAmount: '6.00', PayableAmount: '1184.00' }) }),
    OFF,
  ],
  [
    'a tax that is not its parts',
    invoiceXml({ taxes: tax('TaxTotal', '01', 'IVA', '190.00').replace('190.00', '191.00') }),
    OFF,
  ],
  [
    'a tax that its lines do not have',
    invoiceXml({ lines: [line('1000.00', tax('TaxTotal', '01', 'IVA', '160.00'))] }),
    OFF,
  ],
  [
    'three decimals',
    invoiceXml(total({ PayableAmount: '1190.001' })),
    /<PayableAmount>: it is no sum with at most two decimals/,
  ],
  ['a decimal comma', invoiceXml(total({ PayableAmount: '1190,00' })), /<PayableAmount>: it is no sum/],
  ['a power', invoiceXml(total({ PayableAmount: '119e1' })), /it is no sum/],
  ['beyond what is exact', invoiceXml({ lines: [line('999999999999999')] }), /<LineExtensionAmount>: it is too large/],
  ['below zero', invoiceXml({ lines: [line('-1.00')] }), /<LineExtensionAmount>: it is below zero/],
  ['another currency', invoiceXml({ currency: 'USD' }), /line 8: <DocumentCurrencyCode>: its currency is not COP/],
  [
    'another currency of one sum',
    invoiceXml({ lines: [line('1000.00').replace('COP', 'USD')] }),
    /<LineExtensionAmount>: its currency/,
  ],
  ['no line', invoiceXml({ lines: [] }), /line 2: <Invoice>: it has no lines/],
  [
    'fewer lines than it counts',
    invoiceXml({ head: '<cbc:LineCountNumeric>2</cbc:LineCountNumeric>' }),
    /<LineCountNumeric>: it has 1 lines/,
  ],
  ['no number', invoiceXml({ id: '' }), /line 4: <ID>: it is empty/],
  ['no CUFE', invoiceXml().replace(/<cbc:UUID.*UUID>/, ''), /line 2: <Invoice>: it has no <UUID>/],
  ['a CUFE that is none', invoiceXml({ uuid: 'a b' }), /line 5: <UUID>: it is no CUFE/],
  ['two numbers', invoiceXml({ head: '<cbc:ID>FE-2</cbc:ID>' }), /line 9: <ID>: it stands there twice/],
  ['no such day', invoiceXml({ day: '2026-02-30' }), /line 6: <IssueDate>: it is no day/],
  [
    'a period that ends before it begins',
    invoiceXml({ head: period('2026-03-31', '2026-03-01') }),
    /<InvoicePeriod>: it ends before/,
  ],
  ['a party without a tax id', invoiceXml({ supplier: 'x' }), /line 12: <CompanyID>: it has no tax id/],
  ['a support document', invoiceXml({ type: '05' }), /line 7: <InvoiceTypeCode>: a document of this type/],
  ['a debit note', invoiceXml({ root: 'DebitNote' }), /line 2: <DebitNote>: a document of this type is no invoice/],
  ['an answer of the tax office', '<ApplicationResponse/>', /line 1: <ApplicationResponse>: a document of this type/],
  ['an Invoice that is not of UBL', '<Invoice/>', /line 1: <Invoice>: it is not one of UBL 2.1/],
  ['another version', invoiceXml().replace('UBL 2.1', 'UBL 2.0'), /line 3: <UBLVersionID>: it is not one of UBL 2.1/],
]

test.each(REFUSED)('%s is refused, with the place', (_, text, says) => {
  expect(message(() => read(text))).toMatch(new RegExp(`^f\\.xml: .*${says.source}`, 's'))
})

describe('whose it is', () => {
  const parties = { supplier: '901234567', customer: '900123456' }
  test('ours, of the operator', () => {
    expect(read(invoiceXml(), parties)).toHaveLength(1)
  })
  test.each([
    [
      'another customer',
      { customer: '900999999' },
      /line 15: <AccountingCustomerParty>: its customer is not the merchant/,
    ],
    [
      'another supplier',
      { supplier: '900999999' },
      /line 12: <AccountingSupplierParty>: its supplier is not the operator/,
    ],
  ])('%s is refused, and no tax id is told', (_, parts, says) => {
    const told = message(() => read(invoiceXml(parts), parties))
    expect(told).toMatch(says)
    expect(told).not.toMatch(/\d{9}/)
  })
})

describe('what an invoice comes in', () => {
  const plain = read(invoiceXml())[0]
  /** What is of the file, not of the invoice in it. */
  const OF_FILE = { root: null, bytes: null, contents: null }

  test.each<[string, Uint8Array | string]>([
    ['an AttachedDocument', attached(invoiceXml())],
    ['one whose text is in two parts', attached(invoiceXml().slice(0, 400), invoiceXml().slice(400))],
    [
      'one whose text is escaped',
      attached('').replace('<![CDATA[]]>', invoiceXml().replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    ],
    ['CRLF', invoiceXml().replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${invoiceXml()}`],
    ['UTF-16', Buffer.from(`\ufeff${invoiceXml()}`, 'utf16le')],
    ['Windows-1252', Buffer.from(invoiceXml().replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ])('%s: the same invoice', (name, file) => {
    const [found] = read(file)
    expect({ ...found, ...OF_FILE }).toEqual({ ...plain, ...OF_FILE })
    if (name !== 'Windows-1252') expect(found?.contents).toEqual(plain?.contents)
  })

  test('other prefixes of namespaces', () => {
    const other = invoiceXml()
      .replaceAll('cac:', 'a:')
      .replaceAll('cbc:', 'b:')
      .replace('xmlns:cac', 'xmlns:a')
      .replace('xmlns:cbc', 'xmlns:b')
    const prefixed = other.replace('<Invoice xmlns=', '<f:Invoice xmlns:f=').replace('</Invoice>', '</f:Invoice>')
    expect([other, prefixed].map((text) => read(text)[0]?.cufe)).toEqual([CUFE, CUFE])
  })

  test('a zip of several, whose pictures and folders mean nothing; names of parts lead nowhere', () => {
    const zip = zipOf({
      'folder/': '',
      '__MACOSX/._a.xml': 'x',
      '../../etc/a.XML': attached(invoiceXml()),
      'a.pdf': '%PDF',
      'b.xml': invoiceXml({ id: 'FE-2', uuid: 'b2' }),
    })
    expect(readInvoiceFile(zip, 'z.zip', ANY).map(({ name, number }) => [name, number])).toEqual([
      ['z.zip/../../etc/a.XML', 'FE-1'],
      ['z.zip/b.xml', 'FE-2'],
    ])
  })

  test.each<[string, Uint8Array | string, RegExp]>([
    ['a file that was cut', invoiceXml().slice(0, 900), /cut|part is missing/],
    ['an AttachedDocument that was cut', attached(invoiceXml()).slice(0, 900), /broken or cut/],
    [
      'an AttachedDocument around a cut invoice',
      attached(invoiceXml().slice(0, 900)),
      /in the document inside its <Description>: line/,
    ],
    ['an AttachedDocument around nothing', attached(''), /<Description>: it has no document inside/],
    [
      'an AttachedDocument without an attachment',
      '<AttachedDocument/>',
      /<AttachedDocument>: it has no document inside/,
    ],
    [
      'an AttachedDocument in another',
      attached(attached('x').replaceAll(']]>', ']]&gt;')),
      /a document of this type|no single root|broken/,
    ],
    ['a debit note inside', attached(invoiceXml({ root: 'DebitNote' })), /<DebitNote>: a document of this type/],
    [
      'a document type',
      `<!DOCTYPE a [<!ENTITY b "b">]>${invoiceXml().slice(38)}`,
      /it has a document type \(DOCTYPE\)/,
    ],
    [
      'a document type inside',
      attached('<!DOCTYPE a SYSTEM "file:///etc/passwd"><Invoice/>'),
      /it has a document type/,
    ],
    ['an entity of its own', invoiceXml({ id: '&lol;' }), /an entity that XML does not define/],
    ['elements in elements without end', '<a>'.repeat(5_000), /nested too deeply/],
    ['no XML', 'Factura FE-1 por 1190', /text stands outside|broken|root/],
    ['a PDF', '%PDF-1.7\u0000', /it is not text/],
    ['nothing', '', /it is empty/],
    [
      'a zip that was cut',
      zipOf({ 'a.xml': invoiceXml() }).subarray(0, 200),
      /it is a zip that is cut, damaged or far too large/,
    ],
    [
      'a zip bomb',
      zipOf({ 'a.xml': ' '.repeat(80 * 2 ** 20) }),
      /a\.xml: it is a zip that is cut, damaged or far too large/,
    ],
    [
      'a zip with too many parts',
      zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.xml`, '']))),
      /far too large/,
    ],
    [
      'a zip with two parts of one name',
      zipOf([
        ['a.xml', invoiceXml()],
        ['a.xml', invoiceXml()],
      ]),
      /damaged/,
    ],
    ['a zip without an XML', zipOf({ 'a.pdf': '' }), /a zip without an XML/],
    ['a zip in a zip', zipOf({ 'a.zip': 'x' }), /its part a\.zip is no XML/],
    ['a locked zip', locked(zipOf({ 'a.xml': invoiceXml() })), /locked by a password/],
    [
      'another document in the zip',
      zipOf({ 'a.xml': invoiceXml(), 'b.xml': '<ApplicationResponse/>' }),
      /f\.xml\/b\.xml: line 1: <ApplicationResponse>/,
    ],
  ])('%s is refused', (_, file, says) => {
    expect(message(() => read(file))).toMatch(says)
  })

  test('advice is about the operator, not about a bank', () => {
    for (const file of [invoiceXml().slice(0, 900), '', zipOf({}).subarray(0, 3)])
      try {
        read(file)
      } catch (error) {
        expect(error).toMatchObject({ next: expect.stringContaining('operator') })
      }
  })
})
