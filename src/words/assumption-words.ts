import type { Assumption } from '../core/policy.ts'
import type { Both } from '../std/both.ts'
import type { Language } from './language.ts'

/** Values of settings, as people say them; a number or a name says itself. */
const VALUES: Readonly<Record<string, Readonly<Record<string, Both<string>>>>> = {
  adjustments: {
    add: { en: 'added, with their sign', es: 'se suman, con su signo' },
    subtract: { en: 'taken off', es: 'se restan' },
  },
  postpaidFees: {
    'not-deducted': { en: 'they do not', es: 'no lo reducen' },
    deducted: { en: 'they do', es: 'sí lo reducen' },
  },
  gateway: {
    candidates: {
      en: 'by the first of four equations that fits',
      es: 'por la primera de cuatro ecuaciones que cuadre',
    },
    same: { en: 'as any other', es: 'como el de cualquier otra' },
    unchecked: { en: 'not checked', es: 'no se revisa' },
  },
  chargebacks: {
    counted: { en: 'it counts', es: 'cuenta' },
    excluded: { en: 'it does not', es: 'no cuenta' },
  },
  collectedBasis: {
    paid: { en: 'what was paid', es: 'lo pagado' },
    amount: { en: 'what was asked for', es: 'lo cobrado' },
  },
  tariffDate: {
    payment: { en: 'that of the payment', es: 'la del pago' },
    settlement: { en: 'that of the settlement', es: 'la de la liquidación' },
  },
  cycleAliases: { '{}': { en: 'none', es: 'ninguna' } },
  extraCycles: { '': { en: 'none', es: 'ninguno' } },
}

/** The value in words, with the setting as it is typed where that says more. */
export const valueInWords = (
  { setting, value }: Assumption,
  language: Language,
): readonly [words: string, typed: string] => {
  const words = VALUES[setting]?.[value.en]?.[language]
  if (words !== undefined && value.en !== '' && value.en !== '{}') return [words, `${setting} = ${value.en}`]
  return [words ?? value[language], setting]
}
