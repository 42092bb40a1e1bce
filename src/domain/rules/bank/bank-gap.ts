import type { StatementGap } from '../../bank/join-statements.ts'
import { asText, type Figures, inCop } from '../../findings/discrepancy.ts'
import { minus } from '../../money.ts'
import { addDays } from '../../slot.ts'
import { defineCheck, type Observation } from '../define-check.ts'
import { theBankEntry } from '../subject.ts'

/** The number of last digits that distinguish a merchant's accounts. */
const DIGITS = 4

const observe = ({
  account,
  after,
  before,
  balances,
  isWithin,
}: StatementGap): Observation<Figures, { from: string; to: string; isWithin?: true }> => ({
  subject: theBankEntry(`${account.slice(-DIGITS)}-${isWithin ? `${after}-` : ''}${before}`),
  severity: null,
  figures: balances === null ? asText(before, addDays(after, 1)) : inCop(balances.reported, balances.expected),
  data: { from: after, to: before, ...(isWithin && { isWithin }) },
  amount: balances === null ? null : minus(balances.reported, balances.expected),
})

export const bankGap = defineCheck({
  code: 'BANK_GAP',
  severity: 'warning',
  acts: 'importer',
  dependsOn: 'bank',
  /**
   * The statements of an account follow one another without a missing day, each with the closing balance of the
   * previous one; and each agrees with the entries that other files have of its days.
   */
  check: ({ bank }) => (bank?.gaps ?? []).map(observe),
  title: { en: 'Bank statements do not join', es: 'Los extractos del banco no empalman' },
  when: 'days or balances between two statements of an account do not join, or another file has entries of the days of a statement that it lacks; it is filed under the last settlement on or before the later one',
  message: {
    en: ({ figures, data: { from, to, isWithin = false } }, say) => {
      if (figures.unit !== 'COP') return `no bank statement covers the days after ${from} and before ${to}`
      const [reported, expected] = [say.money(figures.reported), say.money(figures.expected)]
      return isWithin
        ? `the bank statement from ${from} to ${to} closes with ${reported}, but with what other files have of its days it would close with ${expected}: the bank corrected an entry, or one of the files lacks some`
        : `the bank statement from ${to} opens with ${reported}, but the statements imported before it end with ${expected}`
    },
    es: ({ figures, data: { from, to, isWithin = false } }, say) => {
      const [first, last] = [say.day(from), say.day(to)]
      if (figures.unit !== 'COP') return `ningún extracto cubre los días después del ${first} y antes del ${last}`
      const [reported, expected] = [say.money(figures.reported), say.money(figures.expected)]
      return isWithin
        ? `el extracto del ${first} al ${last} termina en ${reported}, pero con lo que otros archivos tienen de esos días terminaría en ${expected}: el banco corrigió un movimiento, o a uno de los archivos le faltan`
        : `el extracto desde el ${last} empieza con ${reported}, pero lo importado antes termina en ${expected}`
    },
  },
})
