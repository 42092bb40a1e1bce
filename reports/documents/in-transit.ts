import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { InTransit, Payment } from '../../src/core/in-transit.ts'
import type { Amount } from '../../src/core/money.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { cop, type DocumentOf, dateText, list, number, shape, text, truth } from '../../src/print/shape.ts'
import type { Both } from '../../src/std/both.ts'
import { compareText } from '../../src/std/compare-text.ts'
import type { AnswerDocument } from './answer-document.ts'

/** What the service was asked, in addition to the database. */
export interface AskedForPayments {
  /** The first and last payment date that is covered. The service was asked for one more day on each side. */
  readonly from: SlotDate
  readonly to: SlotDate
  /** The number of payments of these days that the service listed, and how many of them no slot lists yet. */
  readonly payments: number
  readonly inNoSlot: number
  /** Listed records that could not be read. */
  readonly malformed: number
}

export interface InTransitReport extends InTransit {
  readonly merchant: string
  readonly zone: Pick<Zone, 'name'>
  /** Paid out by the end of the day but not arrived at the bank; null when no statement of the bank was imported. */
  readonly notArrived: Amount | null
  /** What payouts that arrived at the bank with less are short of. */
  readonly arrivedLess: Amount | null
  /** Whether the day is over, so that its figure no longer changes. */
  readonly isOver: boolean
  /** The first date in the database. The roll-forward leaves out what was settled before it. */
  readonly databaseSince: SlotDate
  /** What the service was asked; null when only the database was read (reason in `whyStored`). */
  readonly asked: AskedForPayments | null
  readonly whyStored: Both<string> | null
  /** In the order of the file; in no document. */
  readonly payments: readonly Payment[]
  /** Null for a past state without a folder of its own: its file would replace that of the present. */
  readonly file: string | null
}

export const methodsInOrder = ({ byMethod }: InTransit): readonly (readonly [string, Amount])[] =>
  [...byMethod].sort(([a], [b]) => compareText(a, b))

/** A number of invoices, and the sum paid for them. */
const PAYMENTS = shape<Amount>()({ invoices: number((all) => all.number), paid: cop(({ sum }) => sum) })

/** Payments in transit at the end of a day: paid, but not settled by then. */
export const IN_TRANSIT = shape<InTransitReport>()({
  merchant: text,
  at: dateText,
  timeZone: text(({ zone }) => zone.name),
  total: PAYMENTS,
  byMethod: list(shape<Amount & { readonly method: string }>()({ method: text, ...PAYMENTS.members }))((report) =>
    methodsInOrder(report).map(([method, money]) => ({ method, ...money })),
  ),
  byAge: list(shape<InTransit['byAge'][number]>()({ from: number, to: number.orNull, ...PAYMENTS.members })).as(
    'By whole days since the payment; `to` is null for the last band.',
  ),
  rollForward: shape<InTransit['rollForward']>()({
    from: dateText(({ openingDay }) => openingDay),
    opening: PAYMENTS,
    paid: PAYMENTS,
    earlier: PAYMENTS.as('Payments of earlier days that were read late, cancelled, or have another sum or day.'),
    settled: PAYMENTS,
    closing: PAYMENTS,
  }).as(
    'Opening, plus paid, plus what became known of earlier days, less settled, is closing. Paid is that of `export --by payment`.',
  ),
  isOver: truth.as('Whether the day is over, so that its figure no longer changes.'),
  databaseSince: dateText.as('The first date of the database: no figure includes what was settled before.'),
  undated: PAYMENTS.as('Payments whose date cannot be read.'),
  notArrived: shape<Amount>()({ settlements: number((all) => all.number), payouts: cop(({ sum }) => sum) }).orNull.as(
    'Paid out by the end of the day, and nothing of it arrived at the bank, unless a person accepted that it is missing; in no other figure. Null when no statement of the bank was imported.',
  ),
  arrivedLess: shape<Amount>()({ settlements: number((all) => all.number), missing: cop(({ sum }) => sum) }).orNull.as(
    'What payouts that arrived at the bank with less are short of, unless a person accepted it.',
  ),
  asked: shape<AskedForPayments>()({
    from: dateText,
    to: dateText,
    payments: number,
    inNoSlot: number,
    malformed: number,
  }).orNull.as('What the service was asked; null when only the database was read (reason in `storedOnly`).'),
  storedOnly: text.orNull(({ whyStored }) => whyStored?.en ?? null),
  file: text.orNull.as('Null for a past state without a folder of its own (`--as-of` without `--out`).'),
})

export type PaymentsDocument = DocumentOf<typeof PAYMENTS>
export type InTransitDocument = AnswerDocument<'in-transit'> & DocumentOf<typeof IN_TRANSIT>
