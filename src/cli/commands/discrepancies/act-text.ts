import type { ActReport } from '../../../../jobs/act.ts'
import type { Verdict } from '../../../domain/assessment/verdict.ts'
import { type Act, isDecision } from '../../../domain/findings/act.ts'
import { type CaseGroup, casesByPesos } from '../../../domain/findings/case.ts'
import type { Discrepancy } from '../../../domain/findings/discrepancy.ts'
import { nameOf } from '../../../domain/slot.ts'
import { countOf } from '../../../i18n/counts.ts'
import { dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import { messageIn } from '../../../i18n/sentences.ts'
import type { Display } from '../../../print/display.ts'
import { caseId, slotInTable, sumIn } from '../../../print/in-table.ts'
import { verdictName } from '../../../print/names.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { Both } from '../../../std/both.ts'
import { groupBy } from '../../../std/group-by.ts'
import { harmless } from '../../../std/harmless.ts'
import { fileLines } from '../../terminal/file-lines.ts'
import { stateName } from '../../terminal/names.ts'

/** The text of an accept, claim, reopen or note, and its effects. */
export const actText = (report: ActReport, files: readonly string[], display: Display): string => {
  const { language } = display
  return [
    [sentence(report, language)],
    discrepancyLines(report, language),
    slotLines(report, language),
    closedLines(report, language),
    fileLines(files, display),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

/** The Spanish words are those for one discrepancy; for several they end with an s. */
const DONE: Readonly<Record<Act['kind'], Both<string>>> = {
  accept: { en: 'accepted', es: 'aceptado' },
  claim: { en: 'claimed', es: 'reclamado' },
  settle: { en: 'settled', es: 'dado por pagado' },
  reopen: { en: 'reopened', es: 'reabierto' },
  note: { en: 'noted', es: 'anotado' },
}

const sentence = ({ acts, discrepancies, unchanged }: ActReport, language: Language): string => {
  if (discrepancies.length === 0)
    return { en: 'No discrepancy matches; nothing was done.', es: 'Ningún hallazgo coincide; no se hizo nada.' }[
      language
    ]
  const done = [...groupBy(acts, (act) => doneTo(act, 1, language)).values()].flatMap((alike) =>
    alike
      .slice(0, 1)
      .map((act) => `${discrepancyCount(alike.length, language)} ${doneTo(act, alike.length, language)}`),
  )
  const same =
    unchanged === 0
      ? []
      : [
          {
            en: `${unchanged} as ${unchanged === 1 ? 'it was' : 'they were'}: that was done already`,
            es: `${unchanged} como ${unchanged === 1 ? 'estaba: ya se había hecho' : 'estaban: ya se había hecho'}`,
          }[language],
        ]
  const by =
    acts[0] === undefined ? '' : { en: `, by ${harmless(acts[0].by)}`, es: ` por ${harmless(acts[0].by)}` }[language]
  const parts = [`${done.join('; ')}${by}`, ...same].filter((part) => part !== '')
  return `${parts.join('; ').replace(/^./, (first) => first.toUpperCase())}.`
}

const doneTo = (act: Act, number: number, language: Language): string => {
  const done = { en: DONE[act.kind].en, es: `${DONE[act.kind].es}${number === 1 ? '' : 's'}` }
  return isDecision(act) && act.until !== null
    ? {
        en: `${done.en} until ${act.until.date}`,
        es: `${done.es} hasta el ${dayIn(act.until.date, 'es')}`,
      }[language]
    : done[language]
}

const discrepancyCount = (number: number, language: Language): string =>
  language === 'en'
    ? `${number} ${number === 1 ? 'discrepancy' : 'discrepancies'}`
    : countOf(number, 'finding', language)

/** The most lines on the screen; `discrepancies list` shows all. */
const LINES_MAX = 40

const discrepancyLines = ({ discrepancies }: ActReport, language: Language): readonly string[] => {
  const cases = casesByPesos(discrepancies.map(({ discrepancy }) => discrepancy))
  const rest = cases.length - LINES_MAX
  return [
    ...alignColumns(
      cases.slice(0, LINES_MAX).map((one) => cells(one, language)),
      5,
    ),
    ...(rest > 0 ? [{ en: `and ${rest} more`, es: `y ${rest} más` }[language]] : []),
  ]
}

const cells = ({ first, state, others }: CaseGroup<Discrepancy>, language: Language): readonly string[] => [
  caseId(first.case, others.length),
  slotInTable(first.slot, language),
  first.code,
  stateName(state, language),
  harmless(messageIn(first, language).text),
]

const closedLines = ({ closedDates }: ActReport, language: Language): readonly string[] =>
  closedDates.map(
    (date) =>
      ({
        en: `${date} is closed: its files stay as they were.`,
        es: `El ${dayIn(date, 'es')} está cerrado: sus archivos quedan como estaban.`,
      })[language],
  )

/** Words for the verdict `accepted`, which also covers claims: they must not say “accepted” to a person who claimed. */
const standing = (verdict: Verdict, language: Language): string =>
  verdict === 'accepted'
    ? { en: 'every error is accepted or claimed', es: 'cada error está aceptado o reclamado' }[language]
    : { en: `result: ${verdict}`, es: `resultado: ${verdictName(verdict, language)}` }[language]

/** The verdicts of the settlements of those discrepancies. Other settlements that were assessed with them are in the files. */
const slotLines = ({ discrepancies, report }: ActReport, language: Language): readonly string[] => {
  const concerned = new Set(discrepancies.map(({ discrepancy: { slot } }) => nameOf(slot)))
  const slots = (report?.slots ?? []).filter(({ slot }) => concerned.has(nameOf(slot)))
  return alignColumns(
    slots.map(({ slot, verdict, money: { difference } }) => [
      slotInTable(slot, language),
      standing(verdict, language),
      difference === null || difference === 0n
        ? ''
        : { en: `difference ${sumIn(difference, language)}`, es: `diferencia ${sumIn(difference, language)}` }[
            language
          ],
    ]),
    3,
  )
}
