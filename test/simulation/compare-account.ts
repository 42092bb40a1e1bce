import { type Place, typeCommand } from './driver.ts'
import { accountOf } from './oracle/account.ts'
import type { Model } from './oracle/model.ts'
import { dayAfter, dayOf } from './oracle/words.ts'

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

/** The account of some days; null where the program refuses it. */
export const askAccount = async (
  place: Place,
  now: number,
  words: readonly string[],
): Promise<PrintedAccount | null> => {
  const { status, out } = await typeCommand(place, now, ['statement', '--json', ...words])
  return status === 0 ? (JSON.parse(out) as { readonly account: PrintedAccount }).account : null
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

/** The account of days that are closed, as it was at their closing. */
export interface SignedAccount {
  readonly from: string
  readonly through: string
  readonly account: PrintedAccount | null
}

/** What was signed stays; the next account opens with it, and the two come to that of all days. */
export const compareSigned = async (
  { from, through, account }: SignedAccount,
  place: Place,
  now: number,
): Promise<readonly string[]> => {
  const [next, today] = [dayAfter(through, 1), dayOf(now)]
  if (account === null || next > today) return []
  const ask = (first: string, last: string) => askAccount(place, now, ['--from', first, '--to', last])
  const [signed, rest, all] = [await ask(from, through), await ask(next, today), await ask(from, today)]
  if (rest === null || all === null) return []
  const is = (name: string, one: number, other: number): readonly string[] =>
    Math.round(one * 100) === Math.round(other * 100)
      ? []
      : [`statement after ${through}: ${name}: ${one}, not ${other}`]
  const adds = (name: 'due' | 'paidOut' | 'accepted' | 'recovered'): readonly string[] =>
    is(name, account[name].sum + rest[name].sum, all[name].sum)
  return [
    ...(JSON.stringify(signed) === JSON.stringify(account)
      ? []
      : [`statement through ${through}: not that of its closing`]),
    ...is('opening', rest.opening, account.closing),
    ...is('closing', rest.closing, all.closing),
    ...(['due', 'paidOut', 'accepted', 'recovered'] as const).flatMap(adds),
  ]
}
