import type { Progress, ProgressStep } from '../../../jobs/steps/run/context.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import type { Json } from '../../core/cell.ts'
import type { Both } from '../../std/both.ts'
import type { Language } from '../../words/language.ts'
import type { ProgressState } from './progress-state.ts'

/** The forms of the log: text for a person, JSON for a program, or no log. */
export const LOG_FORMS = ['text', 'json', 'off'] as const
export type LogForm = (typeof LOG_FORMS)[number]
export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

export interface LogOptions {
  readonly form: LogForm
  readonly level: LogLevel
  /** Prints one whole line, which includes its line end. */
  readonly print: (line: string) => void
  readonly now: () => number
  /** The time zone in which a person reads the times. */
  readonly zone: Zone
  readonly colour: boolean
  readonly progressState: ProgressState
  /** The merchant, when the command works on several at once. */
  readonly merchant?: string | undefined
  /** The language of sentences for a person; sentences for programs and all field names are English. */
  readonly language: Language
}

type Line = readonly [
  level: 'error' | 'warn' | 'info' | 'debug',
  text: Both<string>,
  facts: Readonly<Record<string, Json>>,
]

/** Opens a log with one line for each step. The logging library is loaded only when a log is wanted. */
export const openLog = async (options: LogOptions): Promise<Progress> => {
  if (options.form === 'off') return () => undefined
  // Once bundled, a CommonJS library has only a default export.
  const { default: pino } = await import('pino')
  const { now, level, form } = options
  const language = form === 'json' ? 'en' : options.language
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: form === 'json' ? options.print : await prettyTo(options) },
  )
  const whose = options.merchant === undefined ? {} : { merchant: options.merchant }
  let run: Readonly<Record<string, Json>> = whose
  return (step) => {
    if (step.kind === 'run-began') run = { ...whose, run: step.id }
    const [at, text, facts] = lineOf(step, options.progressState, now(), language)
    logger[at]({ ...run, ...facts }, text[language])
  }
}

/** A line for a person: the time in the zone of the settings, the message, then its fields. */
const prettyTo = async ({ print, zone, colour }: LogOptions): Promise<(line: string) => void> => {
  const { default: pinoPretty } = await import('pino-pretty')
  const pretty = pinoPretty.prettyFactory({
    colorize: colour,
    singleLine: true,
    translateTime: false,
    ignore: 'run',
    customPrettifiers: { time: (at) => `[${zone.clockAt(Date.parse(String(at))).slice(-8)}]` },
  })
  return (line) => print(String(pretty(line)))
}

const SENTENCES = {
  upgraded: { en: 'database brought up to date', es: 'se actualizó la base de datos' },
  'run-began': { en: 'run began', es: 'empezó la ejecución' },
  planned: { en: 'settlements to read', es: 'liquidaciones por leer' },
  'slot-began': { en: 'settlement began', es: 'empezó una liquidación' },
  page: { en: 'page read', es: 'se leyó una página' },
  retry: { en: 'trying again', es: 'se intenta de nuevo' },
  'slot-read': { en: 'settlement read', es: 'se leyó una liquidación' },
  'slot-not-read': { en: 'settlement could not be read whole', es: 'no se pudo leer completa una liquidación' },
  'date-listed': { en: 'date listed without a cycle', es: 'se listó una fecha sin ciclo' },
  'date-not-listed': { en: 'date could not be listed', es: 'no se pudo listar una fecha' },
  checked: { en: 'settlements checked', es: 'liquidaciones conciliadas' },
  written: { en: 'files are up to date', es: 'los archivos están al día' },
  'run-ended': { en: 'run ended', es: 'terminó la ejecución' },
} as const satisfies Readonly<Record<Exclude<ProgressStep['kind'], 'warned'>, Both<string>>>

const lineOf = (step: ProgressStep, progressState: ProgressState, now: number, language: Language): Line => {
  switch (step.kind) {
    case 'upgraded':
      return ['info', SENTENCES[step.kind], { backup: step.backup }]
    case 'run-began':
      return ['info', SENTENCES[step.kind], { job: step.job, merchant: step.merchant }]
    case 'planned':
      return ['info', SENTENCES[step.kind], { slots: step.slots }]
    case 'slot-began':
      return ['debug', SENTENCES[step.kind], { ...step.slot, reported: step.invoices }]
    case 'page':
      return ['debug', SENTENCES[step.kind], { ...step.slot, items: step.items }]
    case 'retry':
      return ['info', SENTENCES[step.kind], { ...step.slot, code: step.code, waitMs: step.waitMs }]
    case 'slot-read': {
      const { pages, invoices, retries, began } = progressState.of(step.slot)
      return ['info', SENTENCES[step.kind], { ...step.slot, pages, invoices, retries, ms: now - began }]
    }
    case 'slot-not-read':
      return ['error', SENTENCES[step.kind], { ...step.slot, code: step.code }]
    case 'date-listed':
      return ['info', SENTENCES[step.kind], { date: step.date, invoices: step.items, inNoSlot: step.unlisted }]
    case 'date-not-listed':
      return ['error', SENTENCES[step.kind], { date: step.date, code: step.code }]
    case 'checked':
      return ['info', SENTENCES[step.kind], { slots: step.slots }]
    case 'written':
      return ['info', SENTENCES[step.kind], { date: step.date, files: step.files }]
    case 'warned':
      return ['warn', step.texts.message, { code: step.code, next: step.texts.next[language] }]
    case 'run-ended':
      return ['info', SENTENCES[step.kind], { outcome: step.outcome, exitCode: step.exitCode }]
  }
}
