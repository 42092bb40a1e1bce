import type { Zone } from '../src/core/calendar/calendar.ts'
import type { Act, DispositionIntent, DispositionRequest, Until } from '../src/core/findings/act.ts'
import { addDays, compareSlots, dayMonthYear, type SlotDate, slotInWords, uniqueSlots } from '../src/core/slot.ts'
import {
  type CaseDecision,
  type DispositionRefusal,
  decideCase,
  type KnownDiscrepancy,
} from '../src/rules/account/disposition.ts'
import { closingOf, outcomeOf, type SlotAnswer } from '../src/rules/assessment/slot-report.ts'
import { CuadreError } from '../src/std/errors.ts'
import type { Store } from '../src/store/store.ts'
import { assessRead } from './steps/assess/assess-read.ts'
import { slotsWithDispositions } from './steps/assess/slots-touched.ts'
import { withDatabase } from './steps/database/with-database.ts'
import { findDiscrepancies, shownInCases, type Targets, withTimelines } from './steps/query/find-discrepancies.ts'
import { requireDatabase } from './steps/query/nothing-pulled.ts'
import { reportDays } from './steps/report/report-days.ts'
import type { JobContext, JobReport } from './steps/run/context.ts'
import { type CurrentRun, recordRun } from './steps/run/record-run.ts'

export interface ActRequest {
  readonly by: string
  readonly targets: Targets
  /** The act that is asked for; `until` is its last day. */
  readonly disposition:
    | { readonly kind: 'accept'; readonly reason: string; readonly until: SlotDate | null }
    | {
        readonly kind: 'claim'
        readonly reason: string
        readonly ticket: string | null
        readonly until: SlotDate | null
      }
    | Extract<DispositionRequest, { kind: 'reopen' | 'note' }>
}

/** The result of an act, and what it changed. */
export interface ActReport {
  readonly acts: readonly Act[]
  /** The selected discrepancies in their present state. */
  readonly discrepancies: readonly KnownDiscrepancy[]
  /** The number of discrepancies that were already in that state. */
  readonly unchanged: number
  /** The slots whose states changed and their files; null when none changed. */
  readonly report: JobReport | null
  /** The closed dates among these. Their files stay as they were. */
  readonly closedDates: readonly SlotDate[]
}

/** Applies the request to the cases of all selected discrepancies, or to none. */
export const actOnDiscrepancies = async (
  job: JobContext,
  { by, targets, disposition }: ActRequest,
): Promise<ActReport> => {
  const request: DispositionRequest =
    'until' in disposition ? { ...disposition, until: untilIn(disposition.until, job) } : disposition
  return applyDispositions(job, disposition.kind, by, async (store) => {
    const named = await findDiscrepancies(store, targets, job)
    const others = await shownInCases(store, named)
    return planOf(
      named.map((one) => {
        const decision = decideCase(request, one, others)
        if (decision.kind === 'refused') throw refusal(decision.why, one)
        return decision
      }),
    )
  })
}

export const refusal = (why: DispositionRefusal, { discrepancy }: KnownDiscrepancy): CuadreError => {
  const { id, code, slot } = discrepancy
  const named = slotInWords(slot)
  const what = { en: `${id} (${code} of ${named.en})`, es: `${id} (${code} de ${named.es})` }
  if (why === 'not-claimed')
    return new CuadreError(
      'NOT_CLAIMED',
      {
        en: `${what.en} is not claimed, and cannot be settled`,
        es: `${what.es} no está reclamado: no se puede dar por pagado`,
      },
      { en: 'claim it first', es: 'reclámelo primero' },
    )
  if (why === 'nothing-left')
    return new CuadreError(
      'NOT_PAID_BY',
      {
        en: `nothing of that payment is left for ${what.en}: something else explains it, or it is of the same settlement`,
        es: `de ese pago no queda nada para ${what.es}: otra cosa lo explica, o es de la misma liquidación`,
      },
      { en: 'name another payment, or leave it out', es: 'indique otro pago, o quítelo de la lista' },
    )
  return why === 'resolved'
    ? new CuadreError(
        'RESOLVED_ALREADY',
        {
          en: `${what.en} is resolved, and can be neither accepted nor claimed`,
          es: `${what.es} ya está resuelto: no se puede aceptar ni reclamar`,
        },
        { en: 'leave it out', es: 'quítelo de la lista' },
      )
    : new CuadreError(
        'NOT_DECIDED',
        {
          en: `${what.en} is neither accepted nor claimed, and cannot be reopened`,
          es: `${what.es} no está aceptado ni reclamado: no se puede reabrir`,
        },
        { en: 'leave it out', es: 'quítelo de la lista' },
      )
}

/** The last day of an acceptance or a claim, and its end. Throws a CuadreError `PAST_DATE` for a day before today. */
export const untilIn = (
  date: SlotDate | null,
  { zone, now }: { readonly zone: Zone; readonly now: () => number },
): Until | null => {
  if (date === null) return null
  const today = zone.dateAt(now())
  if (date < today) {
    throw new CuadreError(
      'PAST_DATE',
      {
        en: `${date} is in the past: today is ${today}`,
        es: `${dayMonthYear(date)} ya pasó: hoy es ${dayMonthYear(today)}`,
      },
      { en: 'give a later day', es: 'indique un día posterior' },
    )
  }
  return { date, end: zone.instantOf(addDays(date, 1), 0) }
}

/** The acts to write, decided before anything is written. */
export interface DispositionPlan {
  /** The discrepancies that the request is about, including those for which there is nothing to write. */
  readonly discrepancies: readonly KnownDiscrepancy[]
  readonly intents: readonly DispositionIntent[]
}

/** Each finding once: several that are named may be of one case. */
export const planOf = (decisions: readonly DispositionPlanPart[]): DispositionPlan => ({
  discrepancies: [
    ...new Map(decisions.flatMap(({ of }) => of.map((one) => [one.discrepancy.id, one] as const))).values(),
  ],
  intents: [
    ...new Map(decisions.flatMap(({ intents }) => intents.map((one) => [one.discrepancy, one] as const))).values(),
  ],
})

type DispositionPlanPart = Extract<CaseDecision, { kind: 'acts' }>

/**
 * Stores a person's acts, then assesses the slots concerned and writes their files at once. Policy and version are the
 * present ones, as in every job. Other slots of the same dates that were judged by an older policy or version are
 * checked again as well.
 */
export const applyDispositions = async (
  job: JobContext,
  name: 'accept' | 'claim' | 'settle' | 'reopen' | 'note' | 'import',
  by: string,
  plan: (store: Store) => Promise<DispositionPlan>,
): Promise<ActReport> => {
  await requireDatabase(job)
  return withDatabase(job, name, async (store) => {
    const { discrepancies, intents } = await plan(store)
    const unchanged = discrepancies.length - intents.length
    let acts: readonly Act[] = []
    const write = async (): Promise<void> => {
      acts = await store.dispositions.record(intents, { by, at: job.now() })
    }
    let report: JobReport | null = null
    // An earlier command may have stopped before it wrote the files. Then they must still be written.
    const owed = slotsWithDispositions(await store.slots.states()).length > 0
    if (owed || unchanged > 0 || intents.some(({ kind }) => kind !== 'note')) {
      report = await recordRun(job, store, name, async (run) => {
        await write()
        return assessAgain(job, store, run, discrepancies)
      })
    } else if (intents.length > 0) await write()
    const ids = new Set(discrepancies.map(({ discrepancy }) => discrepancy.id))
    const now = (await store.findings.all()).filter(({ id }) => ids.has(id))
    const closedDates = await closedOf(store, report?.slots ?? [])
    return { acts, discrepancies: await withTimelines(store, now), unchanged, report, closedDates }
  })
}

const closedOf = async (store: Store, slots: readonly SlotAnswer[]): Promise<readonly SlotDate[]> => {
  const closings = await store.periods.closings()
  const dates = [...new Set(slots.map(({ slot }) => slot.date))]
  return dates.filter((date) => closingOf(closings, date) !== null)
}

/**
 * Assesses the slots of the discrepancies and writes their files; returns their new reports. The job reports its result,
 * which is never a failure.
 */
const assessAgain = async (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  discrepancies: readonly KnownDiscrepancy[],
): Promise<JobReport> => {
  // Running a command again completes one that stopped before its files were written.
  const acted = uniqueSlots([
    ...slotsWithDispositions(await store.slots.states()),
    ...discrepancies.map(({ discrepancy }) => discrepancy.slot),
  ])
  const ofThese = new Set(acted.map(({ date }) => date))
  const touched = await assessRead(job, store, run, ofThese)
  const dates = [...new Set([...acted, ...touched].map(({ date }) => date))].sort()
  const judgedAt = (await store.runs.lastStart()) ?? run.at
  const { slots, files } = await reportDays(job, store, run, acted, dates, judgedAt)
  return { runId: run.id, slots: inOrder(slots), files, outcome: outcomeOf(slots), exitCode: 0, error: null }
}

const inOrder = (slots: readonly SlotAnswer[]): readonly SlotAnswer[] =>
  slots.toSorted((a, b) => compareSlots(a.slot, b.slot))
