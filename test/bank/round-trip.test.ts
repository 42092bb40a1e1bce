import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import { closingOf, type SandboxStatement, type StatementEntry } from '../../src/sandbox/bank/sandbox-statement.ts'
import { STATEMENT_FORMS, type StatementForm } from '../../src/sandbox/bank/statement-forms.ts'
import { BOGOTA } from '../bogota.ts'
import { trials } from '../trials.ts'

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
