import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { doJob, JOB_FLAGS } from '../../framework/job.ts'
import { MASK } from '../../framework/mask.ts'
import { refuseOwnFolder } from '../../framework/own-folder.ts'
import { SHARD } from '../../framework/shard.ts'

export const check: Command = {
  name: 'check',
  group: 'daily',
  exits: ['discrepancies', 'incomplete', 'locked'],
  describe: {
    en: 'Check and report again from what is stored, without the network',
    es: 'Concilia e informa de nuevo con lo guardado, sin la red',
  },
  manual: [
    [
      '[--date D | --from D --to D] [--cycle C]... [--as-of N|TIME --out DIR] [--mask --out DIR] [--all] [--json]',
      'Checks and reports again from what is stored, without the network. Without dates: everything stored. `--as-of` writes the files [as they were known then](files.md#what-was-known-then) to another folder. `--mask` writes copies for others to another folder, without document numbers and names of customers, and changes nothing else.',
    ],
  ],
  examples: [
    ['cuadre check', { en: 'everything that is stored', es: 'todo lo guardado' }],
    ['cuadre check --date 2026-03-12', { en: 'one day', es: 'un día' }],
    [
      'cuadre check --as-of 2026-03-14 --out then',
      {
        en: 'the files as they were known at the end of that day',
        es: 'los archivos como se sabían al final de ese día',
      },
      'cuadre check --as-of 2026-03-14 --out entonces',
    ],
    [
      'cuadre check --fail-on warning',
      { en: 'end with status 3 for warnings too', es: 'termina con el estado 3 también por advertencias' },
    ],
    [
      'cuadre check --date 2026-03-12 --mask --out for-others',
      { en: 'the files of a day without documents and names', es: 'los archivos de un día sin documentos ni nombres' },
      'cuadre check --date 2026-03-12 --mask --out para-otros',
    ],
  ],
  flags: { ...JOB_FLAGS, ...AS_OF, ...MASK, ...SHARD, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  writesReports: (given) => !given.isOn('mask') && given.text('as-of') === undefined,
  execute: async (given, io) => {
    const isMasked = given.isOn('mask')
    if (isMasked) refuseOwnFolder('--mask', given, io)
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const { checkJob, maskedCheckJob } = await import('../../../../jobs/check.ts')
    const job = isMasked ? maskedCheckJob : checkJob
    return doJob('check', given, io, (context, request) =>
      job(context, { ...request, asOf: parseAsOf(given, context.zone) }),
    )
  },
}
