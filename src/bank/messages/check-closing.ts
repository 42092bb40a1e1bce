import type { BankStatement } from '../../domain/bank/bank-statement.ts'
import { inWords, plus } from '../../domain/money.ts'
import { faultAt, LINES } from '../bank-file-fault.ts'

/** The statement, whose opening and entries come to its closing where it has both; the place of the closing is for the refusal. */
export const checkClosing = (statement: BankStatement, position: number): BankStatement => {
  const { opening, closing, entries } = statement
  if (opening === null || closing === null) return statement
  const reached = entries.reduce((sum, { value }) => plus(sum, value), opening)
  if (reached === closing) return statement
  throw faultAt(LINES, position, {
    en: `its closing balance is ${inWords(closing)}, and opening and entries come to ${inWords(reached)}`,
    es: `su saldo final es ${inWords(closing)}, y el inicial con los movimientos suma ${inWords(reached)}`,
  })
}
