import type { Json } from '../../src/domain/cell.ts'
import { asCycle, asSlotDate, compareSlots } from '../../src/domain/slot.ts'
import type { ErrorReport } from '../../src/std/errors.ts'
import { exitStatusOf, GRAVEST_FIRST } from '../../src/std/exit-statuses.ts'
import { errorDocument } from './answer-document.ts'

type Members = { readonly [name: string]: Json }

/** What a command said of one merchant: its JSON document. */
export interface Turn {
  readonly merchant: string
  readonly exitCode: number
  readonly document: Members
}

/** The exit status of a command that was done for several merchants. */
export const exitCodeOfTurns = (turns: readonly Pick<Turn, 'exitCode'>[]): number => gravestOf(turns)?.exitCode ?? 0

const gravestOf = <T extends Pick<Turn, 'exitCode'>>(turns: readonly T[]): T | undefined =>
  GRAVEST_FIRST.map(exitStatusOf).flatMap((status) => turns.find(({ exitCode }) => exitCode === status) ?? [])[0]

const OUTCOMES = ['failed', 'incomplete', 'differs', 'agrees']

/**
 * One JSON document of those of several merchants. Slots and files stand together, as a slot names its merchant; how it went for
 * each, and what else was said of it, stands under `merchants`.
 */
export const turnsDocument = (
  command: string,
  turns: readonly Turn[],
  above: MerchantsFiles = NO_MERCHANTS_FILES,
): Json => {
  const { failure } = above
  const exitCode = exitCodeOfTurns(failure === null ? turns : [...turns, failure])
  const gravest = gravestOf(turns.filter(({ document }) => document.error !== null))
  const error = gravest === undefined ? errorDocument(failure) : errorOf(gravest)
  const merchants = turns.map(({ merchant, document }) => ({ merchant, ...without(TOGETHER, document) }))
  if (turns.every(({ document }) => !Array.isArray(document.slots))) {
    return { schemaVersion: 1, command, exitCode, merchants, error }
  }
  const outcomes = [...turns.map(({ document }) => document.outcome), ...(failure === null ? [] : ['failed'])]
  return {
    schemaVersion: 1,
    command,
    outcome: OUTCOMES.find((outcome) => outcomes.includes(outcome)) ?? 'nothing-due',
    exitCode,
    runId: null,
    slots: together(turns, 'slots').toSorted(bySlot),
    files: [...together(turns, 'files'), ...above.files],
    merchants,
    error,
  }
}

/** What was written above the folders of all merchants, or why it could not be. */
export interface MerchantsFiles {
  readonly files: readonly string[]
  readonly failure: (Pick<Turn, 'exitCode'> & ErrorReport) | null
}

export const NO_MERCHANTS_FILES: MerchantsFiles = { files: [], failure: null }

/** The error of one, which says whose it is. */
const errorOf = ({ merchant, document: { error } }: Turn): Json =>
  isMembers(error) ? { ...error, message: `merchant ${merchant}: ${error.message}` } : null

/** Said once for all of them. */
const TOGETHER = ['schemaVersion', 'command', 'slots', 'files']

const without = (names: readonly string[], document: Members): Members =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)))

const together = (turns: readonly Turn[], name: string): readonly Json[] =>
  turns.flatMap(({ document }) => {
    const list = document[name]
    return isList(list) ? list : []
  })

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** As the slots of one merchant stand in its own document; of the same slot, the merchants in their order. */
const bySlot = (a: Json, b: Json): number => {
  const [one, other] = [slotOf(a), slotOf(b)]
  return one === null || other === null ? 0 : compareSlots(one, other)
}

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !isList(value)

const slotOf = (told: Json) => {
  if (!isMembers(told)) return null
  const [date, cycle] = [asSlotDate(String(told.date)), asCycle(String(told.cycle))]
  return date === null || cycle === null ? null : { date, cycle }
}
