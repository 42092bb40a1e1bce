import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { guessFile } from '../../src/bank/tables/guess-file.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import type { BankMapping } from '../../src/core/bank/bank-mapping.ts'
import type { BankStatement } from '../../src/core/bank/bank-statement.ts'
import { BOGOTA } from '../bogota.ts'

const FOLDER = join(import.meta.dirname, 'samples')

/** Account, opening and closing in pesos, and each entry as its day and its pesos; or the refusal. */
type Expected = readonly (readonly [account: string | null, balances: string, entries: readonly string[]])[] | RegExp

const NO_BALANCES = 'null null'
const PAYCO = ['2026-03-12 100']

const guessed = (file: string): BankMapping => guessMapping(readFileSync(join(FOLDER, file)), { name: file })

/** Files as banks write them, each with what it gives. */
const SAMPLES: readonly (readonly [file: string, expected: Expected, mapping?: BankMapping])[] = [
  ['01/a.ofx', [['111222333', NO_BALANCES, ['2026-03-12 100', '2026-03-12 250']]]],
  [
    '02/a.sta',
    [
      ['00011122233', '1000 1100', PAYCO],
      ['00011122233', '1100 2000', ['2026-03-13 900']],
    ],
  ],
  ['03/a.sta', /line 8: /],
  [
    '04/movs.csv',
    [
      [
        '55100009911',
        NO_BALANCES,
        ['2026-03-09 -1783.9', '2026-03-12 -1880.14', '2026-03-12 -470036', '2026-03-12 44590000'],
      ],
    ],
  ],
  ['05/movs.csv', [['47700000011', NO_BALANCES, ['2026-02-27 -1000', '2026-02-28 25931.41']]]],
  ['06/E.csv', [['23000010022', '1000 20920', ['2026-03-02 20000', '2026-03-02 -80']]]],
  [
    '07/co06-extracto-mensual.xlsx',
    [['9870000011', '1000 20500.14', ['2025-12-31 -0.06', '2026-01-02 20000', '2026-01-03 -500', '2026-02-05 0.2']]],
  ],
  ['08/davi.csv', [[null, NO_BALANCES, ['2026-03-13 20000', '2026-03-14 -80']]]],
  ['08b/nequi.csv', [[null, NO_BALANCES, ['2026-03-13 20000', '2026-03-14 -4000']]]],
  ['09/a.ofx', [['111222333', NO_BALANCES, ['2026-03-06 66262480']]]],
  ['11/1.xml', [['00011122233', NO_BALANCES, PAYCO]]],
  ['11/2.xml', [['00011122233', '1000 1100', PAYCO]]],
  ['12/citi.sta', [['00011122233', '1000 1100', PAYCO]]],
  ['12/ing.sta', [['00011122233', '1000 1100', PAYCO]]],
  ['13/swift.fin', [['00011122233', '1000 1100', PAYCO]]],
  ['14/env.xml', [['00011122233', '1000 1100', PAYCO]]],
  ['15/nequi.csv', [[null, NO_BALANCES, ['2026-03-13 20000', '2026-03-14 -4000']]]],
  ['16/a.csv', [['47700000011', NO_BALANCES, ['2026-02-27 -1000', '2026-02-28 25931.41']]]],
  // A day in no order is the chain that its balances make.
  ['17/a.csv', [[null, '1000 1250', ['2026-03-13 100', '2026-03-13 200', '2026-03-13 -50']]], guessed('17/a.csv')],
  ['19/a.sta', [['0123456789', '1000 1100', PAYCO]]],
  ['19/b.sta', [['0123456789', '1000 1100', PAYCO]]],
]

const read = (file: string, mapping?: BankMapping) =>
  readBankFile(readFileSync(join(FOLDER, file)), { zone: BOGOTA, name: file, ...(mapping && { mapping }) })

const inPesos = (centavos: bigint | null): number | null => (centavos === null ? null : Number(centavos) / 100)

const shortOf = ({ account, opening, closing, entries }: BankStatement) => [
  account,
  `${inPesos(opening)} ${inPesos(closing)}`,
  entries.map(({ bookedOn, value }) => `${bookedOn} ${inPesos(value)}`),
]

for (const [file, expected, mapping] of SAMPLES)
  test(file, () => {
    const looked = guessFile(readFileSync(join(FOLDER, file)), { zone: BOGOTA, name: file, mapping })
    if (expected instanceof RegExp) {
      expect(() => read(file, mapping)).toThrow(expected)
      expect(looked.refusal?.en).toMatch(expected)
    } else {
      const { statements } = read(file, mapping)
      expect(statements.map(shortOf)).toEqual(expected)
      // What is looked at first is what is imported.
      expect(looked).toMatchObject({ statements, refusal: null })
    }
  })

test('each file of the samples has its row', () => {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(SAMPLES.map(([file]) => file)).toEqual(
    expect.arrayContaining(files.map(({ parentPath, name }) => join(parentPath, name).slice(FOLDER.length + 1))),
  )
})
