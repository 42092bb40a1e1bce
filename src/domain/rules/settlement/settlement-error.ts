import { awaitedPayout } from '../../assessment/expected-payout.ts'
import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, NO_DATA, NOTHING, observed } from '../define-check.ts'
import { ownSettlement } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

export const settlementError = defineCheck({
  code: 'SETTLEMENT_ERROR',
  severity: 'error',
  acts: 'operator',
  bucket: 'failed',
  event: 'figures',
  /** The service itself reports that the settlement failed. */
  check: (facts) => {
    const settlement = ownSettlement(facts)
    if (settlement?.status !== 'error') return NOTHING
    return observed(THE_SETTLEMENT, asText('error', null), NO_DATA, null, awaitedPayout({ ...facts, settlement }))
  },
  title: { en: 'The settlement failed', es: 'La liquidación falló' },
  when: "the settlement's status is `error`",
  message: { en: () => 'the service reports status error', es: () => 'el servicio reporta el estado error' },
})
