import { expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { BOGOTA } from '../bogota.ts'

const LINES = [
  '406-000011-22,406,,20260312,,44590000.00,2568,PAGO INTERBANC OPERADOR PAGOS,0',
  '406-000011-22,406,,20260312,,-25000.55,8071,PAGO A PROVEE  ÑANDÚ,0',
  '406-000011-22,406,,20260312,,-100.00,3339,IMPTO GOBIERNO 4X1000,0',
]
const read = (lines: readonly string[]) =>
  readBankFile(Buffer.from(lines.join('\r\n'), 'latin1'), { zone: BOGOTA, name: 'mov.csv' })

test('account, days, signs and the tax on movements as an entry of its own', () => {
  const { format, statements } = read(LINES)
  expect(format).toBe('bancolombia-csv')
  expect(statements).toEqual([
    {
      account: '40600001122',
      number: null,
      from: '2026-03-12',
      to: '2026-03-12',
      opening: null,
      closing: null,
      entries: [
        entry(1, 4_459_000_000n, 'PAGO INTERBANC OPERADOR PAGOS'),
        entry(2, -2_500_055n, 'PAGO A PROVEE ÑANDÚ'),
        entry(3, -10_000n, 'IMPTO GOBIERNO 4X1000'),
      ],
    },
  ])
})

const entry = (position: number, value: bigint, text: string) => ({
  bookedOn: '2026-03-12',
  valueOn: null,
  value,
  text,
  reference: null,
  position,
})

test('the newest first in the file, the oldest first here; each account is a statement', () => {
  const { statements } = read([
    '406-000011-22,406,,20260313,,1,1,B,0',
    '406-000011-33,406,,20260313,,5,1,C,0',
    '406-000011-22,406,,20260312,,2,1,A,0',
  ])
  expect(statements.map(({ account, from, to }) => [account, from, to])).toEqual([
    ['40600001122', '2026-03-12', '2026-03-13'],
    ['40600001133', '2026-03-13', '2026-03-13'],
  ])
  expect(statements[0]?.entries.map(({ text }) => text)).toEqual(['A', 'B'])
})

test.each([
  ['a day that is none', '406-000011-22,406,,20260231,,1,1,B,0', /^mov\.csv: line 2: its day is not a date: 99999999$/],
  [
    'a sum that is none',
    '406-000011-22,406,,20260313,,1.2.3,1,B,0',
    /line 2: it has no sum in pesos: 9\.9\.9, of which "\.9" was not understood$/,
  ],
  ['a line that was cut', '406-000011-22,406,,2026', /line 2: it has 4 fields, and the bank's form has 9$/],
  ['a quote that is not closed', '406-000011-22,406,,20260313,,1,1,"B,0', /line 2: a quote is missing/],
])('%s is refused with its line', (_, line, message) => {
  expect(() => read([LINES[0] ?? '', line])).toThrow(
    expect.objectContaining({ code: 'BANK_FILE_WRONG', exit: 2, message: expect.stringMatching(message) }),
  )
})
