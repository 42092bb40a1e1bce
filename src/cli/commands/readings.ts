import { answerDocument } from '../../../reports/documents/answer-document.ts'
import { type ReadingsReport, readingsDocument } from '../../../reports/documents/readings.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import { PINNED } from '../../core/policy.ts'
import type { OpenReading, ReadingStanding } from '../../core/readings/readings.ts'
import { zoneByName } from '../../input/zone.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { fitTable, type TableColumn } from '../../print/fit-table.ts'
import { slotInTable } from '../../print/in-table.ts'
import { jsonText } from '../../print/json.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { howMany } from '../../std/how-many.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { wrapText } from '../../std/wrap-text.ts'
import type { Language } from '../../words/language.ts'
import { AS_OF, asOfLines, parseAsOf } from '../framework/as-of.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../framework/command.ts'
import { effectiveSettings, fromHere } from '../framework/effective-settings.ts'
import { JSON_FLAG } from '../framework/job.ts'
import { BY, parseAuthor } from './decisions.ts'

type Row = ReadingsReport['rows'][number]

/** For each reading, its subject and the settlement that would decide it. */
const READING_WORDS: Readonly<
  Record<OpenReading['setting'], { readonly about: Both<string>; readonly decides: Both<string> }>
> = {
  adjustments: {
    about: { en: 'sign of adjustments', es: 'signo de los ajustes' },
    decides: {
      en: 'a settlement with an adjustment, whose fees are deducted at once',
      es: 'una liquidación con un ajuste y con la comisión descontada',
    },
  },
  postpaidFees: {
    about: { en: 'fees billed apart', es: 'comisión facturada aparte' },
    decides: { en: 'a settlement whose fees are billed apart', es: 'una liquidación con la comisión facturada aparte' },
  },
  gateway: {
    about: { en: 'payout of a gateway', es: 'abono de una pasarela' },
    decides: { en: 'a gateway settlement', es: 'una liquidación de pasarela' },
  },
  chargebacks: {
    about: { en: 'chargebacks in collected', es: 'contracargos en el recaudo' },
    decides: {
      en: 'a settlement that lists a chargeback, read whole',
      es: 'una liquidación con un contracargo en su lista, leída completa',
    },
  },
  collectedBasis: {
    about: { en: 'collected: paid or asked for', es: 'recaudo: pagado o facturado' },
    decides: {
      en: 'a settlement with an invoice whose payment differs from the amount asked for',
      es: 'una liquidación con una factura pagada por una suma distinta de la facturada',
    },
  },
  cycleAliases: {
    about: { en: 'label of cycles', es: 'nombre de los ciclos' },
    decides: { en: 'any final settlement', es: 'cualquier liquidación definitiva' },
  },
}

const STANDINGS: Readonly<Record<ReadingStanding, Both<string>>> = {
  supported: { en: 'supported', es: 'respaldada' },
  contradicted: { en: 'CONTRADICTED', es: 'CONTRADICHA' },
  undecided: { en: 'undecided', es: 'sin decidir' },
}

const HEADS = {
  setting: { en: 'setting', es: 'parámetro' },
  value: { en: 'value', es: 'valor' },
  fits: { en: 'fits', es: 'cumplen' },
  not: { en: 'does not', es: 'no cumplen' },
  canTell: { en: 'can tell', es: 'deciden' },
  standing: { en: 'in force', es: 'vigente' },
} as const satisfies Readonly<Record<string, Both<string>>>

/** A row of the table: one value of a reading. */
interface ValueLine {
  readonly setting: string
  readonly value: string
  readonly fits: string
  readonly doesNotFit: string
  readonly canTell: string
  readonly standing: string
}

/** The conclusion, the table of values, and the settlements that would decide the open readings. */
const readingsText = (report: ReadingsReport, zone: Zone, display: Display): string => {
  const { language } = display
  const table = fitTable(
    [columnsIn(language)],
    report.rows.flatMap((row) => linesOf(row, language)),
    display,
  )
  const lines = [
    ...wrapText('', conclusion(report, language), display.width),
    ...asOfLines(report.asOf, zone, language),
    '',
    table.head,
    ...table.rows,
    ...report.rows.flatMap((row) => notesOf(row, language, display.width)),
    ...(report.file === null ? [] : ['', `${language === 'en' ? 'Written:' : 'Escrito:'} ${report.file}`]),
  ]
  return `${lines.join('\n')}\n`
}

const columnsIn = (language: Language): readonly TableColumn<ValueLine>[] => [
  { head: HEADS.setting[language], of: ({ setting }) => setting, least: 12 },
  { head: HEADS.value[language], of: ({ value }) => value, least: 12 },
  { head: HEADS.fits[language], of: ({ fits }) => fits, isNumber: true },
  { head: HEADS.not[language], of: ({ doesNotFit }) => doesNotFit, isNumber: true },
  { head: HEADS.canTell[language], of: ({ canTell }) => canTell, isNumber: true },
  { head: HEADS.standing[language], of: ({ standing }) => standing },
]

const conclusion = ({ rows, settlements }: ReadingsReport, language: Language): string => {
  const number = (standing: ReadingStanding): number => rows.filter((row) => row.standing === standing).length
  const [yes, no, open] = [number('supported'), number('contradicted'), number('undecided')]
  return language === 'en'
    ? `${rows.length} undocumented interpretations compared with ${howMany(settlements, 'final settlement')}: ${yes} supported, ${no} contradicted, ${open} undecided.`
    : `${rows.length} interpretaciones sin documentar, comparadas con ${settlements === 1 ? '1 liquidación definitiva' : `${settlements} liquidaciones definitivas`}: respaldadas ${yes}, contradichas ${no}, sin decidir ${open}.`
}

const linesOf = (row: Row, language: Language): readonly ValueLine[] => {
  const values = row.values.map(({ value, fits, doesNotFit }) => ({
    value,
    fits: `${fits}`,
    doesNotFit: `${doesNotFit}`,
    canTell: `${fits + doesNotFit}`,
    standing: value === row.inForce ? standingOf(row, language) : '',
  }))
  const isAmong = values.some(({ value }) => value === row.inForce)
  return [...(isAmong ? [] : [inForceLine(row, language)]), ...values].map((line, at) => ({
    setting: at === 0 ? row.setting : '',
    ...line,
  }))
}

/** What is in force where no settlement was held against it, or where the setting asserts no single value. */
const inForceLine = (row: Row, language: Language): Omit<ValueLine, 'setting'> => {
  const number = row.inForce === null ? '' : '0'
  return {
    value: row.inForce ?? { en: 'none asserted', es: 'no se exige' }[language],
    fits: number,
    doesNotFit: number,
    canTell: number,
    standing: standingOf(row, language),
  }
}

const standingOf = ({ standing, pinned }: Row, language: Language): string => {
  const word = STANDINGS[standing][language]
  if (pinned === null || pinned === undefined) return word
  const by = harmless(pinned.by)
  return language === 'en' ? `${word}, pinned by ${by} on ${pinned.at}` : `${word}, fijada por ${by} el ${pinned.at}`
}

const notesOf = (row: Row, language: Language, width: number): readonly string[] => {
  const { about, decides } = READING_WORDS[row.setting]
  const texts = [
    ...(row.standing === 'undecided'
      ? [`${language === 'en' ? 'would be decided by' : 'la decidiría'} ${decides[language]}`]
      : []),
    ...(row.against.length > 0 ? [againstText(row, language)] : []),
    ...(row.fitNone > 0 ? [noneText(row.fitNone, language)] : []),
  ]
  return texts.flatMap((text) => ['', ...wrapText('', `${row.setting} (${about[language]}): ${text}.`, width)])
}

const SHOWN = 5

const againstText = ({ against, inForce }: Row, language: Language): string => {
  const named = against
    .slice(0, SHOWN)
    .map((slot) => slotInTable(slot, language))
    .join(', ')
  const rest = against.length > SHOWN ? ', ...' : ''
  return language === 'en'
    ? `${howMany(against.length, 'settlement')} ${against.length === 1 ? 'fits' : 'fit'} another value and not ${inForce}: ${named}${rest}`
    : `${against.length === 1 ? '1 liquidación cumple' : `${against.length} liquidaciones cumplen`} otro valor y no ${inForce}: ${named}${rest}`
}

const noneText = (number: number, language: Language): string =>
  language === 'en'
    ? `${howMany(number, 'settlement')} that could decide ${number === 1 ? 'fits no value: it is' : 'fit no value: they are'} wrong in another way`
    : `${number === 1 ? '1 liquidación que podría decidirla no cumple ningún valor: tiene' : `${number} liquidaciones que podrían decidirla no cumplen ningún valor: tienen`} otro error`

export const readings: Command = {
  name: 'readings',
  group: 'questions',
  exits: [],
  describe: {
    en: 'Which interpretations of the description history supports: each value, the settlements that fit it, those that do not, and what would decide',
    es: 'Qué interpretaciones de la descripción respalda el historial: cada valor, las liquidaciones que lo cumplen, las que no, y qué la decidiría',
  },
  manual: [
    [
      '[--pin SETTING [--by NAME]] [--as-of N|TIME] [--json]',
      'What the description leaves open, compared with every final settlement of the database: sign of adjustments, fees billed apart, payout of a gateway, chargebacks and basis of collected, labels of cycles. For each value: how many settlements fit it and how many do not, among those that can decide; the setting in force; what would decide an open one. The service is not asked. `--pin` saves an interpretation in the settings file as decided, with name and day; a settlement of that day or later that contradicts it is a `READING_CONTRADICTED`.',
    ],
  ],
  examples: [
    [
      'cuadre readings',
      { en: 'the assumptions compared with history', es: 'la tabla de los supuestos frente al historial' },
    ],
    [
      'cuadre readings --pin adjustments --by Ana',
      {
        en: 'save the value in force as decided, in somebody’s name',
        es: 'guarda el valor vigente como decidido, a nombre de alguien',
      },
    ],
    ['cuadre readings --json', { en: 'the same, for a program', es: 'lo mismo, para un programa' }],
  ],
  flags: {
    pin: {
      kind: 'once',
      describe: {
        en: `Save this interpretation in the settings as decided: ${PINNED.join(', ')}`,
        es: `Guarda esta interpretación en los parámetros como decidida: ${PINNED.join(', ')}`,
      },
    },
    ...BY,
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: (given) => given.text('pin') === undefined,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const asOf = parseAsOf(given, zone)
    const { listReadings } = await import('../../../jobs/list-readings.ts')
    const readingsReport = await listReadings(
      { ...io, settings, zone, version: versionOfPackage(), asOf },
      parsePin(given),
    )
    const report = { ...readingsReport, file: readingsReport.file && fromHere(readingsReport.file, io.cwd) }
    const document = answerDocument('readings', 0, readingsDocument(report))
    await io.stdout(
      given.isOn('json') ? `${jsonText(document)}\n` : readingsText(report, zone, displayOf(io, settings.language)),
    )
    return 0
  },
}

const parsePin = (given: CommandArguments) => {
  const typed = given.text('pin')
  if (typed === undefined) {
    if (given.text('by') === undefined) return null
    throw usageError({ en: '--by needs --pin', es: '--by necesita --pin' }, ONE_OF)
  }
  const setting = PINNED.find((one) => one === typed)
  if (setting === undefined)
    throw usageError(
      {
        en: '--pin names no interpretation that can be pinned',
        es: '--pin no indica una interpretación que se pueda fijar',
      },
      ONE_OF,
    )
  if (given.text('as-of') !== undefined)
    throw usageError(
      { en: '--pin excludes --as-of', es: '--pin excluye --as-of' },
      { en: 'pin what is in force now', es: 'fije lo que está vigente ahora' },
    )
  return { setting, by: parseAuthor(given) }
}

const ONE_OF = {
  en: `name one: --pin ${PINNED.join(', --pin ')}`,
  es: `indique una: --pin ${PINNED.join(', --pin ')}`,
}
