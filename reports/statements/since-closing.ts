import { settlementField, subjectText } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, minus, ZERO } from '../../src/core/money.ts'
import type { OperatorAccount } from '../../src/rules/account/operator-account.ts'
import type { Restatement } from '../../src/rules/assessment/restatement.ts'
import type { Language } from '../../src/words/language.ts'
import { subjectIn } from '../../src/words/say.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { type AccountRow, accountRows } from './account-lines.ts'
import type { ClosedStatement, Statement } from './statement.ts'

/** A statement of closed days. */
export interface StatementOfClosedDays extends Statement {
  readonly closed: ClosedStatement
}

/** A line of the account as closed and as known now; null when the account has no such line. */
export interface LineSinceClosing extends Pick<AccountRow, 'section' | 'label' | 'isTotal'> {
  readonly closed: Centavos | null
  readonly now: Centavos | null
  /** Now less as closed. */
  readonly difference: Centavos | null
}

export const linesSinceClosing = ({ account, closed }: StatementOfClosedDays): readonly LineSinceClosing[] =>
  accountRows([withoutBank(account), withoutBank(closed.now.account)]).map(
    ({ section, label, isTotal, figures: [then = null, now = null] }) => ({
      section,
      label,
      isTotal,
      closed: then?.amount ?? null,
      now: now?.amount ?? null,
      difference: then === null && now === null ? null : minus(now?.amount ?? ZERO, then?.amount ?? ZERO),
    }),
  )

/** Bank figures are left out: credits and statements that come later restate nothing. */
const withoutBank = (account: OperatorAccount): OperatorAccount => ({ ...account, bank: null })

/** What was restated, in words: a status that changes what was paid out is told by those pesos. */
export const restatedIn = (
  { subject, figures }: Pick<Restatement, 'subject' | 'figures'>,
  language: Language,
): string =>
  subject === STATUS && figures.unit === 'COP' ? statementWords(language).paidOutByStatus : subjectIn(subject, language)

const STATUS = subjectText(settlementField('status'))

/** Whether anything of closed days differs from their closing. */
export const hasChangedSinceClosing = (statement: Statement): statement is StatementOfClosedDays =>
  isOfClosedDays(statement) &&
  (statement.closed.restatements.length > 0 ||
    linesSinceClosing(statement).some(({ difference }) => difference !== null && difference !== ZERO))

/** Whether what the bank shows of closed days differs from what it showed at their closing. */
export const hasBankChanged = ({ account, closed }: StatementOfClosedDays): boolean =>
  accountRows([account, closed.now.account]).some(
    ({ section, figures: [then, now] }) =>
      (section === 'bank' || section === 'bank-open') && (then?.amount !== now?.amount || then?.number !== now?.number),
  )

export const isOfClosedDays = (statement: Statement): statement is StatementOfClosedDays => statement.closed !== null
