import { howMany } from '../../std/how-many.ts'
import type { Instant } from '../calendar/calendar.ts'
import { asText, found, inCop, inInvoices, NOTHING } from '../checks/facts.ts'
import { maskedDocument } from '../checks/invoice.ts'
import { isEcho } from '../checks/judged.ts'
import type { Closing } from '../findings/act.ts'
import type { Code, Discrepancy, Figures, Finding, Severity } from '../findings/discrepancy.ts'
import { byCodeAndSubject } from '../findings/discrepancy.ts'
import { counts, type Invoice, worthOf } from '../invoice.ts'
import { type Centavos, inWords, minus, plus, ZERO } from '../money.ts'
import { isFinal, type Policy } from '../policy.ts'
import type { Totals } from '../pull/tally.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot, SlotDate } from '../slot.ts'

/*
 * Closed books stay what they were; what later pulls find different is a restatement: the difference of what is known now and what was
 * known at the closing, both by the policy of now.
 */

/** Findings that hold a slot against its own past. Once it is closed it is held against its closing instead. */
export const CODES_OF_CHANGE: readonly Code[] = [
  'SETTLEMENT_CHANGED',
  'SETTLEMENT_VANISHED',
  'STATUS_REGRESSED',
  'INVOICE_ADDED',
  'INVOICE_VANISHED',
  'INVOICE_MOVED',
  'INVOICE_CHANGED',
]

/** A field of a closed slot that reads otherwise now than the closed books say, as one pull found it. */
export interface Restatement extends Pick<Discrepancy, 'id' | 'slot' | 'subject' | 'state' | 'severity'> {
  /** Stated is what the pull found, recomputed what the closed books say. */
  readonly figures: Figures
  readonly closedAt: Instant
  /** The last day of the closed books when it was found. */
  readonly closedThrough: SlotDate
  /** When what the pull found was first read. */
  readonly foundAt: Instant
}

/** One invoice as the list had it at the closing and as it has it now; null where it is not listed. */
export interface ListedOtherwise {
  readonly id: string
  readonly before: Invoice | null
  readonly now: Invoice | null
}

/** What had been read of a slot when it was closed. */
export interface ClosedSlot {
  readonly closing: Closing
  /** A whole pull of it had been made. */
  readonly wasRead: boolean
  /** Null when the last pull of it saw no settlement. */
  readonly settlement: Settlement | null
  /** What was told of it then. */
  readonly findings: readonly Finding[]
  readonly invoices: RestatedInvoices
}

/** What the invoices listed otherwise than at the closing come to. */
export interface RestatedInvoices {
  readonly findings: readonly Finding[]
  /** What counts now less what counted then: their number, and what was collected with them. */
  readonly counted: number
  readonly collected: Centavos
}

/** Folds the invoices that are listed otherwise than at the closing. */
export const gatherRestated = ({ through }: Closing, policy: Policy) => {
  const findings: Finding[] = []
  let counted = 0
  let collected = ZERO
  return {
    add: (invoice: ListedOtherwise): void => {
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

/** What is told of a closed slot: what is found now, what had changed before it was closed as it stood then, and what was restated since. */
export const toldOfClosed = (
  findings: readonly Finding[],
  closed: ClosedSlot,
  now: {
    readonly slot: Slot
    readonly settlement: Settlement | null
    readonly totals: Totals
    readonly policy: Policy
  },
): readonly Finding[] =>
  [
    ...findings.filter(({ code }) => !CODES_OF_CHANGE.includes(code)),
    ...closed.findings.filter(({ code }) => CODES_OF_CHANGE.includes(code)),
    ...settlementRestated(closed, now),
    ...listRestated(closed, now.totals),
    ...closed.invoices.findings,
  ].sort(byCodeAndSubject)

const restated = (
  subject: string,
  figures: Figures,
  through: string,
  what: string,
  severity: Severity = 'error',
): readonly Finding[] =>
  found('RESTATED', severity, subject, figures, `${what}; the books are closed through ${through}`)

const SUMS = ['collected', 'fees', 'adjustments', 'payout'] as const
const FLAGS = ['feesPostpaid', 'gateway'] as const

/** What is final now and was not then settles what was open: that is news, and no error. */
const settles = ({ wasRead, settlement: then }: ClosedSlot, now: Settlement | null, policy: Policy): boolean =>
  wasRead && now !== null && isFinal(now.status, policy) && (then === null || !isFinal(then.status, policy))

const settlementRestated = (
  closed: ClosedSlot,
  { slot, settlement: now, policy }: { slot: Slot; settlement: Settlement | null; policy: Policy },
): readonly Finding[] => {
  const {
    closing: { through },
    settlement: then,
  } = closed
  const severity = settles(closed, now, policy) ? 'info' : 'error'
  if (now === null && then === null) return NOTHING
  if (now === null || then === null) {
    const [is, was] = [now?.status ?? null, then?.status ?? null]
    const what = now === null ? 'its settlement is gone' : 'a settlement came that was not there then'
    return [
      ...restated('settlement', asText(is, was), through, what, severity),
      ...restated('settlement.payout', inCop(now?.payout ?? null, then?.payout ?? null), through, what, severity),
    ]
  }
  if (isEcho(now, slot, policy)) return NOTHING
  return [
    ...statusRestated(then, now, through, policy, severity),
    ...SUMS.filter((field) => now[field] !== then[field]).flatMap((field) =>
      restated(
        `settlement.${field}`,
        inCop(now[field], then[field]),
        through,
        `${field} was ${inWords(then[field])} then and is ${inWords(now[field])} now`,
        severity,
      ),
    ),
    ...(now.invoiceCount === then.invoiceCount
      ? NOTHING
      : restated(
          'settlement.invoiceCount',
          inInvoices(now.invoiceCount, then.invoiceCount),
          through,
          `the settlement stated ${howMany(then.invoiceCount, 'invoice')} then and states ${now.invoiceCount} now`,
          severity,
        )),
    ...FLAGS.filter((field) => now[field] !== then[field]).flatMap((field) =>
      restated(
        `settlement.${field}`,
        asText(String(now[field]), String(then[field])),
        through,
        `${field} was ${then[field]} then and is ${now[field]} now`,
        severity,
      ),
    ),
  ]
}

/** A settlement that goes on from one final status to the next takes nothing back. Figures are what was paid out, where that changed. */
const statusRestated = (
  then: Settlement,
  now: Settlement,
  through: string,
  policy: Policy,
  severity: Severity,
): readonly Finding[] => {
  const [wasFinal, is] = [isFinal(then.status, policy), isFinal(now.status, policy)]
  const goesOn = wasFinal && is && !(then.status === 'credited' && now.status === 'paid')
  if (then.status === now.status || goesOn) return NOTHING
  const figures =
    wasFinal === is ? asText(now.status, then.status) : inCop(is ? now.payout : ZERO, wasFinal ? then.payout : ZERO)
  const what = `the settlement was ${then.status} then and is ${now.status} now`
  return restated('settlement.status', figures, through, what, severity)
}

/** What the list comes to, by what of it is listed otherwise: in pesos, or where these agree in invoices. */
const listRestated = (
  { closing: { through }, invoices: { counted, collected } }: ClosedSlot,
  totals: Totals,
): readonly Finding[] => {
  if (counted === 0 && collected === ZERO) return NOTHING
  const then = { counted: totals.counted - counted, collected: minus(totals.collected, collected) }
  const figures =
    collected === ZERO ? inInvoices(totals.counted, then.counted) : inCop(totals.collected, then.collected)
  const words = (of: typeof then): string => `${howMany(of.counted, 'invoice')} of ${inWords(of.collected)}`
  return restated('list', figures, through, `${words(then)} counted then, and ${words(totals)} now`)
}

const invoiceRestated = ({ id, before: then, now }: ListedOtherwise, through: string): readonly Finding[] => {
  if (then === null || now === null) {
    const what = now === null ? 'it was listed then and is not now' : 'it was not listed then'
    return restated(`invoice:${id}`, asText(now?.status ?? null, then?.status ?? null), through, what)
  }
  return [
    ...(['amount', 'paid'] as const)
      .filter((field) => now[field] !== then[field])
      .flatMap((field) =>
        restated(
          `invoice:${id}.${field}`,
          inCop(now[field], then[field]),
          through,
          `${field} was ${inPesos(then[field])} then and is ${inPesos(now[field])} now`,
        ),
      ),
    ...TEXTS.filter((field) => now[field] !== then[field]).flatMap((field) => {
      const [is, was] = [shown(field, now[field]), shown(field, then[field])]
      const what = field === 'status' ? `it was ${was} then and is ${is} now` : `${field} differs from what it was then`
      const figures =
        field === 'status' && isChargedBackOrBack(then, now) ? inCop(keptOf(now), keptOf(then)) : asText(is, was)
      return restated(`invoice:${id}.${field}`, figures, through, what)
    }),
  ]
}

const isChargedBackOrBack = ({ status: a }: Invoice, { status: b }: Invoice): boolean =>
  (a === 'paid' && b === 'chargeback') || (a === 'chargeback' && b === 'paid')

/** A chargeback gives back what was paid. */
const keptOf = ({ status, paid }: Invoice): Centavos | null => (status === 'chargeback' ? ZERO : paid)

/** What INVOICE_CHANGED looks at, and the status: a charged-back invoice was paid in the closed books. */
const TEXTS = [
  'status',
  'paymentId',
  'reference',
  'contract',
  'customerDocument',
  'paymentDate',
  'paymentMethod',
] as const

const shown = (field: (typeof TEXTS)[number], text: string | null): string | null =>
  field === 'customerDocument' ? maskedDocument(text) : text

const inPesos = (sum: Centavos | null): string => (sum === null ? 'absent' : inWords(sum))
