import { VERDICTS, type Verdict } from '../../src/domain/assessment/verdict.ts'
import type { Json } from '../../src/domain/cell.ts'
import type { PastRun, SlotOfRun, WholeRun } from '../../src/domain/past-run.ts'

const timeOf = (at: number): string => new Date(at).toISOString()

/** Duration in seconds; null for a run that did not end. */
export const secondsOf = ({ at, end }: Pick<PastRun, 'at' | 'end'>): number | null =>
  end === null ? null : Math.max(0, end.at - at) / 1000

export const runFacts = (run: PastRun): { readonly [name: string]: Json } => ({
  run: run.ordinal,
  id: run.id,
  job: run.job,
  began: timeOf(run.at),
  ended: run.end === null ? null : timeOf(run.end.at),
  seconds: secondsOf(run),
  outcome: run.end?.outcome ?? null,
  exitStatus: run.end?.exitCode ?? null,
  version: run.version,
  slotsRead: run.read,
  slotsNotRead: run.notRead,
  invoices: run.invoices,
})

/** A run, its number of slots by verdict, and each slot that it read or failed to read. */
export const wholeRunFacts = (run: WholeRun): { readonly [name: string]: Json } => ({
  ...runFacts(run),
  verdicts: Object.fromEntries(verdictsOf(run.slots).map(({ verdict, number }) => [verdict, number])),
  slots: run.slots.map((one) => ({
    date: one.slot.date,
    cycle: one.slot.cycle,
    at: one.at === null ? null : timeOf(one.at),
    verdict: verdictIn(one),
    pages: one.pages,
    invoices: one.invoices,
    reason: one.reason,
  })),
})

/** The verdict of this reading alone; a failed attempt is `incomplete`. */
export const verdictIn = ({ verdict, reason }: SlotOfRun): Verdict | null => (reason === null ? verdict : 'incomplete')

/** The number of slots by verdict, best first. A slot that was read twice counts once, with its last verdict. */
export const verdictsOf = (
  slots: readonly SlotOfRun[],
): readonly { readonly verdict: Verdict; readonly number: number }[] => {
  const last = new Map(slots.map((one) => [`${one.slot.date} ${one.slot.cycle}`, verdictIn(one)]))
  return VERDICTS.toReversed()
    .map((verdict) => ({ verdict, number: [...last.values()].filter((other) => other === verdict).length }))
    .filter(({ number }) => number > 0)
}
