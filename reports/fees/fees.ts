import { forMerchant } from '../../src/input/for-merchant.ts'
import { inEach } from '../../src/print/names.ts'
import { type Drawing, note, type Report } from '../../src/print/report.ts'
import type { Both } from '../../src/std/both.ts'
import type { Start } from '../../src/std/start.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { moneyIn } from '../../src/words/money.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { assumptionNotes } from '../workbook/assumption-notes.ts'
import { ChargedDots } from './charged-dots.tsx'
import { entriesOff, type FeesReport, feesByWeek, hasTariff } from './fees-report.ts'
import { feesSentence } from './fees-sentence.ts'
import {
  billTable,
  differenceTable,
  invoicedTables,
  methodTable,
  monthTable,
  notComparedTable,
  offTable,
  settlementTable,
  unpricedTable,
  withholdingTable,
} from './fees-tables.ts'
import { RateWeeks } from './rate-weeks.tsx'

export const FEES_TITLE: Both<string> = { en: 'Fees against the tariff', es: 'Comisiones frente a la tarifa' }

/** Fees against the tariff: the conclusion, the operator's bill, the settlements off the tariff, drawings, and tables that add up. */
export const feesReport = (facts: FeesReport, start?: Start): Report => {
  const { merchant, days, bill, policy } = facts
  const off = entriesOff(facts)
  const { tone } = feesSentence(facts, 'en')
  return {
    merchant,
    home: '../../index.html',
    title: inEach((language) => {
      const range = statementWords(language).days(dayIn(days.from, language), dayIn(days.to, language))
      return `${FEES_TITLE[language]}, ${range}`
    }),
    sections: [
      note(
        inEach((language) => feesSentence(facts, language).text),
        { isStrong: true, tone },
      ),
      note(
        inEach((language) => `${FEES_TITLE[language]}, ${rangeIn(facts, language)} ${knownIn(facts, language)}`),
        { only: ['text'] },
      ),
      note(
        inEach((language) => knownIn(facts, language)),
        { only: ['html', 'xlsx'] },
      ),
      ...(bill === null ? [] : [billTable(bill)]),
      ...invoicedTables(facts),
      offTable(off),
      ...(hasTariff(facts) ? [chargedDots(facts)] : []),
      monthTable(facts),
      ...(hasTariff(facts) ? [differenceTable(facts)] : []),
      methodTable(facts),
      unpricedTable(facts),
      rateWeeks(facts),
      settlementTable(facts),
      ...(facts.total.methods.some(({ withholdings }) => withholdings.length > 0) ? [withholdingTable(facts)] : []),
      notComparedTable(facts),
      ...nextNotes(facts, start),
      ...assumptionNotes(policy),
    ],
  }
}

const rangeIn = ({ days, merchant }: FeesReport, language: Language): string => {
  const words = statementWords(language)
  return `${words.days(dayIn(days.from, language), dayIn(days.to, language))}, ${words.merchant} ${merchant}.`
}

/** As of when the figures are known, since when the tariffs hold, and what closed days have become. */
const knownIn = ({ moment, zone, policy, closed }: FeesReport, language: Language): string => {
  const words = statementWords(language)
  const clock = (at: number): string => clockIn(zone.clockAt(at), language)
  const [first, ...others] = policy.tariff.map(({ from }) => dayIn(from, language))
  const last = others.pop()
  const since = {
    en: [`Tariff${last === undefined ? '' : 's'} from ${[first, ...others].join(', from ')}`, last]
      .filter(Boolean)
      .join(' and from '),
    es: [
      `${last === undefined ? 'Tarifa vigente' : 'Tarifas vigentes'} desde el ${[first, ...others].join(', desde el ')}`,
      last,
    ]
      .filter(Boolean)
      .join(' y desde el '),
  }
  const difference = closed && moneyIn(closed.now.total.compared.difference, language)
  return [
    words.asOf(clock(moment.at), zone.name),
    ...(first === undefined ? [] : [`${since[language]}.`]),
    ...(closed === null
      ? []
      : [
          words.closedOn(dayIn(closed.closing.through, language), clock(closed.closing.at), closed.closing.by),
          {
            en: `As it is known now, the difference is ${difference}.`,
            es: `Según lo conocido ahora, la diferencia es ${difference}.`,
          }[language],
        ]),
  ].join(' ')
}

const chargedDots = (facts: FeesReport): Drawing => ({
  kind: 'drawing',
  only: ['html'],
  title: {
    en: 'Charged against expected: a dot for each settlement. On the line both are the same.',
    es: 'Cobrado frente a esperado: un punto por liquidación. Sobre la línea, ambos son iguales.',
  },
  draw: (language) => ChargedDots({ entries: facts.entries, off: entriesOff(facts), language }),
})

const rateWeeks = (facts: FeesReport): Drawing => ({
  kind: 'drawing',
  only: ['html'],
  title: {
    en: 'Rate by week (from Monday on): fees over what was paid',
    es: 'Tasa por semana (desde el lunes): comisiones sobre lo pagado',
  },
  notes: [
    note({
      en: 'All on one scale, from 0; the figure is that of the newest week.',
      es: 'Todas en la misma escala, desde 0; la cifra es la de la semana más reciente.',
    }),
  ],
  draw: (language) => RateWeeks({ weeks: feesByWeek(facts), language }),
})

/** What to do next: write a tariff when there is none, else look at the settlement with the largest difference. */
const nextNotes = (facts: FeesReport, start: Start | undefined) => {
  const [first] = entriesOff(facts)
  if (!hasTariff(facts))
    return [
      note(
        {
          en: 'A tariff from what was charged so far is proposed by',
          es: 'Propone una tarifa a partir de lo cobrado hasta ahora',
        },
        { only: ['text', 'html'], command: forMerchant('cuadre fees fit', facts, start) },
      ),
    ]
  if (first === undefined) return []
  const command = forMerchant(`cuadre explain ${first.slot.date} ${first.slot.cycle}`, facts, start)
  return [note({ en: 'Next', es: 'Siga con' }, { only: ['text', 'html'], command })]
}
