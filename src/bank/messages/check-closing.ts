import type { BankStatement } from '../../domain/bank/bank-statement.ts'
import { inSpanish, inWords, plus } from '../../domain/money.ts'
import { faultAt, LINES } from '../bank-file-fault.ts'

/**
 * Checks that opening and entries add up to the closing, when the statement has both balances. `position` is that of
 * the closing, for the fault.
 */
export const checkClosing = (statement: BankStatement, position: number): BankStatement => {
  const { opening, closing, entries } = statement
  if (opening === null || closing === null) return statement
  const reached = entries.reduce((sum, { value }) => plus(sum, value), opening)
  if (reached === closing) return statement
  throw faultAt(LINES, position, {
    en: `its closing balance is ${inWords(closing)}, and opening and entries come to ${inWords(reached)}`,
    es: `su saldo final es ${inSpanish(closing)}, y el inicial con los movimientos suma ${inSpanish(reached)}`,
  })
}
