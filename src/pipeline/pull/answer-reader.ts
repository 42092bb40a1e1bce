import { policyIn } from '../../../reports/documents/assumptions.ts'
import { statusCounts } from '../../domain/invoice.ts'
import type { Policy } from '../../domain/policy.ts'
import { rereadPage, rereadSettlement } from '../../service/wire/reread.ts'
import type { AnswerReader } from '../../storage/maintenance/verify/verification-part.ts'

/** Reads stored answers as the run that asked for them did. */
export const answerReader = (version: string): AnswerReader => {
  const policies = new Map<string, Policy>()
  const policyOf = (text: string): Policy => {
    const policy = policies.get(text) ?? policyIn(text)
    policies.set(text, policy)
    return policy
  }
  return {
    version,
    page: (body, text) => {
      const policy = policyOf(text)
      return rereadPage(body, (status) => statusCounts(status, policy))
    },
    settlement: rereadSettlement,
  }
}
