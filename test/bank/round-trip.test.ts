import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { movedMessages, movedTables } from '../../bench/fuzz/doors/files.ts'
import { MESSAGE_TEXTS, TABLE_TEXTS } from '../../bench/fuzz/moved-parts.ts'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import { closingOf, type SandboxStatement, type StatementEntry } from '../../src/sandbox/bank/sandbox-statement.ts'
import { STATEMENT_FORMS, type StatementForm } from '../../src/sandbox/bank/statement-forms.ts'
import { hasCode } from '../../src/std/errors.ts'
import { bytesOfFile } from '../../src/tables/bytes-of-file.ts'
import { BOGOTA } from '../bogota.ts'
import { emptyFolder } from '../empty-folder.ts'
import { sampled, trials } from '../trials.ts'

const FORMS = Object.keys(STATEMENT_FORMS).filter((form): form is StatementForm => form in STATEMENT_FORMS)
const WITH_BALANCES: readonly StatementForm[] = ['bancolombia-text', 'davivienda-csv', 'csv', 'camt', 'mt940']

const DAYS = ['2025-12-30', '2026-01-02', '2026-01-13', '2026-02-28', '2026-03-12', '2026-03-31']
const word = fc.constantFrom('ABONO', 'OPERADOR', 'PAGO', '4X1000', 'NOMINA', 'A&B', 'x<y', 'S.A.S', 'NIT', 'C/C')
const entry = fc.record({
  day: fc.constantFrom(...DAYS),
  centavos: fc.oneof(fc.integer({ min: 1, max: 10 ** 13 }), fc.integer({ min: -(10 ** 13), max: -1 })),
  text: fc.array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(' ')),
  reference: fc.stringMatching(/^[A-Z0-9]{4,12}$/),
})
const statement: fc.Arbitrary<SandboxStatement> = fc
  .record({
    opening: fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
    entries: fc.array(entry, { minLength: 1, maxLength: 30 }),
  })
  .map(({ opening, entries }) => {
    const ordered = entries.toSorted((a, b) => a.day.localeCompare(b.day))
    return { account: '40600001122', from: '2025-12-30', to: '2026-03-31', opening, entries: ordered }
  })

/** Without balances, the order of entries within a single day is unknown. */
const sorted = (lines: readonly string[]): readonly string[] => lines.toSorted()
const asTheyAre = (lines: readonly string[]): readonly string[] => lines

/** Bancolombia's text format has no text of its own: it consists of service code and references. */
const textIn = (form: StatementForm, { text, reference }: StatementEntry): string =>
  form === 'bancolombia-text' ? `000 ${reference} ${text}` : text

/** Reads the CSV of an unknown bank by the proposed mapping; undecided dates are day first. */
const readBack = (form: StatementForm, bytes: Buffer) => {
  const name = STATEMENT_FORMS[form].file
  return readBankFile(bytes, { zone: BOGOTA, name, ...(form === 'csv' && { mapping: guessMapping(bytes, { name }) }) })
}

describe('a statement that the bank of the sandbox writes is read as it is', () => {
  test.each(FORMS)('%s', (form) => {
    fc.assert(
      fc.property(statement, (written) => {
        const { statements } = readBack(form, STATEMENT_FORMS[form].write(written))
        expect(statements).toHaveLength(1)
        const [read] = statements
        const order = form === 'bancolombia-csv' ? sorted : asTheyAre
        expect(order(read?.entries.map(({ bookedOn, value, text }) => `${bookedOn} ${value} ${text}`) ?? [])).toEqual(
          order(written.entries.map((one) => `${one.day} ${one.centavos} ${textIn(form, one)}`)),
        )
        const hasBalances = WITH_BALANCES.includes(form)
        expect(read?.opening).toBe(hasBalances ? BigInt(written.opening) : null)
        expect(read?.closing).toBe(hasBalances ? BigInt(closingOf(written)) : null)
      }),
      { numRuns: trials(30) },
    )
  })

  test.each(WITH_BALANCES)('%s: a row that is gone is noticed, unless it is at an end', (form) => {
    fc.assert(
      fc.property(
        statement.filter(({ entries }) => entries.length > 2),
        (written) => {
          const bytes = STATEMENT_FORMS[form].write(written)
          const lines = bytes.toString('latin1').split(/(?<=\n)/)
          const rows = lines.flatMap((line, index) => (isRow(form, line) ? [index] : []))
          const gone = rows[rows.length >> 1] ?? 0
          const count = form === 'mt940' ? linesOfEntry(lines, gone) : 1
          const without = Buffer.from(lines.toSpliced(gone, count).join(''), 'latin1')
          expect(() => readBack(form, without)).toThrow(/balance/)
        },
      ),
      { numRuns: trials(10) },
    )
  })
})

const isRow = (form: StatementForm, line: string): boolean => {
  if (form === 'camt') return line.startsWith('<Ntry>')
  return form === 'mt940' ? line.startsWith(':61:') : /\d/.test(line)
}

const linesOfEntry = (lines: readonly string[], start: number): number => {
  const next = lines.findIndex((line, index) => index > start && /^:(61|62F):/.test(line))
  return next - start
}

const STATEMENT: SandboxStatement = {
  account: '40600001122',
  from: '2026-03-12',
  to: '2026-03-14',
  opening: 100_000,
  entries: [
    { day: '2026-03-12', centavos: 4_459_000_000, text: 'ABONO OPERADOR', reference: 'R1' },
    { day: '2026-03-12', centavos: -250_000, text: 'PAGO "A" & B; C, D', reference: 'R2' },
    { day: '2026-03-13', centavos: -1_000, text: 'IMPTO GOBIERNO 4X1000', reference: 'R3' },
    { day: '2026-03-14', centavos: 12_345_678, text: 'CONSIGNACION ÑANDÚ', reference: 'R4' },
  ],
}

const workbook = Buffer.from(
  await writeXlsx({
    sheets: [
      {
        name: 'a',
        rows: [
          ['Fecha', 'Concepto', 'Valor'],
          ...STATEMENT.entries.map((one) => [one.day, one.text, one.centavos / 100]),
        ],
      },
    ],
  }),
)
const FILES = [
  ...FORMS.map((form) => ({ form, bytes: STATEMENT_FORMS[form].write(STATEMENT) })),
  { form: 'workbook', bytes: workbook },
]

/** The sum of the entries; null when the file is refused. Any other error is a bug. */
const readOrRefused = (bytes: Buffer, whole: Buffer, form: string): bigint | null => {
  const mapping = form === 'csv' || form === 'workbook' ? { mapping: guessMapping(whole, { name: form }) } : {}
  try {
    const { statements } = readBankFile(bytes, { zone: BOGOTA, name: form, ...mapping })
    return statements.flatMap(({ entries }) => entries).reduce((sum, { value }) => sum + value, 0n)
  } catch (error) {
    if (!hasCode(error, 'BANK_FILE_WRONG')) throw error
    expect(error.message).not.toMatch(/ñand|operador|consignacion/i)
    return null
  }
}

const change = fc.record({ at: fc.nat(), count: fc.nat({ max: 40 }), bytes: fc.uint8Array({ maxLength: 12 }) })

describe('a file that was damaged is read or refused, and nothing else', () => {
  test.each(FILES)('$form', ({ form, bytes }) => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const damaged = changes.reduce((before, { at, count, bytes: added }) => {
          const start = at % (before.length + 1)
          return Buffer.concat([before.subarray(0, start), added, before.subarray(start + count)])
        }, bytes)
        readOrRefused(damaged, bytes, form)
      }),
      { numRuns: trials(40) },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (random) => void readOrRefused(Buffer.from(random), bytes, form)),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (random) => void readOrRefused(Buffer.from(random), bytes, form)),
    )
  })

  const SUM = STATEMENT.entries.reduce((sum, { centavos }) => sum + BigInt(centavos), 0n)
  test.each(FILES.filter(({ form }) => ['camt', 'mt940', 'ofx', 'workbook'].includes(form)))(
    '$form: cut anywhere, it is refused or has lost nothing',
    ({ form, bytes }) => {
      expect(readOrRefused(bytes, bytes, form)).toBe(SUM)
      for (const length of sampled([...bytes.keys()], 400)) {
        const sum = readOrRefused(bytes.subarray(0, length), bytes, form)
        if (sum !== null) expect(sum).toBe(SUM)
      }
    },
  )
})

const folderWithFiles = (): string => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'march'))
  writeFileSync(join(folder, 'march.csv'), 'a;b\n')
  writeFileSync(join(folder, 'huge.csv'), '')
  truncateSync(join(folder, 'huge.csv'), 2 ** 32)
  return folder
}

test('the bytes of a file are read', async () => {
  expect(await bytesOfFile(join(folderWithFiles(), 'march.csv'))).toEqual(Buffer.from('a;b\n'))
})

test.each([
  ['march', 'march: it is a folder, not a file'],
  ['april.csv', 'april.csv: there is no such file'],
  ['march.csv/april.csv', 'april.csv: there is no such file'],
  ['huge.csv', 'huge.csv: it has 4096 MB'],
])('%s is refused, by its name', async (name, message) => {
  await expect(bytesOfFile(join(folderWithFiles(), name))).rejects.toMatchObject({
    code: 'BANK_FILE_WRONG',
    message: expect.stringContaining(message),
  })
})

/** `test/fuzz` moves their parts: no visible entry is lost in silence. */
const DOORS = [
  { door: movedMessages, texts: MESSAGE_TEXTS },
  { door: movedTables, texts: TABLE_TEXTS },
]

describe.each(DOORS)('$door.name', ({ door, texts }) => {
  test('the files are read whole before a part of them is moved', async () => {
    for (const text of texts) expect(await door.enter(Buffer.from(text))).toBe('taken')
  })
})
