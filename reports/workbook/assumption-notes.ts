import { assumptionsOf, type Policy } from '../../src/core/policy.ts'
import type { Language } from '../../src/words/language.ts'
import { wordsIn } from '../../src/words/words.ts'
import { workbookWords } from '../../src/words/workbook.ts'

/** The sheets of a ledger, and what its cells could not hold. */
export interface WrittenLedger {
  readonly sheets: readonly { readonly name: string }[]
  readonly cut: number
  readonly replaced: number
  readonly asText: number
}

/** The sheets on which a ledger continues, and the cells that differ from the CSV file. */
export const changeNotes = (
  { sheets, cut, replaced, asText }: WrittenLedger,
  language: Language,
): readonly string[] => {
  const words = workbookWords(language)
  const [first = '', ...others] = sheets.map(({ name }) => name)
  return [
    ...(others.length === 0 ? [] : [words.continued(first, others.join(', '))]),
    ...(cut === 0 ? [] : [words.cut(first, words.cells(cut))]),
    ...(replaced === 0 ? [] : [words.replaced(first, words.cells(replaced))]),
    ...(asText === 0 ? [] : [words.asText(first, words.cells(asText))]),
  ]
}

/** The assumptions behind the figures. */
export const assumptionNotes = (policy: Policy, language: Language): readonly string[] => {
  const { meanings } = wordsIn(language)
  return [
    workbookWords(language).assumptions,
    ...assumptionsOf(policy).map(
      ({ setting, value, meaning }) => `${setting} = ${value[language] || '-'} (${meanings?.[setting] ?? meaning})`,
    ),
  ]
}
