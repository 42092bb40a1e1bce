import type { Json } from '../../src/core/cell.ts'
import { asCycle, asSlotDate, compareSlots } from '../../src/core/slot.ts'
import {
  amongOthers,
  anything,
  asMade,
  type DocumentOf,
  list,
  nothing,
  number,
  shape,
  text,
  truth,
  wordOf,
} from '../../src/print/shape.ts'
import { OUTCOMES, type Outcome } from '../../src/rules/assessment/slot-report.ts'
import type { ErrorReport } from '../../src/std/errors.ts'
import { exitStatusOf, GRAVEST_FIRST } from '../../src/std/exit-statuses.ts'
import { type AnswerDocument, ERROR, SCHEMA_VERSION } from './answer-document.ts'
import { SLOT_REPORT } from './run-document.ts'

type Members = { readonly [name: string]: Json }

/** The JSON document and exit status of a command for one merchant. */
export interface MerchantResult {
  readonly merchant: string
  readonly exitCode: number
  readonly document: Members
}

/** The exit status of a command that ran for several merchants. */
export const exitCodeOfResults = (results: readonly Pick<MerchantResult, 'exitCode'>[]): number =>
  gravestOf(results)?.exitCode ?? 0

const gravestOf = <T extends Pick<MerchantResult, 'exitCode'>>(results: readonly T[]): T | undefined =>
  GRAVEST_FIRST.map(exitStatusOf).flatMap((status) => results.find(({ exitCode }) => exitCode === status) ?? [])[0]

const GRAVEST_OUTCOMES = ['failed', 'incomplete', 'differs', 'agrees'] as const

/**
 * Joins the JSON documents of several merchants into one. Slots and files are joined into one list each, since a slot
 * names its merchant; everything else is under `merchants`. That of a job has them even where no merchant was asked for.
 */
export const merchantsDocument = (
  command: string,
  results: readonly MerchantResult[],
  above: MerchantsFiles = NO_MERCHANTS_FILES,
  isJob = false,
): Json => {
  const { failure } = above
  const exitCode = exitCodeOfResults(failure === null ? results : [...results, failure])
  const gravest = gravestOf(results.filter(({ document }) => document.error !== null))
  const error = gravest === undefined ? ERROR.orNull.of(failure) : errorOf(gravest)
  const merchants = results.map(({ merchant, exitCode, document }) => ({
    merchant,
    ...without(NOT_REPEATED, document),
    exitCode,
    error: document.error ?? null,
  }))
  if (!isJob && results.every(({ document }) => !Array.isArray(document.slots)))
    return MERCHANTS.of({ command, exitCode, merchants, error })
  const outcomes = [...results.map(({ document }) => document.outcome), ...(failure === null ? [] : ['failed'])]
  return MERCHANTS.of({
    command,
    outcome: GRAVEST_OUTCOMES.find((outcome) => outcomes.includes(outcome)) ?? 'nothing-due',
    exitCode,
    slots: together(results, 'slots').toSorted(bySlot),
    files: [...together(results, 'files'), ...above.files],
    merchants,
    error,
  })
}

interface OfOne {
  readonly merchant: string
  readonly exitCode: number
  readonly error: Json
}

/** The result of a command for several merchants. For a job, outcome, settlements and files are those of all of them together. */
interface OfSeveral {
  readonly command: string
  readonly exitCode: number
  readonly outcome?: Outcome
  readonly slots?: readonly Json[]
  readonly files?: readonly Json[]
  readonly merchants: readonly (OfOne & Members)[]
  readonly error: Json
}

const TURN = amongOthers(shape<OfOne>()({ merchant: text, exitCode: number, error: asMade(ERROR.orNull) }), anything)

export const MERCHANTS = shape<OfSeveral>()({
  schemaVersion: wordOf([SCHEMA_VERSION])(() => SCHEMA_VERSION),
  command: text,
  outcome: wordOf(OUTCOMES).orAbsent(({ outcome }) => outcome),
  exitCode: number,
  runId: nothing.orAbsent(({ slots }) => (slots === undefined ? undefined : null)),
  slots: list(asMade(SLOT_REPORT)).orAbsent(({ slots }) => slots),
  files: list(asMade(text)).orAbsent(({ files }) => files),
  merchants: list(TURN).as('The result of the command for each merchant.'),
  error: asMade(ERROR.orNull),
})
export type MerchantsDocument = DocumentOf<typeof MERCHANTS>
export type MerchantTurnDocument = DocumentOf<typeof TURN>

/** The files written for all merchants together, or the error that prevented them. */
export interface MerchantsFiles {
  readonly files: readonly string[]
  readonly failure: (Pick<MerchantResult, 'exitCode'> & ErrorReport) | null
}

export const NO_MERCHANTS_FILES: MerchantsFiles = { files: [], failure: null }

/** The error of one merchant, with its name. */
const errorOf = ({ merchant, document: { error } }: MerchantResult): Json =>
  isMembers(error) ? { ...error, message: `merchant ${merchant}: ${error.message}` } : null

/** Members that are not repeated under `merchants`. */
const NOT_REPEATED = ['schemaVersion', 'command', 'slots', 'files']

const without = (names: readonly string[], document: Members): Members =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)))

const together = (results: readonly MerchantResult[], name: string): readonly Json[] =>
  results.flatMap(({ document }) => {
    const list = document[name]
    return isList(list) ? list : []
  })

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** The order of slots in the document of one merchant; for the same slot, the order of merchants. */
const bySlot = (a: Json, b: Json): number => {
  const [one, other] = [slotOf(a), slotOf(b)]
  return one === null || other === null ? 0 : compareSlots(one, other)
}

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !isList(value)

const slotOf = (value: Json) => {
  if (!isMembers(value)) return null
  const [date, cycle] = [asSlotDate(String(value.date)), asCycle(String(value.cycle))]
  return date === null || cycle === null ? null : { date, cycle }
}

/** A merchant of a database or of the settings. */
export interface ListedMerchant {
  readonly name: string
  readonly configured: boolean
  readonly baseUrl: string | null
  readonly earlierNames: readonly string[]
}

const LISTED_MERCHANT = shape<ListedMerchant>()({
  name: text,
  configured: truth.as('Whether the settings name it.'),
  baseUrl: text.orNull.as('Null before its first pull.'),
  earlierNames: list(text),
})
export const MERCHANTS_LISTED = shape<readonly ListedMerchant[]>()({
  merchants: list(LISTED_MERCHANT)((merchants) => merchants),
})

export type MerchantsListDocument = AnswerDocument<'merchants list'> & DocumentOf<typeof MERCHANTS_LISTED>
