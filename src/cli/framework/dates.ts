import type { FailOn } from '../../domain/assessment/outcome.ts'
import { addDays, asCycle, asSlotDate, type Cycle, type Slot, type SlotDate } from '../../domain/slot.ts'
import { type Flags, type Given, usageError } from './command.ts'

export const SLOT_FLAGS: Flags = {
  date: { kind: 'once', describe: 'One day, YYYY-MM-DD' },
  from: { kind: 'once', describe: 'First day of a range; needs --to' },
  to: { kind: 'once', describe: 'Last day of a range; needs --from' },
  cycle: { kind: 'repeatable', describe: 'Only this cycle; may be given again' },
}

export const FAIL_ON: Flags = {
  'fail-on': {
    kind: 'once',
    describe: 'End with status 3 from this severity on: error (the default), warning, info or never',
  },
}

interface Days {
  readonly from: SlotDate
  readonly to: SlotDate
}

/** More days than this are a slip of the keyboard. */
const MOST_DAYS = 3660

/** The days asked for; null when none are. */
export const daysGiven = ({ text }: Given): Days | null => {
  const [date, from, to] = [text('date'), text('from'), text('to')]
  if (date !== undefined && (from !== undefined || to !== undefined)) {
    throw usageError('--date excludes --from and --to', 'give the one day, or the range')
  }
  if (date !== undefined) return { from: dateIn('--date', date), to: dateIn('--date', date) }
  if (from === undefined && to === undefined) return null
  if (from === undefined) throw usageError('--to needs --from', 'give both')
  if (to === undefined) throw usageError('--from needs --to', 'give both')
  return rangeOf(dateIn('--from', from), dateIn('--to', to))
}

const rangeOf = (from: SlotDate, to: SlotDate): Days => {
  if (from > to) throw usageError(`--from ${from} is after --to ${to}`, 'swap them')
  if (addDays(from, MOST_DAYS) <= to) {
    throw usageError(`${from} to ${to} is more than ${MOST_DAYS} days`, 'ask for a shorter range at a time')
  }
  return { from, to }
}

/** What was typed in at a place of that name: `--date`, or `<date>` behind a command. */
export const dateIn = (place: string, text: string): SlotDate => {
  const date = asSlotDate(text)
  if (date === null) throw usageError(`${place} is not a valid date`, 'write it as YYYY-MM-DD: 2026-03-12')
  return date
}

/** The cycles asked for, each once; none means all. */
export const cyclesGiven = ({ all }: Given): readonly Cycle[] => [
  ...new Set(all('cycle').map((text) => cycleIn('--cycle', text))),
]

export const cycleIn = (place: string, text: string): Cycle => {
  const cycle = asCycle(text)
  if (cycle === null) {
    const example = place.startsWith('--') ? `${place} 11` : '11'
    throw usageError(`${place} is not a valid cycle`, `write 1 to 16 letters, digits, "_", ":" or "-": ${example}`)
  }
  return cycle
}

/** The slot named behind a command whose operand is `date cycle`. */
export const slotGiven = ({ operands: [date = '', cycle = ''] }: Given): Slot => ({
  date: dateIn('<date>', date),
  cycle: cycleIn('<cycle>', cycle),
})

const FLOORS: readonly FailOn[] = ['error', 'warning', 'info', 'never']

export const failOnGiven = ({ text }: Given): FailOn => {
  const typed = text('fail-on') ?? 'error'
  const floor = FLOORS.find((known) => known === typed)
  if (floor === undefined) throw usageError(`--fail-on must be one of ${FLOORS.join(', ')}`, 'choose one of them')
  return floor
}
