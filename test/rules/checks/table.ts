import { describe, expect, test } from 'vitest'
import { differenceOf, type Finding } from '../../../src/core/findings/discrepancy.ts'
import type { InvoiceInPull } from '../../../src/core/pull/invoice-in-pull.ts'
import type { CheckRecord } from '../../../src/rules/define-check.ts'
import type { SlotContext, SlotFacts } from '../../../src/rules/facts.ts'
import { findingJson, fromFindingJson } from '../../../src/store/findings/shown.ts'
import { messageIn } from '../../../src/words/sentences.ts'
import { aContext, aSettlement, invoiceInPull, someFacts } from '../../core/a.ts'
import { expectInSpanish } from '../../core/in-spanish.ts'

/**
 * A finding in short: code, severity, subject, reported, expected, difference (COP in pesos), and the message if it
 * matters.
 */
export type Said = readonly unknown[]

const said = ({ code, severity, subject, figures, message }: Finding): Said => [
  code,
  severity,
  subject,
  plain(figures.reported),
  plain(figures.expected),
  plain(differenceOf(figures)),
  message,
]
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) / 100 : value)

/** The last column of a table: no finding, one, or several. */
export type Expected = null | Said | readonly Said[]

const isOne = (expected: Said | readonly Said[]): expected is Said => typeof expected[0] === 'string'
const listOf = (expected: Expected): readonly Said[] =>
  expected === null ? [] : isOne(expected) ? [expected] : expected

/** As read back from the database. */
export const stored = (finding: Finding): Finding => ({
  ...finding,
  data: finding.data === null ? null : fromFindingJson(findingJson(finding.data)),
})

export const expectFound = (findings: readonly Finding[], expected: Expected): void => {
  const rows = listOf(expected)
  for (const finding of findings) {
    const { text, language } = messageIn(stored(finding), 'es')
    expect(language).toBe('es')
    expectInSpanish(finding.code, finding.message, text)
  }
  const shown = findings.map(said).map((row, index) => row.slice(0, rows[index]?.length))
  expect(shown).toEqual(rows)
}

/** Troubles, each with the finding of the check. */
export const table = (
  name: string,
  rules: CheckRecord | readonly CheckRecord[],
  rows: readonly (readonly [wrong: string, facts: Partial<SlotFacts>, finding: Expected])[],
): void => {
  describe(name, () => {
    test.each(rows)('%s', (_, facts, finding) =>
      expectFound(
        [rules].flat().flatMap(({ check }) => check?.(someFacts(facts)) ?? []),
        finding,
      ),
    )
  })
}

/** The table for a check of one invoice. */
export const invoiceTable = (
  name: string,
  rules: CheckRecord | readonly CheckRecord[],
  rows: readonly (readonly [
    wrong: string,
    invoice: Partial<InvoiceInPull>,
    context: Partial<SlotContext>,
    finding: Expected,
  ])[],
): void => {
  describe(name, () => {
    test.each(rows)('%s', (_, invoice, context, finding) =>
      expectFound(
        [rules].flat().flatMap(({ checkInvoice }) => checkInvoice?.(invoiceInPull(invoice), aContext(context)) ?? []),
        finding,
      ),
    )
  })
}

/** The ordinary settlement with other values in the given fields. */
export const reported = (instead: Parameters<typeof aSettlement>[0]) => ({ settlement: aSettlement(instead) })
