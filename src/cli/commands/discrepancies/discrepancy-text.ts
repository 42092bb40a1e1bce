import type { DiscrepancyDetails } from '../../../../jobs/tell-discrepancies.ts'
import { type PullBehind, pullsBehind } from '../../../../reports/ledgers/disposition-rows.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { isDecision, ticketOf } from '../../../domain/findings/act.ts'
import { differenceOf, type Figures, settledDays } from '../../../domain/findings/discrepancy.ts'
import { decisionOf } from '../../../domain/findings/disposition.ts'
import type { TimelineStep } from '../../../domain/findings/timeline.ts'
import { inWords } from '../../../domain/money.ts'
import { nameOf } from '../../../domain/slot.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'

/** Everything known about one discrepancy, from the top down. */
export const discrepancyText = (shown: DiscrepancyDetails, merchant: string, zone: Zone): string =>
  [head(shown, merchant, zone), history(shown, zone), pulls(shown, zone), next(shown)]
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const head = ({ discrepancy, steps }: DiscrepancyDetails, merchant: string, zone: Zone): readonly string[] => {
  const { id, code, severity, slot, subject, figures, amount, message, causes, firstSeen, lastSeen, state } =
    discrepancy
  const decision = decisionOf(steps)
  const [until, ticket] = [decision?.until?.date ?? null, ticketOf(decision)]
  return [
    `${code} of ${nameOf(slot)}: ${state.toUpperCase()}${until === null ? '' : ` until ${until}`}  (${severity}, merchant ${merchant})`,
    ...wrapText('', harmless(message)),
    ...alignColumns(
      [
        ['id', id],
        ['subject', harmless(subject)],
        ...figureLines(figures),
        ...(amount === null ? [] : [['amount', inWords(amount)]]),
        ...(ticket === null ? [] : [['ticket', harmless(ticket)]]),
        ['causes', causes.map((cause) => cause.code).join(' ') || 'none known'],
        ['first seen', `${zone.clockAt(firstSeen)} ${zone.name}`],
        ['last seen', `${zone.clockAt(lastSeen)} ${zone.name}`],
        ['age', `${settledDays(discrepancy, zone)} days since the date of its settlement`],
      ],
      2,
    ),
  ]
}

const figureLines = (figures: Figures): readonly (readonly string[])[] => {
  const difference = differenceOf(figures)
  return [
    ['reported', figure(figures.reported)],
    ['expected', figure(figures.expected)],
    ...(difference === null ? [] : [['difference', figure(difference)]]),
  ].filter(([, value]) => value !== '')
}

const figure = (value: Figures['reported']): string => {
  if (value === null) return ''
  return typeof value === 'bigint' ? inWords(value) : harmless(String(value))
}

const history = ({ steps }: DiscrepancyDetails, zone: Zone): readonly string[] => [
  'History',
  ...steps.flatMap((step) => wrapText(`  ${zone.clockAt(step.at).slice(0, 16)}  ${eventOf(step)}`, sayingOf(step))),
]

const eventOf = ({ event }: TimelineStep): string => event.padEnd('acceptance-ended'.length)

/** What is told of a step: by whom and why, or the figures a check showed. */
const sayingOf = (step: TimelineStep): string => {
  const finding = step.sighting?.finding ?? null
  const figures =
    finding === null
      ? ''
      : figureLines(finding.figures)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')
  const until = step.act !== null && isDecision(step.act) ? (step.act.until?.date ?? null) : null
  const ticket = ticketOf(step.act)
  const by = step.act?.kind === 'reopen' && step.act.byItself ? null : step.by
  return [
    by === null ? '' : `by ${harmless(by)}`,
    ticket === null ? '' : `ticket ${harmless(ticket)}`,
    until === null ? '' : `until ${until}`,
    figures,
    harmless(step.why ?? ''),
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** A screen holds no more. */
const MOST = 12

const pulls = ({ pulls: all, steps }: DiscrepancyDetails, zone: Zone): readonly string[] => {
  const behind = pullsBehind(all, steps)
  const left = behind.length - MOST
  return [
    'Pulls behind it',
    ...(left > 0 ? [`  ${left} earlier ones`] : []),
    ...alignColumns(
      behind.slice(-MOST).map((one) => pullCells(one, zone)),
      4,
    ),
  ]
}

const pullCells = ({ pull, shows }: PullBehind, zone: Zone): readonly string[] => [
  `  ${zone.clockAt(pull.at)}`,
  pull.number === null ? '' : `no. ${pull.number}`,
  shows === null ? `not read whole: ${harmless(pull.incomplete?.code ?? '')}` : shows ? 'shows it' : 'does not show it',
  pull.verdict ?? '',
]

const next = ({ discrepancy: { id, slot, state } }: DiscrepancyDetails): readonly string[] => {
  const explain = `cuadre explain ${slot.date} ${slot.cycle}`
  if (state === 'resolved') return ['Next', `  ${explain}`]
  const acts = state === 'accepted' || state === 'claimed' ? ['reopen'] : ['accept', 'claim']
  return ['Next', `  ${explain}`, ...acts.map((act) => `  cuadre discrepancies ${act} ${id} --reason "..."`)]
}
