import type { Slot } from '../../core/slot.ts'
import { cycle, DAY_BY_SLASHES, date, isoOf } from '../../input/dates.ts'
import { once } from '../../input/options.ts'
import { oneOf, orElse } from '../../input/readers.ts'
import { FAIL_ON_LEVELS } from '../../rules/assessment/slot-report.ts'
import type { Language } from '../../words/language.ts'
import type { CommandArguments } from './command.ts'

export const FAIL_ON = {
  failOn: once(
    {
      en: 'End with status 3 from this severity on: error (the default), warning, info or never',
      es: 'Termina con el estado 3 desde esta gravedad: error (si no se indica), warning, info o never',
    },
    orElse(oneOf(FAIL_ON_LEVELS), 'error' as const),
  ),
}

/** Flags and operands whose value is a day or a month, or begins with one. */
const OF_DAYS: ReadonlySet<string> = new Set([
  'adjustment',
  'as-of',
  'at',
  'date',
  'from',
  'month',
  'payment-date',
  'settlement-date',
  'slot',
  'through',
  'to',
  'until',
])

/** A day or month as it is typed on a command line in Spanish, in the form of files: screens print `12/03/2026`. Other text stays. */
export const dayTyped = (name: string, text: string, language: Language): string =>
  language === 'en' || !OF_DAYS.has(name)
    ? text
    : text
        .replace(DAY_BY_SLASHES, (_whole, day: string, month: string, year: string) => isoOf(year, month, day))
        .replace(MONTH_BY_SLASH, (_whole, month: string, year: string) => `${year}-${month.padStart(2, '0')}`)

const MONTH_BY_SLASH = /^(\d{1,2})\/(\d{4})$/

/** The settlement named by the operands `date cycle`. */
export const parseSlot = ({ operands: [day = '', label = ''] }: CommandArguments): Slot => ({
  date: date('<date>', day),
  cycle: cycle('<cycle>', label),
})
