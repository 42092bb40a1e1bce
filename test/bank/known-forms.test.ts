import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { type BalancedEntry, chainOfDays } from '../../src/bank/tables/chain-of-days.ts'
import { guessFile } from '../../src/bank/tables/guess-file.ts'
import { asSlotDate } from '../../src/core/slot.ts'
import { hasCode } from '../../src/std/errors.ts'
import { BOGOTA } from '../bogota.ts'
import { cop } from '../core/a.ts'
import { trials } from '../trials.ts'

const read = (bytes: Uint8Array) => readBankFile(bytes, { zone: BOGOTA, name: 'f' })
const read1 = (lines: readonly string[], end = '\n') => brief(Buffer.from(lines.join(end)))
/** Account, balances in centavos, and the entries. */
const brief = (bytes: Uint8Array) =>
  read(bytes).statements.map(({ account, opening, closing, entries }) => [
    `${account} ${opening} ${closing}`,
    ...entries.map(({ bookedOn, value, text }) => `${bookedOn} ${value} ${text}`),
  ])
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'BANK_FILE_WRONG', message: expect.stringMatching(message) })

const MOVEMENTS = [
  '47700000011,40,7,28022026,,25931.41,8999,PAGO OPERADOR SAS, CUOTA 2, MARZO,00',
  '47700000011,976,7,27022026,,-1000.00,3339,IMPTO GOBIERNO 4X1000,00,',
]
const STATEMENT = [
  '20260701, 999-000000-00, 1, 7, 442, 0, SALDO INICIAL, 000000, .00, 0, C, , , , ,',
  '20260702, 999-000000-00, 4, 7, 442, 0, SALDO DIA, 000000, 950000.00, 442, C, , , , ,',
  '20260702, 999-000000-00, 2, 7, 442, 2142, PAGO OPERADOR, CUOTA, 000000, 1000000.00, 442, C, , , , ,',
  '20260702, 999-000000-00, 3, 7, 442, 9086, PAGO SV GASES, 000000, -50000.00, 442, D, , , , ,',
  '20260731, 999-000000-00, 7, 7, 442, 0, SALDO FINAL, 000000, 950000.00, 442, C, , , , ,',
]

describe('forms that need no mapping', () => {
  test('movements: a filled third field, the day first, commas in the text', () => {
    expect(read1(MOVEMENTS, '\r\n')).toEqual([
      [
        '47700000011 null null',
        '2026-02-27 -100000 IMPTO GOBIERNO 4X1000',
        '2026-02-28 2593141 PAGO OPERADOR SAS, CUOTA 2, MARZO',
      ],
    ])
  })

  test('a statement: balances are rows, wherever they stand, and each is checked', () => {
    const entries = ['2026-07-02 100000000 PAGO OPERADOR, CUOTA', '2026-07-02 -5000000 PAGO SV GASES']
    expect(read1(STATEMENT)).toEqual([['99900000000 0 95000000', ...entries]])
    expect(read1(STATEMENT.toReversed())).toEqual([['99900000000 0 95000000', ...entries.toReversed()]])
    expect(() => read1(STATEMENT.toSpliced(3, 1))).toThrow(
      refused(/line 2: its balance is COP 950,000, and the entries come to COP 1,000,000$/),
    )
    const quiet = [STATEMENT[0] ?? '', (STATEMENT[4] ?? '').replace('950000.00', '.00')]
    expect(read(Buffer.from(quiet.join('\n'))).statements).toMatchObject([
      { from: '2026-07-01', to: '2026-07-31', opening: 0n, closing: 0n, entries: [] },
    ])
  })

  test.each([
    [
      'a sum with commas before the text',
      MOVEMENTS.with(1, '47700000011,40,7,27022026,,25,931.41,8999,PAGO,00'),
      /line 2: it has 10 fields/,
    ],
    [
      'a sum with commas behind the text',
      STATEMENT.map((line) => line.replace('-50000.00', '-50,000.00')),
      /line 4: it has 17 fields/,
    ],
    [
      'a credit with a minus',
      STATEMENT.map((line) => line.replace('-50000.00, 442, D', '-50000.00, 442, C')),
      /line 4: it is a credit by its word, and its sum has a minus/,
    ],
    [
      'a line between quotes of others',
      [...MOVEMENTS, '47700000011,40,7,27022026,,-1.00,3339,"A,00', '47700000011,40,7,27022026,,-2.00,3339,B",00'],
      /a quote is missing/,
    ],
  ])('%s is refused with its line', (_, lines, message) => {
    expect(() => read1(lines)).toThrow(refused(message))
  })

  test.each([';', '\t', '|'])('columns in any order, split by %j, in any encoding', (delimiter) => {
    const text = [
      ['Tipo', 'Estado', 'Valor', 'Descripción', 'Fecha'],
      ['Entrada', 'Exitosa', '$\u00a020.000,50', 'Señal', '13/03/2026'],
      ['Salida', 'Exitosa', '$ 4.000', 'X', '14/03/2026'],
      ['Entrada', 'Rechazada', '$ 90.000', 'Y', '15/03/2026'],
    ]
      .map((cells) => cells.join(delimiter))
      .join('\r\n')
    const entries = [['null null null', '2026-03-13 2000050 Señal', '2026-03-14 -400000 X']]
    for (const bytes of [
      Buffer.from(`\ufeff${text}`),
      Buffer.from(text, 'latin1'),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
    ])
      expect(brief(bytes)).toEqual(entries)
    expect(() => brief(Buffer.from(text.replace('Rechazada', 'Devuelta')))).toThrow(
      refused(/line 4: its status is not known to count, nor not to/),
    )
  })

  const LETTERHEAD = [
    ['Información Cliente:'],
    ['DESDE', 'HASTA', 'TIPO', 'NRO CUENTA'],
    ['2025/12/31', '2026/03/31', 'AHORROS', '987-1'],
  ]
  const HEADER = ['FECHA', 'DESCRIPCIÓN', 'SUCURSAL', 'DCTO.', 'VALOR', 'SALDO']
  const sheet = (rows: readonly (readonly (string | number)[])[]) =>
    writeXlsx({ sheets: [{ name: 'a', rows: rows.map((row) => [...row]) }] })

  test('an extract of months: pages with a letterhead each, days without a year, numbers as numbers', async () => {
    const pages = [
      ...LETTERHEAD,
      HEADER,
      ['31/12', 'A', '', '', '-.06', '999.94'],
      ...LETTERHEAD,
      HEADER,
      ['2/01', 'B', '', '', 20000, 20999.94],
      ['', 'FIN ESTADO DE CUENTA'],
    ]
    expect(brief(await sheet(pages))).toEqual([['9871 100000 2099994', '2025-12-31 -6 A', '2026-01-02 2000000 B']])
  })

  test.each([
    ['an entry below its end', [['3/01', 'C', '', '', '1.00', '1.00']], /row 6: its balance|row 7: its balance/],
    [
      'a page without names',
      [LETTERHEAD[0] ?? [], ['3/01', 'C', '', '', '1.00', '2.00']],
      /row 7: a page begins there/,
    ],
    ['a day outside of its period', [['3/11', 'C', '', '', '1.00', '1000.94']], /row 7: its day is not a date: 9\/99/],
    ['a text that is no row', [['', 'Otros productos']], /row 7: it has no value/],
  ])('%s refuses it', async (_, more, message) => {
    const bytes = await sheet([
      ...LETTERHEAD,
      HEADER,
      ['31/12', 'A', '', '', '-.06', '999.94'],
      ['', 'FIN ESTADO DE CUENTA'],
      ...more,
    ])
    expect(() => read(bytes)).toThrow(refused(message))
  })

  test('--guess says that their form is known, and shows their first rows', () => {
    expect(guessFile(Buffer.from(MOVEMENTS.join('\n')), { zone: BOGOTA, name: 'a' })).toMatchObject({
      ...{ format: 'bancolombia-csv', bankMapping: null, count: 2, refusal: null },
      rows: [{ value: 2_593_141n }, { value: -100_000n }],
    })
  })
})

const BODIES = [
  { head: [], lines: MOVEMENTS, entry: '47700000011,40,7,28022026,,7.00,8999,OTRO,00' },
  {
    head: ['Fecha,Descripción,Monto,Tipo'],
    lines: ['13/03/2026,A,5,ingreso', '14/03/2026,B,3,egreso'],
    entry: '15/03/2026,C,7,ingreso',
  },
]

describe('no entry is passed over', () => {
  test.each(BODIES)('one more, a header or a remark at any place: $head', ({ head, lines, entry }) => {
    const sumOf = (rows: readonly string[]) =>
      read(Buffer.from([...head, ...rows].join('\n')))
        .statements.flatMap(({ entries }) => entries)
        .reduce((sum, { value }) => sum + value, 0n)
    const known = sumOf(lines)
    const piece = fc.constantFrom(entry, entry, ...head, 'Total,5', '', 'NOTA: X', '\u001a', ',,,')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), piece), { maxLength: 6 }), (pieces) => {
        const rows = pieces.reduce<readonly string[]>(
          (all, [at, one]) => all.toSpliced(at % (all.length + 1), 0, one),
          lines,
        )
        const added = BigInt(pieces.filter(([, one]) => one === entry).length) * 700n
        try {
          expect(sumOf(rows)).toBe(known + added)
        } catch (error) {
          if (!hasCode(error, 'BANK_FILE_WRONG')) throw error
        }
      }),
      { numRuns: trials(100) },
    )
  })
})

const rowOf = (day: string, value: number, balance: number | null, position: number): BalancedEntry => {
  const bookedOn = asSlotDate(day)
  if (bookedOn === null) throw new Error('no day')
  const entry = { bookedOn, valueOn: null, value: cop(value), text: '', reference: null, position }
  return { entry, balance: balance === null ? null : cop(balance) }
}

/** Days with values; the balances follow from an opening. */
const rowsOf = (
  opening: number,
  values: readonly (readonly [day: number, value: number])[],
): readonly BalancedEntry[] => {
  let balance = opening
  return values
    .toSorted(([a], [b]) => a - b)
    .map(([day, value], index) => {
      balance += value
      return rowOf(`2026-03-0${day}`, value, balance, index)
    })
}

const isChain = (rows: readonly BalancedEntry[]): boolean =>
  rows.every(({ entry, balance }, index) => index === 0 || (rows[index - 1]?.balance ?? 0n) + entry.value === balance)

test('whatever the order of the rows, a chain over all of them is found, day by day', () => {
  const day = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -3, max: 3 }))
  const shuffled = fc
    .tuple(fc.integer({ min: -5, max: 5 }), fc.array(day, { minLength: 1, maxLength: 20 }))
    .chain(([opening, values]) => {
      const rows = rowsOf(opening, values)
      return fc.shuffledSubarray([...rows], { minLength: rows.length })
    })
  fc.assert(
    fc.property(shuffled, (rows) => {
      const chain = chainOfDays(rows) ?? []
      expect(new Set(chain)).toEqual(new Set(rows))
      expect(isChain(chain)).toBe(true)
      const days = chain.map(({ entry }) => entry.bookedOn)
      expect(days).toEqual(days.toSorted())
    }),
    { numRuns: trials(100) },
  )
})

test.each([
  ['a balance that does not follow', [rowOf('2026-03-01', 1, 1, 1), rowOf('2026-03-01', 1, 3, 2)]],
  ['two chains that do not meet', [rowOf('2026-03-01', 0, 1, 1), rowOf('2026-03-01', 0, 3, 2)]],
  ['a day that begins elsewhere', [rowOf('2026-03-01', 1, 1, 1), rowOf('2026-03-02', 1, 3, 2)]],
  ['a row without a balance', [rowOf('2026-03-01', 1, null, 1), rowOf('2026-03-01', 1, 3, 2)]],
])('%s: none', (_, rows) => {
  expect(chainOfDays(rows)).toBeNull()
})
