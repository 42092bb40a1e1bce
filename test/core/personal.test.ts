import { describe, expect, it, test } from 'vitest'
import { rangeOfDays } from '../../src/core/calendar/calendar.ts'
import type { Figures } from '../../src/core/findings/discrepancy.ts'
import { isRedirectUrl } from '../../src/core/invoice.ts'
import {
  HIDDEN,
  hiddenIds,
  hiderOf,
  maskDiscrepancy,
  maskedDocument,
  maskInvoiceInPull,
  withoutDocuments,
  withoutPersonal,
  withoutQuoted,
} from '../../src/core/personal/personal.ts'
import { gatherFieldNotes } from '../../src/core/pull/field-notes.ts'
import { wordsIn } from '../../src/core/words-in.ts'
import { nextOfUnknownCode } from '../../src/rules/registry.ts'
import { aDiscrepancy } from '../reports/a-slot.ts'
import { anUnpaidInvoice, aPaidInvoice, aSettlement, cop, invoiceInPull, slot } from './a.ts'

const PERSONAL = ['1.032.456-789', 'Ana de la Peña Ruiz']

describe('what the service says of a person', () => {
  it.each([
    ['number 1.032.456-789 is wrong', 'number [hidden] is wrong'],
    ['number 1032456789 is wrong', 'number [hidden] is wrong'],
    ['CC1032456789-X', 'CC[hidden]-X'],
    ['number 1 032 456 789 is wrong', 'number [hidden] is wrong'],
    ['Ana de la Peña Ruiz owes', '[hidden] owes'],
    ['pena, and PEÑA with its accent apart: PEN\u0303A', '[hidden], and [hidden] with its accent apart: [hidden]'],
    ['RUIZ, ANA', '[hidden], [hidden]'],
    ['peña@example.co', '[hidden]@example.co'],
    ['Analysis of la casa de campo', 'Analysis of la casa de campo'],
    ['Amount must be from 3000 to 550000000', 'Amount must be from 3000 to 550000000'],
  ])('%s is told as %s', (text, told) => {
    expect(withoutPersonal(text, PERSONAL)).toBe(told)
  })

  it('a document of one digit does not eat every number', () => {
    expect(withoutPersonal('document 1 is wrong, 11 is not', ['1'])).toBe('document [hidden] is wrong, 11 is not')
  })

  it('signs of a pattern are signs', () => {
    expect(withoutPersonal('a (x) [y] .* c', ['(x) [y] .*'])).toBe('a ([hidden]] .* c')
  })

  it('nobody is hidden when nobody is named', () => {
    expect(withoutPersonal('as it is', ['', '  '])).toBe('as it is')
  })
})

describe('a document or a name, written in another way', () => {
  const ROWS: readonly (readonly [why: string, personal: string, text: string, shown: string])[] = [
    ['the Colombian way', '1032456012', "CC 1'032.456.012", 'CC ***'],
    ['a typographic apostrophe', '1032456012', '1’032.456.012', '***'],
    ['dashes of typesetters', '1032456012', '1032–456—012 y 1032‑456‑012', '*** y ***'],
    ['a dot and a space', '1.032.456.012', '1. 032. 456. 012', '***'],
    ['spaces that do not break', '1032456012', '1\u00a0032\u202f456\u2009012', '***'],
    ['digits of full width', '1032456012', '１０３２４５６０１２', '***'],
    ['digits of a script whose rows adjoin', '3456', '\u{116dd}\u{116de}\u{116df}\u{116e0}', '***'],
    ['a capital I with a dot', 'Ismail', 'İSMAİL', '***'],
    ['an accent behind a sign, which stays', 'Zárate', 'Zarate-\u0301', '***-\u0301'],
    ['Arabic digits', '1032456012', '١٠٣٢٤٥٦٠١٢', '***'],
    ['zeros before it', '0012345678', 'doc 12345678', 'doc ***'],
    ['its kind before it', 'CC1032456012', 'FAC-1032456012-03', 'FAC-***-03'],
    ['a tax number without its check digit', '900123456-8', 'NIT 900.123.456', 'NIT ***'],
    ['a tax number whose check digit was not set apart', '9001234568', 'NIT 900.123.456', 'NIT ***'],
    ['a tax number with the check digit it was not given with', '900123456', 'NIT 900.123.456-8 pago', 'NIT *** pago'],
    [
      'the tax number of a person, with dots',
      '79.456.123-2',
      'CC79456123, ARR 79456123, CC 79.456.123',
      'CC***, ARR ***, CC ***',
    ],
    ['the same with ten digits, after another dash', '1.098.765.999 – 2', 'CC 1098765999', 'CC ***'],
    ['a tax number with dots and a wrong check digit', '900.123.456-7', 'NIT 900123456', 'NIT ***'],
    ['a passport', 'AB123456', 'pasaporte ab-123456', 'pasaporte ***'],
    ['a passport with its letters apart', 'AB 123456', 'AB.123456 y 123456', '*** y ***'],
    ['the digits of a passport', 'AB123456', 'ref 123456', 'ref ***'],
    ['zeros before five digits', '0012345', 'doc 12345', 'doc ***'],
    ['a tax number whose check digit is 0', '9001234020', 'NIT 900.123.402', 'NIT ***'],
    ['a tax number whose check digit is 1', '9001234061', 'NIT 900.123.406', 'NIT ***'],
    ['a tax number whose check digit is 9', '9001234149', 'NIT 900.123.414', 'NIT ***'],
    ['a citizen’s number has no check digit', '79123451', 'recibo 7912345', 'recibo 7912345'],
    ['a check digit far away is another number', '900123456', 'NIT 900123456 - 8, 900123456 -- 8', 'NIT ***, *** -- 8'],
    ['a check digit run together', '900123456', '9001234568', '***8'],
    ['what comes after a number of eight digits', '12345678', '12345678-9', '***'],
    ['nothing after a number of seven digits', '1234567', '1234567-8', '***-8'],
    ['nothing after the letters of a passport', '1234567A', '1234567A-8', '***-8'],
    ['nothing after the digits of a passport', 'AB123456', 'AB123456-7', '***-7'],
    ['a document of four digits', '1234', 'CC1234', 'CC***'],
    ['a document of three digits as a number of its own', '123', 'CC123, 123', 'CC123, ***'],
    ['a short passport as a word of its own', 'AB123', 'XAB123, AB123', 'XAB123, ***'],
    ['a short permit as a word of its own', '12AB', '12ABX, X12AB, 12AB', '12ABX, X12AB, ***'],
    ['a long name run together with another word', 'Niña Zárate', 'PAGOZARATE', 'PAGO***'],
    ['a short name as a word of its own', 'Ana Ruiz', 'Ruizseñor y Ruiz', 'Ruizseñor y ***'],
    ['one name with signs between its letters', 'Zárate', 'za-rate', '***'],
    ['nothing of two letters with an apostrophe', "Ana D'A", 'pago da', 'pago da'],
    ['a document of five digits', '12345', 'CC12345 y 12.345', 'CC*** y ***'],
    ['a document of five digits within a longer number', '12345', '912345 y 123456', '912345 y 123456'],
    ['accents beyond Spanish', 'Łukasz Žižek', 'LUKASZ, el sr. zizek', '***, el sr. ***'],
    ['letters without accents', 'Bjorn Aas', 'Bjørn Ås Åås', '*** Ås ***'],
    ['ligatures of Unicode', 'Steffi', 'Steﬃ', '***'],
    ['a name of two short words', 'Li Wu', 'pago de Li-Wu', 'pago de ***'],
    ['a name run together', 'Niña Zárate', 'NINAZARATE', '***'],
    ['a name with an apostrophe', "Sean O'Brien", 'OBRIEN, o’brien y O Brien', '***, *** y ***'],
    ['a family name with an apostrophe alone', "O'Brien", 'OBRIEN, o’brien', '***, ***'],
    ['a name with a dash, run together', 'María-José Gil', 'mariajose, MARIA JOSÉ', '***, ***'],
    ['underlines', 'Niña Zárate', 'nina_zarate_03', '***_03'],
    ['nothing of a word whose letters stand apart', 'Niña Zárate', 'za-rate y zá rate', 'za-rate y zá rate'],
    ['nothing of numbers far from each other', '1032456012', '1032 --- 456012', '1032 --- 456012'],
    ['nothing of four digits behind zeros', '0001234', 'doc 1234, 0001234', 'doc 1234, ***'],
    ['the beginning of another at the end of a text', 'Marianela Mar', 'pago de Mar', 'pago de ***'],
    ['one letter at the end of a text', 'X', 'pago de X', 'pago de ***'],
    ['two that touch and two that overlap', 'Zarate Marina', 'zaratemarina, Zarate/Marina-zarate', '***, ***-***'],
    ['nothing of a word that is in every name', 'Casa del Sol SAS', 'pago del mes, otra SAS', 'pago del mes, otra SAS'],
  ]
  it.each(ROWS)('%s', (_, personal, text, shown) => {
    expect(hiderOf([personal], '***')(text)).toBe(shown)
  })

  it('is hidden in a text of thousands of people', () => {
    const people = Array.from({ length: 5_000 }, (_, index) => String(1_032_000_000 + index * 7))
    const hide = hiderOf(people, '***')
    expect(hide('FAC-1.032.000.700 y 1032000701')).toBe('FAC-*** y 1032000701')
  })
})

it.each([
  ['document 1012345678, is blocked', 'document [hidden], is blocked'],
  ['NIT 900.123.456-7 is blocked', 'NIT [hidden] is blocked'],
  ['NIT 900123456-7', 'NIT [hidden]'],
  ['cc 1 032 456 789', 'cc [hidden]'],
  ['documento CC1032456789 no existe', 'documento CC[hidden] no existe'],
  ['cédula1032456789', 'cédula[hidden]'],
  ['id_1032456789, CC_1.032.456.789', 'id_[hidden], CC_[hidden]'],
  ['cc 1,032,456,789.', 'cc [hidden].'],
  ['request 3f2504e0-4f89-11d3-9a0c-8b123456789a', 'request 3f2504e0-4f89-11d3-9a0c-8b123456789a'],
  ['on 2026-03-12 at 11:00:05, cycle 11, page 12345', 'on 2026-03-12 at 11:00:05, cycle 11, page 12345'],
])('numbers that may be documents: %s', (text, shown) => {
  expect(withoutDocuments(text)).toBe(shown)
})

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

test('an id is hidden where its subject is, a case with it: by one name of its settlement, whatever else is shown', () => {
  const figures = { unit: null, reported: null, expected: null } as const
  const found = (id: string, of: string, subject: string, cycle = '11') =>
    aDiscrepancy({ id, case: of, subject, figures, slot: slot('2026-03-12', cycle) })
  const all = [
    found('a', 'a', 'settlement'),
    found('b', 'b', 'record:0123456789ab'),
    found('c', 'b', 'settlement'),
    found('d', 'd', 'record:ab0123456789'),
    found('e', 'e', 'record:0123456789ab', '13'),
    found('f', 'resolved', 'settlement'),
  ]
  const asIs = (text: string): string => text
  const names = hiddenIds(all, asIs)
  const shown = all.map((one) => maskDiscrepancy(one, asIs, names)).map((one) => `${one.id} ${one.case}`)
  const [b, d, e] = ['11-1', '11-2', '13-1'].map((name) => `${HIDDEN}-2026-03-12-${name}`)
  expect(shown).toEqual(['a a', `${b} ${b}`, `c ${b}`, `${d} ${d}`, `${e} ${e}`, 'f resolved'])
})

test.each([
  ['of none', null, null],
  ['of an empty one', '', ''],
  ['of a short one: nothing, since three digits would be half of it', '123456', '***'],
  ['of a long one: the last three', '1234567', '***567'],
  [
    'of characters beyond the basic plane: whole ones',
    '12345\u{10000}\u{10001}\u{10002}',
    '***\u{10000}\u{10001}\u{10002}',
  ],
  ['of few of those, though they are more units: nothing', '\u{10000}\0\u{10000}\u{10000}', '***'],
])('shows of a document number, %s', (_, document, shown) => {
  expect(maskedDocument(document)).toBe(shown)
})

describe('what a person or another program passes', () => {
  test.each([
    ['  a reason ', undefined, 'a reason'],
    ['7', 1, '7'],
    ['the ticket', undefined, 'the ticket'],
    ['ñ', 1, 'ñ'],
  ])('%j is stored as words', (typed, longest, stored) => {
    expect(wordsIn('reason', typed, longest)).toBe(stored)
  })

  test.each([
    ['', undefined, 'reason is blank'],
    [' --- ', undefined, 'reason is blank'],
    ['...', undefined, 'reason is blank'],
    ['four', 3, 'reason is longer than 3 characters'],
    ['a'.repeat(4_001), undefined, 'reason is longer than 4000 characters'],
  ])('%# is refused as words', (typed, longest, message) => {
    expect(() => wordsIn('reason', typed, longest)).toThrow(message)
  })

  test('words are named in the language of the reader', () => {
    expect(() => wordsIn({ en: 'a tie', es: 'un cruce' }, '')).toThrow(
      expect.objectContaining({
        texts: expect.objectContaining({ message: { en: 'a tie is blank', es: 'un cruce está en blanco' } }),
      }),
    )
  })

  const days = (from: string, to: string) => rangeOfDays(slot(from).date, slot(to).date, { from: '--from', to: '--to' })

  test('a range is of one day to ten years', () => {
    expect(days('2026-03-12', '2026-03-12')).toEqual({ from: '2026-03-12', to: '2026-03-12' })
    expect(days('2016-03-05', '2026-03-12')).toEqual({ from: '2016-03-05', to: '2026-03-12' })
    expect(() => days('2016-03-04', '2026-03-12')).toThrow('is more than 3660 days')
    expect(() => days('2026-03-13', '2026-03-12')).toThrow('--from 2026-03-13 is after --to 2026-03-12')
  })

  test.each([
    ['COUNT_MISMACH', 'did you mean COUNT_MISMATCH? "cuadre discrepancies list"'],
    ['NEVER', '"cuadre discrepancies list" shows the codes'],
  ])('an unknown code: %s', (typed, next) => {
    expect(nextOfUnknownCode(typed, ['COUNT_MISMATCH', 'RESTATED']).en.startsWith(next)).toBe(true)
  })

  test.each([
    ['https://example.com/back', true],
    ['myapp://paid', true],
    ['localhost:3000', false],
    ['javascript:alert(1)', false],
    ['https:///back', false],
    ['https://a b', false],
    ['https://[', false],
  ])('a redirect to %s: %s', (url, isOne) => {
    expect(isRedirectUrl(url)).toBe(isOne)
  })
})

const NOTHING = { missing: {}, unknownFields: {}, unknownValues: {}, fractional: {}, dateTimes: {} }

/** Gathers notes on a list, a settlement and pages, and returns the counts as plain objects. */
const noted = (gather: (notes: ReturnType<typeof gatherFieldNotes>) => void) => {
  const notes = gatherFieldNotes()
  gather(notes)
  return Object.fromEntries(Object.entries(notes.result()).map(([kind, counts]) => [kind, Object.fromEntries(counts)]))
}

test('unknown fields of invoices, of the settlement and of pages share one count', () => {
  const notes = noted(({ add, addSettlement, addPages }) => {
    add(invoiceInPull({ current: aPaidInvoice({ extra: '{"bank":"x","__proto__":1}' }) }))
    add(invoiceInPull({ current: aPaidInvoice({ extra: '{"bank":null}' }) }))
    addSettlement(aSettlement({ extra: '{"bank":{}}' }))
    addPages({ bank: 3, total: 4 })
  })
  expect(notes).toEqual({ ...NOTHING, unknownFields: { bank: 5, ['__proto__']: 1, total: 4 } })
})

test('unknown values are counted by field and value, as they came', () => {
  const notes = noted(({ add, addSettlement }) => {
    add(invoiceInPull({ current: anUnpaidInvoice({ status: 'held', paymentMethod: 'PSE', paymentSource: 'link ' }) }))
    add(invoiceInPull({ current: anUnpaidInvoice({ status: 'held' }) }))
    addSettlement(aSettlement({ status: 'held' }))
    addSettlement(aSettlement({ status: 'ready' }))
  })
  expect(notes).toEqual({
    ...NOTHING,
    unknownValues: { 'status=held': 3, 'status=ready': 1, 'paymentMethod=PSE': 1, 'paymentSource=link ': 1 },
  })
})

test('centavos are counted, field by field', () => {
  const notes = noted(({ add, addSettlement }) => {
    add(invoiceInPull({ current: aPaidInvoice({ amount: cop(0.5), paid: cop(-0.01) }) }))
    add(invoiceInPull({ current: aPaidInvoice({ amount: cop(0.99) }) }))
    add(invoiceInPull({ current: anUnpaidInvoice({ amount: cop(100) }) }))
    const half = cop(100.5)
    addSettlement(aSettlement({ collected: half, fees: half, adjustments: half, payout: half }))
  })
  expect(notes).toEqual({
    ...NOTHING,
    fractional: { amount: 2, paid: 1, collected: 1, fees: 1, adjustments: 1, payout: 1 },
  })
})

test('a payment field that cannot be read is told with the payment, under one name; of an unpaid invoice here', () => {
  const notes = noted(({ add }) => {
    add(invoiceInPull({ current: aPaidInvoice({ flaws: ['ownCycle', 'customerName'] }) }))
    add(invoiceInPull({ current: aPaidInvoice({ status: 'chargeback', flaws: ['paymentDate'] }) }))
    add(invoiceInPull({ current: anUnpaidInvoice({ flaws: ['ownCycle'] }) }))
  })
  expect(notes).toEqual({ ...NOTHING, missing: { customerName: 1, ownCycle: 1 } })
})

test('settlement dates with a time behind them are counted once', () => {
  const notes = noted(({ add }) => {
    for (const ownDate of ['2026-03-12T00:00:00Z', '2026-03-12 00:00', '2026-03-12', '12/03/2026 00:00', null])
      add(invoiceInPull({ current: aPaidInvoice({ ownDate }) }))
  })
  expect(notes).toEqual({ ...NOTHING, dateTimes: { ownDate: 2 } })
})

test('a cycle that came as a number is no undocumented field', () => {
  const notes = noted(({ addSettlement }) => addSettlement(aSettlement({ extra: '{"cycle":11,"bank":"x"}' })))
  expect(notes).toEqual({ ...NOTHING, unknownFields: { bank: 1 } })
})
