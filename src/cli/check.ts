import { type Command, DEBUG, SETTINGS } from './command.ts'
import { doJob, JOB_FLAGS } from './job.ts'

export const check: Command = {
  name: 'check',
  describe: 'Check and report again from what is stored, without the network',
  examples: [
    ['cuadre check', 'everything that is stored'],
    ['cuadre check --date 2026-03-12', 'one day'],
    ['cuadre check --fail-on warning', 'end with status 3 for warnings too'],
  ],
  flags: { ...JOB_FLAGS, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { checkJob } = await import('../../jobs/check.ts')
    return doJob('check', given, io, checkJob)
  },
}
