import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Centavos } from '../../domain/money.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import { compareSlots } from '../../domain/slot.ts'
import { CuadreError } from '../../std/errors.ts'
import type { Piece } from '../../std/files/whole-file.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'
import type { Store } from '../../storage/store.ts'
import type { JobContext } from '../run/context.ts'
import type { Progress } from '../run/steps.ts'
import { warning } from '../run/steps.ts'
import { mustComeTo } from './ledger-rows.ts'
import type { LedgerMessage, LedgerPlace } from './make-ledgers.ts'

/** Where the rows of large ledgers come from, when they were made on a thread of their own. */
export interface Ledgers {
  /**
   * The rows of a pull, or null when they must be read back here. Pulls are taken in the order of their slots: what was made for the
   * earlier ones is let go. An error when what counts in them is not what was collected.
   */
  take(pull: Pull): ((collected: Centavos) => AsyncIterable<Piece>) | null
}

/** No thread. */
export const READ_BACK: Ledgers = { take: () => null }

/** The ledgers of a run, made while it goes on with its checks. */
export interface LedgersAhead extends Ledgers {
  /** Looks at the steps of the run: as soon as it is worth a thread, one is made ready. */
  readonly progress: Progress
  /** Begins with the slots that this run found changed: what is unchanged most likely needs no new file. */
  begin(runId: string, states: readonly SlotState[]): void
  /** Ends the thread, whatever it is at. */
  close(): Promise<void>
}

/** For fewer rows than this it is not worth starting a thread. */
const WORTH_A_THREAD = 5_000
/** Larger slots are read back here, when their file is written: what waits for that, and a thread to make it, take room. */
const MOST_ROWS = 120_000

export const ledgersAhead = (job: JobContext, store: Store): LedgersAhead => {
  const { settings, version, ledgerThread: program } = job
  const { db, policy, csvProfile } = settings
  const warn = (): void => job.progress(WITHOUT_IT)
  const start = () => {
    try {
      return program === undefined
        ? null
        : startThread(program, { db, merchant: store.merchant.name, version, policy, csvProfile }, warn)
    } catch {
      warn()
      return null
    }
  }
  /** Null once there can be none. */
  let thread: ReturnType<typeof startThread> | null | undefined
  let announced = 0
  return {
    progress: (step) => {
      if (step.kind === 'slot-began' && step.invoices !== null && step.invoices <= MOST_ROWS) announced += step.invoices
      if (thread === undefined && announced >= WORTH_A_THREAD) thread = start()
      job.progress(step)
    },
    begin: (runId, states) => {
      const pulls = states.flatMap(({ pull }) => pull ?? []).filter((pull) => pull.runId === runId && isWorthIt(pull))
      thread?.make(pulls.sort((a, b) => compareSlots(a.slot, b.slot)))
    },
    take: (pull) => thread?.take(pull) ?? null,
    close: async () => thread?.close(),
  }
}

const WITHOUT_IT = warning({
  code: 'LEDGER_THREAD',
  texts: {
    message: {
      en: 'the thread that makes large ledgers could not be started, or ended early',
      es: 'el hilo que hace los auxiliares grandes no se pudo iniciar, o terminó antes',
    },
    next: {
      en: 'nothing to do: they are made without it, more slowly',
      es: 'no hay que hacer nada: se hacen sin él, más despacio',
    },
  },
})

const isWorthIt = ({ id, contentId, list }: Pull): boolean => contentId === id && list.kept <= MOST_ROWS

const startThread = (program: URL, place: LedgerPlace, onBroken: () => void) => {
  const thread = new Worker(program, { workerData: place })
  let isBroken = false
  thread.once('error', () => {
    isBroken = true
    onBroken()
  })
  const ended = new Promise((resolve) => thread.once('exit', resolve))
  const messages = on(thread, 'message', { close: ['exit'] })
  const waiting = new Set<number>()

  async function* rowsOf(pull: Pull, collected: Centavos): AsyncGenerator<Piece> {
    for (;;) {
      const { value, done } = await messages.next()
      if (done) throw new Error('the thread of the ledgers ended early')
      const message: LedgerMessage = value[0]
      if (message.kind === 'fault') throw new CuadreError(message.code, message.texts.message, message.texts.next)
      if (message.kind === 'rows') thread.postMessage({ taken: message.text.byteLength })
      if (message.pull !== pull.id) continue
      if (message.kind === 'end') return mustComeTo(pull, message.counted, collected)
      yield message
    }
  }

  return {
    make: (pulls: readonly Pull[]): void => {
      for (const { id } of pulls) waiting.add(id)
      thread.postMessage({ make: pulls })
    },
    take: (pull: Pull) => {
      if (isBroken || !waiting.has(pull.id)) return null
      for (const id of waiting) {
        waiting.delete(id)
        if (id === pull.id) break
      }
      return (collected: Centavos): AsyncIterable<Piece> => rowsOf(pull, collected)
    },
    close: async (): Promise<void> => {
      thread.postMessage('end')
      await ended
    },
  }
}
