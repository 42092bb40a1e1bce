import type { Row } from '../../src/core/cell.ts'
import type { Column } from '../../src/print/xlsx/workbook.ts'
import type { OperatorAccount } from '../../src/rules/account/operator-account.ts'
import type { Language } from '../../src/words/language.ts'
import { methodName } from '../../src/words/say.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { type AccountRow, accountRows, withPaidOutTogether } from '../statements/account-lines.ts'
import { accountGroups } from '../statements/statement-tables.ts'

/** An account in a column next to others. */
export interface AccountColumn {
  readonly head: string
  readonly account: OperatorAccount
}

/** A row of the first sheet; a strong one is a sum of the rows above it, or a heading of those below. */
export interface CoverRow {
  readonly cells: Row
  readonly isStrong: boolean
}

/** The headings of accounts side by side: a number of settlements and a sum in COP for each. */
export const accountColumns = (accounts: readonly AccountColumn[], language: Language): readonly Column[] => {
  const words = statementWords(language)
  return [
    { head: words.lines, kind: 'text', width: 46 },
    ...accounts.flatMap(({ head }): readonly Column[] => {
      const of = accounts.length > 1 ? `${head}: ` : ''
      return [
        { head: `${of}${words.number}`, kind: 'number', width: 15 },
        { head: `${of}${words.amount}`, kind: 'number', width: 22 },
      ]
    }),
  ]
}

/** The lines of the accounts, and collected by payment method. */
export const accountCoverRows = (
  accounts: readonly AccountColumn[],
  language: Language,
  { isWithOpening = true }: { readonly isWithOpening?: boolean } = {},
): readonly CoverRow[] => {
  const words = statementWords(language)
  const all = accountRows(accounts.map(({ account }) => account))
  const rows = (accounts.length > 1 ? withPaidOutTogether(all) : all).filter(
    ({ name }) => isWithOpening || name !== 'opening',
  )
  const coverRow = ({ label, isTotal, figures }: AccountRow): CoverRow => ({
    cells: [label[language], ...figures.flatMap((figure) => [figure?.number ?? null, figure?.amount ?? null])],
    isStrong: isTotal,
  })
  const heading = (text: string): CoverRow => ({ cells: [text], isStrong: true })
  return [
    ...accountGroups(rows).flatMap((group) => [
      ...('title' in group ? [heading(group.title[language])] : []),
      ...group.rows.map(coverRow),
    ]),
    heading(`${words.byMethod} (${words.invoices.toLowerCase()}, COP)`),
    ...methodRows(accounts, language),
  ]
}

const methodRows = (accounts: readonly AccountColumn[], language: Language): readonly CoverRow[] => {
  const methods = new Set(accounts.flatMap(({ account }) => account.due.byMethod.map(({ method }) => method)))
  return [...methods].map((method) => ({
    cells: [
      methodName(method, language),
      ...accounts.flatMap(({ account }) => {
        const amount = account.due.byMethod.find((one) => one.method === method)
        return [amount?.invoices ?? null, amount?.sum ?? null]
      }),
    ],
    isStrong: false,
  }))
}
