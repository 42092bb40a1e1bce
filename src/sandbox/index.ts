export { DEMO_WEEK, demoWeekRemarks, demoWeekTroubles } from './scenarios/demo-week.ts'
export { SCENARIOS } from './scenarios/scenarios.ts'
export type { ScenarioTrouble as Trouble } from './scenarios/trouble.ts'
export { type Sandbox, SandboxOptionError, type SandboxOptions, startSandbox } from './start.ts'
