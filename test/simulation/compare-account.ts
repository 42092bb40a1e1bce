import { accountOf } from './oracle/account.ts'
import type { Model } from './oracle/model.ts'

interface PrintedAmount {
  readonly sum: number
}

/** The part of a statement that is compared. */
export interface PrintedAccount {
  readonly opening: number
  readonly due: { readonly sum: number; readonly settlements: number }
  readonly paidOut: PrintedAmount
  readonly accepted: PrintedAmount
  readonly recovered: PrintedAmount
  readonly closing: number
  readonly closingParts: Readonly<Record<'inProcess' | 'failed' | 'underpaid' | 'overpaid', PrintedAmount>>
}

/** Checks the sums always, and each figure that the contract determines completely. */
export const compareAccount = (account: PrintedAccount, model: Model): readonly string[] => {
  const { opening, due, paidOut, accepted, recovered, closing, closingParts: parts } = account
  const foots = (name: string, one: number, other: number): readonly string[] =>
    Math.round(one * 100) === Math.round(other * 100) ? [] : [`statement: ${name}: ${one} is not ${other}`]
  const own = accountOf(model)
  const is = (name: string, printed: number, centavos: number): readonly string[] =>
    Math.round(printed * 100) === centavos ? [] : [`statement: ${name} is ${printed}, should be ${centavos / 100}`]
  return [
    ...foots('closing', closing, opening + due.sum - paidOut.sum - accepted.sum - recovered.sum),
    ...foots('closing', closing, parts.inProcess.sum + parts.failed.sum + parts.underpaid.sum - parts.overpaid.sum),
    ...(own === null
      ? []
      : [
          ...(due.settlements === own.settlements
            ? []
            : [`statement: ${due.settlements} settlements, not ${own.settlements}`]),
          ...is('due', due.sum, own.due),
          ...is('paid out', paidOut.sum, own.paidOut),
          ...is('recovered', recovered.sum, own.recovered),
          ...is('in process', parts.inProcess.sum, own.inProcess),
          ...is('failed', parts.failed.sum, own.failed),
          ...is('paid too little', parts.underpaid.sum, own.underpaid),
          ...is('paid too much', parts.overpaid.sum, own.overpaid),
        ]),
  ]
}
