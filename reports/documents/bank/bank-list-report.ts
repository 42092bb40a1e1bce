import { bankBridge, type PayoutAtBank, type PayoutWithoutCredit } from '../../../src/domain/bank/bank-overview.ts'
import type { AccountEntry, CoveredDays, StatementGap } from '../../../src/domain/bank/bank-statement.ts'
import type { Reversal } from '../../../src/domain/bank/payout-arrivals.ts'
import type { BankTie, TieHypothesis } from '../../../src/domain/bank/tie-out.ts'
import type { Json } from '../../../src/domain/cell.ts'
import { minus } from '../../../src/domain/money.ts'

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
  readonly unknownCredits: readonly AccountEntry[]
  readonly reversals: readonly Reversal[]
  /** Whether every set of payouts and credits was tried. */
  readonly isComplete: boolean
}

export const bankListDocument = (report: BankListReport) => ({
  merchant: report.merchant,
  accounts: report.covered.map((covered): Json => ({ ...covered })),
  gaps: report.gaps.map(
    ({ account, after, before, balances, isWithin }): Json => ({
      account,
      after,
      before,
      reported: balances?.reported ?? null,
      expected: balances?.expected ?? null,
      isWithin,
    }),
  ),
  bridge: bankBridge(report.payouts, report.withoutCredit).map((row): Json => ({ ...row })),
  ties: report.ties.map((tie) => bankTieDocument(tie, report.entries)),
  open: report.payouts.filter(({ arrival }) => arrival.kind !== 'arrived').map(openDocument),
  unknownCredits: report.unknownCredits.map(entryDocument),
  reversals: report.reversals.map(
    ({ credit, debit }): Json => ({ credit: entryDocument(credit), debit: entryDocument(debit) }),
  ),
  isComplete: report.isComplete,
})

export const bankTieDocument = (tie: BankTie, entries: ReadonlyMap<string, AccountEntry>): Json => ({
  number: tie.number,
  at: new Date(tie.at).toISOString(),
  by: tie.by,
  reason: tie.reason,
  settlements: tie.payouts.map(({ slot, payout }): Json => ({ ...slot, payout })),
  entries: tie.entries.flatMap((id) => entries.get(id) ?? []).map(entryDocument),
  undone:
    tie.undone === null
      ? null
      : {
          number: tie.undone.number,
          at: new Date(tie.undone.at).toISOString(),
          by: tie.undone.by,
          reason: tie.undone.reason,
        },
})

const openDocument = ({ slot, payout, arrival }: PayoutAtBank): Json => ({
  ...slot,
  payout,
  state: arrival.kind,
  lastDay: 'lastDay' in arrival ? arrival.lastDay : null,
  candidates: arrival.kind === 'candidates' ? arrival.candidates.map(candidateDocument) : [],
  proposed:
    arrival.kind === 'unconfirmed'
      ? {
          entry: entryDocument(arrival.credit),
          difference: minus(arrival.credit.value, payout),
          mayBe: arrival.mayBe.map((cause): Json => ({ entry: null, ...cause })),
        }
      : null,
})

const candidateDocument = ({ payouts, credits }: TieHypothesis): Json => ({
  settlements: payouts.map(({ slot, payout }): Json => ({ ...slot, payout })),
  entries: credits.map(entryDocument),
})

/** Leaves out the bank's text, since the document may be shown to others. */
const entryDocument = ({ id, account, bookedOn, value }: AccountEntry): Json => ({ id, account, on: bookedOn, value })
