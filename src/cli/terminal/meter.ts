import { MultiBar, Presets, type SingleBar } from 'cli-progress'
import type { Progress } from '../../../jobs/steps/run/context.ts'
import type { Both } from '../../std/both.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import type { ProgressState, ProgressTotals } from './progress-state.ts'

/** A line of progress on a screen. */
export interface Meter {
  readonly progress: Progress
  /** Prints a line above it. */
  readonly print: (line: string) => void
  readonly stop: () => void
}

const WORDS = {
  en: { settlements: 'settlements', again: 'tried again' },
  es: { settlements: 'liquidaciones', again: 'reintentos' },
} as const satisfies Both<object>

/** Draws one bar over all settlements that are read. */
export const meterOn = (
  screen: NodeJS.WritableStream,
  seen: ProgressState,
  now: () => number,
  printPlain: (line: string) => void,
  language: Language,
): Meter => {
  const bars = barsOn(
    screen,
    `{bar} {value}/{total} ${WORDS[language].settlements} | {pages} | {invoices} | {rate}/s{again}`,
  )
  const began = now()
  let bar: SingleBar | null = null
  let planned = 0
  const facts = () => factsOf(seen.totals, now() - began, language)
  const progress: Progress = (step) => {
    if (step.kind === 'planned') {
      planned += step.slots
      bar ??= bars.create(planned, 0, facts())
      bar.setTotal(planned)
    } else if (step.kind === 'slot-read' || step.kind === 'slot-not-read') bar?.increment(1, facts())
    else bar?.update(facts())
  }
  return {
    progress,
    print: (line) => (bar === null ? printPlain(line) : bars.log(line)),
    stop: () => {
      // Draws what was printed but not yet drawn, since stopping would discard it.
      if (bar !== null) bars.update()
      bars.stop()
      bar = null
    },
  }
}

const barsOn = (stream: NodeJS.WritableStream, format: string): MultiBar =>
  new MultiBar(
    {
      stream,
      format,
      barsize: 24,
      fps: 5,
      emptyOnZero: true,
      clearOnComplete: true,
      hideCursor: true,
      // The process handles signals itself.
      gracefulExit: false,
    },
    Presets.legacy,
  )

const factsOf = ({ pages, invoices, retries }: ProgressTotals, ms: number, language: Language) => ({
  pages: countOf(pages, 'page', language),
  invoices: countOf(invoices, 'invoice', language),
  rate: Math.round((invoices * 1000) / Math.max(1, ms)),
  again: retries === 0 ? '' : ` | ${WORDS[language].again}: ${retries}`,
})
