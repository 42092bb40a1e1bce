import { differenceOf } from '../../src/core/findings/discrepancy.ts'
import { minus } from '../../src/core/money.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  figure,
  list,
  number,
  quantity,
  shape,
  text,
  wordOf,
} from '../../src/print/shape.ts'
import {
  BALANCE_KINDS,
  type ItemBalance,
  type LaterEvent,
  type RestatedDays,
  type RestatedSettlement,
} from '../../src/rules/account/account-item.ts'
import type { BankAccount } from '../../src/rules/account/bank-account.ts'
import type { FeesBeside, OperatorAccount } from '../../src/rules/account/operator-account.ts'
import { DIFFERENCE_STATES } from '../../src/rules/account/position.ts'
import type { Restatement } from '../../src/rules/assessment/restatement.ts'
import type { ClosedStatement, Statement } from '../statements/statement.ts'
import { statementSentence } from '../statements/statement-sentence.ts'
import { AMOUNT, type AnswerDocument, MOMENT, OF_DAYS, OF_SLOT } from './answer-document.ts'
import { CLOSING } from './close-document.ts'
import { MONEY } from './money-document.ts'

/** Collected - fees deducted + adjustments - kept by a gateway + restated due. */
const DUE = shape<OperatorAccount['due']>()({
  sum: cop,
  settlements: number,
  collected: cop,
  feesDeducted: cop,
  adjustmentsExplained: cop,
  adjustmentsNotExplained: cop(
    ({ adjustmentsNotExplained: { brought, taken } }) => minus(brought.sum, taken.sum),
    'Adjustments that nothing explains: brought - taken.',
  ),
  adjustmentsTaken: AMOUNT(({ adjustmentsNotExplained }) => adjustmentsNotExplained.taken),
  adjustmentsBrought: AMOUNT(({ adjustmentsNotExplained }) => adjustmentsNotExplained.brought),
  adjustmentsOfFailed: cop.as('Adjustments of settlements that failed, with their effect.'),
  keptByGateway: cop.orNull.as('Null when no settlement has such a reading.'),
  byMethod: list(
    shape<OperatorAccount['due']['byMethod'][number]>()({ method: text.orNull, invoices: number, sum: cop }),
  ).as('Collected; fees, adjustments and differences cannot be split by payment method.'),
})

/** Due = collected - fees deducted + adjustments - kept by a gateway. */
const RESTATED = shape<Omit<RestatedDays, 'settlements' | 'added'>>()({
  collected: cop,
  feesDeducted: cop,
  adjustments: cop,
  keptByGateway: cop,
  due: cop,
  paidOut: cop,
  accepted: cop,
})

const RESTATED_DAYS = shape<RestatedDays>()({
  added: number.as('Settlements that are due now and were not, less those that were due and are not.'),
  ...RESTATED.members,
  settlements: list(
    shape<RestatedSettlement>()({ ...OF_SLOT, kind: wordOf(['added', 'changed', 'gone']), ...RESTATED.members }),
  ),
})

const ITEM = shape<ItemBalance>()({
  ...OF_SLOT,
  kind: wordOf(BALANCE_KINDS),
  state: wordOf(DIFFERENCE_STATES),
  expected: cop,
  paidOut: cop.orNull.as('Null while nothing was paid out.'),
  accepted: cop.as('What a person accepted of its difference; negative where too much was paid.'),
  recovered: cop.as('What was paid of it elsewhere after a claim.'),
  balance: cop.as('Expected - paid out - accepted - recovered.'),
  later: list(shape<LaterEvent>()({ kind: wordOf(['paid-out', 'accepted', 'recovered']), on: dateText, sum: cop })).as(
    'What became of it after the range: its payout, or what was accepted and so taken out (negative where too much was paid).',
  ),
})

const FEES_BESIDE = shape<FeesBeside>()({
  charged: AMOUNT,
  expected: cop,
  tooMuch: AMOUNT,
  tooLittle: AMOUNT,
  withinTolerance: AMOUNT.as('Differences within the tolerance, signed.'),
  notCompared: AMOUNT,
})

const BESIDE = shape<OperatorAccount['beside']>()({
  notCompared: AMOUNT,
  notRead: AMOUNT.as('By the payout last read.'),
  notReadBefore: AMOUNT.as('Of days before the range, by the payout last read: they are in no balance.'),
  noSettlement: AMOUNT,
  feesNotDeducted: cop,
  fees: FEES_BESIDE.orNull.as(
    'Fees compared with the tariff: charged = expected + too much - too little + within the tolerance; null without a tariff.',
  ),
  chargebacks: AMOUNT(
    ({ chargebacks: { seen, paid } }) => ({ number: seen, sum: paid }),
    'The number is that of invoices.',
  ),
  chargebacksNotDebited: AMOUNT(
    ({ chargebacks }) => chargebacks.notDebited,
    'By the last day: what a later settlement debits was not debited then.',
  ),
  chargebacksNotDebitedBefore: AMOUNT(
    ({ chargebacks }) => chargebacks.notDebitedBefore,
    'The same of days before the range.',
  ),
})

const BANK = shape<BankAccount>()({
  opening: AMOUNT.as(
    'Paid out before the range; not arrived by then, or arrived as another sum that nobody had accepted.',
  ),
  paidOut: AMOUNT,
  arrived: AMOUNT,
  acceptedLess: AMOUNT.as('Accepted in the range: what is missing or short at the bank.'),
  acceptedMore: AMOUNT.as('Accepted in the range: what arrived too much.'),
  recovered: AMOUNT.as('Claims about payouts that did not arrive, paid elsewhere in the range.'),
  negativePayouts: AMOUNT.as('Payouts below zero, with their sign: no credit is expected for them.'),
  echoes: AMOUNT.as('Payouts in the answers for another settlement: no credit is expected for them.'),
  notCovered: AMOUNT.as('Paid out on days without a bank statement.'),
  closing: AMOUNT,
  onTheWay: AMOUNT,
  missing: AMOUNT,
  undecided: AMOUNT.as('Payouts with more than one possible credit.'),
  arrivedLess: AMOUNT.as('What payouts that arrived with less are short of, until it is accepted.'),
  arrivedMore: AMOUNT.as('The surplus of those that arrived with more, until it is accepted.'),
  unknownCredits: AMOUNT.as('Credits of the operator that no payout explains: not included in the sums.'),
})

/**
 * Opening + due - paid out - accepted - recovered = closing. A balance is positive when the operator owes it; other sums are as
 * named.
 */
const ACCOUNT = shape<OperatorAccount>()({
  opening: cop,
  due: DUE,
  restated: RESTATED_DAYS.orNull.as(
    'What closed days became since their closing, now less as closed: included in the sums of due, paid out and accepted. Null where the day before is open.',
  ),
  paidOut: shape<OperatorAccount['paidOut']>()({ sum: cop, ofRange: AMOUNT, ofBefore: AMOUNT }),
  accepted: shape<OperatorAccount['accepted']>()({
    sum: cop,
    underpaid: AMOUNT,
    overpaid: AMOUNT,
    failed: AMOUNT,
  }).as('Accepted by a person, and so taken out of the account: paid too little + failed - paid too much.'),
  recovered: AMOUNT.as('Claims that were paid elsewhere in the range: by an adjustment or a credit at the bank.'),
  closing: cop,
  closingParts: shape<OperatorAccount['closingParts']>()({
    inProcess: AMOUNT((parts) => parts['in-process']),
    failed: AMOUNT,
    underpaid: AMOUNT,
    overpaid: AMOUNT,
  }).as('In process + failed + paid too little - paid too much = closing.'),
  settlements: list(ITEM)(({ items }) => items, 'Each settlement of the closing balance.'),
  beside: BESIDE.as('Not included in the sums above.'),
  bank: BANK.orNull.as(
    'opening + paidOut - arrived - acceptedLess + acceptedMore - recovered - negativePayouts - echoes - notCovered = closing = onTheWay + missing + undecided + arrivedLess - arrivedMore; null when no statement of the bank was imported.',
  ),
})

const RESTATEMENT = shape<Restatement>()({
  id: text,
  ...OF_SLOT,
  subject: text,
  unit: wordOf(['COP', 'invoices']).orNull(({ figures }) => figures.unit),
  closed: figure.orNull(({ figures }) => figures.expected),
  now: figure.orNull(({ figures }) => figures.reported),
  difference: quantity.orNull(({ figures }) => differenceOf(figures)),
  state: text,
})

type OfClosedDays = ClosedStatement & Pick<Statement, 'unfinished'>
const CLOSED = shape<OfClosedDays>()({
  closing: CLOSING,
  unfinished: list(shape<Statement['unfinished'][number]>()({ ...OF_SLOT, verdict: text })).as(
    'The settlements of these days that were unfinished then: it was closed in spite of them.',
  ),
  now: ACCOUNT(({ now }) => now.account, 'The account as known now.'),
  restatements: list(RESTATEMENT).as(
    'Everything that later readings found different from the closed figures, including settlements before the range.',
  ),
})

/** The account with the operator over a range of settlement dates. */
export const STATEMENT = shape<Statement & { readonly files: readonly string[] }>()({
  merchant: text,
  ...OF_DAYS,
  timeZone: text(({ zone }) => zone.name),
  asOf: MOMENT(
    ({ moment }) => moment,
    'The moment as of which figures are shown; for closed days that of their closing.',
  ),
  sentence: text(
    statementSentence,
    'The conclusion over the settlements of these days, in the language of the settings.',
  ),
  money: MONEY(({ position }) => position, 'The sums of the settlements of these days.'),
  account: ACCOUNT,
  openingAsClosed: cop.orNull.as(
    'The opening, where it was signed at a closing through the day before; null where no closing ends on that day.',
  ),
  bankOpeningAsClosed: cop.orNull.as(
    'What had not arrived at the bank by that closing; null without one, or without statements of the bank.',
  ),
  closed: CLOSED.orNull(
    ({ closed, unfinished }) => closed && { ...closed, unfinished },
    'Null while the days are open.',
  ),
  files: list(text),
})

export type OperatorAccountDocument = DocumentOf<typeof ACCOUNT>
export type StatementDocument = AnswerDocument<'statement'> & DocumentOf<typeof STATEMENT>
