import type { Days } from '../../../src/core/calendar/calendar.ts'
import type { AsOf } from '../../../src/core/past-run.ts'
import { dayMonthYear, type Slot, sameSlot, slotInWords } from '../../../src/core/slot.ts'
import type { Both } from '../../../src/std/both.ts'
import { CuadreError } from '../../../src/std/errors.ts'
import type { Store } from '../../../src/store/store.ts'
import type { JobContext } from '../run/context.ts'
import { readDatabase } from './read-database.ts'

/** The subject of a question that names nothing else. */
export const THIS_MERCHANT: Both<string> = { en: 'this merchant', es: 'este comercio' }

/** A range of dates: `2026-03-01 to 2026-03-31`, `01/03/2026 a 31/03/2026`; a single date alone. */
export const rangeInWords = ({ from, to }: Days): Both<string> =>
  from === to
    ? { en: from, es: dayMonthYear(from) }
    : { en: `${from} to ${to}`, es: `${dayMonthYear(from)} a ${dayMonthYear(to)}` }

/** The error when somebody asks about something that was never pulled, or not by then. `command` would pull it. */
export const nothingPulled = (what: Both<string>, command: string, asOf: AsOf | null = null): CuadreError =>
  asOf === null
    ? new CuadreError(
        'NEVER_PULLED',
        { en: `nothing was ever pulled for ${what.en}`, es: `nunca se leyó nada de ${what.es}` },
        { en: `pull it with: ${command}`, es: `léalo con: ${command}` },
      )
    : new CuadreError(
        'NEVER_PULLED',
        {
          en: `nothing had been pulled for ${what.en} by then`,
          es: `para entonces no se había leído nada de ${what.es}`,
        },
        { en: `leave out --as-of, or pull it with: ${command}`, es: `omita --as-of, o léalo con: ${command}` },
      )

export const slotNeverPulled = (slot: Slot, asOf: AsOf | null = null): CuadreError =>
  nothingPulled(slotInWords(slot), `cuadre run --date ${slot.date} --cycle ${slot.cycle}`, asOf)

/** Refuses to say of a settlement what only a reading of it could tell. */
export const requirePulled = async (store: Store, slot: Slot): Promise<void> => {
  const states = await store.slots.states({ from: slot.date, to: slot.date })
  if (!states.some((state) => sameSlot(state.slot, slot) && state.pull !== null)) throw slotNeverPulled(slot)
}

/**
 * Refuses a job that needs what was pulled, before anything is written: where there is no database, and where the one
 * there cannot be read as it is, such as an older one. It is opened for that.
 */
export const requireDatabase = async (job: JobContext): Promise<void> => {
  const isThere = await readDatabase(job, async () => true)
  if (isThere === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
}
