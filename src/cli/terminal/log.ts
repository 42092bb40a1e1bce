import type { Zone } from '../../domain/calendar/calendar.ts'
import type { Json } from '../../domain/cell.ts'
import type { Progress, ProgressStep } from '../../pipeline/run/steps.ts'
import type { ProgressState } from './progress-state.ts'

/** How lines of the log are written: for a person, for a program, or not at all. */
export const LOG_FORMS = ['text', 'json', 'off'] as const
export type LogForm = (typeof LOG_FORMS)[number]
export type LogLevel = 'error' | 'info' | 'debug'

export interface LogOptions {
  readonly form: LogForm
  readonly level: LogLevel
  /** Takes one whole line, with its end. */
  readonly print: (line: string) => void
  readonly now: () => number
  /** Whose clock a person is shown. */
  readonly zone: Zone
  readonly colour: boolean
  readonly seen: ProgressState
  /** The merchant, where others are worked on at the same time. */
  readonly merchant?: string | undefined
}

type Line = readonly [level: 'error' | 'warn' | 'info' | 'debug', text: string, facts: Readonly<Record<string, Json>>]

/** One line a step. The libraries are loaded only where something is written. */
export const openLog = async (options: LogOptions): Promise<Progress> => {
  if (options.form === 'off') return () => undefined
  // A CommonJS library has its default export only, once it is bundled.
  const { default: pino } = await import('pino')
  const { now, level } = options
  const logger = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: options.form === 'json' ? options.print : await prettyTo(options) },
  )
  const whose = options.merchant === undefined ? {} : { merchant: options.merchant }
  let run: Readonly<Record<string, Json>> = whose
  return (step) => {
    if (step.kind === 'run-began') run = { ...whose, run: step.id }
    const [at, text, facts] = lineOf(step, options.seen, now())
    logger[at]({ ...run, ...facts }, text)
  }
}

/** A line as a person reads it: the time by the zone of the settings, then what happened, then its facts. */
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

const lineOf = (step: ProgressStep, seen: ProgressState, now: number): Line => {
  switch (step.kind) {
    case 'upgraded':
      return ['info', 'database brought up to date', { backup: step.backup }]
    case 'run-began':
      return ['info', 'run began', { job: step.job, merchant: step.merchant }]
    case 'planned':
      return ['info', 'settlements to read', { slots: step.slots }]
    case 'slot-began':
      return ['debug', 'settlement began', { ...step.slot, reported: step.invoices }]
    case 'page':
      return ['debug', 'page read', { ...step.slot, items: step.items }]
    case 'retry':
      return ['info', 'trying again', { ...step.slot, code: step.code, waitMs: step.waitMs }]
    case 'slot-read': {
      const { pages, invoices, retries, began } = seen.of(step.slot)
      return ['info', 'settlement read', { ...step.slot, pages, invoices, retries, ms: now - began }]
    }
    case 'slot-not-read':
      return ['error', 'settlement could not be read whole', { ...step.slot, code: step.code }]
    case 'date-listed':
      return ['info', 'date listed without a cycle', { date: step.date, invoices: step.items, inNoSlot: step.strays }]
    case 'date-not-listed':
      return ['error', 'date could not be listed', { date: step.date, code: step.code }]
    case 'checked':
      return ['info', 'settlements checked', { slots: step.slots }]
    case 'written':
      return ['info', 'files are up to date', { date: step.date, files: step.files }]
    case 'warned':
      return ['warn', step.message, { code: step.code, next: step.next }]
    case 'run-ended':
      return ['info', 'run ended', { outcome: step.outcome, exitCode: step.exitCode }]
  }
}
