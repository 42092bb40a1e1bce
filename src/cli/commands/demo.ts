import { join } from 'node:path'
import type { DemoReport } from '../../../jobs/demo.ts'
import type { JobReport } from '../../../jobs/steps/run/context.ts'
import { loadSettings } from '../../input/settings.ts'
import { CONFIG_FILE } from '../../input/sources/config-file-place.ts'
import { zoneByName } from '../../input/zone.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { terminalText } from '../../print/terminal.ts'
import { bankListReport } from '../../questions/bank-list.ts'
import type { Both } from '../../std/both.ts'
import { PLAIN_START, typed } from '../../std/start.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import { type Command, DEBUG } from '../framework/command.ts'
import { fromHere } from '../framework/effective-settings.ts'
import { statusOf } from '../framework/failure.ts'
import { withProgress } from '../framework/job.ts'
import { reportText } from '../terminal/report-text.ts'

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
    const folder = join(io.cwd, FOLDER)
    const { program } = io.start ?? PLAIN_START
    const start = { program, flags: { config: `${FOLDER}/${CONFIG_FILE}` } }
    const { runDemo } = await import('../../../jobs/demo.ts')
    // The user's language is the only setting read: neither the environment nor the settings file of this folder counts.
    const { settings: defaults } = loadSettings({ flags: {}, env: {}, cwd: folder })
    const settings = { ...defaults, language: io.language }
    const zone = zoneByName(settings.policy.timeZone)
    const { report, now, troubles, bank, statementFile } = await withProgress(
      { form: 'off', level: 'info' },
      io,
      zone,
      ({ progress }) =>
        runDemo({ ...io, start, settings, zone, version: versionOfPackage(), progress, statusOf }, folder),
    )
    const display = displayOf(io, settings.language)
    const files = report.files.map((path) => fromHere(path, io.cwd))
    const options = { display, zone, now, all: false, pasteable: (command: string) => typed(command, start) }
    const text = [
      reportText(report, files, options),
      troublesText(report, troubles, display),
      bankText(bank, fromHere(statementFile, io.cwd), display),
    ].join('')
    await io.stdout(io.typable?.(text, start) ?? text)
    await io.stdout(nextText(display))
    return 0
  },
}

/** Under the current folder. */
const FOLDER = 'cuadre-demo'

/** The troubles of the demo's week, and whether the run found each. */
const troublesText = ({ slots }: JobReport, troubles: DemoReport['troubles'], { width, language }: Display): string => {
  const words = WORDS[language]
  const found = new Set(
    slots.flatMap(({ slot, discrepancies }) => discrepancies.map(({ code }) => `${slot.date} ${slot.cycle} ${code}`)),
  )
  const missed = troubles.filter(({ date, cycle, code }) => !found.has(`${date} ${cycle} ${code}`))
  const lines = troubles.map((trouble) => {
    const { date, cycle, sentence, spanish } = trouble
    const said = { en: sentence, es: spanish }[language]
    return wrapText(
      `  ${dayIn(date, language)} ${cycle}  `,
      `${missed.includes(trouble) ? words.missed : ''}${said}`,
      width,
    )
  })
  return ['', words.week(troubles.length, missed.length), ...lines.flat(), ''].join('\n')
}

/** Which payouts arrived, by the imported bank statement. */
const bankText = (bank: DemoReport['bank'], file: string, display: Display): string => {
  const { width, language } = display
  return `\n${wrapText('', WORDS[language].bank(file), width).join('\n')}\n\n${terminalText(bankListReport(bank, false), display)}`
}

const nextText = ({ width, language }: Display): string => {
  const { label, next } = WORDS[language]
  const lines = next.flatMap((line, at) => wrapText(at === 0 ? label : ' '.repeat(label.length), line, width))
  return ['', ...lines, ''].join('\n')
}

const WORDS = {
  en: {
    missed: 'MISSED: ',
    week: (troubles: number, missed: number) =>
      `The week is made up. ${troubles} troubles were put into it, and ${missed === 0 ? 'each was found' : `${missed} were MISSED`}:`,
    bank: (file: string) =>
      `The statement of its bank was imported, too (${file}): most payouts arrived; one arrived short, to be confirmed; two are missing, and three are on the way.`,
    label: 'Next   ',
    next: [
      'open cuadre-demo/out/index.html in a browser',
      'with a service of your own: "cuadre init", then "cuadre run"',
    ],
  },
  es: {
    missed: 'NO SE ENCONTRÓ: ',
    week: (troubles: number, missed: number) =>
      `La semana es inventada. Se le pusieron ${troubles} problemas, y ${missed === 0 ? 'se encontraron todos' : `${missed} NO SE ENCONTRARON`}:`,
    bank: (file: string) =>
      `También se importó el extracto de su banco (${file}): la mayoría de los abonos llegó; uno llegó de menos, por confirmar; dos faltan y tres van en camino.`,
    label: 'Siguiente  ',
    next: [
      'abra cuadre-demo/out/index.html en un navegador',
      'con un servicio propio: "cuadre init", y después "cuadre run"',
    ],
  },
} as const satisfies Both<object>
