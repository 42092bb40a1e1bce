import { demoWeek } from './demo-week.ts'
import type { Scenario } from './scenario.ts'

/** Every scenario, in the order of the help. */
export const SCENARIOS: readonly Scenario[] = [demoWeek]
