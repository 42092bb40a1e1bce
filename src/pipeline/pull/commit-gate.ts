import type { Slot } from '../../domain/slot.ts'
import { nameOf } from '../../domain/slot.ts'
import { nothingSeen } from './nothing-seen.ts'
import type { UncommittedPull } from './read-slot.ts'

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
