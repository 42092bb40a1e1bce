import type { ChargebackBalance } from '../../../domain/assessment/chargeback-account.ts'
import { type Amount, inWords } from '../../../domain/money.ts'
import { countOf } from '../../../i18n/counts.ts'
import { dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import { sumIn } from '../../../print/in-table.ts'
import { howMany } from '../../../std/how-many.ts'

/** The chargebacks and adjustments of those days, and the two lines about their open parts, which are not netted. */
export const chargebackLines = (balance: ChargebackBalance, language: Language): readonly [string, ...string[]] => [
  {
    en: `${balance.from} to ${balance.to}: ${howMany(balance.seen, 'chargeback')} of ${inWords(balance.paid)}, adjustments of ${inWords(balance.adjustments)}`,
    es: `del ${dayIn(balance.from, 'es')} al ${dayIn(balance.to, 'es')}: ${countOf(balance.seen, 'chargeback', language)} por ${sumIn(balance.paid, language)}, ajustes por ${sumIn(balance.adjustments, language)}`,
  }[language],
  {
    en: `adjustments without a chargeback: ${bothWays(balance.withoutChargeback, language)}`,
    es: `ajustes sin contracargo: ${bothWays(balance.withoutChargeback, language)}`,
  }[language],
  {
    en: `chargebacks not debited yet: ${inAll(balance.notDebited, language)}`,
    es: `contracargos aún no debitados: ${inAll(balance.notDebited, language)}`,
  }[language],
  ...leftOutLines(balance, language),
]

/** Adjustments that gateway readings leave out of their payouts are in no other line. */
const leftOutLines = ({ leftOut }: ChargebackBalance, language: Language): readonly string[] => {
  if (leftOut.number === 0) return []
  const sums = inAll(leftOut, language)
  return [
    { en: `adjustments not part of a payout: ${sums}`, es: `ajustes que no hacen parte de un abono: ${sums}` }[
      language
    ],
  ]
}

const bothWays = ({ taken, brought }: ChargebackBalance['withoutChargeback'], language: Language): string => {
  const parts = [taken, brought].flatMap(({ number, sum }, at) =>
    number === 0 ? [] : [`${number} ${wayOf(at, number, language)}, ${sumIn(sum, language)}`],
  )
  return parts.join('; ') || inAll(taken, language)
}

const wayOf = (at: number, number: number, language: Language): string => {
  if (language === 'en') return at === 0 ? 'taken off' : 'added'
  return `${at === 0 ? 'descontado' : 'sumado'}${number === 1 ? '' : 's'}`
}

const inAll = ({ number, sum }: Amount, language: Language): string =>
  number === 0 ? { en: 'none', es: 'ninguno' }[language] : `${number}, ${sumIn(sum, language)}`
