import {
  DISCREPANCY_STATES,
  type DiscrepancyFilter,
  type DiscrepancyState,
  SEVERITIES,
} from '../../core/findings/discrepancy.ts'
import { CODES, isCode, nextOfUnknownCode } from '../../rules/registry.ts'
import { type CommandArguments, type Flags, usageError } from './command.ts'
import { parseCycles, parseDays, SLOT_FLAGS } from './dates.ts'

export const FILTER_FLAGS: Flags = {
  state: {
    kind: 'repeatable',
    describe: {
      en: 'new, open, accepted, claimed or resolved; may be given again',
      es: 'new, open, accepted, claimed o resolved; se puede repetir',
    },
  },
  code: {
    kind: 'repeatable',
    describe: {
      en: 'Only this code, like COUNT_MISMATCH; may be given again',
      es: 'Solo este código, como COUNT_MISMATCH; se puede repetir',
    },
  },
  severity: {
    kind: 'repeatable',
    describe: { en: 'error, warning or info; may be given again', es: 'error, warning o info; se puede repetir' },
  },
  ...SLOT_FLAGS,
  'older-than': {
    kind: 'once',
    describe: { en: 'Of settlements at least so many days old', es: 'De liquidaciones con al menos tantos días' },
  },
  'newer-than': {
    kind: 'once',
    describe: { en: 'Of settlements less than so many days old', es: 'De liquidaciones con menos de tantos días' },
  },
}

/** The flags that choose discrepancies; without one of them a filter matches all. */
const CHOOSING = Object.keys(FILTER_FLAGS)

export const isFiltered = ({ all }: CommandArguments): boolean => CHOOSING.some((flag) => all(flag).length > 0)

/** The filter asked for; `states` apply when the flags name none. */
export const parseFilter = (given: CommandArguments, states: readonly DiscrepancyState[]): DiscrepancyFilter => {
  const named = oneOf('--state', given.all('state'), DISCREPANCY_STATES)
  const olderThanDays = daysIn('--older-than', given.text('older-than'))
  const newerThanDays = daysIn('--newer-than', given.text('newer-than'))
  if (olderThanDays !== null && newerThanDays !== null && olderThanDays >= newerThanDays) {
    throw usageError(
      {
        en: 'nothing is older than --older-than and newer than --newer-than',
        es: 'nada cumple a la vez --older-than y --newer-than',
      },
      { en: 'swap the two numbers', es: 'invierta los dos números' },
    )
  }
  return {
    states: named.length > 0 ? named : states,
    codes: given.all('code').map(codeIn),
    severities: oneOf('--severity', given.all('severity'), SEVERITIES),
    dates: parseDays(given),
    cycles: parseCycles(given),
    olderThanDays,
    newerThanDays,
  }
}

const oneOf = <T extends string>(flag: string, typed: readonly string[], known: readonly T[]): readonly T[] =>
  typed.map((word) => {
    const found = known.find((one) => one === word)
    if (found === undefined)
      throw usageError(
        { en: `${flag} must be one of ${known.join(', ')}`, es: `${flag} debe ser uno de ${known.join(', ')}` },
        { en: 'choose one of them', es: 'elija uno de ellos' },
      )
    return found
  })

const codeIn = (typed: string) => {
  const code = typed.toUpperCase()
  if (!isCode(code))
    throw usageError(
      { en: '--code is not a known code', es: '--code no es un código conocido' },
      nextOfUnknownCode(code, CODES),
    )
  return code
}

const daysIn = (flag: string, typed: string | undefined): number | null => {
  if (typed === undefined) return null
  if (!/^\d{1,5}$/.test(typed))
    throw usageError(
      { en: `${flag} is not a number of days`, es: `${flag} no es un número de días` },
      { en: `give a whole number: ${flag} 7`, es: `dé un número entero: ${flag} 7` },
    )
  return Number(typed)
}
