import type { PastRun, SlotOfRun, WholeRun } from '../../src/core/past-run.ts'
import { nameOf } from '../../src/core/slot.ts'
import { VERDICTS, type Verdict } from '../../src/core/verdict.ts'
import { counts, type DocumentOf, dateText, list, number, shape, text, time, wordOf } from '../../src/print/shape.ts'
import type { AnswerDocument } from './answer-document.ts'

/** Duration in seconds; null for a run that did not end. */
export const secondsOf = ({ at, end }: PastRun): number | null =>
  end === null ? null : Math.max(0, end.at - at) / 1000

const RUN = shape<PastRun>()({
  run: number(({ ordinal }) => ordinal),
  id: text,
  job: text,
  began: time(({ at }) => at),
  ended: time.orNull(({ end }) => end?.at ?? null, 'Null for a run that never ended.'),
  seconds: number.orNull(secondsOf),
  outcome: text.orNull(({ end }) => end?.outcome ?? null),
  exitStatus: number.orNull(({ end }) => end?.exitCode ?? null),
  version: text,
  slotsRead: number(({ read }) => read),
  slotsNotRead: number(({ notRead }) => notRead),
  invoices: number,
})

/** The verdict of this reading alone; a failed attempt is `incomplete`. */
export const verdictIn = ({ verdict, reason }: SlotOfRun): Verdict | null => (reason === null ? verdict : 'incomplete')

/** The last verdict of each settlement, counted, the gravest first. */
export const verdictsOf = (
  slots: readonly SlotOfRun[],
): readonly { readonly verdict: Verdict; readonly number: number }[] => {
  const last = new Map(slots.map((one) => [nameOf(one.slot), verdictIn(one)]))
  return VERDICTS.toReversed()
    .map((verdict) => ({ verdict, number: [...last.values()].filter((other) => other === verdict).length }))
    .filter(({ number: count }) => count > 0)
}

const SLOT_OF_RUN = shape<SlotOfRun>()({
  date: dateText(({ slot }) => slot.date),
  cycle: text(({ slot }) => slot.cycle),
  at: time.orNull,
  verdict: wordOf(VERDICTS).orNull(verdictIn),
  pages: number.orNull,
  invoices: number.orNull,
  reason: text.orNull.as('Why it was not read whole.'),
})

/** The runs of the past, newest first. */
export const RUNS = shape<readonly PastRun[]>()({ runs: list(RUN)((runs) => runs) })

/** One run, with the settlements that it read. */
export const WHOLE_RUN = shape<WholeRun>()({
  ...RUN.members,
  verdicts: counts(VERDICTS)(
    ({ slots }) => verdictsOf(slots).map(({ verdict, number: count }) => [verdict, count]),
    'The number of settlements by verdict.',
  ),
  slots: list(SLOT_OF_RUN),
})

export type PastRunDocument = DocumentOf<typeof RUN>
export type RunsListDocument = AnswerDocument<'runs list'> & DocumentOf<typeof RUNS>
export type RunsShowDocument = AnswerDocument<'runs show'> & DocumentOf<typeof WHOLE_RUN>
