import type { Zone } from '../../core/calendar/calendar.ts'
import type { AsOf } from '../../core/past-run.ts'
import { asOfText } from '../../input/as-of-text.ts'
import { once } from '../../input/options.ts'
import { optional, text } from '../../input/readers.ts'
import { type CommandArguments, type Flags, usageError } from './command.ts'

export const AS_OF: Flags = {
  'as-of': once(
    {
      en: 'As known then: a number that "cuadre history" shows, a date, or a date-time',
      es: 'Con la información de entonces: un paso que muestra "cuadre history", una fecha, o una fecha con hora',
    },
    optional(text),
  ),
}

/** The past moment of `--as-of`; null without the flag. A time without an offset is in the zone of the settings. */
export const parseAsOf = ({ text }: CommandArguments, zone: Zone): AsOf | null => {
  const typed = text('as-of')
  if (typed === undefined) return null
  const asOf = asOfText(typed, zone)
  if (asOf !== null) return asOf
  throw usageError(
    {
      en: '--as-of is neither a number nor a date nor a date-time',
      es: '--as-of no es un número, ni una fecha, ni una fecha con hora',
    },
    {
      en: 'write 120, 2026-03-12, "2026-03-12 22:30:00" or 2026-03-12T22:30:00-05:00',
      es: 'escriba 120, 2026-03-12, "2026-03-12 22:30:00" o 2026-03-12T22:30:00-05:00',
    },
  )
}
