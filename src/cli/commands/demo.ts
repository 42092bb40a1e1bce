import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DemoReport } from '../../../jobs/demo.ts'
import type { JobReport } from '../../../jobs/steps/run/context.ts'
import { hasFailed } from '../../../reports/documents/journal.ts'
import { bankBridge, numberIn } from '../../core/bank/bank-overview.ts'
import { loadSettings } from '../../input/settings.ts'
import { CONFIG_FILE } from '../../input/sources/config-file-place.ts'
import { zoneByName } from '../../input/zone.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { sentenceLines } from '../../questions/figures.ts'
import { positionOf } from '../../rules/account/position-of.ts'
import type { Both } from '../../std/both.ts'
import { PLAIN_START } from '../../std/start.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import { numberIn as numberInWords } from '../../words/money.ts'
import { type Command, DEBUG } from '../framework/command.ts'
import { statusOf } from '../framework/failure.ts'
import { withProgress } from '../framework/job.ts'

export const demo: Command = {
  name: 'demo',
  group: 'set-up',
  exits: ['locked'],
  describe: {
    en: 'See it work: a made-up week with known troubles, under ./cuadre-demo/; nothing to configure',
    es: 'Véalo funcionar: una semana inventada con problemas conocidos, en ./cuadre-demo/; sin configurar nada',
  },
  inSight: { en: 'see it work on a made-up week', es: 'véalo funcionar con una semana inventada' },
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
    const { report, troubles, bank, journal, rents } = await withProgress(
      { form: 'off', level: 'info' },
      io,
      zone,
      ({ progress }) =>
        runDemo({ ...io, start, settings, zone, version: versionOfPackage(), progress, statusOf }, folder),
    )
    const display = displayOf(io, settings.language)
    const page = pathToFileURL(join(folder, 'out', 'index.html')).href
    const lines = [
      ...sentenceLines(positionOf(report.slots), report.slots, display),
      ...scoreLines(report, troubles, join(folder, 'out'), display),
      ...bankLines(bank, display),
      ...journalLines(journal, display),
      ...rentLines(rents, display),
      ...nextLines(page, display),
    ]
    await io.stdout(`${lines.join('\n')}\n`)
    return 0
  },
}

/** Under the current folder. */
const FOLDER = 'cuadre-demo'

/** A score card: the troubles that were put into the week, whether the run found each, and the page that tells about it. */
const scoreLines = (
  { slots }: JobReport,
  troubles: DemoReport['troubles'],
  out: string,
  { width, language }: Display,
): readonly string[] => {
  const found = new Set(
    slots.flatMap(({ slot, discrepancies }) => discrepancies.map(({ code }) => `${slot.date} ${slot.cycle} ${code}`)),
  )
  const isFound = ({ date, cycle, code }: DemoReport['troubles'][number]): boolean =>
    found.has(`${date} ${cycle} ${code}`)
  const lines = troubles.flatMap((trouble, at) => {
    const { date, cycle, sentence, spanish } = trouble
    const said = { en: sentence, es: spanish }[language]
    const next = troubles[at + 1]
    const isLast = next === undefined || next.date !== date || next.cycle !== cycle
    const page = `${pathToFileURL(join(out, date, 'report.html')).href}#cycle-${cycle}`
    return [
      ...wrapText(`${isFound(trouble) ? '✓' : '✗'} ${dayIn(date, language)} ${cycle}  `, said, width),
      ...(isLast ? [`    ${page}`] : []),
    ]
  })
  return ['', WORDS[language].score(troubles.filter(isFound).length, troubles.length), ...lines]
}

/** Which payouts arrived, by the imported bank statement. */
const bankLines = ({ payouts, withoutCredit }: DemoReport['bank'], { width, language }: Display): readonly string[] => {
  const bridge = bankBridge(payouts, withoutCredit)
  const [arrived, all] = [numberIn(bridge, 'arrived'), numberIn(bridge, 'total')]
  const others = [numberIn(bridge, 'unconfirmed'), numberIn(bridge, 'missing'), numberIn(bridge, 'on-the-way')] as const
  return ['', ...wrapText('', WORDS[language].bank(arrived, all, ...others), width)]
}

/** That the week stands in a journal, and whether its proofs hold. */
const journalLines = (journal: DemoReport['journal'], { width, language }: Display): readonly string[] => {
  const entries = journal.kinds.reduce((all, kind) => all + kind.entries, 0)
  const hold = journal.proofs.filter((proof) => !hasFailed(proof)).length
  return wrapText('', WORDS[language].journal(numberInWords(entries, language), hold, journal.proofs.length), width)
}

/** What tenants owe by the imported list. */
const rentLines = (rents: DemoReport['rents'], { width, language }: Display): readonly string[] => {
  if (rents === null) return []
  const number = (...states: readonly string[]): string =>
    numberInWords(rents.dues.filter(({ state }) => states.includes(state)).length, language)
  const counts = [
    number('paid', 'over', 'twice'),
    numberInWords(rents.dues.length, language),
    number('short', 'part'),
    number('due', 'overdue'),
  ] as const
  return wrapText('', WORDS[language].rents(...counts), width)
}

const nextLines = (page: string, { width, language }: Display): readonly string[] => {
  const { open, next, own } = WORDS[language]
  return ['', `${open}${page}`, ...wrapText(next, own, width)]
}

interface Words {
  readonly score: (found: number, all: number) => string
  readonly bank: (arrived: number, all: number, other: number, missing: number, onTheWay: number) => string
  readonly journal: (entries: string, hold: number, all: number) => string
  readonly rents: (paid: string, all: string, short: string, unpaid: string) => string
  readonly open: string
  readonly next: string
  readonly own: string
}

const WORDS: Both<Words> = {
  en: {
    score: (found: number, all: number) => `${found} of ${all} troubles found, in a week that is made up:`,
    bank: (arrived: number, all: number, other: number, missing: number, onTheWay: number) =>
      `By the statement of its bank ${arrived} of ${all} payouts arrived, ${other} with another sum, ${missing} are missing and ${onTheWay} on the way.`,
    journal: (entries, hold, all) =>
      `As vouchers it is ${entries} entries with example accounts; ${hold} of ${all} proofs hold.`,
    rents: (paid, all, short, unpaid) =>
      `By the list of its tenants ${paid} of ${all} rents of March are paid, ${short} short, and ${unpaid} are not.`,
    open: 'Open   ',
    next: 'Next   ',
    own: 'with a service of your own: "cuadre init", then "cuadre run"',
  },
  es: {
    score: (found, all) => `${found} de ${all} problemas encontrados, en una semana inventada:`,
    bank: (arrived, all, other, missing, onTheWay) =>
      `Según el extracto de su banco llegaron ${arrived} de ${all} abonos, ${other} por otro valor; faltan ${missing} y ${onTheWay} van en camino.`,
    journal: (entries, hold, all) =>
      `Como comprobantes son ${entries} asientos con cuentas de ejemplo; se cumplen ${hold} de ${all} pruebas.`,
    rents: (paid, all, short, unpaid) =>
      `Según la lista de sus inquilinos están pagados ${paid} de ${all} cánones de marzo, ${short} de menos, y faltan ${unpaid}.`,
    open: 'Abra       ',
    next: 'Siguiente  ',
    own: 'con un servicio propio: "cuadre init", y después "cuadre run"',
  },
}
