import { join } from 'node:path'
import type { DemoReport } from '../../../../jobs/demo.ts'
import { loadSettings } from '../../../config/settings.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import type { JobReport } from '../../../pipeline/run/context.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { type Command, DEBUG } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import { statusOf } from '../../framework/job.ts'
import { type Display, displayOf } from '../../terminal/display.ts'
import { reportText } from '../../terminal/report-text.ts'
import { withWatchers } from '../nightly/watching.ts'

export const demo: Command = {
  name: 'demo',
  group: 'set-up',
  exits: ['locked'],
  describe: {
    en: 'See it work: a made-up week with known troubles, under ./cuadre-demo/; nothing to configure',
    es: 'Véalo funcionar: una semana inventada con problemas conocidos, en ./cuadre-demo/; sin configurar nada',
  },
  manual: [['', 'The demo of the README: a made-up week with known troubles, under `./cuadre-demo/`.']],
  examples: [
    [
      'cuadre demo',
      {
        en: 'a sandbox, a run over its week, the reports',
        es: 'un servicio de prueba, una ejecución sobre su semana, los informes',
      },
    ],
  ],
  flags: DEBUG,
  execute: async (_given, io) => {
    const folder = join(io.cwd, 'cuadre-demo')
    const { runDemo } = await import('../../../../jobs/demo.ts')
    // Nothing of the user's is read: neither the environment nor the settings file of this folder.
    const { settings } = loadSettings({ flags: {}, env: {}, cwd: folder })
    const zone = zoneNamed(settings.policy.timeZone)
    const { report, now, troubles } = await withWatchers({ form: 'off', level: 'info' }, io, zone, ({ progress }) =>
      runDemo({ ...io, settings, zone, version: versionOfPackage(), progress, statusOf }, folder),
    )
    const display = displayOf(io, settings.language)
    await io.stdout(
      reportText(
        report,
        report.files.map((path) => fromHere(path, io.cwd)),
        { display, zone, now, all: false, pasteable: (command) => `${command} --db cuadre-demo/cuadre.db` },
      ),
    )
    await io.stdout(troublesText(report, troubles, display))
    return 0
  },
}

/** What was put into the week, and whether the run has found it. */
const troublesText = ({ slots }: JobReport, troubles: DemoReport['troubles'], { width }: Display): string => {
  const found = new Set(
    slots.flatMap(({ slot, discrepancies }) => discrepancies.map(({ code }) => `${slot.date} ${slot.cycle} ${code}`)),
  )
  const missed = troubles.filter(({ date, cycle, code }) => !found.has(`${date} ${cycle} ${code}`))
  const how = missed.length === 0 ? 'each was found' : `${missed.length} were MISSED`
  const lines = troubles.map((trouble) => {
    const { date, cycle, sentence } = trouble
    return wrapText(`  ${date} ${cycle}  `, `${missed.includes(trouble) ? 'MISSED: ' : ''}${sentence}`, width)
  })
  return [
    '',
    `The week is made up. ${troubles.length} troubles were put into it, and ${how}:`,
    ...lines.flat(),
    '',
    ...wrapText('Next   ', 'open cuadre-demo/out/index.html in a browser', width),
    ...wrapText('       ', 'with a service of your own: "cuadre init", then "cuadre run"', width),
    '',
  ].join('\n')
}
