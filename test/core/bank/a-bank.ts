import type { AccountStatement, EntryInFile } from '../../../src/core/bank/bank-statement.ts'
import { type BankFacts, lastDayOfCredit } from '../../../src/core/bank/payout-arrivals.ts'
import type { BankTie, OpenPayout } from '../../../src/core/bank/tie-out.ts'
import { cop, slot } from '../a.ts'

/** Three business days after it are 13, 16 and 17 March 2026; the 23rd is a holiday. */
export const aPayout = (date: string, cycle: string, pesos: number): OpenPayout => ({
  slot: slot(date, cycle),
  payout: cop(pesos),
  earlier: [],
  lastDay: lastDayOfCredit(slot(date).date, 3),
})

export const anEntry = (id: string, date: string, pesos: number, instead: Partial<EntryInFile> = {}): EntryInFile => ({
  id,
  file: 1,
  position: 1,
  account: '123',
  bookedOn: slot(date).date,
  valueOn: null,
  value: cop(pesos),
  text: 'ABONO PAYCO',
  reference: null,
  ...instead,
})

export const aStatement = (from: string, to: string, instead: Partial<AccountStatement> = {}): AccountStatement => ({
  file: 1,
  account: '123',
  number: null,
  from: slot(from).date,
  to: slot(to).date,
  opening: null,
  closing: null,
  ...instead,
})

export const aTie = (
  payouts: readonly OpenPayout[],
  entries: readonly string[],
  instead: Partial<BankTie> = {},
): BankTie => ({ number: 40, at: 5, by: 'Ana', reason: 'r', payouts, entries, undone: null, ...instead })

export const someBank = (instead: Partial<BankFacts> = {}): { readonly bank: BankFacts } => ({
  bank: { arrival: null, unknownCredits: [], gaps: [], ...instead },
})
