import type { PayoutRule } from '../../assessment/payout.ts'

const WORDS: Readonly<Record<PayoutRule, string>> = {
  net: 'prepago',
  gross: 'pospago',
  'gateway-collected': 'todo lo recaudado',
  'gateway-zero': 'cero',
  'gateway-adjustments-less-fees': 'ajustes menos comisiones',
  unchecked: 'sin revisar',
}

export const payoutRuleInSpanish = (rule: PayoutRule): string => WORDS[rule]
