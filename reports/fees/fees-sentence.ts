import { feeRate } from '../../src/core/fees/tariff.ts'
import { minus, ZERO } from '../../src/core/money.ts'
import { capitalize } from '../../src/std/capitalize.ts'
import { feesWords } from '../../src/words/fees-words.ts'
import type { FirstSentence } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { moneyIn } from '../../src/words/money.ts'
import { type FeesAsOf, hasTariff } from './fees-report.ts'

/** A rate as people read it: `0.83 %`, `0,83 %`. */
export const percentIn = (rate: { readonly decimal: string } | null, language: Language): string => {
  if (rate === null) return ''
  const text = (Number(rate.decimal) * 100).toFixed(2)
  return `${(language === 'es' ? text.replace('.', ',') : text).replace('-', '−')} %`
}

/** The conclusion of the fees page, gravest part first; too much and too little are never netted. */
export const feesSentence = (report: FeesAsOf, language: Language): FirstSentence => {
  const words = feesWords(language)
  const { compared, all } = report.total
  if (!hasTariff(report)) {
    const rate = percentIn(feeRate(all.charged, all.collected), language)
    return { tone: 'neutral', text: words.noTariff(moneyIn(all.charged, language), rate) }
  }
  const { tooMuch, tooLittle } = compared
  const parts = [
    ...(tooMuch.number === 0 ? [] : [words.tooMuch(moneyIn(tooMuch.sum, language), tooMuch.number)]),
    ...(tooLittle.number === 0
      ? []
      : [
          (tooMuch.number === 0 ? words.onlyTooLittle : words.tooLittle)(
            moneyIn(tooLittle.sum, language),
            tooLittle.number,
          ),
        ]),
    ...notComparedParts(report, language),
  ]
  if (tooMuch.number + tooLittle.number > 0)
    return { tone: tooMuch.number > 0 ? 'bad' : 'warning', text: `${parts.join('; ')}.` }
  return sentenceOfTotals(report, parts, language)
}

/** The fees of a settlement that was not read are unknown, so these have a part of their own. */
const notComparedParts = ({ total }: FeesAsOf, language: Language): readonly string[] => {
  const words = feesWords(language)
  const unread = total.reasons.find(({ reason }) => reason === 'unread') ?? { number: 0, sum: ZERO }
  const others = total.notCompared.settlements - unread.number
  const charged = minus(total.notCompared.charged, unread.sum)
  return [
    ...(others === 0 ? [] : [words.notCompared(others, moneyIn(charged, language))]),
    ...(unread.number === 0 ? [] : [words.unread(unread.number)]),
  ]
}

const sentenceOfTotals = ({ total }: FeesAsOf, rest: readonly string[], language: Language): FirstSentence => {
  const words = feesWords(language)
  const { compared, all } = total
  if (all.charged === ZERO && compared.expected === ZERO && rest.length === 0)
    return { tone: 'neutral', text: words.none }
  const first = compared.settlements === 0 ? words.nothingCompared : words.agree(compared.settlements)
  const others = rest.map((part) => `${capitalize(part)}.`)
  return { tone: rest.length === 0 ? 'good' : 'warning', text: [first, ...others].join(' ') }
}
