import { assumptionsOf, type Policy } from '../../src/core/policy.ts'
import { inEach } from '../../src/print/names.ts'
import { type Note, note } from '../../src/print/report.ts'
import { capitalize } from '../../src/std/capitalize.ts'
import { valueInWords } from '../../src/words/assumption-words.ts'
import type { Language } from '../../src/words/language.ts'
import { wordsIn } from '../../src/words/words.ts'
import { workbookWords } from '../../src/words/workbook.ts'

/** The assumptions behind the figures. */
export const assumptionTexts = (policy: Policy, language: Language): readonly string[] => {
  const { meanings } = wordsIn(language)
  return [
    workbookWords(language).assumptions,
    ...assumptionsOf(policy).map((one) => {
      const [value, typed] = valueInWords(one, language)
      return `${capitalize(meanings?.[one.setting] ?? one.meaning)}: ${value || '-'} (${typed})`
    }),
  ]
}

/** They stand below the first sheet of a workbook. */
export const assumptionNotes = (policy: Policy): readonly Note[] =>
  assumptionTexts(policy, 'en').map((_, at) =>
    note(
      inEach((language) => assumptionTexts(policy, language)[at] ?? ''),
      { only: ['xlsx'] },
    ),
  )
