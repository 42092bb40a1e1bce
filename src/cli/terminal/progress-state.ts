import type { Progress, ProgressStep } from '../../../jobs/steps/run/context.ts'
import { nameOf, type Slot } from '../../core/slot.ts'
<<<<<<< HEAD
import type { Both } from '../../std/both.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
=======
>>>>>>> 12dfbe6d (cli: bars are loaded only where there is a screen, and Node finds at once what kind the bundle's files are)

/** The progress of one settlement's pull so far. */
interface SettlementProgress {
  /** When its first progress step was reported. */
  readonly began: number
  /** The number of invoices the settlement reports; null without a settlement, or before it was read. */
  readonly reported: number | null
  readonly pages: number
  readonly invoices: number
  readonly retries: number
}

/** The totals over all pulls of a command. */
export type ProgressTotals = Pick<SettlementProgress, 'pages' | 'invoices' | 'retries'>

/** Adds up the progress of pulls. A settlement that is read a second time starts again from zero. */
export class ProgressState {
  readonly #now: () => number
  readonly #slots = new Map<string, SettlementProgress>()
  #totals: ProgressTotals = { pages: 0, invoices: 0, retries: 0 }

  constructor(now: () => number) {
    this.#now = now
  }

  readonly step: Progress = (step) => {
    switch (step.kind) {
      case 'slot-began':
        return this.#note(step.slot, { reported: step.invoices })
      case 'page':
        return this.#add(step.slot, { pages: 1, invoices: step.items, retries: 0 })
      case 'retry':
        return this.#add(step.slot, { pages: 0, invoices: 0, retries: 1 })
      default:
        return undefined
    }
  }

  get totals(): ProgressTotals {
    return this.#totals
  }

  of(slot: Slot): SettlementProgress {
    return this.#slots.get(nameOf(slot)) ?? { began: this.#now(), reported: null, pages: 0, invoices: 0, retries: 0 }
  }

  /** Removes a settlement whose pull has ended. */
  forget(slot: Slot): void {
    this.#slots.delete(nameOf(slot))
  }

  #note(slot: Slot, facts: Partial<SettlementProgress>): void {
    this.#slots.set(nameOf(slot), { ...this.of(slot), ...facts })
  }

  #add(slot: Slot, more: ProgressTotals): void {
    const before = this.of(slot)
    this.#note(slot, sum(before, more))
    this.#totals = sum(this.#totals, more)
  }
}

const sum = (a: ProgressTotals, b: ProgressTotals): ProgressTotals => ({
  pages: a.pages + b.pages,
  invoices: a.invoices + b.invoices,
  retries: a.retries + b.retries,
})

/** Passes every step to two observers, the first one first. */
export const both =
  (first: Progress, second: Progress): Progress =>
  (step: ProgressStep) => {
    first(step)
    second(step)
  }
<<<<<<< HEAD

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
=======
>>>>>>> 12dfbe6d (cli: bars are loaded only where there is a screen, and Node finds at once what kind the bundle's files are)
