import type { CloseReport } from '../../../../jobs/close.ts'
import type { SlotReport } from '../../../domain/assessment/slot-report.ts'
import { VERDICTS } from '../../../domain/assessment/verdict.ts'
import { isOpen } from '../../../domain/findings/discrepancy.ts'
import type { Centavos } from '../../../domain/money.ts'
import type { SlotDate } from '../../../domain/slot.ts'
import { dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import type { Display } from '../../../print/display.ts'
import { fitTable, type TableColumn } from '../../../print/fit-table.ts'
import { slotInTable, sumIn } from '../../../print/in-table.ts'
import { verdictName } from '../../../print/names.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { verdictCount } from '../../terminal/names.ts'

/** The closed days, or what prevents the closing. */
export const closeText = (
  { closing, slots, forbidding, statements }: CloseReport,
  through: SlotDate,
  display: Display,
): string => {
  const { width, language } = display
  const said =
    closing === null
      ? [
          {
            en: `Not closed: up to ${through} these settlements are unfinished.`,
            es: `Sin cerrar: hasta el ${dayIn(through, 'es')} estas liquidaciones están sin terminar.`,
          }[language],
        ]
      : [
          {
            en: `Closed through ${through} by ${harmless(closing.by)}; its number is ${closing.number}, for --as-of.`,
            es: `Cerrado hasta el ${dayIn(through, 'es')} por ${harmless(closing.by)}; su número es ${closing.number}, para --as-of.`,
          }[language],
          `${byVerdict(slots, language)}.`,
          ...(forbidding.length > 0
            ? [{ en: 'Closed in spite of these:', es: 'Cerrado a pesar de estas:' }[language]]
            : []),
        ]
  return `${[
    ...said.flatMap((line) => wrapText('', line, width)),
    ...unfinished(forbidding, display),
    ...pages(
      statements,
      { en: 'Account with the operator, to be signed', es: 'Cuenta con el operador, para firmar' }[language],
    ),
  ].join('\n')}\n`
}

/** The other files of each statement are next to its page. */
const pages = (statements: readonly string[], title: string): readonly string[] =>
  statements.filter((file) => file.endsWith('.html')).map((file) => `${title}: ${harmless(file)}`)

export const undoText = (
  { closing, statements }: CloseReport,
  { width, language }: Pick<Display, 'width' | 'language'>,
): string =>
  `${[
    ...wrapText(
      '',
      {
        en: `The closing through ${closing?.through} is undone: its days are open again, and their files show what is known now.`,
        es: `Se deshizo el cierre hasta el ${dayIn(closing?.through ?? '', 'es')}: sus días están abiertos de nuevo, y sus archivos muestran lo que se sabe ahora.`,
      }[language],
      width,
    ),
    ...pages(
      statements,
      {
        en: 'Account with the operator, a draft until the days are closed again',
        es: 'Cuenta con el operador, un borrador hasta que se cierren de nuevo los días',
      }[language],
    ),
  ].join('\n')}\n`

/** The most lines on the screen; the JSON document has all. */
const LINES_MAX = 40

const unfinished = (slots: readonly SlotReport[], display: Display): readonly string[] => {
  const { language } = display
  const rest = slots.length - LINES_MAX
  return [
    ...fitTable([columnsIn(language)], slots.slice(0, LINES_MAX), display).rows,
    ...(rest > 0 ? [{ en: `  and ${rest} more`, es: `  y ${rest} más` }[language]] : []),
  ]
}

/** On a narrow screen the codes are cut; dates and sums never are. */
const columnsIn = (language: Language): readonly TableColumn<SlotReport>[] => [
  { head: '', of: ({ slot }) => `  ${slotInTable(slot, language)}` },
  { head: '', of: ({ verdict }) => verdictName(verdict, language) },
  { head: '', of: ({ money: { difference } }) => differenceIn(difference, language) },
  { head: '', of: ({ discrepancies }) => codesOf(discrepancies), least: 12 },
]

const differenceIn = (difference: Centavos | null, language: Language): string => {
  if (difference === null || difference === 0n) return ''
  const sum = sumIn(difference, language)
  return { en: `difference ${sum}`, es: `diferencia ${sum}` }[language]
}

const codesOf = (discrepancies: SlotReport['discrepancies']): string =>
  [...new Set(discrepancies.filter((one) => isOpen(one) && one.severity === 'error').map(({ code }) => code))].join(' ')

const byVerdict = (slots: readonly SlotReport[], language: Language): string =>
  VERDICTS.toReversed()
    .map((verdict) => ({ verdict, number: slots.filter((slot) => slot.verdict === verdict).length }))
    .filter(({ number }) => number > 0)
    .map(({ verdict, number }) => verdictCount(number, verdict, language))
    .join(', ')
