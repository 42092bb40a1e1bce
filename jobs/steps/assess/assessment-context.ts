import type { Zone } from '../../../src/core/calendar/calendar.ts'
import type { Policy } from '../../../src/core/policy.ts'
import type { CheckRecord } from '../../../src/rules/define-check.ts'
import { CHECKS } from '../../../src/rules/registry.ts'
import type { ClaimSource } from '../pull/read-slot.ts'
import type { JobContext } from '../run/context.ts'

/** What decides how slots are assessed. */
export interface AssessmentContext extends ClaimSource {
  readonly policy: Policy
  readonly zone: Zone
  /** See Assessment. */
  readonly rulebook: string
  readonly checks: readonly CheckRecord[]
  /** Stops the work between two pages of a list. */
  readonly signal: AbortSignal
}

/** The policy, checks and notifications by which a job assesses. */
export const assessmentContext = (
  { settings, zone, signal, checks = CHECKS }: Pick<JobContext, 'settings' | 'zone' | 'signal' | 'checks'>,
  rulebook: string,
): AssessmentContext => {
  const { policy, inbox, webhookPayloadField } = settings
  return { policy, zone, rulebook, inbox, webhookPayloadField, checks, signal }
}
