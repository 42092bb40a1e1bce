import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { type BankMapping, LEAST_MAPPING } from '../../src/core/bank/bank-mapping.ts'
import type { BankFile } from '../../src/core/bank/bank-statement.ts'
import { bytesOfFile } from '../../src/tables/bytes-of-file.ts'
import { BOGOTA } from '../bogota.ts'
import { emptyFolder } from '../empty-folder.ts'

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`)
const read = (lines: readonly string[], mapping?: BankMapping): BankFile =>
  readBankFile(bytesOf(lines), { zone: BOGOTA, name: 'mov.csv', ...(mapping !== undefined && { mapping }) })
const brief = ({ statements }: BankFile) =>
  statements.map(({ opening, closing, entries }) => ({
    opening,
    closing,
    entries: entries.map(({ bookedOn, value, text }) => `${bookedOn} ${value} ${text}`),
  }))
const refused = (message: RegExp, next?: RegExp) =>
  expect.objectContaining({
    code: 'BANK_FILE_WRONG',
    message: expect.stringMatching(message),
    ...(next === undefined ? {} : { next: expect.stringMatching(next) }),
  })

describe('Davivienda', () => {
  const LINES = [
    'Fecha,Descripción,Débito,Crédito,Saldo',
    '12/03/2026,ABONO OPERADOR,,"1.500.000,50","2.500.000,50"',
    '13/03/2026,GMF 4X1000,"6.000,50",,"2.494.000,00"',
  ]
  const STATEMENT = {
    opening: 100_000_000n,
    closing: 249_400_000n,
    entries: ['2026-03-12 150000050 ABONO OPERADOR', '2026-03-13 -600050 GMF 4X1000'],
  }
  test('day, text, debit, credit and balance; opening and closing by the balances', () => {
    expect(brief(read(LINES))).toEqual([STATEMENT])
  })
  test('the newest first', () => {
    expect(brief(read([LINES[0] ?? '', LINES[2] ?? '', LINES[1] ?? '']))).toEqual([STATEMENT])
  })
  const MIXED = [
    LINES[0] ?? '',
    '02/03/2026,X,,"100,00","1.100,00"',
    '04/03/2026,Y,,"50,00","1.150,00"',
    '03/03/2026,Z,,"25,00","1.175,00"',
    '05/03/2026,W,,"1,00","1.176,00"',
  ]
  const IN_ORDER = {
    opening: 100_000n,
    closing: 117_600n,
    entries: ['2026-03-02 10000 X', '2026-03-03 2500 Z', '2026-03-04 5000 Y', '2026-03-05 100 W'],
  }
  test('days in no order, where each balance follows from the row before, or from the one after', () => {
    expect(brief(read(MIXED))).toEqual([IN_ORDER])
    const [head = '', ...rows] = MIXED
    expect(brief(read([head, ...rows.toReversed()]))).toEqual([IN_ORDER])
    expect(() => read(MIXED.with(4, '05/03/2026,W,,"1,00","1.177,00"'))).toThrow(
      refused(/line 5: its balance is COP 1,177, and the entries come to COP 1,176$/),
    )
  })
  test('days in order, where sums that cancel out fit both ways', () => {
    const rows = ['12/03/2026,BACK,"5,00",,"10,00"', '11/03/2026,IN,,"5,00","15,00"']
    const entries = ['2026-03-11 500 IN', '2026-03-12 -500 BACK']
    expect(brief(read([LINES[0] ?? '', ...rows]))).toEqual([{ opening: 1_000n, closing: 1_000n, entries }])
  })
  test('the line where the balances part', () => {
    const lines = LINES.with(2, '13/03/2026,GMF 4X1000,"6.000,50",,"2.494.000,01"')
    expect(() => read(lines)).toThrow(
      refused(/^mov\.csv: line 3: its balance is COP 2,494,000\.01, and the entries come to COP 2,494,000$/),
    )
    expect(() => read(lines)).toThrow(
      expect.objectContaining({
        texts: expect.objectContaining({
          message: expect.objectContaining({
            es: expect.stringContaining('su saldo es $ 2.494.000,01, y los movimientos suman $ 2.494.000'),
          }),
        }),
      }),
    )
  })
  test('a month where the day should be', () => {
    expect(() => read(LINES.with(2, '03/13/2026,X,1,,2'))).toThrow(
      refused(/line 3: its day is not a date: 99\/99\/9999/),
    )
  })
})

describe("Bancolombia's text", () => {
  const line = (type: string, day: string, value: string, charged: string, balance: string, reference = 'REF') =>
    [
      type,
      day,
      '40600001122',
      '101500',
      '406',
      '17',
      value,
      charged,
      '07',
      'OPERADOR',
      reference,
      '',
      '',
      '',
      '',
      balance,
    ].join(';')
  test('the type gives the sign, the references the text', () => {
    const file = read([
      line('C', '20260312', '1000.00', '1000.00', '3000.00'),
      line('D', '20260312', '500.00', '500.00', '2500.00', '77'),
    ])
    expect(brief(file)).toEqual([
      {
        opening: 200_000n,
        closing: 250_000n,
        entries: ['2026-03-12 100000 OPERADOR REF', '2026-03-12 -50000 OPERADOR 77'],
      },
    ])
    expect(file.statements[0]?.entries.map(({ reference }) => reference)).toEqual(['REF', '77'])
  })
  test('charges that the balance has are an entry of their own, whichever end comes first', () => {
    const lines = [
      line('C', '20260312', '1000.00', '1000.00', '3000.00'),
      line('D', '20260312', '500.00', '502.00', '2498.00'),
    ]
    const statement = {
      opening: 200_000n,
      closing: 249_800n,
      entries: [
        '2026-03-12 100000 OPERADOR REF',
        '2026-03-12 -50000 OPERADOR REF',
        '2026-03-12 -200 CARGOS OPERADOR REF',
      ],
    }
    expect(brief(read(lines))).toEqual([statement])
    expect(brief(read(lines.toReversed()))).toEqual([statement])
  })
  test.each(['20260304', '2026-03-04', '04/03/2026'])('the day %s is the fourth of March', (day) => {
    expect(read([line('C', day, '1', '1', '1')]).statements[0]?.from).toBe('2026-03-04')
  })
  test('charges that are lines of their own already are none twice', () => {
    const lines = [
      line('D', '20260312', '500.00', '502.00', '2500.00'),
      line('D', '20260312', '2.00', '2.00', '2498.00'),
    ]
    expect(brief(read(lines))[0]?.entries).toHaveLength(2)
  })
  test('a line that was cut', () => {
    expect(() => read([line('C', '20260312', '1', '1', '1'), 'C;20260312;406'])).toThrow(
      refused(/line 2: it has 3 fields, and the bank's form has 16/),
    )
  })
})

const MAPPING: BankMapping = {
  ...LEAST_MAPPING,
  headerRows: 1,
  date: 'Fecha',
  amount: { value: 'Valor', sign: null },
  text: ['Concepto'],
}

describe('a mapped file', () => {
  const file = (rows: readonly string[], changes: Partial<BankMapping> = {}, header = 'Fecha;Concepto;Valor') =>
    read([header, ...rows], { ...MAPPING, ...changes })

  test.each([
    ['1.234.567,89', 123_456_789n],
    ['1,234,567.89', 123_456_789n],
    ["1'234.567", 123_456_700n],
    ["1'234.567,5", 123_456_750n],
    ['1 234 567', 123_456_700n],
    ['$ 1\u00a0234\u00a0567,5-', -123_456_750n],
    ['$ 1.234', 123_400n],
    ['COP 1234,5', 123_450n],
    ['-1234', -123_400n],
    ['1234-', -123_400n],
    ['(1.234)', -123_400n],
    ['1234 D', -123_400n],
    ['1234DB', -123_400n],
    ['DR 1234', -123_400n],
    ['1234 CR', 123_400n],
    ['+0.05', 5n],
    [',50', 50n],
    ['$ .00', 0n],
    ['-.5', -50n],
    ['\u22121234', -123_400n],
  ])('the sum %s', (text, value) => {
    expect(file([`2026-03-12;X;${text}`]).statements[0]?.entries[0]?.value).toBe(value)
  })

  test.each([
    '1.23.456',
    '0.500',
    '12.345,678',
    '1e5',
    '--5',
    '(5',
    'cinco',
    '1.234.56',
    '5,123,4',
    '.',
    ',123',
    '100 50',
    '1 2345',
    '0 500',
    '1  234',
  ])('%s is not an amount', (text) => {
    expect(() => file([`2026-03-12;X;${text}`])).toThrow(refused(/line 2: it has no sum in pesos/, /bankMapping/))
  })

  test('one file has one decimal sign', () => {
    expect(() => file(['2026-03-12;X;1.50', '2026-03-12;X;1,50'])).toThrow(
      refused(/line 3: its decimal sign is not that of line 2/),
    )
    expect(() => file(['2026-03-12;X;1.50'], { decimal: ',' })).toThrow(refused(/not that of bankMapping/))
  })

  test('the whole file decides how its days are written; refused where it does not', () => {
    const days = (...rows: readonly string[]) =>
      file(rows.map((row) => `${row};X;1`)).statements[0]?.entries.map((e) => e.bookedOn)
    expect(days('03/04/2026', '13/04/2026')).toEqual(['2026-04-03', '2026-04-13'])
    expect(days('03/04/2026', '04/13/2026')).toEqual(['2026-03-04', '2026-04-13'])
    expect(days('04/04/2026')).toEqual(['2026-04-04'])
    expect(days('2026-4-3 10:15')).toEqual(['2026-04-03'])
    expect(days('3.4.26', '30.4.26')).toEqual(['2026-04-03', '2026-04-30'])
    expect(() => days('05/05/2026', '03/04/2026')).toThrow(
      refused(/line 3: its days can be read as dd\/mm and as mm\/dd/, /"dates": "dd\/mm\/yyyy"/),
    )
    expect(() => days('13/04/2026', '04/13/2026')).toThrow(refused(/line 3: its day is not a date: 99\/99\/9999/))
    expect(() => days('13/04/2026', '')).toThrow(refused(/line 3: it has no day/))
  })

  test('columns by number, debit and credit, header and footer rows that are not read, other delimiters', () => {
    const mapping = { headerRows: 2, footerRows: 1, date: 1, amount: { debit: 2, credit: 3 }, text: [4, 5] } as const
    const rows = ['Desde\t2026', '2026-03-12\t-5\t\tA\tB', '2026-03-13\t0\t7\tC\t', 'Total\t-5\t7\t\t']
    const { statements } = file(rows, mapping, 'Banco')
    expect(statements[0]?.entries.map(({ value, text }) => [value, text])).toEqual([
      [-500n, 'A B'],
      [700n, 'C'],
    ])
  })

  test('a file shorter than its footer is refused: its entries would be passed over', () => {
    const mapping = { headerRows: 1, footerRows: 5, date: 1, amount: { value: 2, sign: null }, text: [3] } as const
    const rows = ['2026-03-12;5;A', '2026-03-13;7;B', 'Total;12;']
    expect(() => file(rows, mapping, 'Fecha;Valor;Concepto')).toThrow(
      refused(/line 2: it stands outside the entries by headerRows and footerRows/),
    )
  })

  test('debits without a sign in a column of their own, and a sign column', () => {
    const sides = file(['2026-03-12;5;', '2026-03-12;;5'], { amount: { debit: 2, credit: 3 }, text: [1] }, 'Fecha;D;C')
    expect(sides.statements[0]?.entries.map(({ value }) => value)).toEqual([-500n, 500n])
    const amount = { value: 'Valor', sign: 'Concepto' }
    const signed = file(['2026-03-12;Débito;5', '2026-03-12;ABONO;5'], { amount })
    expect(signed.statements[0]?.entries.map(({ value }) => value)).toEqual([-500n, 500n])
    expect(() => file(['2026-03-12;otro;5'], { amount })).toThrow(
      refused(/line 2: its sign is neither debit nor credit/),
    )
  })

  test.each([
    ['a column that is not there', { text: ['Detalle'] }, /its header has no column Detalle/],
    ['a value and no sum', { amount: { debit: 'Valor', credit: 'Valor' } }, /line 2: it is a debit and a credit/],
    ['another currency', { currency: 'Concepto' }, /line 2: its currency is not COP/],
    ['a header further down', { headerRows: 2 }, /its header has no column Fecha/],
  ])('%s is refused', (_, changes, message) => {
    expect(() => file(['2026-03-12;USD;5'], changes)).toThrow(refused(message))
  })

  test('Windows-1252 and UTF-16 by their bytes, or by the mapping', () => {
    const text = 'Fecha;Descripción;Valor\n2026-03-12;Señal;5\n'
    const mapping = { ...MAPPING, text: ['Descripción'] }
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const files = [Buffer.from(text), Buffer.from(`\ufeff${text}`), Buffer.from(text, 'latin1'), marked]
    const texts = files.map(
      (bytes) => readBankFile(bytes, { zone: BOGOTA, name: 'a', mapping }).statements[0]?.entries[0]?.text,
    )
    expect(texts).toEqual(['Señal', 'Señal', 'Señal', 'Señal'])
    expect(
      readBankFile(Buffer.from(text, 'utf16le'), { zone: BOGOTA, name: 'a', mapping }).statements[0]?.entries[0]?.text,
    ).toBe('Señal')
    const named = { ...mapping, encoding: 'windows-1252' } as const
    expect(
      readBankFile(Buffer.from(text), { zone: BOGOTA, name: 'a', mapping: { ...named, text: ['DescripciÃ³n'] } })
        .format,
    ).toBe('mapped')
  })
})

describe('files that are no statement', () => {
  test.each([
    ['a PDF', Buffer.from('%PDF-1.7\n'), /it is a PDF/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), /it is an old Excel file/],
    ['nothing', Buffer.alloc(0), /it is empty/],
    ['blanks', Buffer.from(' \n\n'), /it is empty/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), /it is not text/],
    ['a letter', Buffer.from('Estimado cliente\n'), /format is not recognised/],
    ['200 MB', Buffer.alloc(200 * 2 ** 20), /it has 200 MB, and at most 64 MB are read/],
  ])('%s', (_, bytes, message) => {
    expect(() => readBankFile(bytes, { zone: BOGOTA, name: 'extracto marzo.pdf' })).toThrow(refused(message))
  })
  test("another bank's form", () => {
    const bytes = bytesOf(['406-000011-22,406,,20260313,,1,1,B,0'])
    expect(() => readBankFile(bytes, { zone: BOGOTA, name: 'a', format: 'davivienda-csv' })).toThrow(
      refused(/it is bancolombia-csv, not davivienda-csv/),
    )
  })
  test('a file of 200 MB is refused unread; one below the limit is read', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'Extracto año 2026.csv')
    writeFileSync(file, 'a')
    expect(await bytesOfFile(file)).toEqual(Buffer.from('a'))
    truncateSync(file, 200 * 2 ** 20)
    await expect(bytesOfFile(file)).rejects.toThrow(refused(/^Extracto año 2026\.csv: it has 200 MB/, /in parts/))
  })
})

describe('rows of a mapped text', () => {
  const MAPPING: BankMapping = {
    ...LEAST_MAPPING,
    headerRows: 1,
    date: 'Fecha',
    amount: { value: 'Valor', sign: null },
    text: ['Desc'],
    dates: 'yyyy-mm-dd',
    delimiter: ',',
  }
  const HEADER = 'Fecha,Desc,Valor'
  const entriesIn = (lines: readonly string[], mapping = MAPPING) =>
    read(lines, mapping).statements.flatMap(({ entries }) => entries.map(({ value, text }) => `${value} ${text}`))

  test('with as many fields as the header, and empty ones behind them', () => {
    expect(entriesIn([HEADER, '2026-10-05,ABONO,100000', '2026-10-06,X,-1,,'])).toEqual(['10000000 ABONO', '-100 X'])
  })
  test.each<readonly [string, readonly string[], RegExp]>([
    ['more: a sum with a comma', [HEADER, '2026-10-05,ABONO,100,000'], /line 2: it has 4 fields, and the header has 3/],
    [
      'fewer: a line that was cut',
      ['Fecha,Valor,Desc', '2026-10-06,2200'],
      /line 2: it has 2 fields, and the header has 3/,
    ],
    ['one', [HEADER, '2026-10-05,A,1', 'Total'], /line 3: it has 1 field, and the header has 3/],
  ])('with %s are refused', (_, lines, message) => {
    expect(() => entriesIn(lines)).toThrow(refused(message, /bankMapping/))
  })
  test('are counted by most of them where there is no header', () => {
    const mapping = { ...MAPPING, headerRows: 0, date: 1, text: [2], amount: { value: 3, sign: null } }
    const lines = ['2026-10-05,A,1', '2026-10-06,B,2', '2026-10-07,C,3,000']
    expect(entriesIn(lines.slice(0, 2), mapping)).toEqual(['100 A', '200 B'])
    expect(() => entriesIn(lines, mapping)).toThrow(refused(/line 3: it has 4 fields, and most rows have 3/))
  })
  test.each([
    ['90071992547409.91', '9007199254740991'],
    ['-90071992547409.91', '-9007199254740991'],
    ['90071992547409.92', null],
    ['900000000000000', null],
    ['-99999999999999999999', null],
  ])('with a value of %s come to %s centavos, or are refused with their line', (value, centavos) => {
    const rows = () => entriesIn([HEADER, `2026-10-05,A,${value}`])
    if (centavos === null) expect(rows).toThrow(refused(/line 2: it has no sum in pesos/))
    else expect(rows()).toEqual([`${centavos} A`])
  })
  test('with balances whose opening is beyond the exact range are refused', () => {
    const mapping = { ...MAPPING, balance: 'Saldo' }
    const lines = ['Fecha,Desc,Valor,Saldo', '2026-10-05,A,-90071992547409.91,90071992547409.91']
    expect(() => read(lines, mapping)).toThrow(refused(/its balances are beyond/))
  })
})
