import type { DiscrepancyDetails } from '../../../../jobs/list-discrepancies.ts'
import { type PullOfDiscrepancy, pullsOfDiscrepancy } from '../../../../reports/ledgers/disposition-rows.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { isDecision, ticketOf } from '../../../domain/findings/act.ts'
import { differenceOf, type Figures, settledDays } from '../../../domain/findings/discrepancy.ts'
import { decisionOf } from '../../../domain/findings/disposition.ts'
import type { TimelineStep } from '../../../domain/findings/timeline.ts'
import { slotInWords } from '../../../domain/slot.ts'
import { dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import { SAY, subjectIn } from '../../../i18n/say.ts'
import { messageIn } from '../../../i18n/sentences.ts'
import { sumIn, timeIn } from '../../../print/in-table.ts'
import { verdictName } from '../../../print/names.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { eventIn, eventWidth, severityName, stateName } from '../../terminal/names.ts'
import { type DiscrepancyWords, discrepancyWords } from './discrepancy-words.ts'

/** The time zone and the language of the reader. */
interface Reader {
  readonly zone: Zone
  readonly language: Language
  readonly words: DiscrepancyWords
}

/** Everything known about one discrepancy, the most important first. */
export const discrepancyText = (
  shown: DiscrepancyDetails,
  merchant: string,
  zone: Zone,
  language: Language,
  commandLine: (command: string) => string,
): string => {
  const reader = { zone, language, words: discrepancyWords(language) }
  return [
    head(shown, merchant, reader),
    caseLines(shown, reader),
    history(shown, reader),
    pulls(shown, reader),
    next(shown, reader, commandLine),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

/** The other findings of its case, and the pesos of it; nothing of a case that is this finding alone. */
const caseLines = ({ discrepancy, findings }: DiscrepancyDetails, { language, words }: Reader): readonly string[] => {
  const others = findings.filter(({ id }) => id !== discrepancy.id)
  const { case: id, caseAmount } = discrepancy
  if (others.length === 0) return []
  return [
    words.ofCase(id, caseAmount === null ? '' : `, ${sumIn(caseAmount, language)}`),
    ...others
      .slice(0, FINDINGS_MAX)
      .flatMap((one) => [
        `  ${one.id} ${one.code}, ${stateName(one.state, language)}`,
        ...wrapText('    ', harmless(messageIn(one, language).text)),
      ]),
    ...(others.length > FINDINGS_MAX ? [`  ${words.moreFindings(others.length - FINDINGS_MAX)}`] : []),
  ]
}

const head = (
  { discrepancy, steps }: DiscrepancyDetails,
  merchant: string,
  { zone, language, words }: Reader,
): readonly string[] => {
  const { id, code, severity, slot, subject, figures, amount, causes, firstSeen, lastSeen, state } = discrepancy
  const decision = decisionOf(steps)
  const ticket = ticketOf(decision)
  const standing = `${stateName(state, language).toUpperCase()}${untilIn(decision?.until?.date ?? null, words.until, language)}`
  return [
    words.title(code, slotInWords(slot)[language], standing, severityName(severity, language), merchant),
    ...wrapText('', harmless(messageIn(discrepancy, language).text)),
    ...alignColumns(
      [
        ['id', id],
        [words.subject, harmless(subjectIn(subject, language))],
        ...figureLines(figures, { language, words }),
        ...(amount === null ? [] : [[words.amount, sumIn(amount, language)]]),
        ...(ticket === null ? [] : [[words.ticket, harmless(ticket)]]),
        [words.causes, causes.map((cause) => cause.code).join(' ') || words.noCause],
        [words.firstSeen, `${timeIn(firstSeen, zone, language)} ${zone.name}`],
        [words.lastSeen, `${timeIn(lastSeen, zone, language)} ${zone.name}`],
        [words.age, words.days(settledDays(discrepancy, zone))],
      ],
      2,
    ),
  ]
}

const untilIn = (date: string | null, until: string, language: Language): string =>
  date === null ? '' : ` ${until} ${dayIn(date, language)}`

const figureLines = (
  figures: Figures,
  { language, words }: Pick<Reader, 'language' | 'words'>,
): readonly (readonly string[])[] => {
  const difference = differenceOf(figures)
  return [
    [words.reported, figure(figures.reported, language)],
    [words.expected, figure(figures.expected, language)],
    ...(difference === null ? [] : [[words.difference, figure(difference, language)]]),
  ].filter(([, value]) => value !== '')
}

const figure = (value: Figures['reported'], language: Language): string => {
  if (value === null) return ''
  if (typeof value === 'bigint') return sumIn(value, language)
  return harmless(typeof value === 'string' ? SAY[language].status(value) : String(value))
}

const history = ({ steps }: DiscrepancyDetails, reader: Reader): readonly string[] => [
  reader.words.history,
  ...steps.flatMap((step) =>
    wrapText(`  ${momentOf(step, reader)}  ${eventOf(step, reader)}  `, sayingOf(step, reader)),
  ),
]

/** To the minute. */
const momentOf = ({ at }: TimelineStep, { zone, language }: Reader): string => timeIn(at, zone, language).slice(0, 16)

const eventOf = ({ event }: TimelineStep, { language }: Reader): string =>
  eventIn(event, language).padEnd(eventWidth(language))

/** The details of a step: who did it and why, or the figures of a check. */
const sayingOf = (step: TimelineStep, { language, words }: Reader): string => {
  const finding = step.sighting?.finding ?? null
  const figures =
    finding === null
      ? ''
      : figureLines(finding.figures, { language, words })
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')
  const until = step.act !== null && isDecision(step.act) ? (step.act.until?.date ?? null) : null
  const ticket = ticketOf(step.act)
  const by = step.act?.kind === 'reopen' && step.act.isAutomatic ? null : step.by
  return [
    by === null ? '' : `${words.by} ${harmless(by)}`,
    ticket === null ? '' : `${words.ticket} ${harmless(ticket)}`,
    untilIn(until, words.until, language).trimStart(),
    figures,
    harmless(step.why?.[language] ?? ''),
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** The most findings of a case, and the most pulls, on the screen. */
const FINDINGS_MAX = 8
const PULLS_MAX = 12

const pulls = ({ pulls: all, steps }: DiscrepancyDetails, reader: Reader): readonly string[] => {
  const behind = pullsOfDiscrepancy(all, steps)
  const left = behind.length - PULLS_MAX
  return [
    reader.words.pulls,
    ...(left > 0 ? [`  ${reader.words.earlier(left)}`] : []),
    ...alignColumns(
      behind.slice(-PULLS_MAX).map((one) => pullCells(one, reader)),
      4,
    ),
  ]
}

const pullCells = ({ pull, shows }: PullOfDiscrepancy, { zone, language, words }: Reader): readonly string[] => [
  `  ${timeIn(pull.at, zone, language)}`,
  pull.number === null ? '' : `${words.number} ${pull.number}`,
  shows === null ? `${words.notWhole}: ${harmless(pull.incomplete?.code ?? '')}` : shows ? words.shows : words.showsNot,
  pull.verdict === null ? '' : verdictName(pull.verdict, language),
]

const next = (
  { discrepancy: { id, slot, state }, payments }: DiscrepancyDetails,
  { words }: Pick<Reader, 'words'>,
  commandLine: (command: string) => string,
): readonly string[] => {
  const explain = commandLine(`cuadre explain ${slot.date} ${slot.cycle}`)
  if (state === 'resolved') return [words.next, `  ${explain}`]
  const acts = state === 'accepted' || state === 'claimed' || state === 'paid' ? ['reopen'] : ['accept', 'claim']
  return [
    words.next,
    `  ${explain}`,
    ...payments.map(({ by }) => {
      const payer = by.kind === 'adjustment' ? `--by ${by.slot.date}/${by.slot.cycle}` : `--by-entry ${by.entry}`
      return `  ${commandLine(`cuadre discrepancies settle ${id} ${payer}`)}`
    }),
    ...acts.map((act) => `  ${commandLine(`cuadre discrepancies ${act} ${id} --reason "..."`)}`),
  ]
}
