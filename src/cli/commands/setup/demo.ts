import { join } from 'node:path'
import type { DemoReport } from '../../../../jobs/demo.ts'
import { loadSettings } from '../../../config/settings.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import type { JobReport } from '../../../pipeline/run/context.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import { statusOf } from '../../framework/job.ts'
import { reportText } from '../../terminal/table.ts'
import { withWatchers } from '../nightly/watching.ts'

export const demo: Command = {
  name: 'demo',
  group: 'set-up',
  exits: ['locked'],
  describe: 'See it work: a made-up week with known troubles, under ./cuadre-demo/; nothing to configure',
  manual: [['', 'The demo of the README: a made-up week with known troubles, under `./cuadre-demo/`.']],
  examples: [['cuadre demo', 'a sandbox, a run over its week, the reports']],
  flags: DEBUG,
  execute: async (_given, io) => {
    const folder = join(io.cwd, 'cuadre-demo')
    const { runDemo } = await import('../../../../jobs/demo.ts')
    // Nothing of the user's is read: neither the environment nor the settings file of this folder.
    const { settings } = loadSettings({ flags: {}, env: {}, cwd: folder })
    const zone = zoneNamed(settings.policy.timeZone)
    const { report, troubles } = await withWatchers({ form: 'off', level: 'info' }, io, zone, ({ progress }) =>
      runDemo({ ...io, settings, zone, version: versionOfPackage(), progress, statusOf }, folder),
    )
    await io.stdout(
      reportText(
        report,
        report.files.map((path) => fromHere(path, io.cwd)),
      ),
    )
    await io.stdout(troublesText(report, troubles))
    return 0
  },
}

/** What was put into the week, each with whether the run has found it. */
const troublesText = ({ slots }: JobReport, troubles: DemoReport['troubles']): string => {
  const found = new Set(
    slots.flatMap(({ slot, discrepancies }) => discrepancies.map(({ code }) => `${slot.date} ${slot.cycle} ${code}`)),
  )
  const lines = troubles.map(({ date, cycle, code, sentence }) => {
    const isFound = found.has(`${date} ${cycle} ${code}`)
    return [`  ${isFound ? 'found ' : 'MISSED'}`, `${date} ${cycle}`, code, sentence]
  })
  return [
    '',
    `The week is made up. ${troubles.length} troubles were put into it:`,
    ...alignColumns(lines, 4),
    '',
    'Next: open cuadre-demo/out/index.html in a browser; with a service of your own: "cuadre init", then "cuadre run".',
    '',
  ].join('\n')
}
