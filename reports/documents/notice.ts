import { SEVERITIES } from '../../src/core/findings/discrepancy.ts'
import type { Change, Changes } from '../../src/core/findings/timeline.ts'
import { type DocumentOf, list, number, shape, text, time, truth, wordOf } from '../../src/print/shape.ts'
import type { Position } from '../../src/rules/account/position.ts'
import { howMany } from '../../src/std/how-many.ts'
import { firstSentence } from '../../src/words/first-sentence.ts'
import { OF_SLOT, SCHEMA_VERSION } from './answer-document.ts'
import { MONEY } from './money-document.ts'

/** The content of a notification about a run. */
export interface RunNotice {
  readonly merchant: string
  readonly job: string
  readonly runId: string | null
  readonly at: number
  readonly outcome: string
  readonly exitCode: number
  /** The code of the error that ended the run; null without one. */
  readonly code: string | null
  /** Over the slots of the run; null when the run failed. */
  readonly money: Position | null
  readonly changes: Changes
  readonly transition: 'stopped' | 'recovered' | 'as-before'
}

export const isWorthSending = ({ changes: { appeared, worse, resolved }, transition }: RunNotice): boolean =>
  appeared.length + worse.length + resolved.length > 0 || transition !== 'as-before'

/** At most this many items in the message; the files have all. */
const ITEMS_MAX = 50

/** One line for people: chat rooms show the member `text`. */
const textOf = ({ merchant, job, exitCode, code, money, changes, transition }: RunNotice): string => {
  const parts = [
    ...(transition === 'stopped'
      ? [`"${job}" stopped with exit status ${exitCode}${code === null ? '' : ` (${code})`}`]
      : []),
    ...(transition === 'recovered' ? [`"${job}" works again`] : []),
    ...linesOfChanges('new', changes.appeared),
    ...linesOfChanges('worse', changes.worse),
    ...linesOfChanges('resolved', changes.resolved),
  ]
  const said = money === null || transition === 'stopped' ? [] : [firstSentence(money, 'en', 0).text]
  return `Cuadre, ${merchant}: ${[...(parts.length > 0 ? [parts.join('; ')] : []), ...said].join('. ')}`
}

const NAMED_MAX = 3

const linesOfChanges = (what: string, changes: readonly Change[]): readonly string[] => {
  if (changes.length === 0) return []
  const names = changes.slice(0, NAMED_MAX).map(({ slot, code }) => `${slot.date} ${slot.cycle} ${code}`)
  const rest = changes.length - names.length
  return [
    `${howMany(changes.length, `${what} discrepancy`, `${what} discrepancies`)}: ${[...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')}`,
  ]
}

const CHANGE = shape<Change>()({
  id: text,
  ...OF_SLOT,
  code: text,
  severity: wordOf(SEVERITIES).orNull(({ before, after }) => after ?? before),
})
const FIRST_CHANGES = list(CHANGE)

/** What is posted to `notifyUrl` after changes: codes, slots and sums, but no invoice, name, document number or key. */
export const NOTICE = shape<RunNotice>()({
  schemaVersion: wordOf([SCHEMA_VERSION])(() => SCHEMA_VERSION),
  source: wordOf(['cuadre'])(() => 'cuadre' as const),
  merchant: text,
  job: text,
  runId: text.orNull,
  at: time,
  outcome: text,
  exitCode: number,
  error: text.orNull(({ code }) => code, 'The code of the error that ended the job.'),
  money: MONEY.orNull.as("The sums of the job's settlements; null when the job failed."),
  stopped: truth(({ transition }) => transition === 'stopped'),
  recovered: truth(({ transition }) => transition === 'recovered'),
  new: FIRST_CHANGES(({ changes }) => changes.appeared.slice(0, ITEMS_MAX), `At most ${ITEMS_MAX} of each.`),
  worse: FIRST_CHANGES(({ changes }) => changes.worse.slice(0, ITEMS_MAX)),
  resolved: FIRST_CHANGES(({ changes }) => changes.resolved.slice(0, ITEMS_MAX)),
  changes: number(
    ({ changes: { appeared, worse, resolved } }) => appeared.length + worse.length + resolved.length,
    'The number of all of them.',
  ),
  text: text(textOf, 'One line for people.'),
})
export type NotificationDocument = DocumentOf<typeof NOTICE>
