import { MultiBar, Presets, type SingleBar } from 'cli-progress'
import { nameOf, type Slot } from '../../domain/slot.ts'
import type { Progress } from '../../pipeline/run/steps.ts'
import { howMany } from '../../std/how-many.ts'
import type { ProgressState, ProgressTotals } from './progress-state.ts'

/** Progress on a screen, and how to take it away again. */
export interface Meter {
  readonly progress: Progress
  /** Prints a line above the bars. */
  readonly print: (line: string) => void
  readonly stop: () => void
}

const SLOT = '{name} {bar} {value}/{total} invoices | {pages} | {rate}/s{again}'
const ALL = '{name} {bar} {value}/{total} settlements | {pages} | {invoices} | {rate}/s{again}'

/** A bar for each slot that is being read, and one for all of them. */
export const meterOn = (
  screen: NodeJS.WritableStream,
  seen: ProgressState,
  now: () => number,
  printPlain: (line: string) => void,
): Meter => {
  const bars = barsOn(screen)
  const began = now()
  const running = new Map<string, SingleBar>()
  let all: SingleBar | null = null
  let planned = 0

  const facts = (totals: ProgressTotals, since: number) => factsOf(totals, now() - since)

  const plan = (slots: number): void => {
    planned += slots
    if (all === null)
      all = bars.create(planned, 0, { name: 'all'.padEnd(NAME), ...facts(seen.totals, began) }, { format: ALL })
    else all.setTotal(planned)
  }

  const show = (slot: Slot): void => {
    const { invoices, reported, ...rest } = seen.of(slot)
    const payload = { name: `${slot.date} ${slot.cycle}`.padEnd(NAME), ...facts({ invoices, ...rest }, rest.began) }
    const bar = running.get(nameOf(slot)) ?? bars.create(0, 0, payload)
    running.set(nameOf(slot), bar)
    // More may be listed than the settlement reports, and without one nobody knows how many there will be.
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
      // What was printed and not drawn yet is drawn now: stopping would forget it.
      if (all !== null) bars.update()
      bars.stop()
      all = null
    },
  }
}

/** As wide as most names of slots are: `2026-03-12 11`. */
const NAME = 13

const barsOn = (stream: NodeJS.WritableStream): MultiBar =>
  new MultiBar(
    {
      stream,
      format: SLOT,
      barsize: 24,
      fps: 5,
      emptyOnZero: true,
      clearOnComplete: true,
      hideCursor: true,
      // The process listens to signals itself.
      gracefulExit: false,
    },
    Presets.legacy,
  )

const factsOf = ({ pages, invoices, retries }: ProgressTotals, ms: number) => ({
  pages: howMany(pages, 'page'),
  invoices: howMany(invoices, 'invoice'),
  rate: Math.round((invoices * 1000) / Math.max(1, ms)),
  again: retries === 0 ? '' : ` | tried again: ${retries}`,
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
