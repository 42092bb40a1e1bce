import { basename, dirname, join, sep } from 'node:path'
import type { JobReport } from '../../../jobs/steps/run/context.ts'
import { caseTable } from '../../../reports/documents/case-table.ts'
import { type Instant, MINUTE_MS, type Zone } from '../../core/calendar/calendar.ts'
import { isOpen } from '../../core/findings/discrepancy.ts'
import type { Display } from '../../print/display.ts'
import { slotInTable, timeIn } from '../../print/in-table.ts'
import { tableText } from '../../print/terminal.ts'
import { paintLines, sentenceLines } from '../../questions/figures.ts'
import { positionOf } from '../../rules/account/position-of.ts'
import { caseLines, toDoOf } from '../../rules/account/to-do.ts'
import { type CountedReport, isNotReadWhole, type SlotAnswer } from '../../rules/assessment/slot-report.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import type { ReceiverTrouble } from '../../webhooks/receiver/receiver.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import { incompleteIn } from '../../words/say.ts'
import type { PrintOptions } from './print-options.ts'
import { settlementRows, settlementTable } from './settlement-table.ts'

/** The most lines on the screen; the files list all findings. */
const LINES_MAX = 20

/** The open cases. Without `all`, what is only information is left out, and the list is cut to one screen. */
const problemLines = (
  reports: readonly SlotAnswer[],
  all: boolean,
  zone: Zone,
  display: Display,
): readonly string[] => {
  const open = caseLines(reports.flatMap(({ discrepancies }) => discrepancies.filter(isOpen)))
  const lines = open.filter(({ standing }) => all || standing !== 'info')
  const most = all ? lines.length : LINES_MAX
  const { width, language } = display
  const more = {
    en: '--all shows every one, and discrepancies.csv of each day has it',
    es: '--all las muestra todas, y el discrepancies.csv de cada día las tiene',
  }[language]
  return [
    ...tableText(caseTable({ title: null, lines, zone, most }), display),
    ...(lines.length > most ? wrapText('', more, width) : []),
  ]
}

/**
 * The conclusion of a job: its result, the moment it is about, and the next command. For a job that stopped early: the
 * reason.
 */
export const conclusion = (report: JobReport, options: PrintOptions): readonly string[] => {
  const { slots, neverRead = [], error, outcome } = report
  const { display } = options
  if (error !== null) {
    const read = slots.filter(({ verdict }) => verdict !== 'not-pulled')
    const rest =
      read.length === 0
        ? { en: 'What was read before is kept.', es: 'Lo leído antes se conserva.' }
        : {
            en: 'What follows is as it was last read, also where this run did not get to it.',
            es: 'Lo que sigue es lo último leído, también donde esta ejecución no alcanzó a leer.',
          }
    const why = {
      en: `The run stopped: ${harmless(error.texts.message.en)}. ${rest.en}`,
      es: `La ejecución se detuvo: ${harmless(error.texts.message.es)}. ${rest.es}`,
    }[display.language]
    const lines = paintLines(why, 'bad', display)
    return [
      ...lines,
      ...(read.length === 0 ? [] : moneyLines(read, display)),
      ...label(NEXT[display.language], harmless(error.texts.next[display.language]), display),
    ]
  }
  if (outcome === 'nothing-due')
    return wrapText(
      '',
      {
        en: 'Nothing is due yet. To read a settlement anyway, name it with --date and --cycle.',
        es: 'Aún no corresponde leer nada. Para leer una liquidación de todos modos, indíquela con --date y --cycle.',
      }[display.language],
      display.width,
    )
  return [
    ...moneyLines([...slots, ...neverRead], display),
    ...label({ en: 'As of', es: 'Corte' }[display.language], asOf(report, options), display),
    ...nextLines(slots, options),
  ]
}

/** The first sentence about these settlements, the same as on every page and in every message. */
const moneyLines = (slots: readonly (CountedReport | SlotAnswer)[], display: Display): readonly string[] =>
  sentenceLines(positionOf(slots), slots, display)

const label = (name: string, text: string, { width, language }: Display): readonly string[] =>
  text === '' ? [] : wrapText(name.padEnd(LABELS[language]), text, width)
const NEXT: Both<string> = { en: 'Next', es: 'Siguiente' }
const LABELS: Both<number> = { en: 7, es: 11 }

const asOf = ({ asOf: moment = null }: JobReport, { zone, now, display: { language } }: PrintOptions): string =>
  `${timeIn(moment === null ? now : moment.at, zone, language)} ${zone.name}`

const nextLines = (slots: readonly SlotAnswer[], { display, pasteable }: PrintOptions): readonly string[] => {
  const isUnread = slots.some(isNotReadWhole)
  const [first] = toDoOf(slots).filter(({ found }) => found !== null)
  const commands = [
    ...(isUnread
      ? [
          {
            en: `${pasteable('cuadre run')}, which reads again what could not be read`,
            es: `${pasteable('cuadre run')}, que lee de nuevo lo que no se pudo leer`,
          }[display.language],
        ]
      : []),
    ...(first === undefined
      ? []
      : [
          pasteable(`cuadre explain ${first.slot.date} ${first.slot.cycle}`),
          {
            en: 'accept or claim what is below by its id: cuadre discrepancies --help',
            es: 'acepte o reclame lo de abajo por su id: cuadre discrepancies --help',
          }[display.language],
        ]),
  ]
  // A command that is broken into lines cannot be pasted.
  const { language } = display
  return commands.map((command, at) => `${(at === 0 ? NEXT[language] : '').padEnd(LABELS[language])}${command}`)
}

/** Up to this number, each folder has its own line; beyond it, only the first and the last are named. */
const FOLDERS_MAX = 3
const LABEL: Both<string> = { en: 'Files:  ', es: 'Archivos:  ' }

/** The paths of the files: one line for each folder, with the names of the files if they fit. */
export const fileLines = (
  files: readonly string[],
  { width, language }: Pick<Display, 'width' | 'language'>,
): readonly string[] => {
  const label = LABEL[language]
  const folders = new Map<string, string[]>()
  for (const file of files) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), basename(file)])
  const lines =
    folders.size <= FOLDERS_MAX
      ? [...folders].map(([folder, names]) => folderLine(folder, names, width - label.length, language))
      : manyFolders(folders, language)
  return lines.map((line, at) => `${at === 0 ? label : ' '.repeat(label.length)}${harmless(line)}`)
}

const folderLine = (folder: string, names: readonly string[], width: number, language: Language): string => {
  const line = `${join(folder, sep)}  ${names.join(' ')}`
  return line.length <= width ? line : `${join(folder, sep)}  ${countOf(names.length, 'file', language)}`
}

const TO: Both<string> = { en: 'to', es: 'a' }

/** Names the files in the common parent folder (index.html) and the range of its folders of days. */
const manyFolders = (folders: ReadonlyMap<string, readonly string[]>, language: Language): readonly string[] => {
  const parents = [...new Set([...folders.keys()].map((folder) => dirname(folder)))]
  const days = [...folders.keys()].filter((folder) => !parents.includes(folder))
  const above = [...folders].filter(([folder]) => parents.includes(folder))
  const [first, last] = [days[0], days.at(-1)]
  return [
    ...above.flatMap(([folder, names]) => names.map((name) => join(folder, name))),
    ...(first === undefined || last === undefined
      ? []
      : [`${countOf(days.length, 'folder', language)}, ${join(first, sep)} ${TO[language]} ${join(last, sep)}`]),
  ]
}

/** The text that `run` and `check` print for a person: the conclusion, the open problems by pesos, the settlements, and the files. */
export const reportText = (report: JobReport, files: readonly string[], options: PrintOptions): string =>
  sections([
    conclusion(report, options),
    ...settlementSections(report, options),
    closedLines(report, options.display),
    fileLines(files, options.display),
  ])

/** Joins parts of a screen with one empty line between them; empty parts are left out. */
export const sections = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

export const settlementSections = (
  { slots, error }: Pick<JobReport, 'slots' | 'error'>,
  { display, zone, all }: PrintOptions,
): readonly (readonly string[])[] => [
  incompleteLines(slots, all, display),
  problemLines(slots, all, zone, display),
  settlementTable(slots, all, display),
  noteLines(slots, all, error !== null, display),
]

const INCOMPLETE_MAX = 5

/** Why settlements could not be read whole. */
const incompleteLines = (
  slots: readonly SlotAnswer[],
  all: boolean,
  { width, language }: Display,
): readonly string[] => {
  const lines = slots.flatMap(({ slot, incomplete }) =>
    incomplete === null
      ? []
      : [
          [
            `  ${slotInTable(slot, language)}`,
            ...wrapText('    ', harmless(incompleteIn(incomplete, language)), width),
          ],
        ],
  )
  if (lines.length === 0) return []
  const shown = all ? lines : lines.slice(0, INCOMPLETE_MAX)
  const rest = lines.length - shown.length
  return [
    { en: 'Could not be read whole:', es: 'No se pudieron leer completas:' }[language],
    ...shown.flat(),
    ...(rest > 0 ? [{ en: `  and ${rest} more`, es: `  y ${rest} más` }[language]] : []),
  ]
}

/** Notes below the table: the rows it leaves out, and the meaning of its signs. */
const noteLines = (
  slots: readonly SlotAnswer[],
  all: boolean,
  isStopped: boolean,
  { width, language }: Display,
): readonly string[] => {
  const { withoutInvoices, neverRead } = settlementRows(slots, all)
  const isAnyListed = withoutInvoices.some(({ totals }) => totals !== null && totals.kept > 0)
  const isOld = slots.some(({ verdict, settlement }) => verdict === 'incomplete' && settlement !== null)
  const notes = [
    ...(isOld
      ? [
          {
            en: '* could not be read whole now: these are the figures of its last whole reading.',
            es: '* ahora no se pudo leer completa: son las cifras de su última lectura completa.',
          }[language],
        ]
      : []),
    ...(withoutInvoices.length === 0
      ? []
      : [
          {
            en: `Without ${isAnyListed ? 'paid ' : ''}invoices: ${rangeOf(withoutInvoices, language)}.`,
            es: `Sin facturas${isAnyListed ? ' pagadas' : ''}: ${rangeOf(withoutInvoices, language)}.`,
          }[language],
        ]),
    ...(neverRead.length === 0
      ? []
      : [
          {
            en: `Never read${isStopped ? '' : ', though due'}: ${rangeOf(neverRead, language)}.`,
            es: `Nunca leídas${isStopped ? '' : ', aunque ya correspondía'}: ${rangeOf(neverRead, language)}.`,
          }[language],
        ]),
  ]
  return notes.flatMap((note) => wrapText('', note, width))
}

const NAMED_MAX = 3

/** `2026-03-12 11, 2026-03-12 13`, or the number of settlements and their days. */
const rangeOf = (slots: readonly SlotAnswer[], language: Language): string => {
  if (slots.length <= NAMED_MAX) return slots.map(({ slot }) => slotInTable(slot, language)).join(', ')
  const dates = [...new Set(slots.map(({ slot }) => dayIn(slot.date, language)))]
  const [first, last] = [dates[0], dates.at(-1)]
  const days =
    first === last
      ? first
      : dates.length === 2
        ? { en: `${first} and ${last}`, es: `${first} y el ${last}` }[language]
        : { en: `${first} to ${last}`, es: `${first} al ${last}` }[language]
  return {
    en: `${countOf(slots.length, 'settlement', language)} of ${days}`,
    es: `${countOf(slots.length, 'settlement', language)} del ${days}`,
  }[language]
}

/** For a closed date the screen shows today's figures, while its files keep those of the closing. */
const closedLines = ({ closedDates = [] }: JobReport, { width, language }: Display): readonly string[] => {
  const last = closedDates.at(-1)
  if (last === undefined) return []
  const which =
    closedDates.length === 1
      ? { en: `${last} is`, es: `El ${dayIn(last, 'es')} está cerrado` }[language]
      : {
          en: `${closedDates.length} of these dates, up to ${last}, are`,
          es: `${closedDates.length} de estas fechas, hasta el ${dayIn(last, 'es')}, están cerradas`,
        }[language]
  return wrapText(
    '',
    {
      en: `${which} closed: the table shows what is known now; the files stay as they were at the closing. The restatements.csv of the day on which a change was found lists what changed since. To see what was known at the closing: cuadre check --as-of N --out FOLDER`,
      es: `${which}: la tabla muestra lo que se sabe ahora; los archivos quedan como al cierre. El restatements.csv del día en que se encontró un cambio muestra lo que cambió desde entonces. Para ver lo que se sabía al cierre: cuadre check --as-of N --out CARPETA`,
    }[language],
    width,
  )
}

/**
 * Prints problems with notifications, one line each: the first of a kind at once, then once a minute the number of
 * others. A sender of a million forged notifications must not fill the disk with lines. The contents are never printed.
 */
export const printTroublesTo = (
  print: (text: string) => void,
  now: () => Instant,
  language: Language,
): ((trouble: ReceiverTrouble) => void) => {
  const kinds = new Map<string, { printedAt: Instant; suppressed: number }>()
  return (trouble) => {
    const line = lineOf(trouble)[language]
    const at = now()
    const kind = kinds.get(line)
    if (kind !== undefined && at - kind.printedAt < MINUTE_MS) {
      kind.suppressed += 1
      return
    }
    const more = kind === undefined || kind.suppressed === 0 ? '' : MORE[language](kind.suppressed)
    if (kinds.size >= KINDS_MAX) kinds.clear()
    kinds.set(line, { printedAt: at, suppressed: 0 })
    print(`${new Date(at).toISOString()} ${line}${more}\n`)
  }
}

/** A conflict names its event, so the number of kinds needs a limit. */
const KINDS_MAX = 1000

const MORE: Both<(number: number) => string> = {
  en: (number) => ` (and ${number} more of this kind since the line before)`,
  es: (number) => ` (y ${number} más de esta clase desde la línea anterior)`,
}

const lineOf = (trouble: ReceiverTrouble): Both<string> => {
  switch (trouble.kind) {
    case 'refused':
      return {
        en: `refused with ${trouble.status}: ${trouble.reason.en}`,
        es: `rechazada con ${trouble.status}: ${trouble.reason.es}`,
      }
    case 'ignored':
      return {
        en: `answered 200 and not stored: ${trouble.reason.en}`,
        es: `se respondió 200 y no se guardó: ${trouble.reason.es}`,
      }
    case 'unavailable':
      return trouble.code === 'INBOX_REPLACED'
        ? REPLACED
        : {
            en: `answered 503: the inbox could not be written (${trouble.code})`,
            es: `se respondió 503: no se pudieron guardar las notificaciones (${trouble.code})`,
          }
    case 'failed':
      return {
        en: `answered 503: a bug in Cuadre (${trouble.code}); please report it`,
        es: `se respondió 503: un error de Cuadre (${trouble.code}); por favor, infórmelo`,
      }
    case 'conflict': {
      const id = harmless(trouble.webhookId)
      return {
        en: `WEBHOOK_CONFLICT: ${id} came again with another body; the first is kept`,
        es: `WEBHOOK_CONFLICT: ${id} llegó de nuevo con otro contenido; queda el primero`,
      }
    }
  }
}

const REPLACED: Both<string> = {
  en: 'answered 503: the file of the inbox was deleted or replaced (INBOX_REPLACED); start the receiver again',
  es: 'se respondió 503: el archivo de las notificaciones se borró o se reemplazó (INBOX_REPLACED); inicie de nuevo el receptor',
}
