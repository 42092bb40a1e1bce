import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import { countOf } from '../../i18n/counts.ts'
import { dayIn } from '../../i18n/dates.ts'
import { incompleteIn } from '../../i18n/incomplete.ts'
import type { Language } from '../../i18n/language.ts'
import type { JobReport } from '../../pipeline/run/context.ts'
import type { Display } from '../../print/display.ts'
import { slotInTable } from '../../print/in-table.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { conclusion } from './conclusion.ts'
import { fileLines } from './file-lines.ts'
import type { PrintOptions } from './print-options.ts'
import { problemLines } from './problem-lines.ts'
import { settlementRows } from './settlement-rows.ts'
import { settlementTable } from './settlement-table.ts'

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
  slots: readonly SlotReport[],
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
  slots: readonly SlotReport[],
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
const rangeOf = (slots: readonly SlotReport[], language: Language): string => {
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
