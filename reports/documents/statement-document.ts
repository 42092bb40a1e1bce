import type { RestatedDays } from '../../src/domain/account/account-item.ts'
import type { BankAccount } from '../../src/domain/account/bank-account.ts'
import type { FeesBeside, OperatorAccount } from '../../src/domain/account/operator-account.ts'
import type { Json } from '../../src/domain/cell.ts'
import { differenceOf } from '../../src/domain/findings/discrepancy.ts'
import { type Amount, minus } from '../../src/domain/money.ts'
import type { ClosedStatement, Statement } from '../statements/statement.ts'
import { statementSentence } from '../statements/statement-sentence.ts'
import { closingDocument } from './closing-document.ts'
import { moneyDocument } from './money-document.ts'

/** The account with the operator as JSON. */
export const statementDocument = (
  statement: Statement & { readonly files: readonly string[] },
): { readonly [name: string]: Json } => {
  const { merchant, days, zone, moment, position, account, openingAsClosed, bankOpeningAsClosed, closed, files } =
    statement
  return {
    merchant,
    from: days.from,
    to: days.to,
    timeZone: zone.name,
    asOf: { number: moment.number, at: new Date(moment.at).toISOString() },
    sentence: statementSentence(statement),
    money: moneyDocument(position),
    account: accountDocument(account),
    openingAsClosed,
    bankOpeningAsClosed,
    closed: closed && closedDocument(closed, statement.unfinished),
    files,
  }
}

const dueDocument = (due: OperatorAccount['due']): Json => {
  const { taken, brought } = due.adjustmentsNotExplained
  return {
    sum: due.sum,
    settlements: due.settlements,
    collected: due.collected,
    feesDeducted: due.feesDeducted,
    adjustmentsExplained: due.adjustmentsExplained,
    adjustmentsNotExplained: minus(brought.sum, taken.sum),
    adjustmentsTaken: amount(taken),
    adjustmentsBrought: amount(brought),
    adjustmentsOfFailed: due.adjustmentsOfFailed,
    keptByGateway: due.keptByGateway,
    byMethod: due.byMethod.map(({ method, invoices, sum }) => ({ method, invoices, sum })),
  }
}

const accountDocument = ({
  opening,
  due,
  restated,
  paidOut,
  accepted,
  recovered,
  closing,
  closingParts,
  items,
  beside,
  bank,
}: OperatorAccount): { readonly [name: string]: Json } => ({
  opening,
  due: dueDocument(due),
  restated: restated && restatedDocument(restated),
  paidOut: { sum: paidOut.sum, ofRange: amount(paidOut.ofRange), ofBefore: amount(paidOut.ofBefore) },
  accepted: {
    sum: accepted.sum,
    underpaid: amount(accepted.underpaid),
    overpaid: amount(accepted.overpaid),
    failed: amount(accepted.failed),
  },
  recovered: amount(recovered),
  closing,
  closingParts: {
    inProcess: amount(closingParts['in-process']),
    failed: amount(closingParts.failed),
    underpaid: amount(closingParts.underpaid),
    overpaid: amount(closingParts.overpaid),
  },
  settlements: items.map(
    ({ slot, kind, state, expected, paidOut: payout, accepted: taken, recovered: paid, balance, later }) => ({
      date: slot.date,
      cycle: slot.cycle,
      kind,
      state,
      expected,
      paidOut: payout,
      accepted: taken,
      recovered: paid,
      balance,
      later: later.map((event): Json => ({ ...event })),
    }),
  ),
  beside: {
    notCompared: amount(beside.notCompared),
    notRead: amount(beside.notRead),
    notReadBefore: amount(beside.notReadBefore),
    noSettlement: amount(beside.noSettlement),
    feesNotDeducted: beside.feesNotDeducted,
    fees: beside.fees && feesDocument(beside.fees),
    chargebacks: { number: beside.chargebacks.seen, sum: beside.chargebacks.paid },
    chargebacksNotDebited: amount(beside.chargebacks.notDebited),
    chargebacksNotDebitedBefore: amount(beside.chargebacks.notDebitedBefore),
  },
  bank: bank && bankDocument(bank),
})

const restatedDocument = ({ settlements, ...sums }: RestatedDays): Json => ({
  ...sums,
  settlements: settlements.map(({ slot: { date, cycle }, ...one }): Json => ({ date, cycle, ...one })),
})

const bankDocument = (bank: BankAccount): Json => ({
  opening: amount(bank.opening),
  paidOut: amount(bank.paidOut),
  arrived: amount(bank.arrived),
  acceptedLess: amount(bank.acceptedLess),
  acceptedMore: amount(bank.acceptedMore),
  recovered: amount(bank.recovered),
  negativePayouts: amount(bank.negativePayouts),
  echoes: amount(bank.echoes),
  notCovered: amount(bank.notCovered),
  closing: amount(bank.closing),
  onTheWay: amount(bank.onTheWay),
  missing: amount(bank.missing),
  undecided: amount(bank.undecided),
  arrivedLess: amount(bank.arrivedLess),
  arrivedMore: amount(bank.arrivedMore),
  unknownCredits: amount(bank.unknownCredits),
})

const feesDocument = ({ charged, expected, tooMuch, tooLittle, withinTolerance, notCompared }: FeesBeside): Json => ({
  charged: amount(charged),
  expected,
  tooMuch: amount(tooMuch),
  tooLittle: amount(tooLittle),
  withinTolerance: amount(withinTolerance),
  notCompared: amount(notCompared),
})

const amount = ({ number, sum }: Amount): Json => ({ number, sum })

const closedDocument = (
  { closing, now, restatements }: ClosedStatement,
  unfinished: Statement['unfinished'],
): Json => ({
  closing: closingDocument(closing),
  unfinished: unfinished.map(({ slot, verdict }): Json => ({ ...slot, verdict })),
  now: accountDocument(now.account),
  restatements: restatements.map(({ id, slot, subject, figures, state }) => ({
    id,
    date: slot.date,
    cycle: slot.cycle,
    subject,
    unit: figures.unit,
    closed: figures.expected,
    now: figures.reported,
    difference: differenceOf(figures),
    state,
  })),
})
