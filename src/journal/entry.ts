import type { EntryFacts, JournalLine, Role } from '../core/journal.ts'
import { type Centavos, sumOf, ZERO } from '../core/money.ts'
import { assertThat } from '../std/assert-that.ts'

/** A line that is not frozen: a debit is positive, a credit negative. */
export const line = (
  role: Role,
  sum: Centavos,
  about: Partial<Pick<JournalLine, 'name' | 'invoice' | 'document'>> = {},
): JournalLine => ({ role, name: null, sum, invoice: null, document: null, ...about, account: null, thirdParty: null })

/** The entry without its lines of 0, as a list; none where no line is left. */
export const entryOf = (entry: EntryFacts): readonly EntryFacts[] => {
  assertThat(sumOf(entry.lines.map(({ sum }) => sum)) === ZERO, () => `${entry.key} does not sum to 0`)
  const lines = entry.lines.filter(({ sum }) => sum !== ZERO)
  return lines.length === 0 ? [] : [{ ...entry, lines }]
}

/** The entry with one more line, which brings its sum to 0. */
export const balancedBy = (role: Role, entry: EntryFacts): readonly EntryFacts[] => {
  const rest = -sumOf(entry.lines.map(({ sum }) => sum)) as Centavos
  return entryOf({ ...entry, lines: [...entry.lines, line(role, rest)] })
}

/** What two entries of the same thing must share to be the same: roles, sums, invoices and their documents, not accounts or words. */
export const basisOf = ({ lines }: Pick<EntryFacts, 'lines'>): string =>
  JSON.stringify(lines.map(({ role, name, sum, invoice, document }) => [role, name, `${sum}`, invoice, document]))
