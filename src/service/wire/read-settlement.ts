import type { Settlement } from '../../core/settlement.ts'
import { isObject, type JsonObject } from '../../std/json/json-object.ts'
import { extraOf, isAbsent, sumFault, sumOf, wordFault, wordOf } from './fields.ts'

export type ParsedSettlement =
  | { readonly ok: true; readonly settlement: Settlement }
  /** The field in our words and its problem: `collected is not a number`. */
  | { readonly ok: false; readonly reason: string }

/** Reads a settlement into our words. Strict: all ten documented values must be present and of their type. */
export const readSettlement = (value: unknown): ParsedSettlement => {
  if (!isObject(value)) return { ok: false, reason: 'the settlement is not an object' }
  const reported = {
    date: wordOf(value.date),
    cycle: cycleOf(value.cycle),
    status: wordOf(value.status),
    invoiceCount: countOf(value.numberOfInvoices),
    collected: sumOf(value.amountCollected),
    fees: sumOf(value.fees),
    feesPostpaid: flagOf(value.feesPostpaid),
    adjustments: sumOf(value.adjustments),
    gateway: flagOf(value.gateway),
    payout: sumOf(value.paymentAmount),
  }
  if (!isWhole(reported)) return { ok: false, reason: firstFault(value, reported) }
  const extra = extraOf(
    value,
    (field) => isDocumented(field) && !(field === 'cycle' && typeof value.cycle === 'number'),
  )
  if (extra === undefined) return { ok: false, reason: 'extra is nested too deep to be kept' }
  return { ok: true, settlement: { ...reported, extra } }
}

type ReportedSettlement = Omit<Settlement, 'extra'>
type PartialSettlement = { readonly [Field in keyof ReportedSettlement]: ReportedSettlement[Field] | null }

const isWhole = (reported: PartialSettlement): reported is ReportedSettlement =>
  Object.values(reported).every((value) => value !== null)

/** A whole number is read as its text: `11` is `"11"`. */
const cycleOf = (value: unknown): string | null => (Number.isSafeInteger(value) ? String(value) : wordOf(value))

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

const countFault = (value: unknown): string => {
  if (isAbsent(value)) return 'is absent'
  return typeof value === 'number' ? 'is not a whole number' : 'is not a number'
}
const flagFault = (value: unknown): string => (isAbsent(value) ? 'is absent' : 'is neither true nor false')

/** Our name of each field, the service's (api.md, Settlement), and why its value was refused. */
const FIELDS: readonly (readonly [keyof ReportedSettlement, string, (value: unknown) => string])[] = [
  ['date', 'date', wordFault],
  ['cycle', 'cycle', wordFault],
  ['status', 'status', wordFault],
  ['invoiceCount', 'numberOfInvoices', countFault],
  ['collected', 'amountCollected', sumFault],
  ['fees', 'fees', sumFault],
  ['feesPostpaid', 'feesPostpaid', flagFault],
  ['adjustments', 'adjustments', sumFault],
  ['gateway', 'gateway', flagFault],
  ['payout', 'paymentAmount', sumFault],
]
const isDocumented = (field: string): boolean => FIELDS.some(([, theirs]) => theirs === field)

const firstFault = (value: JsonObject, reported: PartialSettlement): string =>
  FIELDS.filter(([ours]) => reported[ours] === null)
    .map(([ours, theirs, fault]) => `${ours} ${fault(value[theirs])}`)
    .slice(0, 1)
    .join('')
