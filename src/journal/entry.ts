import type { EntryFacts, JournalLine, Role } from '../core/journal.ts'
import { type Centavos, sumOf, ZERO } from '../core/money.ts'
import type { Due } from '../core/receivables.ts'
import { assertThat } from '../std/assert-that.ts'
import type { Both } from '../std/both.ts'
import { TEXTS } from './words.ts'

/** A line that is not frozen: a debit is positive, a credit negative. */
export const line = (
  role: Role,
  sum: Centavos,
  about: Partial<Pick<JournalLine, 'name' | 'invoice' | 'document'>> = {},
): JournalLine => ({
  ...{ role, name: null, sum, invoice: null, document: null },
  ...about,
  ...{ due: null, account: null, thirdParty: null },
})

/** Of an invoice, the dues that it pays, by the merchant's lists. */
export type DuesOf = (invoice: string) => readonly Pick<Due, 'document' | 'owner' | 'month'>[]

/** The entry with whose rent its lines are, and of which months. What lists say later changes no frozen entry. */
export const withDues = (entry: EntryFacts, duesOf: DuesOf, say: (text: Both<string>) => string): EntryFacts => {
  const months = new Set<string>()
  const lines = entry.lines.map((one) => {
    const dues = one.invoice === null ? [] : duesOf(one.invoice)
    for (const { month } of dues) months.add(month)
    const [due] = dues
    return due === undefined ? one : { ...one, due: { document: due.document, owner: due.owner } }
  })
  if (entry.kind !== 'payment' || months.size === 0) return { ...entry, lines }
  return { ...entry, lines, text: `${entry.text}: ${say(TEXTS.ofRent([...months].join(', ')))}` }
}

/** The entry without its lines of 0, as a list; none where no line is left. */
export const entryOf = (entry: EntryFacts): readonly EntryFacts[] => {
  assertThat(sumOf(entry.lines.map(({ sum }) => sum)) === ZERO, () => `${entry.key} does not sum to 0`)
  const lines = entry.lines.filter(({ sum }) => sum !== ZERO)
  return lines.length === 0 ? [] : [{ ...entry, lines }]
}

/** The entry with one more line, to the account in suspense, which brings its sum to 0. */
export const balanced = (entry: EntryFacts): readonly EntryFacts[] => {
  const rest = -sumOf(entry.lines.map(({ sum }) => sum)) as Centavos
  return entryOf({ ...entry, lines: [...entry.lines, line('suspense', rest)] })
}

/** What two entries of the same thing must share to be the same: roles, sums, invoices and their documents, not accounts or words. */
export const basisOf = ({ lines }: Pick<EntryFacts, 'lines'>): string =>
  JSON.stringify(lines.map(({ role, name, sum, invoice, document }) => [role, name, `${sum}`, invoice, document]))
