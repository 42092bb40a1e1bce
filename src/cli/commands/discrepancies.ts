import type { DiscrepancyDetails } from '../../../jobs/list-discrepancies.ts'
import { answerDocument } from '../../../reports/documents/answer-document.ts'
import {
  DISPOSITION_LEDGER,
  discrepancyHistoryDocument,
  dispositionRows,
  knownDiscrepancyDocument,
  type PullOfDiscrepancy,
  pullsOfDiscrepancy,
} from '../../../reports/ledgers/disposition-rows.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import { isDecision, ticketOf } from '../../core/findings/act.ts'
import { differenceOf, type Figures, settledDays, UNRESOLVED } from '../../core/findings/discrepancy.ts'
import type { TimelineStep } from '../../core/findings/timeline.ts'
import { slotInWords } from '../../core/slot.ts'
import { zoneByName } from '../../input/zone.ts'
import { csvPieces } from '../../print/csv/csv.ts'
import { caseId, slotInTable, sumIn, timeIn } from '../../print/in-table.ts'
import { jsonText } from '../../print/json.ts'
import { verdictName } from '../../print/names.ts'
import { decisionOf, type KnownDiscrepancy } from '../../rules/account/disposition.ts'
import { casesByPesos } from '../../rules/assessment/case.ts'
import { recordOf } from '../../rules/registry.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { PLAIN_START, typed } from '../../std/start.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { SAY, subjectIn } from '../../words/say.ts'
import { messageIn } from '../../words/sentences.ts'
import { terminalWords } from '../../words/terminal.ts'
import { type Command, DEBUG, SETTINGS, usageError } from '../framework/command.ts'
import { FILTER_FLAGS, parseFilter } from '../framework/discrepancy-filter.ts'
import { effectiveSettings } from '../framework/effective-settings.ts'
import { JSON_FLAG } from '../framework/job.ts'
import { eventIn, eventWidth, severityName, stateName } from '../terminal/names.ts'
import { idIn } from './decisions.ts'

export const discrepanciesList: Command = {
  name: 'discrepancies list',
  group: 'daily',
  exits: [],
  describe: {
    en: 'The discrepancies that are new, open, accepted or claimed, or those of a state',
    es: 'Los hallazgos nuevos, abiertos, aceptados o reclamados, o los de un estado',
  },
  manual: [
    [
      '[--state S]... [--code C]... [--severity S]... [--date D | --from D --to D] [--cycle C]... [--older-than DAYS] [--newer-than DAYS] [--json | --csv]',
      'What is new, open, accepted or claimed, or what the filters select: a line for each case, the largest sum first; `+2` are two more findings of it. `--csv` prints a sheet to fill in.',
    ],
  ],
  examples: [
    ['cuadre discrepancies list', { en: 'all that is not resolved', es: 'todo lo que no está resuelto' }],
    [
      'cuadre discrepancies list --severity error --older-than 7',
      { en: 'errors of settlements a week old or more', es: 'errores de liquidaciones de hace una semana o más' },
    ],
    [
      'cuadre discrepancies list --state claimed',
      { en: 'what the operator still has to answer', es: 'lo que el operador aún debe responder' },
    ],
    [
      'cuadre discrepancies list --state resolved --from 2026-03-01 --to 2026-03-31',
      { en: 'what went away in March', es: 'lo que se resolvió en marzo' },
    ],
    [
      'cuadre discrepancies list --csv > open.csv',
      { en: 'to be filled in, and read back with import', es: 'para llenarla y leerla de vuelta con import' },
    ],
  ],
  flags: {
    ...FILTER_FLAGS,
    csv: {
      kind: 'switch',
      describe: {
        en: 'Print a CSV file that "cuadre discrepancies import" reads back',
        es: 'Imprime un archivo CSV que "cuadre discrepancies import" lee de vuelta',
      },
    },
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  // A CSV file has one header row, and is imported for one merchant.
  eachMerchant: (given) => !given.isOn('csv'),
  execute: async (given, io) => {
    if (given.isOn('csv') && given.isOn('json'))
      throw usageError(
        { en: '--csv excludes --json', es: '--csv excluye --json' },
        { en: 'give one of the two', es: 'dé una de las dos' },
      )
    const filter = parseFilter(given, UNRESOLVED)
    const { settings } = effectiveSettings(given, io)
    const { merchant, csvProfile } = settings
    const zone = zoneByName(settings.policy.timeZone)
    const { isAnythingPulled, listCases, listDiscrepancies } = await import('../../../jobs/list-discrepancies.ts')
    const context = { ...io, settings, zone, version: versionOfPackage() }
    const list = given.isOn('json') ? listDiscrepancies : listCases
    const known = await list(context, { kind: 'filter', filter })
    if (given.isOn('csv')) {
      const rows = [dispositionRows(known, { merchant, zone, language: io.language })]
      for await (const { text } of csvPieces(DISPOSITION_LEDGER.heads, rows, csvProfile)) await io.stdout(String(text))
    } else if (given.isOn('json')) {
      const discrepancies = knownByCase(known).map((one) => discrepancyHistoryDocument(one, merchant))
      await io.stdout(`${jsonText(answerDocument('discrepancies list', 0, { discrepancies }))}\n`)
    } else if (known.length > 0 || (await isAnythingPulled(context))) await io.stdout(textOf(known, zone, io.language))
    else await io.stdout(`${NOTHING_PULLED[io.language]}\n`)
    return 0
  },
}

/** In the order of the cases, each finding below the gravest of its case. */
const knownByCase = (known: readonly KnownDiscrepancy[]): readonly KnownDiscrepancy[] => {
  const byId = new Map(known.map((one) => [one.discrepancy, one]))
  return casesByPesos([...byId.keys()]).flatMap(({ first, others }) =>
    [first, ...others].flatMap((one) => byId.get(one) ?? []),
  )
}

const NOTHING_PULLED: Both<string> = {
  en: 'Nothing was pulled yet; pull with: cuadre run',
  es: 'Aún no se ha leído nada; lea con: cuadre run',
}
const NONE: Both<string> = { en: 'No discrepancy.', es: 'No hay hallazgos.' }

const textOf = (known: readonly KnownDiscrepancy[], zone: Zone, language: Language): string => {
  if (known.length === 0) return `${NONE[language]}\n`
  const head = headIn(language)
  const { actors } = terminalWords(language)
  const rows = casesByPesos(known.map(({ discrepancy }) => discrepancy)).map(({ amount, state, first, others }) => [
    caseId(first.case, others.length),
    slotInTable(first.slot, language),
    first.code,
    severityName(first.severity, language),
    stateName(state, language),
    amount === null ? '' : sumIn(amount, language),
    actors[recordOf(first.code)?.acts ?? 'operator'],
    String(settledDays(first, zone)),
    harmless(messageIn(first, language).text),
  ])
  return `${alignColumns([head, ...rows], head.length).join('\n')}\n`
}

const headIn = (language: Language): readonly string[] => {
  const { id, settlement, code, severity, state, value, acts, days, what } = terminalWords(language)
  return [id, settlement, code, severity, state, value, acts, days, what]
}

const ENGLISH = {
  title: (code: string, slot: string, standing: string, severity: string, merchant: string) =>
    `${code} of ${slot}: ${standing}  (${severity}, merchant ${merchant})`,
  subject: 'subject',
  reported: 'reported',
  expected: 'expected',
  difference: 'difference',
  amount: 'amount',
  ticket: 'ticket',
  until: 'until',
  by: 'by',
  causes: 'causes',
  noCause: 'none known',
  firstSeen: 'first seen',
  lastSeen: 'last seen',
  age: 'age',
  days: (days: number) => `${days} ${days === 1 ? 'day' : 'days'} since the date of its settlement`,
  ofCase: (id: string, sum: string) => `Case ${id}${sum}: a decision covers these too`,
  moreFindings: (number: number) => `and ${number} more, in discrepancies.csv`,
  history: 'History',
  pulls: 'Pulls behind it',
  earlier: (number: number) => `${number} earlier ${number === 1 ? 'one' : 'ones'}`,
  number: 'no.',
  notWhole: 'not read whole',
  shows: 'shows it',
  showsNot: 'does not show it',
  next: 'Next',
}

type DiscrepancyWords = typeof ENGLISH

const SPANISH: DiscrepancyWords = {
  title: (code, slot, standing, severity, merchant) =>
    `${code} de ${slot}: ${standing}  (${severity}, comercio ${merchant})`,
  subject: 'asunto',
  reported: 'reportado',
  expected: 'esperado',
  difference: 'diferencia',
  amount: 'valor',
  ticket: 'radicado',
  until: 'hasta el',
  by: 'por',
  causes: 'causas posibles',
  noCause: 'ninguna conocida',
  firstSeen: 'visto por primera vez',
  lastSeen: 'visto por última vez',
  age: 'antigüedad',
  days: (days) => `${days} ${days === 1 ? 'día' : 'días'} desde la fecha de su liquidación`,
  ofCase: (id, sum) => `Caso ${id}${sum}: una decisión vale también para estos`,
  moreFindings: (number) => `y ${number} más, en discrepancies.csv`,
  history: 'Historia',
  pulls: 'Lecturas que lo respaldan',
  earlier: (number) => (number === 1 ? '1 anterior' : `${number} anteriores`),
  number: 'n.º',
  notWhole: 'no se pudo leer completa',
  shows: 'lo muestra',
  showsNot: 'no lo muestra',
  next: 'Siguiente',
}

const WORDS: Both<DiscrepancyWords> = { en: ENGLISH, es: SPANISH }

const discrepancyWords = (language: Language): DiscrepancyWords => WORDS[language]

/** The time zone and the language of the reader. */
interface Reader {
  readonly zone: Zone
  readonly language: Language
  readonly words: DiscrepancyWords
}

/** Everything known about one discrepancy, the most important first. */
const discrepancyText = (
  shown: DiscrepancyDetails,
  merchant: string,
  zone: Zone,
  language: Language,
  commandLine: (command: string) => string,
): string => {
  const reader = { zone, language, words: discrepancyWords(language) }
  return [
    head(shown, merchant, reader),
    caseLines(shown, reader),
    history(shown, reader),
    pulls(shown, reader),
    next(shown, reader, commandLine),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

/** The other findings of its case, and the pesos of it; nothing of a case that is this finding alone. */
const caseLines = ({ discrepancy, findings }: DiscrepancyDetails, { language, words }: Reader): readonly string[] => {
  const others = findings.filter(({ id }) => id !== discrepancy.id)
  const { case: id, caseAmount } = discrepancy
  if (others.length === 0) return []
  return [
    words.ofCase(id, caseAmount === null ? '' : `, ${sumIn(caseAmount, language)}`),
    ...others
      .slice(0, FINDINGS_MAX)
      .flatMap((one) => [
        `  ${one.id} ${one.code}, ${stateName(one.state, language)}`,
        ...wrapText('    ', harmless(messageIn(one, language).text)),
      ]),
    ...(others.length > FINDINGS_MAX ? [`  ${words.moreFindings(others.length - FINDINGS_MAX)}`] : []),
  ]
}

const head = (
  { discrepancy, steps }: DiscrepancyDetails,
  merchant: string,
  { zone, language, words }: Reader,
): readonly string[] => {
  const { id, code, severity, slot, subject, figures, amount, causes, firstSeen, lastSeen, state } = discrepancy
  const decision = decisionOf(steps)
  const ticket = ticketOf(decision)
  const standing = `${stateName(state, language).toUpperCase()}${untilIn(decision?.until?.date ?? null, words.until, language)}`
  return [
    words.title(code, slotInWords(slot)[language], standing, severityName(severity, language), merchant),
    ...wrapText('', harmless(messageIn(discrepancy, language).text)),
    ...alignColumns(
      [
        ['id', id],
        [words.subject, harmless(subjectIn(subject, language))],
        ...figureLines(figures, { language, words }),
        ...(amount === null ? [] : [[words.amount, sumIn(amount, language)]]),
        ...(ticket === null ? [] : [[words.ticket, harmless(ticket)]]),
        [words.causes, causes.map((cause) => cause.code).join(' ') || words.noCause],
        [words.firstSeen, `${timeIn(firstSeen, zone, language)} ${zone.name}`],
        [words.lastSeen, `${timeIn(lastSeen, zone, language)} ${zone.name}`],
        [words.age, words.days(settledDays(discrepancy, zone))],
      ],
      2,
    ),
  ]
}

const untilIn = (date: string | null, until: string, language: Language): string =>
  date === null ? '' : ` ${until} ${dayIn(date, language)}`

const figureLines = (
  figures: Figures,
  { language, words }: Pick<Reader, 'language' | 'words'>,
): readonly (readonly string[])[] => {
  const difference = differenceOf(figures)
  return [
    [words.reported, figure(figures.reported, language)],
    [words.expected, figure(figures.expected, language)],
    ...(difference === null ? [] : [[words.difference, figure(difference, language)]]),
  ].filter(([, value]) => value !== '')
}

const figure = (value: Figures['reported'], language: Language): string => {
  if (value === null) return ''
  if (typeof value === 'bigint') return sumIn(value, language)
  return harmless(typeof value === 'string' ? SAY[language].status(value) : String(value))
}

const history = ({ steps }: DiscrepancyDetails, reader: Reader): readonly string[] => [
  reader.words.history,
  ...steps.flatMap((step) =>
    wrapText(`  ${momentOf(step, reader)}  ${eventOf(step, reader)}  `, sayingOf(step, reader)),
  ),
]

/** To the minute. */
const momentOf = ({ at }: TimelineStep, { zone, language }: Reader): string => timeIn(at, zone, language).slice(0, 16)

const eventOf = ({ event }: TimelineStep, { language }: Reader): string =>
  eventIn(event, language).padEnd(eventWidth(language))

/** The details of a step: who did it and why, or the figures of a check. */
const sayingOf = (step: TimelineStep, { language, words }: Reader): string => {
  const finding = step.sighting?.finding ?? null
  const figures =
    finding === null
      ? ''
      : figureLines(finding.figures, { language, words })
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')
  const until = step.act !== null && isDecision(step.act) ? (step.act.until?.date ?? null) : null
  const ticket = ticketOf(step.act)
  const by = step.act?.kind === 'reopen' && step.act.isAutomatic ? null : step.by
  return [
    by === null ? '' : `${words.by} ${harmless(by)}`,
    ticket === null ? '' : `${words.ticket} ${harmless(ticket)}`,
    untilIn(until, words.until, language).trimStart(),
    figures,
    harmless(step.why?.[language] ?? ''),
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/** The most findings of a case, and the most pulls, on the screen. */
const FINDINGS_MAX = 8
const PULLS_MAX = 12

const pulls = ({ pulls: all, steps }: DiscrepancyDetails, reader: Reader): readonly string[] => {
  const behind = pullsOfDiscrepancy(all, steps)
  const left = behind.length - PULLS_MAX
  return [
    reader.words.pulls,
    ...(left > 0 ? [`  ${reader.words.earlier(left)}`] : []),
    ...alignColumns(
      behind.slice(-PULLS_MAX).map((one) => pullCells(one, reader)),
      4,
    ),
  ]
}

const pullCells = ({ pull, shows }: PullOfDiscrepancy, { zone, language, words }: Reader): readonly string[] => [
  `  ${timeIn(pull.at, zone, language)}`,
  pull.number === null ? '' : `${words.number} ${pull.number}`,
  shows === null ? `${words.notWhole}: ${harmless(pull.incomplete?.code ?? '')}` : shows ? words.shows : words.showsNot,
  pull.verdict === null ? '' : verdictName(pull.verdict, language),
]

const next = (
  { discrepancy: { id, slot, state }, payments }: DiscrepancyDetails,
  { words }: Pick<Reader, 'words'>,
  commandLine: (command: string) => string,
): readonly string[] => {
  const explain = commandLine(`cuadre explain ${slot.date} ${slot.cycle}`)
  if (state === 'resolved') return [words.next, `  ${explain}`]
  const acts = state === 'accepted' || state === 'claimed' || state === 'paid' ? ['reopen'] : ['accept', 'claim']
  return [
    words.next,
    `  ${explain}`,
    ...payments.map(({ by }) => {
      const payer = by.kind === 'adjustment' ? `--by ${by.slot.date}/${by.slot.cycle}` : `--by-entry ${by.entry}`
      return `  ${commandLine(`cuadre discrepancies settle ${id} ${payer}`)}`
    }),
    ...acts.map((act) => `  ${commandLine(`cuadre discrepancies ${act} ${id} --reason "..."`)}`),
  ]
}

export const discrepanciesShow: Command = {
  name: 'discrepancies show',
  group: 'daily',
  exits: [],
  describe: {
    en: 'Everything known about one discrepancy: its figures, its history, the pulls behind it',
    es: 'Todo lo que se sabe de un hallazgo: sus cifras, su historia y las lecturas que lo respaldan',
  },
  operand: 'id',
  examples: [
    ['cuadre discrepancies show 1f0c9a2b77ab01f2', { en: 'the one with this id', es: 'el que tiene este id' }],
    [
      'cuadre discrepancies show 1f0c9a2b',
      { en: 'the beginning will do, if no other begins so', es: 'basta el comienzo, si ningún otro empieza así' },
    ],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const id = idIn(given.operands[0] ?? '', 'discrepancies list')
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const { showDiscrepancy } = await import('../../../jobs/list-discrepancies.ts')
    const shown = await showDiscrepancy({ ...io, settings, zone, version: versionOfPackage() }, id)
    const document = answerDocument('discrepancies show', 0, {
      discrepancy: knownDiscrepancyDocument(shown, settings.merchant),
    })
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(document)}\n`
        : discrepancyText(shown, settings.merchant, zone, io.language, (command) =>
            typed(command, io.start ?? PLAIN_START),
          ),
    )
    return 0
  },
}
