import { MultiBar, Presets, type SingleBar } from 'cli-progress'
import type { Progress } from '../../../jobs/steps/run/context.ts'
import { nameOf, type Slot } from '../../core/slot.ts'
import { slotInTable } from '../../print/in-table.ts'
import type { Both } from '../../std/both.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import type { ProgressState, ProgressTotals } from './progress-state.ts'

/** Progress bars on a screen. */
export interface Meter {
  readonly progress: Progress
  /** Prints a line above the bars. */
  readonly print: (line: string) => void
  readonly stop: () => void
}

const WORDS = {
  en: { invoices: 'invoices', settlements: 'settlements', all: 'all', again: 'tried again' },
  es: { invoices: 'facturas', settlements: 'liquidaciones', all: 'todas', again: 'reintentos' },
} as const satisfies Both<object>

const formatsIn = (language: Language) => {
  const { invoices, settlements } = WORDS[language]
  return {
    slot: `{name} {bar} {value}/{total} ${invoices} | {pages} | {rate}/s{again}`,
    all: `{name} {bar} {value}/{total} ${settlements} | {pages} | {invoices} | {rate}/s{again}`,
  }
}

/** Draws one bar for each settlement that is being read, and one for all of them. */
export const meterOn = (
  screen: NodeJS.WritableStream,
  seen: ProgressState,
  now: () => number,
  printPlain: (line: string) => void,
  language: Language,
): Meter => {
  const formats = formatsIn(language)
  const bars = barsOn(screen, formats.slot)
  const began = now()
  const running = new Map<string, SingleBar>()
  let all: SingleBar | null = null
  let planned = 0

  const facts = (totals: ProgressTotals, since: number) => factsOf(totals, now() - since, language)

  const plan = (slots: number): void => {
    planned += slots
    if (all === null)
      all = bars.create(
        planned,
        0,
        { name: WORDS[language].all.padEnd(NAME), ...facts(seen.totals, began) },
        { format: formats.all },
      )
    else all.setTotal(planned)
  }

  const show = (slot: Slot): void => {
    const { invoices, reported, ...rest } = seen.of(slot)
    const payload = { name: slotInTable(slot, language).padEnd(NAME), ...facts({ invoices, ...rest }, rest.began) }
    const bar = running.get(nameOf(slot)) ?? bars.create(0, 0, payload)
    running.set(nameOf(slot), bar)
    // A list may hold more invoices than the settlement reports; without a settlement the number is unknown.
    bar.setTotal(Math.max(reported ?? 0, invoices))
    bar.update(invoices, payload)
    all?.update(facts(seen.totals, began))
  }

  const end = (slot: Slot): void => {
    const bar = running.get(nameOf(slot))
    all?.increment(1, facts(seen.totals, began))
    if (bar !== undefined) bars.remove(bar)
    running.delete(nameOf(slot))
  }

  return {
    progress: stepsTo({ plan, show, end }),
    print: (line) => (all === null ? printPlain(line) : bars.log(line)),
    stop: () => {
      // Draws what was printed but not yet drawn, since stopping would discard it.
      if (all !== null) bars.update()
      bars.stop()
      all = null
    },
  }
}

/** The width of most names of settlements: `2026-03-12 11`. */
const NAME = 13

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

interface Bars {
  readonly plan: (slots: number) => void
  readonly show: (slot: Slot) => void
  readonly end: (slot: Slot) => void
}

const stepsTo =
  ({ plan, show, end }: Bars): Progress =>
  (step) => {
    switch (step.kind) {
      case 'planned':
        return plan(step.slots)
      case 'slot-began':
      case 'page':
      case 'retry':
        return show(step.slot)
      case 'slot-read':
      case 'slot-not-read':
        return end(step.slot)
      default:
        return undefined
    }
  }
