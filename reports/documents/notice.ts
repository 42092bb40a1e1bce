import type { Json } from '../../src/core/cell.ts'
import type { Change, Changes } from '../../src/core/findings/timeline.ts'
import type { Position } from '../../src/rules/account/position.ts'
import { howMany } from '../../src/std/how-many.ts'
import { firstSentence } from '../../src/words/first-sentence.ts'
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

/** The body of a notification: codes, slots and sums, but no invoice, name, document number or key. */
export const noticeDocument = (notice: RunNotice): Json => {
  const { changes } = notice
  const all = [...changes.appeared, ...changes.worse, ...changes.resolved]
  return {
    schemaVersion: 1,
    source: 'cuadre',
    merchant: notice.merchant,
    job: notice.job,
    runId: notice.runId,
    at: new Date(notice.at).toISOString(),
    outcome: notice.outcome,
    exitCode: notice.exitCode,
    error: notice.code,
    money: notice.money === null ? null : MONEY.of(notice.money),
    stopped: notice.transition === 'stopped',
    recovered: notice.transition === 'recovered',
    new: changes.appeared.slice(0, ITEMS_MAX).map(changeDocument),
    worse: changes.worse.slice(0, ITEMS_MAX).map(changeDocument),
    resolved: changes.resolved.slice(0, ITEMS_MAX).map(changeDocument),
    changes: all.length,
    text: textOf(notice),
  }
}

const changeDocument = ({ id, slot: { date, cycle }, code, before, after }: Change): Json => ({
  id,
  date,
  cycle,
  code,
  severity: after ?? before,
})

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
