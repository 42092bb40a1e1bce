import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, observed } from '../define-check.ts'
import { settlementField } from '../subject.ts'

export const readingContradicted = defineCheck({
  code: 'READING_CONTRADICTED',
  severity: 'warning',
  acts: 'engineer',
  /**
   * The settlement does not fit a reading that a person pinned (SPEC, section 8). Only the first such settlement
   * reports it.
   */
  check: ({ contradictions }) =>
    contradictions.flatMap(({ setting, inForce, fitting }) =>
      observed(settlementField(setting), asText(fitting.join(' '), inForce), { setting }),
    ),
  title: { en: 'A settlement contradicts a pinned reading', es: 'Una liquidación contradice una lectura fijada' },
  when: 'a settlement of the day of pinning or later does not fit a pinned reading (`adjustments`, `postpaidFees`, `gateway`). Only the first one is reported; `cuadre readings` counts all',
  message: {
    en: ({ figures, data: { setting } }) =>
      `this settlement fits ${setting} ${figures.reported}, but the setting in force is ${figures.expected}: see cuadre readings`,
    es: ({ figures, data: { setting } }) =>
      `esta liquidación corresponde a ${setting} ${figures.reported}, pero el parámetro vigente es ${figures.expected}: vea cuadre readings`,
  },
})
