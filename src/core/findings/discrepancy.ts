import { compareText } from '../../std/compare-text.ts'
import { type Days, isWithin, type Zone } from '../calendar/calendar.ts'
import { LASTING_FIELDS, type LastingField } from '../invoice-fields.ts'
import { type Centavos, minus, ZERO } from '../money.ts'
import { type Cycle, compareSlots, daysFrom, type Slot } from '../slot.ts'

export const SEVERITIES = ['info', 'warning', 'error'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Whether a severity is at least as grave as another. */
export const isAtLeast = (severity: Severity, floor: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(floor)

/** Two numbers that should agree, or two texts. Reported is the service's; expected is computed, or the baseline. */
export type Figures =
  | { readonly unit: 'COP'; readonly reported: Centavos | null; readonly expected: Centavos | null }
  | { readonly unit: 'invoices'; readonly reported: number | null; readonly expected: number | null }
  | { readonly unit: null; readonly reported: string | null; readonly expected: string | null }

/** Two sums: reported and expected. */
export const inCop = <A extends Centavos | null, B extends Centavos | null>(reported: A, expected: B) =>
  ({ unit: 'COP', reported, expected }) as const

export const inInvoices = <A extends number | null, B extends number | null>(reported: A, expected: B) =>
  ({ unit: 'invoices', reported, expected }) as const

export const asText = <A extends string | null, B extends string | null>(reported: A, expected: B) =>
  ({ unit: null, reported, expected }) as const

/** One thing in one slot that does not add up. */
export interface Finding {
  /** A code of the registry (rules/registry.ts), or of a check from outside. */
  readonly code: string
  readonly severity: Severity
  /** The text of a `Subject`. */
  readonly subject: string
  readonly figures: Figures
  /** The centavos it is about, never negative; null when it is not about a sum (SPEC, section 4). */
  readonly amount: Centavos | null
  /** The data of its sentence other than the figures; null when only the sentence was stored. */
  readonly data: object | null
  /** The sentence in English, as in the database and CSV files. */
  readonly message: string
  /** Every cause that closes its gap to the centavo; none when there is no gap, or no cause fits. */
  readonly causes: readonly Cause[]
}

/** `reported - expected`, when both are numbers: a negative payout difference means paid less than expected. */
export type Difference = Centavos | number | null

export const differenceOf = (figures: Figures): Difference => {
  if (figures.unit === null || figures.reported === null || figures.expected === null) return null
  return figures.unit === 'COP' ? minus(figures.reported, figures.expected) : figures.reported - figures.expected
}

/** Whether two findings are the same. */
export const sameFinding = (a: Finding, b: Finding): boolean =>
  a.severity === b.severity &&
  a.message === b.message &&
  a.figures.unit === b.figures.unit &&
  a.figures.reported === b.figures.reported &&
  a.figures.expected === b.figures.expected &&
  a.amount === b.amount &&
  sameCauses(a.causes, b.causes)

/**
 * The text that identifies a discrepancy. Its id is the first 16 hex digits of the SHA-256 of this text (SPEC, section 4). The caller
 * computes the hash, since core imports no library.
 */
export const identityText = (merchant: string, slot: Slot, finding: Pick<Finding, 'code' | 'subject'>): string =>
  [merchant, slot.date, slot.cycle, finding.code, finding.subject].join('\n')

export const DISCREPANCY_STATES = ['new', 'open', 'accepted', 'claimed', 'paid', 'resolved'] as const
export type DiscrepancyState = (typeof DISCREPANCY_STATES)[number]

/** A finding with its history: some pull showed it first, and the slot's latest pull shows it or not. */
export interface Discrepancy extends Finding {
  readonly id: string
  /** The id of its case, and the pesos of it (findings/case.ts). */
  readonly case: string
  readonly caseAmount: Centavos | null
  readonly slot: Slot
  readonly state: DiscrepancyState
  /** What was paid of it elsewhere, in centavos; absent where nothing was. */
  readonly recovered?: Centavos
  /** The time of the pull that first showed it, in ms. */
  readonly firstSeen: number
  /** The time of the last pull that showed it, in ms. */
  readonly lastSeen: number
  /** The end of its age in ms: the newest pull of the database when it was resolved, or now. */
  readonly ageEnd: number
}

/** Whole days from the date of its settlement to the end of its age. */
export const settledDays = ({ slot, ageEnd }: Pick<Discrepancy, 'slot' | 'ageEnd'>, zone: Zone): number =>
  Math.max(0, daysFrom(slot.date, zone.dateAt(ageEnd)))

export const isOpen = ({ state }: Pick<Discrepancy, 'state'>): boolean => state === 'new' || state === 'open'

/** Whether a person accepted or claimed it, or it was paid after a claim. */
export const isDecided = ({ state }: Pick<Discrepancy, 'state'>): boolean =>
  state === 'accepted' || state === 'claimed' || state === 'paid'

/** What is left of its pesos after what was paid elsewhere; null when it is not about a sum. */
export const leftOf = ({ amount, recovered = ZERO }: Pick<Discrepancy, 'amount' | 'recovered'>): Centavos | null =>
  amount === null ? null : recovered < amount ? minus(amount, recovered) : ZERO

/** The order of a list for people: gravest first, then the largest sum, then by settlement, code and subject. */
export const byGravity = (a: SortableDiscrepancy, b: SortableDiscrepancy): number =>
  SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) ||
  compareAmounts(b.amount, a.amount) ||
  compareSlots(a.slot, b.slot) ||
  byCodeAndSubject(a, b)

type SortableDiscrepancy = Pick<Discrepancy, 'severity' | 'amount' | 'slot' | 'code' | 'subject'>

/** A sum of zero comes before no sum at all. */
export const compareAmounts = (a: Centavos | null, b: Centavos | null): number =>
  Number((a ?? -1n) > (b ?? -1n)) - Number((a ?? -1n) < (b ?? -1n))

/** The order in which discrepancies of a slot are listed (SPEC, section 5). */
export const byCodeAndSubject = (a: Pick<Finding, 'code' | 'subject'>, b: Pick<Finding, 'code' | 'subject'>): number =>
  compareText(a.code, b.code) || compareText(a.subject, b.subject)

/** Selects discrepancies; an empty list selects all. */
export interface DiscrepancyFilter {
  readonly states: readonly DiscrepancyState[]
  readonly codes: readonly string[]
  readonly severities: readonly Severity[]
  readonly dates: Days | null
  readonly cycles: readonly Cycle[]
  /** The settlement's age in days is at least, or less than, this. */
  readonly olderThanDays: number | null
  readonly newerThanDays: number | null
}

/** The states that a list shows when none is asked for. */
export const UNRESOLVED: readonly DiscrepancyState[] = DISCREPANCY_STATES.filter((state) => state !== 'resolved')

export const EVERYTHING: DiscrepancyFilter = {
  states: [],
  codes: [],
  severities: [],
  dates: null,
  cycles: [],
  olderThanDays: null,
  newerThanDays: null,
}

export const passesFilter = (filter: DiscrepancyFilter, zone: Zone, discrepancy: Discrepancy): boolean => {
  const { state, code, severity, slot } = discrepancy
  const { dates, olderThanDays, newerThanDays } = filter
  const days = settledDays(discrepancy, zone)
  return (
    isAmong(filter.states, state) &&
    isAmong(filter.codes, code) &&
    isAmong(filter.severities, severity) &&
    isAmong(filter.cycles, slot.cycle) &&
    (dates === null || isWithin(slot.date, dates)) &&
    (olderThanDays === null || days >= olderThanDays) &&
    (newerThanDays === null || days < newerThanDays)
  )
}

const isAmong = <T>(asked: readonly T[], one: T): boolean => asked.length === 0 || asked.includes(one)

/** Fields of an invoice that a finding may be about. */
export type InvoiceField = 'amount' | 'paid' | 'status' | LastingField
const INVOICE_FIELDS: readonly InvoiceField[] = ['amount', 'paid', 'status', ...LASTING_FIELDS]

/** The subject of a finding. */
export type Subject =
  | { readonly kind: 'settlement'; readonly field: string | null }
  | { readonly kind: 'list' }
  | { readonly kind: 'invoice'; readonly id: string; readonly field: InvoiceField | null }
  | { readonly kind: 'payment'; readonly id: string }
  | { readonly kind: 'reference'; readonly reference: string }
  /** A field of the records of a slot, or a value of it: `paymentMethod=cash`. */
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'cycle'; readonly label: string }
  /** An unreadable record, by the first digits of its SHA-256. */
  | { readonly kind: 'record'; readonly digest: string }
  | { readonly kind: 'webhook'; readonly id: string }
  /** An entry of the merchant's bank, or a gap between its statements. */
  | { readonly kind: 'bank entry'; readonly id: string }
  /** The fees of a month, `2026-03`. */
  | { readonly kind: 'fees'; readonly month: string }
  | { readonly kind: 'other'; readonly text: string }

export const THE_SETTLEMENT: Subject = { kind: 'settlement', field: null }
export const THE_LIST: Subject = { kind: 'list' }
export const settlementField = (field: string): Subject => ({ kind: 'settlement', field })
export const theInvoice = (id: string, field: InvoiceField | null = null): Subject => ({ kind: 'invoice', id, field })

export const theBankEntry = (id: string): Subject => ({ kind: 'bank entry', id })

/** The subject as text, for CSV files and identities (SPEC, section 4). It must never change. */
export const subjectText = (subject: Subject): string => {
  switch (subject.kind) {
    case 'settlement':
      return withField('settlement', subject.field)
    case 'list':
      return 'list'
    case 'invoice':
      return withField(`invoice:${subject.id}`, subject.field)
    case 'payment':
    case 'webhook':
      return `${subject.kind}:${subject.id}`
    case 'bank entry':
      return `bank:${subject.id}`
    case 'fees':
      return `fees:${subject.month}`
    case 'reference':
      return `reference:${subject.reference}`
    case 'field':
      return `field:${subject.field}`
    case 'cycle':
      return `cycle:${subject.label}`
    case 'record':
      return `record:${subject.digest}`
    case 'other':
      return subject.text
  }
}

const withField = (name: string, field: string | null): string => (field === null ? name : `${name}.${field}`)

/** The inverse of subjectText, for stored subjects. Nothing else parses their text. */
export const subjectOf = (text: string): Subject => {
  if (text === 'list') return THE_LIST
  if (text === 'settlement') return THE_SETTLEMENT
  if (text.startsWith('settlement.')) return settlementField(text.slice('settlement.'.length))
  const colon = text.indexOf(':')
  const rest = text.slice(colon + 1)
  switch (text.slice(0, Math.max(0, colon))) {
    case 'invoice':
      return invoiceOf(rest)
    case 'payment':
      return { kind: 'payment', id: rest }
    case 'webhook':
      return { kind: 'webhook', id: rest }
    case 'bank':
      return theBankEntry(rest)
    case 'fees':
      return { kind: 'fees', month: rest }
    case 'reference':
      return { kind: 'reference', reference: rest }
    case 'field':
      return { kind: 'field', field: rest }
    case 'cycle':
      return { kind: 'cycle', label: rest }
    case 'record':
      return { kind: 'record', digest: rest }
    default:
      return { kind: 'other', text }
  }
}

/** An id may contain dots itself. */
const invoiceOf = (text: string): Subject => {
  const field = INVOICE_FIELDS.find((name) => text.endsWith(`.${name}`)) ?? null
  return theInvoice(field === null ? text : text.slice(0, -field.length - 1), field)
}

/** The part of a settlement that is named before a message, as text; null for the settlement itself and its list. A message names the field. */
export const partIn = ({ subject }: { readonly subject: string }): string | null => {
  const of = subjectOf(subject)
  if (of.kind === 'list' || of.kind === 'settlement') return null
  return of.kind === 'invoice' ? subjectText(theInvoice(of.id)) : subject
}

/** Something that would explain a gap to the centavo. That it fits does not make it true: the gap is not explained yet. */
export interface Cause {
  /** Its code in the registry (causes/registry.ts), which holds its texts. */
  readonly code: string
  /** The hypothetical event, in an English sentence. */
  readonly detail: string
  /** Ids of invoices to look at: the first few, in order. */
  readonly invoices: readonly string[]
  /** The number of single invoices or slots that would each close the gap alone. */
  readonly candidates: number
  /** The other causes that close the same gap. The figures cannot distinguish them. */
  readonly tiedWith: readonly string[]
  /** The data of its sentence; causes of older versions have only the sentence. */
  readonly data?: object
}

/** No cause is known, or none was looked for. */
export const NO_CAUSES: readonly Cause[] = []

/** The gaps for which causes are looked for. */
export const GAP_NAMES = ['payout', 'collected', 'count', 'fees'] as const
export type GapName = (typeof GAP_NAMES)[number]

export const sameCauses = (a: readonly Cause[], b: readonly Cause[]): boolean =>
  a.length === b.length && a.every((cause, at) => sameCause(cause, b[at]))

/** Ignores `tiedWith`, which follows from the other causes. */
const sameCause = (a: Cause, b: Cause | undefined): boolean =>
  a.code === b?.code &&
  a.detail === b.detail &&
  a.candidates === b.candidates &&
  a.invoices.join('\n') === b.invoices.join('\n')
