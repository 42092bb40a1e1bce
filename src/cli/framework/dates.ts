import { type Days, monthOf, rangeOfDays } from '../../core/calendar/calendar.ts'
import { asSlotDate, type Cycle, type Slot } from '../../core/slot.ts'
import { cycle, DAY_BY_SLASHES, date, isoOf } from '../../input/dates.ts'
import { FAIL_ON_LEVELS, type FailOn } from '../../rules/assessment/slot-report.ts'
import type { Language } from '../../words/language.ts'
import { type CommandArguments, type Flags, usageError } from './command.ts'

export const SLOT_FLAGS: Flags = {
  date: { kind: 'once', describe: { en: 'One day, YYYY-MM-DD', es: 'Un día, AAAA-MM-DD' } },
  from: {
    kind: 'once',
    describe: { en: 'First day of a range; needs --to', es: 'Primer día de un rango; necesita --to' },
  },
  to: {
    kind: 'once',
    describe: { en: 'Last day of a range; needs --from', es: 'Último día de un rango; necesita --from' },
  },
  cycle: {
    kind: 'repeatable',
    describe: { en: 'Only this cycle; may be given again', es: 'Solo este ciclo; se puede repetir' },
  },
}

export const FAIL_ON: Flags = {
  'fail-on': {
    kind: 'once',
    describe: {
      en: 'End with status 3 from this severity on: error (the default), warning, info or never',
      es: 'Termina con el estado 3 desde esta gravedad: error (si no se indica), warning, info o never',
    },
  },
}

/** The range of days asked for; null without dates. */
export const parseDays = ({ text }: CommandArguments): Days | null => {
  const [day, from, to] = [text('date'), text('from'), text('to')]
  if (day !== undefined && (from !== undefined || to !== undefined)) {
    throw usageError(
      { en: '--date excludes --from and --to', es: '--date excluye --from y --to' },
      { en: 'give the one day, or the range', es: 'dé el día, o el rango' },
    )
  }
  if (day !== undefined) return { from: date('--date', day), to: date('--date', day) }
  if (from === undefined && to === undefined) return null
  if (from === undefined)
    throw usageError({ en: '--to needs --from', es: '--to necesita --from' }, { en: 'give both', es: 'dé ambas' })
  if (to === undefined)
    throw usageError({ en: '--from needs --to', es: '--from necesita --to' }, { en: 'give both', es: 'dé ambas' })
  return rangeOfDays(date('--from', from), date('--to', to), { from: '--from', to: '--to' })
}

export const MONTH_OR_DAYS: Flags = {
  month: { kind: 'once', describe: { en: 'A month, YYYY-MM', es: 'Un mes, AAAA-MM' } },
  from: {
    kind: 'once',
    describe: { en: 'First settlement date; needs --to', es: 'Primera fecha de liquidación; necesita --to' },
  },
  to: {
    kind: 'once',
    describe: { en: 'Last settlement date; needs --from', es: 'Última fecha de liquidación; necesita --from' },
  },
}

/** The month or range asked for; null without either. */
export const parseMonthOrDays = (given: CommandArguments): Days | null => {
  const [days, month] = [parseDays(given), given.text('month')]
  if (month === undefined) return days
  if (days !== null)
    throw usageError(
      { en: '--month excludes --from and --to', es: '--month excluye --from y --to' },
      { en: 'give the month, or the range', es: 'dé el mes, o el rango' },
    )
  const first = asSlotDate(`${month}-01`)
  if (first === null)
    throw usageError(
      { en: '--month is not a valid month', es: '--month no es un mes válido' },
      { en: 'write it as YYYY-MM: 2026-03', es: 'escríbalo como AAAA-MM o MM/AAAA: 2026-03' },
    )
  return monthOf(first)
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
/** The cycles asked for, without repetition; none means all. */
export const parseCycles = ({ all }: CommandArguments): readonly Cycle[] => [
  ...new Set(all('cycle').map((text) => cycle('--cycle', text))),
]

/** The settlement named by the operands `date cycle`. */
export const parseSlot = ({ operands: [day = '', label = ''] }: CommandArguments): Slot => ({
  date: date('<date>', day),
  cycle: cycle('<cycle>', label),
})

export const parseFailOn = ({ text }: CommandArguments): FailOn => {
  const typed = text('fail-on') ?? 'error'
  const floor = FAIL_ON_LEVELS.find((known) => known === typed)
  if (floor === undefined)
    throw usageError(
      {
        en: `--fail-on must be one of ${FAIL_ON_LEVELS.join(', ')}`,
        es: `--fail-on debe ser uno de ${FAIL_ON_LEVELS.join(', ')}`,
      },
      { en: 'choose one of them', es: 'elija uno de ellos' },
    )
  return floor
}
