import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import { type BankMapping, LEAST_MAPPING } from '../../src/core/bank/bank-mapping.ts'
import { bankMappingReader } from '../../src/input/bank/bank-mapping-reader.ts'
import { Refusal } from '../../src/input/setting-readers.ts'
import { BOGOTA } from '../bogota.ts'

/** The proposed mapping, and the result of using it. */
const guess = (lines: readonly string[]) => {
  const bytes = Buffer.from(lines.join('\n'))
  const mapping = guessMapping(bytes, { name: 'a.csv' })
  const { statements } = readBankFile(bytes, { zone: BOGOTA, name: 'a.csv', mapping })
  return {
    mapping,
    entries: statements.flatMap((one) =>
      one.entries.map(({ bookedOn, value, text }) => `${bookedOn} ${value} ${text}`),
    ),
  }
}

describe('a mapping is proposed', () => {
  test('below a letterhead, above a total; debit and credit, and the balance', () => {
    const { mapping, entries } = guess([
      'Banco de Bogotá;;;;',
      'Fecha;Transacción;Documento;Débitos;Créditos;Saldo',
      '12/03/2026;ABONO OPERADOR;77;0,00;1.500,00;2.500,00',
      '13/03/2026;4X1000;;6,00;0,00;2.494,00',
      'Total;;;6,00;1.500,00;',
    ])
    expect(mapping).toEqual({
      ...LEAST_MAPPING,
      headerRows: 2,
      footerRows: 1,
      date: 'Fecha',
      amount: { debit: 'Débitos', credit: 'Créditos' },
      balance: 'Saldo',
      text: ['Transacción'],
      reference: 'Documento',
      dates: 'dd/mm/yyyy',
      decimal: ',',
      delimiter: ';',
    })
    expect(entries).toEqual(['2026-03-12 150000 ABONO OPERADOR', '2026-03-13 -600 4X1000'])
  })

  test('a balance carried forward between the names and the first entry: columns by their numbers', () => {
    const { mapping, entries } = guess([
      'BBVA COLOMBIA;;;;',
      'FECHA;CONCEPTO;DÉBITO;CRÉDITO;SALDO',
      ';SALDO ANTERIOR;;;1.000,00',
      '05/03/2026;ABONO OPERADOR;;1.500,00;2.500,00',
      '13/03/2026;GMF 4X1000;,50;;2.499,50',
      ';TOTALES;,50;1.500,00;2.499,50',
    ])
    expect(mapping).toMatchObject({
      headerRows: 3,
      footerRows: 1,
      date: 1,
      amount: { debit: 3, credit: 4 },
      balance: 5,
      text: [2],
    })
    expect(entries).toEqual(['2026-03-05 150000 ABONO OPERADOR', '2026-03-13 -50 GMF 4X1000'])
  })

  test('the decimal sign is that of the sums, not of document numbers', () => {
    const { mapping, entries } = guess([
      'Fecha;Documento;Concepto;Valor',
      '12/03/2026;900.123.456;ABONO OPERADOR;1,234.50',
      '31/03/2026;900.123.456;ABONO OPERADOR;7.00',
    ])
    expect(mapping.decimal).toBe('.')
    expect(entries.map((entry) => entry.split(' ')[1])).toEqual(['123450', '700'])
  })

  test('one value with its sign beside it; days that no row decides are day first, for a person to confirm', () => {
    const { mapping, entries } = guess([
      'FECHA,VALOR,TIPO,DESCRIPCION,MONEDA',
      '03/04/2026,1500.00,C,A,COP',
      '04/04/2026,6.00,D,B,COP',
    ])
    expect(mapping).toMatchObject({
      amount: { value: 'VALOR', sign: 'TIPO' },
      currency: 'MONEDA',
      dates: 'dd/mm/yyyy',
      decimal: '.',
    })
    expect(entries).toEqual(['2026-04-03 150000 A', '2026-04-04 -600 B'])
  })

  test('a type that is no sign; a day of value; two columns of one name', () => {
    const { mapping } = guess([
      'Fecha valor|Fecha|Tipo|Concepto|Concepto|Valor',
      '2026-03-12|2026-03-12|Transferencia|A|B|-5',
    ])
    expect(mapping).toMatchObject({
      date: 'Fecha',
      valueDate: 'Fecha valor',
      amount: { value: 'Valor', sign: null },
      text: [4, 5],
      dates: 'yyyy-mm-dd',
      decimal: null,
      delimiter: '|',
    })
  })

  test('texts in a column whose name says nothing', () => {
    const { mapping } = guess(['Fecha;Oficina;Glosa;Valor', '2026-03-12;406;ABONO OPERADOR;5'])
    expect(mapping.text).toEqual(['Glosa'])
  })

  test('days and sums below names that say nothing', () => {
    expect(guess(['a;b;c', '2026-03-12;x;5']).mapping).toMatchObject({ date: 'a', amount: { value: 'c' }, text: ['b'] })
  })

  test.each([
    ['the value', '20260312,ABONO,5', { value: 3, sign: null }, null],
    ['value and balance', '20260312,ABONO,5,7', { value: 3, sign: null }, 4],
    ['debit, credit and balance', '20260312,ABONO,0,5,7', { debit: 3, credit: 4 }, 5],
  ])('without a header: %s', (_, line, amount, balance) => {
    expect(guess([line]).mapping).toMatchObject({
      headerRows: 0,
      date: 1,
      amount,
      balance,
      text: [2],
      dates: 'yyyymmdd',
    })
  })

  test('of a workbook', async () => {
    const rows = [
      ['Fecha', 'Detalle', 'Valor'],
      [new Date(Date.UTC(2026, 2, 12)), 'ABONO', 5],
    ]
    const mapping = guessMapping(await writeXlsx({ sheets: [{ name: 'a', rows }] }), { name: 'a.xlsx' })
    expect(mapping).toMatchObject({
      headerRows: 1,
      date: 'Fecha',
      amount: { value: 'Valor', sign: null },
      delimiter: null,
    })
  })

  test.each([
    [
      'ingreso, egreso',
      'Fecha;Detalle;Monto;Clase\n2026-03-12;PAYCO;5;ingreso\n2026-03-13;X;3;egreso',
      'Monto',
      'Clase',
      null,
    ],
    ['+ and -', 'Fecha;Signo;Detalle;Monto\n2026-03-12;+;PAYCO;5\n2026-03-13;-;X;3', 'Monto', 'Signo', null],
    [
      'in English',
      'Date;Text;Amount;Type;Status\n2026-03-12;P;5;Credit;Completed\n2026-03-13;X;3;Debit;Failed\n2026-03-13;X;4;Debit;Completed',
      'Amount',
      'Type',
      'Status',
    ],
    [
      'cheques and total',
      'Fecha;Motivo;Transacción;Valor Cheque;Valor Total\n2026-03-12;A;Nota Crédito;$ 0,00;$ 5,00\n2026-03-13;B;Nota Débito;$ 0,00;$ 3,00',
      'Valor Total',
      'Transacción',
      null,
    ],
    [
      'a branch, an account, a code',
      '2026-03-12;551;5510009911;5,00;2142;C;PAYCO\n2026-03-13;551;5510009911;3,00;3160;D;X',
      4,
      6,
      null,
    ],
  ])('the sign is a column of words, the value no constant: %s', (_, text, value, sign, status) => {
    const { mapping, entries } = guess(text.split('\n'))
    expect(mapping).toMatchObject({ amount: { value, sign }, status })
    expect(entries.map((entry) => entry.split(' ')[1])).toEqual(status === null ? ['500', '-300'] : ['500', '-400'])
  })

  test.each([
    '12-mar-2026',
    '12 mar. 2026',
    'Mar 12 2026',
    '12 de marzo de 2026',
    'jueves, 12 de marzo de 2026',
    '2026-mar-12',
    'March 12, 2026',
  ])('the day %s needs no form', (day) => {
    const { mapping, entries } = guess(['Fecha;Texto;Valor', `${day};A;5`])
    expect(mapping.dates).toBeNull()
    expect(entries).toEqual(['2026-03-12 500 A'])
  })

  test('one column of equal sums is the value by its name alone', () => {
    const equal = (name: string) => guess([`Fecha;Texto;${name}`, '2026-03-12;A;5', '2026-03-13;B;5'])
    expect(equal('Valor').mapping.amount).toEqual({ value: 'Valor', sign: null })
    expect(() => equal('Glosa')).toThrow(/no row of it has a day and a sum/)
  })

  test.each([
    ['a letter', 'Estimado cliente:\nle informamos que'],
    ['no column of values', 'Fecha;Saldo\n2026-03-12;5'],
  ])('%s: nothing', (_, text) => {
    expect(() => guessMapping(Buffer.from(text), { name: 'a.csv' })).toThrow(
      /^a\.csv: no row of it has a day and a sum/,
    )
  })
})

describe('a mapping that leaves out what decides', () => {
  const read = (text: string, changes: Partial<BankMapping> = {}) => {
    const bytes = Buffer.from(text)
    const { status: _, ...mapping } = guessMapping(bytes, { name: 'a.csv' })
    return readBankFile(bytes, { zone: BOGOTA, name: 'a.csv', mapping: { ...mapping, status: null, ...changes } })
  }
  const SIDES = 'Fecha,Texto,Monto,Tipo\n13/03/2026,A,5,abono\n14/03/2026,B,3,cargo'
  test('the sign is refused with the line', () => {
    expect(() => read(SIDES, { amount: { value: 'Monto', sign: null } })).toThrow(/line 3: it is a debit by a word/)
  })
  test('the status is refused with the line', () => {
    expect(() => read('Fecha,Texto,Monto,Estado\n13/03/2026,A,5,OK\n14/03/2026,B,3,Anulada')).toThrow(
      /line 3: it came to nothing/,
    )
  })
  test('debits with and without a minus are refused', () => {
    const text = 'Fecha,Texto,Monto,Tipo\n13/03/2026,A,-5,D\n14/03/2026,B,3,D\n14/03/2026,B,3,C'
    expect(() => read(text, { amount: { value: 'Monto', sign: 'Tipo' } })).toThrow(
      /line 3: some debits of the file have a minus/,
    )
  })
  test('words of the bank go before the usual ones', () => {
    const sign = { column: 'Tipo', debit: ['cargo', 'C'], credit: ['abono', 'A'] }
    const text = SIDES.replace('abono', 'A').replace('cargo', 'C')
    const { statements } = read(text, { amount: { value: 'Monto', sign } })
    expect(statements[0]?.entries.map(({ value }) => value)).toEqual([500n, -300n])
  })
})

test("the manual's mapping reads the file that it describes, and is a setting", () => {
  const chapter = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'bank-files.md'), 'utf8')
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(chapter) ?? []
  const mapping = bankMappingReader(JSON.parse(example).bankMapping)
  if (mapping === null || mapping instanceof Refusal) throw new Error('the example is no mapping')
  const lines = [
    'Banco',
    'Fecha;Transacción;Documento;Débitos;Créditos;Saldo',
    '12/03/2026;X;7;;5,00;9,00',
    'Total;;;;;',
  ]
  const { statements } = readBankFile(Buffer.from(lines.join('\n')), { zone: BOGOTA, name: 'a.csv', mapping })
  expect(statements[0]).toMatchObject({
    opening: 400n,
    closing: 900n,
    entries: [{ value: 500n, text: 'X', reference: '7' }],
  })
})
