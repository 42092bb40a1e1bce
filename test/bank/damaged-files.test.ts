import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { readBankFile } from '../../src/bank/read-bank-file.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import type { SandboxStatement } from '../../src/sandbox/bank/sandbox-statement.ts'
import { STATEMENT_FORMS, type StatementForm } from '../../src/sandbox/bank/statement-forms.ts'
import { hasCode } from '../../src/std/errors.ts'
import { BOGOTA } from '../bogota.ts'
import { trials } from '../trials.ts'

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
const FORMS = Object.keys(STATEMENT_FORMS).filter((form): form is StatementForm => form in STATEMENT_FORMS)
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
      for (let length = 0; length < bytes.length; length += 1) {
        const sum = readOrRefused(bytes.subarray(0, length), bytes, form)
        if (sum !== null) expect(sum).toBe(SUM)
      }
    },
  )
})
