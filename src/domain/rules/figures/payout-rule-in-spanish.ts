/** The names of the payout rules, including two older ones with which old findings are stored. */
const WORDS: Readonly<Record<string, string>> = {
  net: 'comisiones descontadas',
  gross: 'comisiones facturadas aparte',
  prepaid: 'comisiones descontadas',
  postpaid: 'comisiones facturadas aparte',
  'gateway-collected': 'todo lo recaudado',
  'gateway-zero': 'cero',
  'gateway-adjustments-less-fees': 'ajustes menos comisiones',
  unchecked: 'sin revisar',
}

export const payoutRuleInSpanish = (rule: string): string => WORDS[rule] ?? rule
