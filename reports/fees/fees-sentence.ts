import { feeRate } from '../../src/core/fees/tariff.ts'
import { minus, ZERO } from '../../src/core/money.ts'
import { percentIn } from '../../src/print/cell-text.ts'
import { capitalize } from '../../src/std/capitalize.ts'
import type { FirstSentence } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { countOf, moneyIn } from '../../src/words/money.ts'
import { type FeesAsOf, hasTariff } from './fees-report.ts'

/** The conclusion of the fees page, gravest part first; too much and too little are never netted. */
export const feesSentence = (report: FeesAsOf, language: Language): FirstSentence => {
  const { compared, all } = report.total
  if (!hasTariff(report)) {
    const rate = feeRate(all.charged, all.collected)
    const [charged, share] = [moneyIn(all.charged, language), rate === null ? '' : percentIn(rate, language)]
    const text = {
      en: `No tariff is set, so no fee is compared. Charged: ${charged}${share && `, ${share} of what was collected`}.`,
      es: `No hay tarifa en los parámetros; por eso no se compara ninguna comisión. Se cobraron ${charged}${share && `, el ${share} del recaudo`}.`,
    }
    return { tone: 'neutral', text: text[language] }
  }
  const { tooMuch, tooLittle } = compared
  const on = (number: number): string => countOf(number, 'settlement', language)
  const [more, less] = [moneyIn(tooMuch.sum, language), moneyIn(tooLittle.sum, language)]
  const operator = { en: 'The operator', es: 'El operador' }
  const who =
    tooMuch.number === 0
      ? { en: `${operator.en} charged`, es: `${operator.es} cobró` }
      : { en: 'it charged', es: 'cobró' }
  const moreText = {
    en: `${operator.en} charged ${more} more than the tariff on ${on(tooMuch.number)}`,
    es: `${operator.es} cobró ${more} más que la tarifa en ${on(tooMuch.number)}`,
  }
  const lessText = {
    en: `${who.en} ${less} less than the tariff on ${on(tooLittle.number)}`,
    es: `${who.es} ${less} menos que la tarifa en ${on(tooLittle.number)}`,
  }
  const parts = [
    ...(tooMuch.number === 0 ? [] : [moreText[language]]),
    ...(tooLittle.number === 0 ? [] : [lessText[language]]),
    ...notComparedParts(report, language),
  ]
  if (tooMuch.number + tooLittle.number > 0)
    return { tone: tooMuch.number > 0 ? 'bad' : 'warning', text: `${parts.join('; ')}.` }
  return sentenceOfTotals(report, parts, language)
}

/** The fees of a settlement that was not read are unknown, so these have a part of their own. */
const notComparedParts = ({ total }: FeesAsOf, language: Language): readonly string[] => {
  const unread = total.reasons.find(({ reason }) => reason === 'unread') ?? { number: 0, sum: ZERO }
  const others = total.notCompared.settlements - unread.number
  const charged = moneyIn(minus(total.notCompared.charged, unread.sum), language)
  const [settlements, notRead] = [others, unread.number].map((number) => countOf(number, 'settlement', language))
  const isOne = unread.number === 1
  return [
    ...(others === 0
      ? []
      : [
          {
            en: `the fees of ${settlements}, ${charged}, were not compared`,
            es: `quedan sin comparar las comisiones de ${settlements}, por ${charged}`,
          }[language],
        ]),
    ...(unread.number === 0
      ? []
      : [
          {
            en: `${notRead} ${isOne ? 'was' : 'were'} not read`,
            es: `${isOne ? 'no se leyó' : 'no se leyeron'} ${notRead}`,
          }[language],
        ]),
  ]
}

const sentenceOfTotals = ({ total }: FeesAsOf, rest: readonly string[], language: Language): FirstSentence => {
  const { compared, all } = total
  if (all.charged === ZERO && compared.expected === ZERO && rest.length === 0) {
    const none = {
      en: 'No fees were charged, and none were expected.',
      es: 'No se cobraron comisiones ni se esperaba ninguna.',
    }
    return { tone: 'neutral', text: none[language] }
  }
  const others = rest.map((part) => `${capitalize(part)}.`)
  return {
    tone: rest.length === 0 ? 'good' : 'warning',
    text: [agreement(compared.settlements, language), ...others].join(' '),
  }
}

const agreement = (number: number, language: Language): string => {
  if (number === 0)
    return {
      en: 'The fees of no settlement could be compared with the tariff.',
      es: 'No se pudo comparar con la tarifa la comisión de ninguna liquidación.',
    }[language]
  const all = number === 1 ? { en: '', es: '' } : { en: 'all ', es: 'las ' }
  const settlements = countOf(number, 'settlement', language)
  return {
    en: `The fees of ${all.en}${settlements} match the tariff.`,
    es: `Las comisiones de ${all.es}${settlements} son las de la tarifa.`,
  }[language]
}
