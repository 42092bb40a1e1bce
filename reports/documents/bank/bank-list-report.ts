import {
  ARRIVALS,
  bankBridge,
  type PayoutAtBank,
  type PayoutWithoutCredit,
  restOfPayout,
  whereIs,
} from '../../../src/core/bank/bank-overview.ts'
import type { AccountEntry, CoveredDays, StatementGap } from '../../../src/core/bank/bank-statement.ts'
import type { Arrival, Reversal } from '../../../src/core/bank/payout-arrivals.ts'
import type { BankTie, NearCause, TieHypothesis } from '../../../src/core/bank/tie-out.ts'
import { type Centavos, minus } from '../../../src/core/money.ts'
import type { Slot, SlotDate } from '../../../src/core/slot.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  list,
  number,
  shape,
  text,
  time,
  truth,
  wordOf,
} from '../../../src/print/shape.ts'
import { ACTED, type AnswerDocument, OF_SLOT } from '../answer-document.ts'
import { BRIDGE_ROW } from '../status.ts'

/** A credit that no payout explains. */
export interface UnexplainedCredit extends AccountEntry {
  /** The day on which a person accepted it as it is. */
  readonly acceptedOn?: SlotDate
}

/** Every payout, and what the bank's statements show of it. */
export interface BankListReport {
  readonly merchant: string
  readonly covered: readonly CoveredDays[]
  readonly gaps: readonly StatementGap[]
  /** In order of date and cycle. */
  readonly payouts: readonly PayoutAtBank[]
  /** Those for which no credit is expected. */
  readonly withoutCredit: readonly PayoutWithoutCredit[]
  /** The ties in force. */
  readonly ties: readonly BankTie[]
  readonly entries: ReadonlyMap<string, AccountEntry>
  readonly unknownCredits: readonly UnexplainedCredit[]
  readonly reversals: readonly Reversal[]
  /** Whether every set of payouts and credits was tried. */
  readonly isComplete: boolean
}

const PAID = shape<{ readonly slot: Slot; readonly payout: Centavos }>()({ ...OF_SLOT, payout: cop })

/** An entry of the merchant's bank, without its text: the document may be shown to others. */
const OF_ENTRY = {
  id: text,
  account: text,
  on: dateText(({ bookedOn }: AccountEntry) => bookedOn),
  value: cop.as('Negative for a debit.'),
}
const ENTRY = shape<AccountEntry>()(OF_ENTRY)
const UNKNOWN_CREDIT = shape<UnexplainedCredit>()({
  ...OF_ENTRY,
  acceptedOn: dateText.orAbsent.as('The day on which a person accepted it as it is; absent until then.'),
})

/** Payouts and bank entries that belong together, with the entries that are known. */
export const BANK_TIE = shape<{ readonly tie: BankTie; readonly known: BankListReport['entries'] }>()({
  number: number(({ tie }) => tie.number),
  at: time(({ tie }) => tie.at),
  by: text(({ tie }) => tie.by),
  reason: text(({ tie }) => tie.reason),
  settlements: list(PAID)(({ tie }) => tie.payouts),
  entries: list(ENTRY)(({ tie, known }) => tie.entries.flatMap((id) => known.get(id) ?? [])),
  undone: ACTED.orNull(({ tie }) => tie.undone, 'When it was undone, by whom and why; null while it is in force.'),
})

const GAP = shape<StatementGap>()({
  account: text,
  after: dateText,
  before: dateText,
  reported: cop.orNull(
    ({ balances }) => balances?.reported ?? null,
    'The balance that does not agree with the expected one; null when days are missing.',
  ),
  expected: cop.orNull(({ balances }) => balances?.expected ?? null),
  isWithin: truth.as(
    'Whether it is within one statement, which does not agree with the entries that other files have of its days.',
  ),
})

const PROPOSED = shape<{
  readonly credit: AccountEntry
  readonly payout: Centavos
  readonly mayBe: readonly NearCause[]
}>()({
  entry: ENTRY(({ credit }) => credit),
  difference: cop(({ credit, payout }) => minus(credit.value, payout), 'The credit less the payout.'),
  mayBe: list(
    shape<NearCause>()({
      entry: text.orNull((cause) => ('entry' in cause ? cause.entry : null)),
      kind: wordOf(['4x1000', 'charge', 're-issue']),
    }),
  ).as('What the difference may be; `entry` is the id of the debit of a charge.'),
})

type OpenPayout = Omit<PayoutAtBank, 'arrival'> & { readonly arrival: Exclude<Arrival, { readonly kind: 'arrived' }> }

const OPEN = shape<OpenPayout>()({
  ...PAID.members,
  left: cop(restOfPayout, 'The payout, less what arrived or was paid elsewhere of it; zero once it was accepted.'),
  state: wordOf([...ARRIVALS.filter((kind) => kind !== 'arrived'), 'settled'])(whereIs),
  lastDay: dateText.orNull(
    ({ arrival }) => ('lastDay' in arrival ? arrival.lastDay : null),
    'The last day on which it may arrive.',
  ),
  candidates: list(
    shape<TieHypothesis>()({
      settlements: list(PAID)(({ payouts }) => payouts),
      entries: list(ENTRY)(({ credits }) => credits),
    }),
  )(({ arrival }) => (arrival.kind === 'candidates' ? arrival.candidates : [])),
  proposed: PROPOSED.orNull(
    ({ arrival, payout }) => (arrival.kind === 'unconfirmed' ? { ...arrival, payout } : null),
    'The credit of another sum with which it counts as arrived, to be confirmed; null where none is proposed.',
  ),
})

export const BANK_LIST = shape<BankListReport>()({
  merchant: text,
  accounts: list(shape<CoveredDays>()({ account: text, from: dateText, to: dateText }))(
    ({ covered }) => covered,
    'Days that statements cover without a gap.',
  ),
  gaps: list(GAP),
  bridge: list(BRIDGE_ROW)(
    ({ payouts, withoutCredit }) => bankBridge(payouts, withoutCredit),
    'From paid out to arrived; the last row is the total of the others.',
  ),
  ties: list(BANK_TIE)(({ ties, entries }) => ties.map((tie) => ({ tie, known: entries }))),
  open: list(OPEN)(({ payouts }) =>
    payouts.flatMap(({ arrival, ...one }) => (arrival.kind === 'arrived' ? [] : { ...one, arrival })),
  ),
  unknownCredits: list(UNKNOWN_CREDIT),
  reversals: list(shape<Reversal>()({ credit: ENTRY, debit: ENTRY })).as(
    'Credits of the operator that the bank reversed, each with its debit: they pay nothing.',
  ),
  isComplete: truth.as('Whether every set of payouts and credits was tried.'),
})

/** Of `bank tie` and `bank untie`. */
export const BANK_TIE_ANSWER = shape<{
  readonly merchant: string
  readonly tie: BankTie
  readonly entries: BankListReport['entries']
  readonly files: readonly string[]
}>()({
  merchant: text,
  tie: BANK_TIE(({ tie, entries }) => ({ tie, known: entries })),
  files: list(text),
})

export type BankEntryDocument = DocumentOf<typeof ENTRY>
export type SettlementPaidDocument = DocumentOf<typeof PAID>
export type BankTieDocument = DocumentOf<typeof BANK_TIE>
export type BankListDocument = AnswerDocument<'bank list'> & DocumentOf<typeof BANK_LIST>
export type BankTieAnswerDocument = AnswerDocument<'bank tie' | 'bank untie'> & DocumentOf<typeof BANK_TIE_ANSWER>
