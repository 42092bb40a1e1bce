import { type Command, DEBUG, SETTINGS } from './command.ts'
import { doJob, JOB_FLAGS } from './job.ts'
import { MASK, refuseOwnFolder } from './mask.ts'

export const check: Command = {
  name: 'check',
  describe: 'Check and report again from what is stored, without the network',
  examples: [
    ['cuadre check', 'everything that is stored'],
    ['cuadre check --date 2026-03-12', 'one day'],
    ['cuadre check --fail-on warning', 'end with status 3 for warnings too'],
    ['cuadre check --date 2026-03-12 --mask --out for-others', 'the files of a day without documents and names'],
  ],
  flags: { ...JOB_FLAGS, ...MASK, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const isMasked = given.isOn('mask')
    if (isMasked) refuseOwnFolder(given, io)
    const { checkJob, maskedCheckJob } = await import('../../jobs/check.ts')
    return doJob('check', given, io, isMasked ? maskedCheckJob : checkJob)
  },
}
