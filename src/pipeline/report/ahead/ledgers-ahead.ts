import type { Centavos } from '../../../domain/money.ts'
import type { Pull } from '../../../domain/pull/pull.ts'
import { compareSlots } from '../../../domain/slot.ts'
import type { MadeSheet } from '../../../publish/xlsx/workbook.ts'
import type { Piece } from '../../../std/files/whole-file.ts'
import type { SlotState } from '../../../storage/pulls/pulls.ts'
import type { Store } from '../../../storage/store.ts'
import type { JobContext } from '../../run/context.ts'
import type { Progress } from '../../run/steps.ts'
import { warning } from '../../run/steps.ts'
import type { DayToMake } from './make-ledgers.ts'
import { type CollectedPull, startLedgerThread } from './start-ledger-thread.ts'

/** Where the rows of large ledgers come from, when they were made on a thread of their own. */
export interface Ledgers {
  /**
   * The rows of a pull, or null when they must be read back here. Pulls are taken in the order of their slots: what was made for the
   * earlier ones is let go. An error when what counts in them is not what was collected.
   */
  take(pull: Pull): ((collected: Centavos) => AsyncIterable<Piece>) | null
  /** The sheet of a day's invoices, or null when it must be made here. The same error. */
  takeSheet(pulls: readonly CollectedPull[]): MadeSheet | null
}

/** No thread. */
export const READ_BACK: Ledgers = { take: () => null, takeSheet: () => null }

/** The ledgers of a run, made while it goes on with its checks. */
export interface LedgersAhead extends Ledgers {
  /** Looks at the steps of the run: as soon as it is worth a thread, one is made ready. */
  readonly progress: Progress
  /** Begins with the days of which this run found a slot changed: those of what is unchanged most likely need no new file. */
  begin(runId: string, states: readonly SlotState[]): void
  /** Ends the thread, whatever it is at. */
  close(): Promise<void>
}

/** For fewer rows than this it is not worth starting a thread. */
const WORTH_A_THREAD = 5_000
/** Larger slots, and sheets, are made here when their file is written: what waits for that, and a thread to make it, take room. */
const MOST_ROWS = 120_000

export const ledgersAhead = (job: JobContext, store: Store): LedgersAhead => {
  const { settings, version, ledgerThread: program } = job
  const { db, policy, csvProfile, language, xlsx } = settings
  const warn = (): void => job.progress(WITHOUT_IT)
  const start = () => {
    try {
      return program === undefined
        ? null
        : startLedgerThread(program, { db, merchant: store.merchant.name, version, policy, csvProfile, language }, warn)
    } catch {
      warn()
      return null
    }
  }
  /** Null once there can be none. */
  let thread: ReturnType<typeof startLedgerThread> | null | undefined
  let announced = 0
  return {
    progress: (step) => {
      if (step.kind === 'slot-began' && step.invoices !== null && step.invoices <= MOST_ROWS) announced += step.invoices
      if (thread === undefined && announced >= WORTH_A_THREAD) thread = start()
      job.progress(step)
    },
    begin: (runId, states) => {
      thread?.make(daysToMake(runId, states, xlsx))
    },
    take: (pull) => thread?.take(pull) ?? null,
    takeSheet: (pulls) => thread?.takeSheet(pulls) ?? null,
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

const daysToMake = (runId: string, states: readonly SlotState[], xlsx: boolean): readonly DayToMake[] => {
  const pulls = states.flatMap(({ pull }) => pull ?? []).sort((a, b) => compareSlots(a.slot, b.slot))
  const changed = pulls.filter((pull) => pull.runId === runId && pull.contentId === pull.id)
  return [...new Set(changed.map(({ slot }) => slot.date))].map((date) => {
    const ofDay = pulls.filter(({ slot }) => slot.date === date)
    const rows = ofDay.reduce((sum, { list }) => sum + list.kept, 0)
    return { pulls: ofDay.filter(({ list }) => list.kept <= MOST_ROWS), hasSheet: xlsx && rows <= MOST_ROWS }
  })
}
