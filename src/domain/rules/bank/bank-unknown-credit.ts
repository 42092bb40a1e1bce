import { inCop } from '../../findings/discrepancy.ts'
import { defineCheck, observed } from '../define-check.ts'
import { theBankEntry } from '../subject.ts'

export const bankUnknownCredit = defineCheck({
  code: 'BANK_UNKNOWN_CREDIT',
  severity: 'warning',
  acts: 'operator',
  /** Every credit of the operator is the payout of some settlement. */
  check: ({ bank }) =>
    (bank?.unknownCredits ?? []).flatMap(({ id, value, bookedOn }) =>
      observed(theBankEntry(id), inCop(value, null), { on: bookedOn }, null, value),
    ),
  title: {
    en: 'A credit of the operator belongs to no payout',
    es: 'Una consignación del operador no es de ninguna liquidación',
  },
  when: 'a credit with the text of the operator that no payout explains; it is filed under the last settlement on or before its day',
  message: {
    en: ({ figures, data: { on } }, say) =>
      `the bank shows ${say.money(figures.reported)} of the operator on ${on}, and no payout explains it`,
    es: ({ figures, data: { on } }, say) =>
      `el banco muestra ${say.money(figures.reported)} del operador el ${say.day(on)}, y ningún abono los explica`,
  },
})
