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
}: StatementGap): Observation<Figures, { from: string; to: string }> => ({
  subject: theBankEntry(`${account.slice(-DIGITS)}-${before}`),
  severity: null,
  figures: balances === null ? asText(before, addDays(after, 1)) : inCop(balances.reported, balances.expected),
  data: { from: after, to: before },
  amount: balances === null ? null : minus(balances.reported, balances.expected),
})

export const bankGap = defineCheck({
  code: 'BANK_GAP',
  severity: 'warning',
  acts: 'tenant',
  /**
   * The statements of an account follow one another without a missing day, each with the closing balance of the
   * previous one.
   */
  check: ({ bank }) => (bank?.gaps ?? []).map(observe),
  title: { en: 'Bank statements do not join', es: 'Los extractos del banco no empalman' },
  when: 'days or balances between two statements of an account do not join; it is filed under the last settlement on or before the later one',
  message: {
    en: ({ figures, data: { from, to } }, say) =>
      figures.unit === 'COP'
        ? `the bank statement from ${to} opens with ${say.money(figures.reported)}, but the statements imported before it end with ${say.money(figures.expected)}`
        : `no bank statement covers the days after ${from} and before ${to}`,
    es: ({ figures, data: { from, to } }, say) =>
      figures.unit === 'COP'
        ? `el extracto desde el ${say.day(to)} empieza con ${say.money(figures.reported)}, pero lo importado antes termina en ${say.money(figures.expected)}`
        : `ningún extracto cubre los días después del ${say.day(from)} y antes del ${say.day(to)}`,
  },
})
