import { type Instant, MINUTE_MS } from '../../../src/core/calendar/calendar.ts'
import { statusCounts } from '../../../src/core/invoice.ts'
import type { Hide } from '../../../src/core/personal/personal.ts'
import type { IncompleteAttempt } from '../../../src/core/pull/pull.ts'
import { nameOf, type Slot, sameSlot } from '../../../src/core/slot.ts'
import type { Service } from '../../../src/input/settings.ts'
import { createClient } from '../../../src/service/client.ts'
import { isServiceError, type ServiceError } from '../../../src/service/http/errors.ts'
import type { Both } from '../../../src/std/both.ts'
import { CuadreError, hasCode } from '../../../src/std/errors.ts'
import { once } from '../../../src/std/once.ts'
import { sideBySide } from '../../../src/std/side-by-side.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { personHider } from '../mask/mask-store.ts'
import { type JobContext, type ProgressStep, warning } from '../run/context.ts'
import { readSlot, type UncommittedPull } from './read-slot.ts'

/**
 * The error when the service shows nothing of what the database holds: the key has no access to the merchant's data.
 */
export const nothingSeen = (
  message: Both<string>,
  otherwise: Both<string> = { en: 'then run again', es: 'y ejecute de nuevo' },
): CuadreError =>
  new CuadreError('NOTHING_SEEN', message, {
    en: `check that the key belongs to this merchant (CUADRE_API_KEY, CUADRE_MERCHANT), ${otherwise.en}`,
    es: `revise que la clave sea de este comercio (CUADRE_API_KEY, CUADRE_MERCHANT), ${otherwise.es}`,
  })

/**
 * Decides when a pull may be committed. With another merchant's key every slot looks empty, and the database must not
 * record that everything vanished. So no pull is committed until one slot that was not empty before is still not empty.
 * A single slot may be empty. Invoices that left a list are asked for only then: the lists alone say that a key sees
 * nothing. `bindDatabase` binds the database to the service before its first pull.
 */
export const openCommitGate = (nonEmptyBefore: readonly Slot[], bindDatabase: () => Promise<void>) => {
  const nonEmpty = new Set(nonEmptyBefore.map(nameOf))
  const waiting: UncommittedPull[] = []
  let emptied = 0
  let isProven = nonEmpty.size === 0

  const commitWaiting = async (): Promise<void> => {
    // One at a time: when a commit fails, those behind it are abandoned with the run.
    for (let read = waiting.shift(); read !== undefined; read = waiting.shift()) {
      await read.readDepartures()
      await bindDatabase()
      await read.pull.commit()
    }
  }

  return {
    /** Commits the pull, or holds it back. */
    offer: async (read: UncommittedPull): Promise<void> => {
      waiting.push(read)
      if (nonEmpty.has(nameOf(read.slot))) {
        if (read.isEmpty) emptied += 1
        else isProven = true
      }
      if (isProven) await commitWaiting()
    },
    /** Called after the last slot. */
    end: async (): Promise<void> => {
      if (!isProven && emptied > 1)
        throw nothingSeen({
          en: `all ${emptied} settlements that held something before and could be read are empty now; nothing was stored`,
          es: `las ${emptied} liquidaciones que antes tenían algo y se pudieron leer ahora están vacías; no se guardó nada`,
        })
      await commitWaiting()
    },
    /** Called when the run ends early: pulls held back are undone. */
    abandon: async (): Promise<void> => {
      for (const { pull } of waiting.splice(0)) await pull.abandon()
    },
  }
}

/** The run stops after this many consecutive slots without any answer. */
const SILENCES_MAX = 3

/** The error when the service cannot be reached. Earlier readings are kept, and the next run reads the rest. */
const serviceUnreachable = ({ texts: { message } }: ServiceError): CuadreError =>
  new CuadreError(
    'SERVICE_UNREACHABLE',
    {
      en: `${SILENCES_MAX} settlements in a row could not be reached at all, and the others were not asked for: ${message.en}`,
      es: `no se llegó al servicio en ${SILENCES_MAX} liquidaciones seguidas, y las demás no se pidieron: ${message.es}`,
    },
    {
      en: 'check the network and CUADRE_BASE_URL, then run again',
      es: 'revise la red y CUADRE_BASE_URL, y ejecute de nuevo',
    },
  )

/** Statuses of a proxy whose service does not answer. */
const PROXY_STATUSES: readonly unknown[] = [502, 503, 504]

/** Whether no answer came from the service itself. */
export const isSilence = (fault: unknown): fault is ServiceError =>
  isServiceError(fault) &&
  (fault.code === 'UNREACHABLE' ||
    fault.code === 'TIMED_OUT' ||
    (fault.code === 'HTTP_STATUS' && PROXY_STATUSES.includes(fault.status)))

/** Counts the consecutive slots without an answer. */
export const listenForSilence = () => {
  let inARow = 0
  return {
    answered: (): void => {
      inARow = 0
    },
    /** Returns the error that ends the run after too many of them; else null. */
    silent: (fault: ServiceError): CuadreError | null => {
      inARow += 1
      return inARow >= SILENCES_MAX ? serviceUnreachable(fault) : null
    },
  }
}

const DAY_MS = 24 * 60 * MINUTE_MS
/** In ms. SPEC, section 3: when clocks differ by more, it is not known which slots are due. */
const SKEW_MAX_MS = 10 * MINUTE_MS

/** This machine's clock and the service's are too far apart. */
const clockSkew = (apart: Both<string>): CuadreError =>
  new CuadreError(
    'CLOCK_SKEW',
    {
      en: `this machine's clock is ${apart.en} from the service's Date header: what is due depends on it`,
      es: `el reloj de este equipo está a ${apart.es} de la hora que da el servicio (Date): de ella depende qué corresponde leer`,
    },
    {
      en: 'set the clock of this machine (or ask the operator about theirs), then run again',
      es: 'ponga en hora este equipo (o pregunte al operador por el suyo) y ejecute de nuevo',
    },
  )

/** The error when the two clocks are too far apart; else null. */
export const skewBetween = (service: Instant, here: Instant): CuadreError | null => {
  const apart = Math.abs(service - here)
  return apart > SKEW_MAX_MS ? clockSkew(inWords(apart)) : null
}

const inWords = (apart: number): Both<string> => {
  const [minutes, days] = [Math.round(apart / MINUTE_MS), Math.round(apart / DAY_MS)]
  return days < 2 ? { en: `${minutes} minutes`, es: `${minutes} minutos` } : { en: `${days} days`, es: `${days} días` }
}

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

/** Reads all of these slots; see `openPulls`. */
export const pullSlots = (job: JobContext, run: PullContext, slots: readonly Slot[]): Promise<CuadreError | null> =>
  openPulls(job, run).read(slots, true)

/**
 * Reads slots a part at a time, so that a range of years is checked and reported while it is read. Pulls that the gate holds back are
 * committed with a later part.
 */
export const openPulls = (job: JobContext, run: PullContext) => {
  const gate = openCommitGate(run.nonEmptyBefore, () => bindDatabase(job, run))
  return {
    /** At the end of the last part everything is committed. */
    read: (slots: readonly Slot[], isLast: boolean) => readPart(job, run, slots, { gate, isLast }),
    /** Undoes what is not committed. */
    close: gate.abandon,
  }
}

/**
 * Reads the slots, several side by side, and commits each that was read whole. A slot that was not is recorded, and the others go on.
 * Rejected credentials, a wrong clock, a key that sees nothing or a service that does not answer end the run.
 */
const readPart = async (
  job: JobContext,
  run: PullContext,
  slots: readonly Slot[],
  { gate, isLast }: { readonly gate: ReturnType<typeof openCommitGate>; readonly isLast: boolean },
): Promise<CuadreError | null> => {
  const stopping = new AbortController()
  const signal = AbortSignal.any([job.signal, stopping.signal])
  const client = connect(job, run.service, (skew) => stopping.abort(skew))
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
    if (isLast) await gate.end()
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
