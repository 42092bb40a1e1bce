import { describe, expect, it, test } from 'vitest'
import type { Figures } from '../../src/core/findings/discrepancy.ts'
import {
  HIDDEN,
  hiderOf,
  maskDiscrepancies,
  maskDiscrepancy,
  maskInvoiceInPull,
  withoutQuoted,
} from '../../src/core/personal/personal.ts'
import { aPaidInvoice, cop, invoiceInPull } from './a.ts'

const invoice = aPaidInvoice({
  customerDocument: '1.032.456-789',
  customerName: 'José Peña Ruiz',
  reference: 'FAC-1032456789-03',
  contract: 'C-1032456789',
  description: 'Arriendo de jose pena, apto 301, fiador Luis Gil',
  extra: '{"email":"jose@example.co"}',
})

const hide = hiderOf([invoice.customerDocument ?? '', invoice.customerName ?? ''], HIDDEN)

describe('an invoice shown to others', () => {
  const { current, baseline, previous } = maskInvoiceInPull(
    invoiceInPull({ current: invoice, baseline: invoice }),
    hide,
  )

  it('has neither document nor name, and says that it had both', () => {
    expect(current).toMatchObject({ customerDocument: HIDDEN, customerName: HIDDEN, extra: null })
    expect(baseline).toEqual(current)
    expect(previous).toBeNull()
  })

  it('has them hidden in the texts of the merchant, accents or not; the name of somebody else stays', () => {
    expect(current).toMatchObject({
      reference: 'FAC-***-03',
      contract: 'C-***',
      description: 'Arriendo de *** ***, apto 301, fiador Luis Gil',
    })
  })

  it('keeps everything else', () => {
    const { id, amount, paid, paymentId, paymentDate, status } = invoice
    expect(current).toMatchObject({ id, amount, paid, paymentId, paymentDate, status })
  })

  it('has neither of them where nobody else is known', () => {
    const nobody = maskInvoiceInPull(invoiceInPull({ current: invoice }), (text) => text)
    expect(nobody.current).toMatchObject({ customerDocument: HIDDEN, customerName: HIDDEN })
  })

  it('hides what an earlier version called the customer', () => {
    const now = { ...invoice, customerName: 'Otra Persona', description: 'antes de Ruiz' }
    expect(maskInvoiceInPull(invoiceInPull({ current: now, previous: invoice }), hide).current?.description).toBe(
      'antes de ***',
    )
  })

  it('says nothing of what was absent', () => {
    const nobody = aPaidInvoice({
      customerDocument: null,
      customerName: null,
      reference: null,
      contract: null,
      description: null,
    })
    expect(maskInvoiceInPull(invoiceInPull({ current: nobody }), hide).current).toEqual(nobody)
  })
})

describe('a discrepancy shown to others', () => {
  const asText = (reported: string | null, expected: string | null): Figures => ({ unit: null, reported, expected })
  const ROWS: readonly (readonly [why: string, subject: string, figures: Figures, subjectNow: string, now: Figures])[] =
    [
      [
        'a changed document shows not even its last digits',
        'invoice:a.customerDocument',
        asText('***789', null),
        'invoice:a.customerDocument',
        asText(HIDDEN, null),
      ],
      [
        'a changed reference is shown without the person',
        'invoice:a.reference',
        asText('FAC-1032456789', null),
        'invoice:a.reference',
        asText('FAC-***', null),
      ],
      [
        'a changed contract too',
        'invoice:a.contract',
        asText('00001', 'CC1032456789'),
        'invoice:a.contract',
        asText('00001', 'CC***'),
      ],
      [
        'a doubled reference too; the ids of the two invoices stay',
        'reference:PENA-03',
        asText('a', 'b'),
        'reference:***-03',
        asText('a', 'b'),
      ],
      [
        'the name of a field is no document',
        'field:customerDocument',
        asText('absent', null),
        'field:customerDocument',
        asText('absent', null),
      ],
      [
        'sums are nobody’s name',
        'invoice:a.contract',
        { unit: 'COP', reported: cop(1), expected: null },
        'invoice:a.contract',
        { unit: 'COP', reported: cop(1), expected: null },
      ],
      [
        'anything else is shown as it is',
        'invoice:a.paymentId',
        asText('1032456789', null),
        'invoice:a.paymentId',
        asText('1032456789', null),
      ],
    ]
  test.each(ROWS)('%s', (_, subject, figures, subjectNow, now) => {
    const shown = maskDiscrepancy({ subject, figures, message: 'of JOSE' }, hide)
    expect(shown).toMatchObject({ subject: subjectNow, figures: now })
  })

  it('has nothing of a person in a message that quotes the service', () => {
    const figures = asText('1', null)
    const shown = maskDiscrepancy({ subject: 'field:Peña', figures, message: 'undocumented field Peña' }, hide)
    expect(shown).toStrictEqual({ subject: 'field:***', figures, message: 'undocumented field ***' })
  })

  it('does not tell the digest of a single record, nor an id made of it, by which its document could be found', () => {
    const figures = asText(null, null)
    const masked = (subject: string) => maskDiscrepancy({ id: '0f1e2d3c4b5a6978', subject, figures }, hide)
    expect(masked('record:0123456789ab')).toMatchObject({ id: HIDDEN, subject: 'record:***' })
    expect(masked('reference:PENA-03')).toMatchObject({ id: HIDDEN, subject: 'reference:***-03' })
    expect(masked('invoice:a.contract')).toMatchObject({ id: '0f1e2d3c4b5a6978', subject: 'invoice:a.contract' })
  })
})

test('what a sentence is made of is hidden in all of its parts', () => {
  const data = { text: 'FAC-1032456789', list: ['José', 3], part: { name: 'Ruiz', none: null }, number: 7 }
  const finding = {
    code: 'DUPLICATE_REFERENCE',
    severity: 'error',
    subject: 'reference:FAC-1032456789',
    figures: { unit: null, reported: null, expected: null },
    message: 'of 1032456789',
    causes: [],
  } as const
  expect(maskDiscrepancy({ ...finding, data }, hide)).toMatchObject({
    message: 'of ***',
    data: { text: 'FAC-***', list: ['***', 3], part: { name: '***', none: null }, number: 7 },
  })
  expect(maskDiscrepancy({ ...finding, data: null }, hide)).toMatchObject({ data: null })
})

test('on screens a record keeps its digest, a contract loses the document that stands in it', () => {
  const hide = (text: string): string => text.replaceAll('1032456012', HIDDEN)
  const of = (subject: string, figures: Figures) =>
    withoutQuoted({ subject, figures, message: 'of 1032456012', data: null }, hide)
  const figures = { unit: null, reported: 'C-1032456012', expected: null } as const
  expect(of('record:0123456789ab', figures)).toMatchObject({ subject: 'record:0123456789ab', message: `of ${HIDDEN}` })
  expect(of('record:0123456789ab', figures).figures.reported).toBe(`C-${HIDDEN}`)
  expect(of('invoice:a.contract', figures).figures.reported).toBe(`C-${HIDDEN}`)
  expect(of('settlement', figures).message).toBe('of 1032456012')
})

test('the id of a case is hidden where that of its finding is, and told apart from others', () => {
  const figures = { unit: null, reported: null, expected: null } as const
  const found = [
    { id: 'a', case: 'a', subject: 'settlement', figures },
    { id: 'b', case: 'b', subject: 'record:0123456789ab', figures },
    { id: 'c', case: 'b', subject: 'settlement', figures },
    { id: 'd', case: 'gone', subject: 'settlement', figures },
    { subject: 'settlement', figures },
  ]
  const cases = maskDiscrepancies(found, (text) => text).map((one) => [one.id, one.case])
  expect(cases).toEqual([
    ['a', 'a'],
    [HIDDEN, `${HIDDEN}-1`],
    ['c', `${HIDDEN}-1`],
    ['d', `${HIDDEN}-2`],
    [undefined, undefined],
  ])
})
