import type { Command } from '../story.ts'
import type { SlotMemory } from './model.ts'
import { openOnes } from './verdict.ts'
import { GRACE, hourOf } from './words.ts'

/** The last attempt was not read whole, or it is due but was never read. */
const isNotRead = ({ slot, readings, isIncomplete }: SlotMemory, now: number): boolean =>
  isIncomplete || (readings.length === 0 && hourOf(slot) + GRACE <= now)

const SEVERITIES = ['info', 'warning', 'error'] as const

/** The first of 6, 4, 5, 3 wins; null when a partly undecided finding might matter. */
export const statusOf = (asked: readonly SlotMemory[], { failOn = 'error' }: Command, now: number): number | null => {
  if (asked.some((memory) => isNotRead(memory, now))) return 5
  if (asked.some(({ undecided }) => undecided.size > 0)) return null
  if (failOn === 'never') return 0
  const open = asked.flatMap(openOnes)
  if (open.some(({ finding }) => finding.severity === undefined)) return null
  const grave = SEVERITIES.slice(SEVERITIES.indexOf(failOn))
  return open.some(({ finding }) => grave.some((severity) => severity === finding.severity)) ? 3 : 0
}

/** The result of the command in one word; null when the contract leaves it open. */
export const outcomeOf = (asked: readonly SlotMemory[], now: number): string | null => {
  if (asked.some((memory) => isNotRead(memory, now))) return 'incomplete'
  if (asked.length === 0 || asked.some(({ undecided }) => undecided.size > 0)) return null
  const errors = asked.flatMap(openOnes).filter(({ finding }) => finding.severity === 'error')
  return errors.length > 0 ? 'differs' : 'agrees'
}
