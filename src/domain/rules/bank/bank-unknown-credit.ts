import { inCop } from '../../findings/discrepancy.ts'
import { defineCheck, observed } from '../define-check.ts'
import { theBankEntry } from '../subject.ts'

export const bankUnknownCredit = defineCheck({
  code: 'BANK_UNKNOWN_CREDIT',
  severity: 'warning',
  acts: 'operator',
  dependsOn: 'bank',
  isTiedByPersons: true,
  /** Every credit of the operator is the payout of some settlement. */
  check: ({ bank }) =>
    (bank?.unknownCredits ?? []).flatMap(({ id, value, bookedOn }) =>
      observed(theBankEntry(id), inCop(value, null), { on: bookedOn }, null, value),
    ),
  title: {
    en: 'A credit from the operator matches no payout',
    es: 'Una consignación del operador no es de ninguna liquidación',
  },
  when: 'a credit with the text of the operator that no payout explains; it is filed under the last settlement on or before its day',
  message: {
    en: ({ figures, data: { on } }, say) =>
      `the bank shows a credit of ${say.money(figures.reported)} from the operator on ${on} that no payout explains`,
    es: ({ figures, data: { on } }, say) =>
      `el banco muestra el ${say.day(on)} una consignación del operador por ${say.money(figures.reported)} que ningún abono explica`,
  },
})
