import { countInTable } from '../../print/in-table.ts'
import { alignColumns } from '../../std/align-columns.ts'
import { harmless } from '../../std/harmless.ts'
import type { DatabaseVerification } from '../../store/maintenance/verify/verification-part.ts'
import { partInSpanish } from '../../store/maintenance/verify/verify.ts'
import type { Language } from '../../words/language.ts'

/** One line for each verified part, then one for each damaged one. */
export const checkLines = (
  { checked, damage, damages }: DatabaseVerification,
  language: Language,
): readonly string[] => {
  const rest = damages - damage.length
  const more = countInTable(rest, language)
  const damaged = { en: 'damaged', es: 'dañado' }[language]
  return [
    ...alignColumns(
      checked.map(({ what, number }) => [
        language === 'en' ? what : partInSpanish(what),
        countInTable(number, language),
      ]),
      1,
    ),
    ...damage.map((line) => `${damaged}  ${harmless(line[language])}`),
    ...(rest > 0 ? [`${damaged}  ${{ en: `and ${more} more`, es: `y ${more} más` }[language]}`] : []),
  ]
}
