import { type Command, DEBUG, SETTINGS } from './command.ts'
import { doJob, JOB_FLAGS } from './job.ts'

export const run: Command = {
  name: 'run',
  describe: 'Pull what is due, keep it, check it, and write the reports',
  examples: [
    ['cuadre run', 'tonight: what is due, and what is not settled yet'],
    ['cuadre run --date 2026-03-12 --cycle 11', 'one slot, due or not'],
    ['cuadre run --from 2026-03-01 --to 2026-03-31 --json', 'a month, for a program'],
    ['cuadre run --dry-run', 'the same, but nothing is stored or written'],
  ],
  flags: {
    ...JOB_FLAGS,
    'dry-run': { kind: 'switch', describe: 'Store and write nothing' },
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const { runJob } = await import('../../jobs/run.ts')
    return doJob('run', given, io, runJob)
  },
}
