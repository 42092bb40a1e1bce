import type { Instant } from '../../core/calendar/calendar.ts'
import type { Closing } from '../../core/findings/act.ts'
import {
  asText,
  byCodeAndSubject,
  type Discrepancy,
  type Figures,
  type Finding,
  inCop,
  inInvoices,
  type Severity,
  type Subject,
  settlementField,
  THE_LIST,
  THE_SETTLEMENT,
  theInvoice,
} from '../../core/findings/discrepancy.ts'
import { counts, type Invoice, worthOf } from '../../core/invoice.ts'
import { LASTING_FIELDS, type LastingField } from '../../core/invoice-fields.ts'
import { type Centavos, minus, plus, ZERO } from '../../core/money.ts'
import { maskedDocument } from '../../core/personal/personal.ts'
import { isFinal, type Policy } from '../../core/policy.ts'
import { isEcho, judgedWithList, type ListFacts, type SettlementOfSlot } from '../../core/pull/pull.ts'
import type { Totals } from '../../core/pull/tally.ts'
import type { Settlement } from '../../core/settlement.ts'
import type { Slot, SlotDate } from '../../core/slot.ts'
import { gapOf } from '../causes/registry.ts'
import { type RestatedFact, restated } from '../checks/restated.ts'
import { changedFigures } from '../checks/settlement.ts'
import { CHECKS } from '../registry.ts'

/*
 * A closed period keeps its figures; a later pull that differs is a restatement: the difference between the present
 * state and the state at the closing, both under the present policy.
 */

/** Codes of findings that compare a slot with its own past. A closed slot is compared with its closing instead. */
export const CODES_OF_CHANGE: readonly string[] = CHECKS.filter(({ isChange }) => isChange).map(({ code }) => code)

/** A field of a closed slot that one pull read differently from the closing. */
export interface Restatement extends Pick<Discrepancy, 'id' | 'slot' | 'subject' | 'state' | 'severity'> {
  /** Reported is the value in the pull, expected the value at the closing. */
  readonly figures: Figures
  readonly closedAt: Instant
  /** The last closed day when it was found. */
  readonly closedThrough: SlotDate
  /** When the content that showed it was first read. */
  readonly foundAt: Instant
  /** The last number of the event sequence when it was found. */
  readonly foundAfter: number
}

/** An invoice that differs between the list at the closing and the present list; null where it is not listed. */
export interface ListDifference {
  readonly id: string
  readonly before: Invoice | null
  readonly now: Invoice | null
}

/** The state of a slot when it was closed. */
export interface ClosedSlot {
  readonly closing: Closing
  /** Whether a whole pull of it existed. */
  readonly wasRead: boolean
  /** Null when its last pull had no settlement. */
  readonly settlement: Settlement | null
  /** The findings at the closing. */
  readonly findings: readonly Finding[]
  readonly invoices: RestatedInvoices
}

/** The sum of the invoices that are listed differently from the closing. */
export interface RestatedInvoices {
  readonly findings: readonly Finding[]
  /** What counts now less what counted then: the number, and collected. */
  readonly counted: number
  readonly collected: Centavos
}

/** Folds the invoices that are listed differently from the closing. */
export const gatherRestated = ({ through }: Closing, policy: Policy) => {
  const findings: Finding[] = []
  let counted = 0
  let collected = ZERO
  return {
    add: (invoice: ListDifference): void => {
      const { before, now } = invoice
      findings.push(...invoiceRestated(invoice, through))
      if (now !== null && counts(now, policy)) {
        counted += 1
        collected = plus(collected, worthOf(now, policy))
      }
      if (before !== null && counts(before, policy)) {
        counted -= 1
        collected = minus(collected, worthOf(before, policy))
      }
    },
    result: (): RestatedInvoices => ({ findings, counted, collected }),
  }
}

/** The findings of a closed slot: the present ones, changes that were open before the closing, and the restatements since. */
export const findingsOfClosed = (
  findings: readonly Finding[],
  closed: ClosedSlot,
  now: {
    readonly slot: Slot
    readonly settlement: Settlement | null
    readonly list: ListFacts
    readonly totals: Totals
    readonly policy: Policy
  },
): readonly Finding[] =>
  [
    ...findings.filter(({ code }) => !CODES_OF_CHANGE.includes(code)),
    ...closed.findings.filter(({ code }) => CODES_OF_CHANGE.includes(code)),
    ...settlementRestated(closed, {
      ...now,
      settlesFigures: hasWrongFigures(closed.findings) && !hasWrongFigures(findings) && areFiguresJudged(now),
    }),
    ...listRestated(closed, now.totals),
    ...closed.invoices.findings,
  ].sort(byCodeAndSubject)

/** Whether reported figures have a gap to those expected. */
const hasWrongFigures = (findings: readonly Finding[]): boolean => findings.some((one) => gapOf(one) !== null)

/** Without a final settlement and a list read whole there is no wrong figure, and no right one either. */
const areFiguresJudged = ({ slot, settlement, list, policy }: Parameters<typeof findingsOfClosed>[2]): boolean =>
  judgedWithList({ slot, settlement, policy, pull: { list } }) !== null

const NOTHING: readonly Finding[] = []

/** Makes the finding about one difference between a closed slot and the present reading. */
type Restate = (subject: Subject, figures: Figures, fact: RestatedFact) => Finding

const restatementSince =
  (through: string, severity: Severity = 'error'): Restate =>
  (subject, figures, fact) =>
    restated.findingOf({ subject, figures, data: { fact, through }, severity, amount: null })

/** A settlement that is final now but was not at the closing settles what was open. That is information, not an error. */
const settlesWhatWasOpen = (
  { wasRead, settlement: then }: ClosedSlot,
  now: Settlement | null,
  policy: Policy,
): boolean => wasRead && now !== null && isFinal(now.status, policy) && (then === null || !isFinal(then.status, policy))

interface PresentSlot extends SettlementOfSlot {
  /** Figures were wrong at the closing; they are compared now, and none is wrong. */
  readonly settlesFigures: boolean
}

const settlementRestated = (
  closed: ClosedSlot,
  { slot, settlement: now, policy, settlesFigures }: PresentSlot,
): readonly Finding[] => {
  const then = closed.settlement
  const isSettling = settlesFigures || settlesWhatWasOpen(closed, now, policy)
  const restate = restatementSince(closed.closing.through, isSettling ? 'info' : 'error')
  if (now === null && then === null) return NOTHING
  if (now === null || then === null) return settlementCameOrWent(then, now, restate)
  if (isEcho(now, slot, policy)) return NOTHING
  return [...statusRestated(then, now, policy, restate), ...figuresRestated(then, now, restate)]
}

const settlementCameOrWent = (
  then: Settlement | null,
  now: Settlement | null,
  restate: Restate,
): readonly Finding[] => {
  const fact = { kind: now === null ? 'settlement-gone' : 'settlement-new' } as const
  return [
    restate(THE_SETTLEMENT, asText(now?.status ?? null, then?.status ?? null), fact),
    restate(settlementField('payout'), inCop(now?.payout ?? null, then?.payout ?? null), fact),
  ]
}

const figuresRestated = (then: Settlement, now: Settlement, restate: Restate): readonly Finding[] =>
  changedFigures(now, then).map(({ field, figures, fact }) => restate(settlementField(field), figures, fact))

/** A settlement that moves from one final status to the next changes nothing. The figures are the sums paid out, when they changed. */
const statusRestated = (then: Settlement, now: Settlement, policy: Policy, restate: Restate): readonly Finding[] => {
  const [wasFinal, is] = [isFinal(then.status, policy), isFinal(now.status, policy)]
  const goesOn = wasFinal && is && !(then.status === 'credited' && now.status === 'paid')
  if (then.status === now.status || goesOn) return NOTHING
  const figures =
    wasFinal === is ? asText(now.status, then.status) : inCop(is ? now.payout : ZERO, wasFinal ? then.payout : ZERO)
  return [
    restate(settlementField('status'), figures, { kind: 'settlement-status', before: then.status, now: now.status }),
  ]
}

/** The change of the list since the closing: in pesos, or in invoices when the pesos agree. */
const listRestated = (
  { closing: { through }, invoices: { counted, collected } }: ClosedSlot,
  totals: Totals,
): readonly Finding[] => {
  if (counted === 0 && collected === ZERO) return NOTHING
  const then = { counted: totals.counted - counted, collected: minus(totals.collected, collected) }
  const now = { counted: totals.counted, collected: totals.collected }
  const figures = collected === ZERO ? inInvoices(now.counted, then.counted) : inCop(now.collected, then.collected)
  return [restatementSince(through)(THE_LIST, figures, { kind: 'list', before: then, now })]
}

const invoiceRestated = ({ id, before: then, now }: ListDifference, through: string): readonly Finding[] => {
  const restate = restatementSince(through)
  if (then === null || now === null) {
    const fact = { kind: now === null ? 'invoice-gone' : 'invoice-new' } as const
    return [restate(theInvoice(id), asText(now?.status ?? null, then?.status ?? null), fact)]
  }
  return [
    ...(['amount', 'paid'] as const)
      .filter((field) => now[field] !== then[field])
      .map((field) =>
        restate(theInvoice(id, field), inCop(now[field], then[field]), {
          kind: 'sum',
          field,
          before: then[field],
          now: now[field],
        }),
      ),
    ...TEXTS.filter((field) => now[field] !== then[field]).map((field) => textRestated(field, then, now, restate)),
  ]
}

/**
 * The fields of INVOICE_CHANGED, and the status: a chargeback of an invoice that was paid at the closing. Its pesos are
 * those of CHARGEBACK; what the list comes to changes only where the policy does not count chargebacks.
 */
type TextField = 'status' | LastingField
const TEXTS: readonly TextField[] = ['status', ...LASTING_FIELDS]

const textRestated = (field: TextField, then: Invoice, now: Invoice, restate: Restate): Finding => {
  const [is, was] = [maskedField(field, now[field]), maskedField(field, then[field])]
  const fact =
    field === 'status'
      ? ({ kind: 'invoice-status', before: was, now: is } as const)
      : ({ kind: 'text', field } as const)
  return restate(theInvoice(now.id, field), asText(is, was), fact)
}

const maskedField = (field: TextField, text: string | null): string | null =>
  field === 'customerDocument' ? maskedDocument(text) : text
