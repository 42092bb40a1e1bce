import { type Amount, addAmounts } from '../../src/core/money.ts'
import { cop, type DocumentOf, shape } from '../../src/print/shape.ts'
import { type DifferenceState, type Position, paidOutOf, totalOf } from '../../src/rules/account/position.ts'
import { AMOUNT } from './answer-document.ts'

const DIFFERENCES = shape<{ readonly owed: Amount; readonly overpaid: Amount }>()({
  owed: AMOUNT.as('Paid too little: the operator owes it.'),
  overpaid: AMOUNT.as('Paid too much.'),
})

const differences = (state: DifferenceState, description?: string) =>
  DIFFERENCES(({ owed, overpaid }: Position) => ({ owed: owed[state], overpaid: overpaid[state] }), description)

/** The sums of some settlements. Expected, less owed, plus overpaid, is paid out. */
export const MONEY = shape<Position>()({
  compared: AMOUNT((all) => totalOf(all.compared), 'Settlements that were compared, by their expected payout.'),
  expected: cop((all) => totalOf(all.compared).sum),
  paidOut: cop(paidOutOf),
  open: differences('open'),
  claimed: differences('claimed'),
  accepted: differences('accepted'),
  tolerated: differences('tolerated', 'Within `toleranceCop`.'),
  paid: differences('paid', 'Claimed and paid elsewhere: by an adjustment or a credit at the bank.'),
  failed: AMOUNT(
    (all) => all.failed.open,
    'Failed settlements that nobody claimed or accepted yet; claimed and accepted ones are counted separately.',
  ),
  failedClaimed: AMOUNT((all) => all.failed.claimed),
  failedAccepted: AMOUNT((all) => all.failed.accepted),
  inProcess: AMOUNT((all) => totalOf(all.inProcess)),
  late: AMOUNT(
    (all) => all.inProcess.open,
    'Settlements in process beyond their time that nobody claimed or accepted.',
  ),
  lateClaimed: AMOUNT((all) => all.inProcess.claimed),
  lateAccepted: AMOUNT((all) => all.inProcess.accepted),
  gone: AMOUNT((all) => totalOf(all.gone), 'Settlements that were read before but are gone, by their expected payout.'),
  noSettlement: AMOUNT((all) => totalOf(all.noSettlement)),
  missing: AMOUNT(
    (all) => all.noSettlement.open,
    'Slots that should have a settlement by now and that nobody claimed or accepted.',
  ),
  missingClaimed: AMOUNT((all) => all.noSettlement.claimed),
  missingAccepted: AMOUNT((all) => all.noSettlement.accepted),
  unread: AMOUNT((all) => totalOf(all.unread)),
  notComparable: AMOUNT((all) => all.notComparable.open),
  setAside: AMOUNT((all) => all.notComparable.none, "Not compared, by a person's decision or the setting `gateway`."),
  feesTooMuch: AMOUNT(
    (all) => all.feesTooMuch.open,
    'Fees that differ from the tariff, unless a person accepted or claimed the finding.',
  ),
  feesTooLittle: AMOUNT((all) => all.feesTooLittle.open),
  bankMissing: AMOUNT(
    (all) => all.bankMissing.open,
    'Payouts reported as paid that the bank does not show, and payouts that arrived as another sum (by the difference).',
  ),
  bankDiffers: AMOUNT((all) => addAmounts(all.bankLess.open, all.bankMore.open)),
  bankLess: AMOUNT(
    (all) => all.bankLess.open,
    'Of them, those that arrived with less than reported, and those that arrived with more.',
  ),
  bankMore: AMOUNT((all) => all.bankMore.open),
  adjustmentsTaken: AMOUNT(
    (all) => all.adjustmentsTaken.open,
    'Adjustments that nothing explains and that lower the payout.',
  ),
  chargebacks: AMOUNT((all) => all.chargebacks.open),
  feesClaimed: AMOUNT(
    (all) => all.feesTooMuch.claimed,
    'Claimed, by the pesos of the findings: fees above the tariff, what is missing or short at the bank, and adjustments that take.',
  ),
  bankClaimed: AMOUNT((all) => addAmounts(all.bankMissing.claimed, all.bankLess.claimed)),
  adjustmentsClaimed: AMOUNT((all) => all.adjustmentsTaken.claimed),
})

/** Differences in both directions, never netted; both sums are positive. */
export type DifferencesDocument = DocumentOf<typeof DIFFERENCES>
export type MoneyDocument = DocumentOf<typeof MONEY>
