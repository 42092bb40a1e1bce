import { DISCREPANCY_STATES, type DiscrepancyState, SEVERITIES } from '../../domain/findings/discrepancy.ts'
import type { DiscrepancyFilter } from '../../domain/findings/discrepancy-filter.ts'
import { isCode } from '../../domain/rules/registry.ts'
import { type Flags, type Given, usageError } from './command.ts'
import { cyclesGiven, daysGiven, SLOT_FLAGS } from './dates.ts'

export const FILTER_FLAGS: Flags = {
  state: { kind: 'repeatable', describe: 'new, open, accepted, claimed or resolved; may be given again' },
  code: { kind: 'repeatable', describe: 'Only this code, like COUNT_MISMATCH; may be given again' },
  severity: { kind: 'repeatable', describe: 'error, warning or info; may be given again' },
  ...SLOT_FLAGS,
  'older-than': { kind: 'once', describe: 'Of settlements at least so many days old' },
  'newer-than': { kind: 'once', describe: 'Of settlements less than so many days old' },
}

/** Names of the flags that choose; without one of them a filter leaves everything. */
const CHOOSING = Object.keys(FILTER_FLAGS)

export const isFiltered = ({ all }: Given): boolean => CHOOSING.some((flag) => all(flag).length > 0)

/** The filter that is asked for; `states` where none are named. */
export const filterGiven = (given: Given, states: readonly DiscrepancyState[]): DiscrepancyFilter => {
  const named = oneOf('--state', given.all('state'), DISCREPANCY_STATES)
  const olderThanDays = daysIn('--older-than', given.text('older-than'))
  const newerThanDays = daysIn('--newer-than', given.text('newer-than'))
  if (olderThanDays !== null && newerThanDays !== null && olderThanDays >= newerThanDays) {
    throw usageError('nothing is older than --older-than and newer than --newer-than', 'swap the two numbers')
  }
  return {
    states: named.length > 0 ? named : states,
    codes: given.all('code').map(codeIn),
    severities: oneOf('--severity', given.all('severity'), SEVERITIES),
    dates: daysGiven(given),
    cycles: cyclesGiven(given),
    olderThanDays,
    newerThanDays,
  }
}

const oneOf = <T extends string>(flag: string, typed: readonly string[], known: readonly T[]): readonly T[] =>
  typed.map((word) => {
    const found = known.find((one) => one === word)
    if (found === undefined) throw usageError(`${flag} must be one of ${known.join(', ')}`, 'choose one of them')
    return found
  })

const codeIn = (typed: string) => {
  const code = typed.toUpperCase()
  if (!isCode(code))
    throw usageError('--code is not a known code', 'docs/discrepancies.md lists them: COUNT_MISMATCH, ...')
  return code
}

const daysIn = (flag: string, typed: string | undefined): number | null => {
  if (typed === undefined) return null
  if (!/^\d{1,5}$/.test(typed)) throw usageError(`${flag} is not a number of days`, `give a whole number: ${flag} 7`)
  return Number(typed)
}
