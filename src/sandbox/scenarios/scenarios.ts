import { demoWeek } from './demo-week.ts'
import { invoiceTroubles } from './invoice-troubles.ts'
import { merchantScenarios } from './merchants.ts'
import { misbehaviours } from './misbehaviours.ts'
import { settlementTroubles, wrongFees } from './settlement-troubles.ts'
import type { Scenario } from './trouble.ts'

/** Every scenario, in the order of the help. */
export const SCENARIOS: readonly Scenario[] = [
  demoWeek,
  ...merchantScenarios,
  ...settlementTroubles,
  ...wrongFees,
  ...invoiceTroubles,
  ...misbehaviours,
]
