import type { Both } from '../../../std/both.ts'

/** The names of the payout rules, including two older ones with which old findings are stored. */
const WORDS: Readonly<Record<string, Both<string>>> = {
  net: { en: 'fees deducted', es: 'comisiones descontadas' },
  gross: { en: 'fees billed apart', es: 'comisiones facturadas aparte' },
  prepaid: { en: 'fees deducted', es: 'comisiones descontadas' },
  postpaid: { en: 'fees billed apart', es: 'comisiones facturadas aparte' },
  'gateway-collected': { en: 'all that was collected', es: 'todo lo recaudado' },
  'gateway-zero': { en: 'zero', es: 'cero' },
  'gateway-adjustments-less-fees': { en: 'adjustments less fees', es: 'ajustes menos comisiones' },
  unchecked: { en: 'not checked', es: 'sin revisar' },
}

export const payoutRuleInWords = (rule: string, language: keyof Both<string>): string => WORDS[rule]?.[language] ?? rule
