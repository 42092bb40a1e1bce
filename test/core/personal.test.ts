import { describe, expect, it } from 'vitest'
import { hiderOf, withoutDocuments, withoutPersonal } from '../../src/core/personal/personal.ts'

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
