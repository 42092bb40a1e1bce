import { type Days, expectedCycles } from '../../../src/core/calendar/calendar.ts'
import type { AsOf } from '../../../src/core/past-run.ts'
import { dayMonthYear, type Slot, sameSlot, slotInWords } from '../../../src/core/slot.ts'
import type { Settings } from '../../../src/input/settings.ts'
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

const notPulled = (what: Both<string>, asOf: AsOf | null, next: Both<string>): CuadreError =>
  new CuadreError(
    'NEVER_PULLED',
    asOf === null
      ? { en: `nothing was ever pulled for ${what.en}`, es: `nunca se leyó nada de ${what.es}` }
      : {
          en: `nothing had been pulled for ${what.en} by then`,
          es: `para entonces no se había leído nada de ${what.es}`,
        },
    next,
  )

/** The error when somebody asks about something that was never pulled, or not by then. `command` would pull it. */
export const nothingPulled = (what: Both<string>, command: string, asOf: AsOf | null = null): CuadreError =>
  notPulled(
    what,
    asOf,
    asOf === null
      ? { en: `pull it with: ${command}`, es: `léalo con: ${command}` }
      : { en: `leave out --as-of, or pull it with: ${command}`, es: `omita --as-of, o léalo con: ${command}` },
  )

type WithPolicy = { readonly settings: Pick<Settings, 'policy'> }

/** The same of one settlement. Of a cycle that the settings do not know nothing can be pulled. */
export const slotNeverPulled = ({ settings }: WithPolicy, slot: Slot, asOf: AsOf | null = null): CuadreError => {
  const [cycles, what] = [expectedCycles(settings.policy), slotInWords(slot)]
  if (cycles.includes(slot.cycle))
    return nothingPulled(what, `cuadre run --date ${slot.date} --cycle ${slot.cycle}`, asOf)
  const known = cycles.join(', ')
  return notPulled(what, asOf, {
    en: `correct the cycle; known are ${known}`,
    es: `corrija el ciclo; se conocen ${known}`,
  })
}

/** Refuses to say of a settlement what only a reading of it could tell. */
export const requirePulled = async (context: WithPolicy, store: Store, slot: Slot): Promise<void> => {
  const states = await store.slots.states({ from: slot.date, to: slot.date })
  if (!states.some((state) => sameSlot(state.slot, slot) && state.pull !== null)) throw slotNeverPulled(context, slot)
}

/**
 * Refuses a job that needs what was pulled, before anything is written: where there is no database, and where the one
 * there cannot be read as it is, such as an older one. It is opened for that.
 */
export const requireDatabase = async (job: JobContext): Promise<void> => {
  const isThere = await readDatabase(job, async () => true)
  if (isThere === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
}
