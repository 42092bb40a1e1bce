import type { AccountEntry } from './account-entry.ts'

/** Upper case without accents, with single spaces: banks spell a name in many ways. */
const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').trim().toUpperCase()

/** Whether the bank's text of an entry names the operator. Without a configured name none does. */
export const namesOperator = (bankText: readonly string[]): ((text: string) => boolean) => {
  const names = bankText.map(foldText)
  return (text) => {
    const folded = foldText(text)
    return names.some((name) => folded.includes(name))
  }
}

/** Credits whose text names the operator, in their order. */
export const operatorCredits = (
  entries: readonly AccountEntry[],
  bankText: readonly string[],
): readonly AccountEntry[] =>
  ofOperator(
    entries.filter(({ value }) => value > 0n),
    bankText,
  )

/** Debits whose text names the operator, in their order. */
export const operatorDebits = (
  entries: readonly AccountEntry[],
  bankText: readonly string[],
): readonly AccountEntry[] =>
  ofOperator(
    entries.filter(({ value }) => value < 0n),
    bankText,
  )

const ofOperator = (entries: readonly AccountEntry[], bankText: readonly string[]): readonly AccountEntry[] => {
  const isOperator = namesOperator(bankText)
  return entries.filter(({ text }) => text !== null && isOperator(text))
}
