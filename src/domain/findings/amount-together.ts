import { type Centavos, sumOf } from '../money.ts'
import { type Subject, subjectOf, subjectText } from '../rules/subject.ts'
import { nameOf } from '../slot.ts'
import { compareAmounts, type Discrepancy } from './discrepancy.ts'

/**
 * The centavos of several findings of one code; null when none is about a sum. Findings about fields of one settlement or one invoice
 * tell of one change (a rent that was added raises collected and payout): the largest of them counts, not their sum.
 */
export const amountTogether = (
  findings: readonly Pick<Discrepancy, 'slot' | 'subject' | 'amount'>[],
): Centavos | null => {
  const largest = new Map<string, Centavos>()
  for (const { slot, subject, amount } of findings) {
    if (amount === null) continue
    const name = `${nameOf(slot)} ${subjectText(withoutField(subjectOf(subject)))}`
    const known = largest.get(name) ?? null
    if (compareAmounts(amount, known) > 0) largest.set(name, amount)
  }
  return largest.size === 0 ? null : sumOf([...largest.values()])
}

const withoutField = (subject: Subject): Subject =>
  subject.kind === 'settlement' || subject.kind === 'invoice' ? { ...subject, field: null } : subject
