import { expect, it } from 'vitest'
import { playChaos } from '../../bench/chaos/play-chaos.ts'
import { NO_POSTGRES } from '../../bench/chaos/postgres.ts'
import { emptyFolder } from '../empty-folder.ts'

const PLAN = { workers: 3, atOnce: 2, seed: 1, latencyMs: 10 }

it.skipIf(NO_POSTGRES !== null).each([
  ['on a volume', { merchants: 12, kills: 4, inStore: false }],
  ['in a store', { merchants: 4, kills: 2, inStore: true }],
])(
  `databases %s: every night is done once and as by one process, whatever becomes of the workers${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  async (_, plan) => {
    const report = await playChaos({ ...PLAN, ...plan, folder: emptyFolder() })
    expect(report).toMatchObject({ done: plan.merchants, flaws: [] })
    expect(report.kills).toBeGreaterThan(0)
  },
)
