import type { Both } from '../../../std/both.ts'
import { asText, type Figures } from '../../findings/discrepancy.ts'
import { defineCheck, observed } from '../define-check.ts'
import { payoutRuleInWords } from '../figures/payout-rule-in-words.ts'
import { settlementField } from '../subject.ts'

/** The values of the settings that can be pinned; those of a gateway may also be payout rules. */
const VALUES: Readonly<Record<string, Both<string>>> = {
  add: { en: 'adjustments are added to the payout', es: 'los ajustes se suman al abono' },
  subtract: { en: 'adjustments are subtracted from the payout', es: 'los ajustes se restan del abono' },
  'not-deducted': {
    en: 'fees billed apart are not deducted',
    es: 'las comisiones facturadas aparte no se descuentan',
  },
  deducted: { en: 'fees billed apart are deducted', es: 'las comisiones facturadas aparte se descuentan' },
  same: { en: 'the usual equation', es: 'la ecuación usual' },
  candidates: { en: 'any of the known equations', es: 'alguna de las ecuaciones conocidas' },
}

/** The values of a setting in words; `figure` has them joined by a space. */
const valuesInWords = (figure: Figures['reported'], language: keyof Both<string>): string => {
  const values = String(figure).split(' ')
  const words = values.map((value) => VALUES[value]?.[language] ?? payoutRuleInWords(value, language))
  return words.join(language === 'en' ? ', or ' : ', o ')
}

export const readingContradicted = defineCheck({
  code: 'READING_CONTRADICTED',
  severity: 'warning',
  acts: 'engineer',
  dependsOn: 'others',
  /**
   * The settlement does not fit a reading that a person pinned (SPEC, section 8). Only the first such settlement
   * reports it.
   */
  check: ({ contradictions }) =>
    contradictions.flatMap(({ setting, inForce, fitting }) =>
      observed(settlementField(setting), asText(fitting.join(' '), inForce), { setting }),
    ),
  title: {
    en: 'A settlement contradicts a pinned interpretation',
    es: 'Una liquidación contradice una interpretación fijada',
  },
  when: 'a settlement of the day of pinning or later does not fit a pinned interpretation (`adjustments`, `postpaidFees`, `gateway`). Only the first one is reported; `cuadre readings` counts all',
  message: {
    en: ({ figures, data: { setting } }) =>
      `this settlement fits: ${valuesInWords(figures.reported, 'en')}; the setting ${setting} says: ${valuesInWords(figures.expected, 'en')}; see cuadre readings`,
    es: ({ figures, data: { setting } }) =>
      `esta liquidación corresponde a: ${valuesInWords(figures.reported, 'es')}; el parámetro ${setting} dice: ${valuesInWords(figures.expected, 'es')}; vea cuadre readings`,
  },
})
