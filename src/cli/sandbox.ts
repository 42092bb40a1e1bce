import { SCENARIOS, type Sandbox, SandboxOptionError, type SandboxOptions, startSandbox } from '../sandbox/index.ts'
