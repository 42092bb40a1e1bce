import { afterAll } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { DEMO_WEEK, type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts'

/** A sandbox for all tests of a file. */
export const sandboxForAll = async (options: SandboxOptions): Promise<Sandbox> => {
  const service = await startSandbox(options)
  afterAll(() => service.close())
  return service
}

/** Two merchants of one service, whose answers are dated by the clock of the sandbox. */
export const twoMerchantsForAll = (): Promise<Sandbox> =>
  sandboxForAll({ scenario: 'two-merchants', assumptions: { dateHeader: 'sandbox' } })

/** The demo week for all tests of a file, and how a person types at its end: in this folder, with the keys of the service. */
export const demoWeekForAll = async () => {
  const service = await sandboxForAll({ scenario: 'demo-week', assumptions: { dateHeader: 'sandbox' } })
  const keys = { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: service.apiKey }
  const now = (): number => Date.parse(DEMO_WEEK.clock)
  const at = (cwd: string, { env = {}, ...instead }: Partial<Io> = {}) => ({
    ...{ cwd, now, env: { ...keys, ...env } },
    ...instead,
  })
  return { service, at }
}
