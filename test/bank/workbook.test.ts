import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { type BankMapping, LEAST_MAPPING } from '../../src/core/bank/bank-mapping.ts'
import { serialDay } from '../../src/tables/bank-day.ts'
import { BOGOTA } from '../bogota.ts'
import { locked, zipOf } from './zip-of.ts'

const MAPPING: BankMapping = {
  ...LEAST_MAPPING,
  headerRows: 2,
  date: 'Fecha',
  amount: { debit: 'Débito', credit: 'Crédito' },
  balance: 'Saldo',
  text: ['Concepto'],
  reference: 'Ref',
}
const HEADER = ['Fecha', 'Concepto', 'Ref', 'Débito', 'Crédito', 'Saldo']
const read = (bytes: Uint8Array) => readBankFile(bytes, { zone: BOGOTA, name: 'mov marzo.xlsx', mapping: MAPPING })
const workbookOf = (...sheets: readonly (readonly (readonly (string | number | Date | null)[])[])[]) =>
  writeXlsx({ sheets: sheets.map((rows, index) => ({ name: `Hoja ${index + 1}`, rows: rows.map((row) => [...row]) })) })
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'BANK_FILE_WRONG', message: expect.stringMatching(message) })

describe('a workbook', () => {
  test('numbers, days and texts in their cells, as a spreadsheet saves them', async () => {
    const rows = [
      ['Movimientos', null],
      HEADER,
      [new Date(Date.UTC(2026, 2, 12)), 'ABONO OPERADOR', 4711, null, 44_590_000.55, 45_590_000.55],
      [new Date(Date.UTC(2026, 1, 28)), 'antes', null, null, null, null],
      ['13/03/2026', '4X1000', 'R-2', '6.000,5', null, 45_584_000.05],
    ]
    const { statements } = read(await workbookOf(rows.toSpliced(3, 1)))
    expect(statements).toHaveLength(1)
    expect(statements[0]).toMatchObject({
      from: '2026-03-12',
      to: '2026-03-13',
      opening: 100_000_000n,
      closing: 4_558_400_005n,
    })
    expect(
      statements[0]?.entries.map(({ bookedOn, value, text, reference, position }) => [
        bookedOn,
        value,
        text,
        reference,
        position,
      ]),
    ).toEqual([
      ['2026-03-12', 4_459_000_055n, 'ABONO OPERADOR', '4711', 3],
      ['2026-03-13', -600_050n, '4X1000', 'R-2', 4],
    ])
    await expect(workbookOf(rows).then(read)).rejects.toThrow(refused(/^mov marzo\.xlsx: row 4: it has no value$/))
  })

  test('every day of a century', () => {
    const numbers = Array.from({ length: 36_525 }, (_, index) => index)
    const days = numbers.map((number) => new Date(Date.UTC(2000, 0, 1 + number)).toISOString().slice(0, 10))
    expect(numbers.map((number) => serialDay(36_526 + number))).toEqual(days)
    expect([serialDay(73_415), serialDay(73_415.99)]).toEqual(['2100-12-31', '2100-12-31'])
    expect([serialDay(36_525.99), serialDay(73_416), serialDay(1e9)]).toEqual([null, null, null])
  })

  test('two sheets with rows are refused; one without is not', async () => {
    const rows = [['a'], HEADER, ['2026-03-12', 'x', null, null, 5, null]]
    expect(read(await workbookOf(rows, [])).statements[0]?.entries).toHaveLength(1)
    await expect(workbookOf(rows, rows).then(read)).rejects.toThrow(refused(/it has 2 sheets with rows/))
  })

  const sheet = (cells: string): string =>
    `<worksheet><sheetData><row r="2">${HEADER.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row><row r="3">${cells}</row></sheetData></worksheet>`
  const cells = (credit: string, more = '') =>
    `<c r="A3" t="inlineStr"><is><r><t>2026</t></r><r><t>-03-12</t></r></is></c><c r="E3">${credit}</c>${more}`
  const withSheet = (text: string, workbookPr = '') =>
    zipOf({
      'xl/workbook.xml': `<workbook>${workbookPr}<sheets><sheet name="a" sheetId="1" r:id="r1"/><sheet name="b" state="hidden" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': text,
    })

  test('a formula is refused where it is read, and nowhere else', () => {
    const beside = '<c r="H3"><f>E3*2</f><v>10</v></c>'
    expect(read(withSheet(sheet(cells('<v>5</v>', beside)))).statements[0]?.entries[0]).toMatchObject({
      value: 500n,
      text: '',
    })
    expect(() => read(withSheet(sheet(cells('<f>2+3</f><v>5</v>'))))).toThrow(
      refused(/row 3: the cell holds a formula, not a value/),
    )
  })

  test.each([
    ['a sum with parts of a centavo', withSheet(sheet(cells('<v>5.001</v>'))), /row 3: it has no sum in pesos/],
    ['days from 1904', withSheet(sheet(''), '<workbookPr date1904="1"/>'), /it counts its days from 1904/],
    ['a zip of something else', zipOf({ 'a.txt': 'a' }), /it is a zip file, but not a workbook/],
    [
      'a file that was cut',
      withSheet(sheet(cells('<v>5</v>'))).subarray(0, 300),
      /it is a workbook that is cut, damaged/,
    ],
    ['a part that is no XML', withSheet('<worksheet>'), /its part xl\/worksheets\/sheet1\.xml is damaged/],
    ['a zip bomb', withSheet(' '.repeat(80 * 2 ** 20)), /it is a workbook that is cut, damaged or far too large/],
    ['a locked part', locked(withSheet(sheet(''))), /it is locked by a password/],
  ])('%s is refused', (_, bytes, message) => {
    expect(() => read(bytes)).toThrow(refused(message))
  })

  test('without a mapping', () => {
    expect(() => readBankFile(withSheet(sheet(cells('<v>5</v>'))), { zone: BOGOTA, name: 'a.xlsx' })).toThrow(
      refused(/bankMapping does not describe/),
    )
  })

  test('entries on a hidden sheet are refused; a hidden list of names is not', () => {
    const withHidden = (text: string) =>
      zipOf({
        'xl/workbook.xml':
          '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/><sheet name="b" state="veryHidden" r:id="r2"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/b.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': sheet(cells('<v>5</v>')),
        'xl/b.xml': text,
      })
    expect(() => read(withHidden(sheet(cells('<v>7</v>'))))).toThrow(refused(/it has entries on a hidden sheet/))
    expect(read(withHidden(sheet('<c t="inlineStr"><is><t>Ahorros</t></is></c>'))).statements[0]?.entries).toHaveLength(
      1,
    )
  })
})
