import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import type { BankStatement } from '../../src/domain/bank/bank-statement.ts'
import { BOGOTA } from '../bogota.ts'

const FOLDER = join(import.meta.dirname, 'samples')

/** Account, opening and closing in pesos, and each entry as its day and its pesos. */
type Expected = readonly [account: string | null, balances: string, entries: readonly string[]]

const NO_BALANCES = 'null null'

/** Tables as banks write them, each with what it gives without a mapping. */
const SAMPLES: readonly (readonly [file: string, expected: Expected])[] = [
  [
    '04/movs.csv',
    [
      '55100009911',
      NO_BALANCES,
      ['2026-03-09 -1783.9', '2026-03-12 -1880.14', '2026-03-12 -470036', '2026-03-12 44590000'],
    ],
  ],
  ['05/movs.csv', ['47700000011', NO_BALANCES, ['2026-02-27 -1000', '2026-02-28 25931.41']]],
  ['06/E.csv', ['23000010022', '1000 20920', ['2026-03-02 20000', '2026-03-02 -80']]],
  [
    '07/co06-extracto-mensual.xlsx',
    ['9870000011', '1000 20500.14', ['2025-12-31 -0.06', '2026-01-02 20000', '2026-01-03 -500', '2026-02-05 0.2']],
  ],
  ['08/davi.csv', [null, NO_BALANCES, ['2026-03-13 20000', '2026-03-14 -80']]],
  ['08b/nequi.csv', [null, NO_BALANCES, ['2026-03-13 20000', '2026-03-14 -4000']]],
  ['15/nequi.csv', [null, NO_BALANCES, ['2026-03-13 20000', '2026-03-14 -4000']]],
  ['16/a.csv', ['47700000011', NO_BALANCES, ['2026-02-27 -1000', '2026-02-28 25931.41']]],
]

const inPesos = (centavos: bigint | null): number | null => (centavos === null ? null : Number(centavos) / 100)

const shortOf = ({ account, opening, closing, entries }: BankStatement) => [
  account,
  `${inPesos(opening)} ${inPesos(closing)}`,
  entries.map(({ bookedOn, value }) => `${bookedOn} ${inPesos(value)}`),
]

const bytesOf = (file: string): Buffer => readFileSync(join(FOLDER, file))

for (const [file, expected] of SAMPLES)
  test(file, () => {
    const { statements } = readBankFile(bytesOf(file), { zone: BOGOTA, name: file })
    expect(statements.map(shortOf)).toEqual([expected])
  })

test('17/a.csv, by the proposed mapping: a day in no order is the chain that its balances make', () => {
  const mapping = guessMapping(bytesOf('17/a.csv'), { name: 'a.csv' })
  const { statements } = readBankFile(bytesOf('17/a.csv'), { zone: BOGOTA, name: 'a.csv', mapping })
  expect(statements.map(shortOf)).toEqual([[null, '1000 1250', ['2026-03-13 100', '2026-03-13 200', '2026-03-13 -50']]])
})
