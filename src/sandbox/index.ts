export { DEMO_WEEK, demoWeekRemarks, demoWeekTroubles } from './scenarios/demo-week.ts'
export { SCENARIOS } from './scenarios/list.ts'
export type { Trouble } from './scenarios/scenario.ts'
export { type Sandbox, SandboxOptionError, type SandboxOptions, startSandbox } from './start.ts'
