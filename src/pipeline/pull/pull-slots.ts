import type { Service } from '../../config/settings.ts'
import { statusCounts } from '../../domain/invoice.ts'
import type { Hide } from '../../domain/personal/personal.ts'
import type { IncompleteAttempt } from '../../domain/pull/pull.ts'
import { type Slot, sameSlot } from '../../domain/slot.ts'
import { createClient } from '../../service/client.ts'
import { isServiceError, type ServiceError } from '../../service/http/errors.ts'
import { type CuadreError, hasCode } from '../../std/errors.ts'
import { once } from '../../std/once.ts'
import { sideBySide } from '../../std/side-by-side.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'
import type { Store } from '../../storage/store.ts'
import { personHider } from '../mask/hide-documents.ts'
import type { JobContext } from '../run/context.ts'
import type { ProgressStep } from '../run/steps.ts'
import { warning } from '../run/steps.ts'
import { openCommitGate } from './commit-gate.ts'
import { isSilence, listenForSilence } from './listen-for-silence.ts'
import { readSlot } from './read-slot.ts'
import { skewBetween } from './skew-between.ts'

/** Whether an error ends a run early without being a bug. Pulls committed before stay, and the exit status says why. */
export const isStop = (error: unknown): error is CuadreError =>
  hasCode(error, 'CREDENTIALS_REJECTED', 'NOTHING_SEEN', 'CLOCK_SKEW', 'SERVICE_UNREACHABLE')

/** The service and the store of one run's pulls, and their pace. */
export interface PullContext {
  readonly service: Service
  readonly store: Store
  readonly runId: string
  /** See nonEmptySlots. */
  readonly nonEmptyBefore: readonly Slot[]
  /** Pause after each slot, in ms; none by default. */
  readonly pauseMs?: number
}

/** The slots with an invoice or a settlement in their last whole pull. */
export const nonEmptySlots = (states: readonly SlotState[]): readonly Slot[] =>
  states
    .filter(({ pull }) => pull !== null && (pull.settlement !== null || pull.list.items > 0))
    .map(({ slot }) => slot)

/**
 * Reads the slots, several side by side, and commits each that was read whole. A slot that was not is recorded, and the others go on.
 * Rejected credentials, a wrong clock, a key that sees nothing or a service that does not answer end the run.
 */
export const pullSlots = async (
  job: JobContext,
  run: PullContext,
  slots: readonly Slot[],
): Promise<CuadreError | null> => {
  const stopping = new AbortController()
  const signal = AbortSignal.any([job.signal, stopping.signal])
  const client = connect(job, run.service, (skew) => stopping.abort(skew))
  const gate = openCommitGate(run.nonEmptyBefore, () => bindDatabase(job, run))

  const silence = listenForSilence()
  const hider = once(() => personHider(run.store))

  const pullOne = async (slot: Slot): Promise<void> => {
    let isAnswered = false
    const progress = (step: ProgressStep): void => {
      isAnswered = true
      silence.answered()
      job.progress(step)
    }
    const start = { slot, runId: run.runId, at: job.now(), reread: client.readPage }
    try {
      await job.fence?.()
      const read = await readSlot(
        { client, store: run.store, progress, concurrency: job.settings.concurrency },
        start,
        client.slotContext(signal, ({ code, waitMs }) => job.progress({ kind: 'retry', slot, code, waitMs })),
      )
      // The gate may commit pulls of other settlements, whose faults say nothing about this one.
      await gate.offer(read).catch((fault) => stopping.abort(fault))
      if (!signal.aborted) job.progress({ kind: 'slot-read', slot })
    } catch (fault) {
      // A stop ends the requests of other slots with its own error, which is not their answer.
      if (!isServiceError(fault) || fault === signal.reason) return stopping.abort(fault)
      const isRejected = fault.code === 'CREDENTIALS_REJECTED'
      if (isRejected && (await wasReadWhole(run.store, slot))) return stopping.abort(fault)
      await recordFault(run.store, start, fault, hider)
      if (isRejected) return stopping.abort(fault)
      job.progress({ kind: 'slot-not-read', slot, code: fault.code })
      const stop = isSilence(fault) && !isAnswered ? silence.silent(fault) : null
      if (stop !== null) stopping.abort(stop)
    }
  }

  try {
    await sideBySide(slots, job.settings.concurrency, async (slot) => {
      if (!signal.aborted) await pullOne(slot)
      await pause(job, run, signal)
    })
    signal.throwIfAborted()
    await gate.end()
    return null
  } catch (fault) {
    await gate.abandon()
    if (isStop(fault)) return fault
    throw fault
  } finally {
    await client.close()
  }
}

/**
 * A rejected key says nothing about a settlement: one that was read whole before stays as it was read, and a first attempt is kept as
 * incomplete.
 */
const wasReadWhole = async ({ slots }: Store, slot: Slot): Promise<boolean> =>
  (await slots.states({ from: slot.date, to: slot.date })).some(
    (state) => sameSlot(state.slot, slot) && state.pull !== null,
  )

/** Binds the database to the service's base URL; called before the first pull and before each is stored. */
const bindDatabase = async ({ fence }: JobContext, { store, service }: PullContext): Promise<void> => {
  await fence?.()
  await store.merchant.belongTo(service.baseUrl)
}

/** Records the attempt: its time and reason, without contents. */
const recordFault = async (
  { pulls }: Store,
  { slot, runId, at }: Pick<IncompleteAttempt, 'slot' | 'at'> & { readonly runId: string },
  fault: ServiceError,
  hider: () => Promise<Hide>,
): Promise<void> => {
  const reason = await reasonIn(fault, hider)
  await pulls.recordIncomplete({ slot, runId, at, code: fault.code, ...exchangeOf(fault), reason })
}

/** The request that failed; null when the fault is about none. */
const exchangeOf = ({ method, path, status }: ServiceError): Pick<IncompleteAttempt, 'request' | 'status'> => ({
  request: path === null ? null : `${method} ${path}`,
  status,
})

/** The service's own text may contain the name of a customer, which must not appear in logs. */
const reasonIn = async (fault: ServiceError, hider: () => Promise<Hide>): Promise<string> => {
  return fault.serviceText !== null ? (await hider())(fault.message) : fault.message
}

/** Pauses after a slot. A stop during the pause ends the run as any stop does. */
export const pause = async (job: JobContext, { pauseMs }: PullContext, signal: AbortSignal): Promise<void> => {
  if (pauseMs === undefined || signal.aborted) return
  try {
    await job.sleep(pauseMs, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

export const connect = (job: JobContext, service: Service, onSkew: (skew: CuadreError) => void) => {
  const { policy, absentStatuses, absentBodies, pageLimit, clock } = job.settings
  return createClient({
    ...service,
    absentStatuses,
    absentBodies,
    pageLimit,
    statusCounts: (status) => statusCounts(status, policy),
    clock: { now: job.now },
    random: job.random,
    sleep: job.sleep,
    onDate: (there, here) => {
      const skew = clock === null ? skewBetween(there, here) : null
      if (skew !== null) onSkew(skew)
    },
    onMediaType: mediaTypeWarning(job.progress),
  })
}

/** Warns once: a service with another media type uses it in every answer. */
const mediaTypeWarning = (progress: JobContext['progress']): ((mediaType: string) => void) => {
  const known = new Set<string>()
  return (mediaType) => {
    if (known.has(mediaType)) return
    known.add(mediaType)
    const message = { en: `the service sends JSON as ${mediaType}`, es: `el servicio envía JSON como ${mediaType}` }
    const next = {
      en: 'it was read all the same; ask its operator to send application/json',
      es: 'se leyó de todos modos; pida a su operador que envíe application/json',
    }
    progress(warning({ code: 'MEDIA_TYPE', texts: { message, next } }))
  }
}
