import { Presets, SingleBar } from 'cli-progress'
import type { Progress } from '../../jobs/context.ts'

/** Progress on a screen, and how to take it away again. */
export interface Meter {
  readonly progress: Progress
  readonly stop: () => void
}

const SILENT: Meter = {
  progress: { planned: () => {}, page: () => {}, retry: () => {}, slotDone: () => {} },
  stop: () => {},
}

/** Slots, pages, invoices and their rate, drawn while a job works; nothing at all where there is no screen. */
export const meterOn = (screen: NodeJS.WritableStream | null, now: () => number): Meter => {
  if (screen === null) return SILENT
  const began = now()
  const seen = { pages: 0, invoices: 0, retries: 0 }
  const bar = new SingleBar(
    {
      stream: screen,
      format: 'slots {bar} {value}/{total} | {pages} pages | {invoices} invoices | {rate}/s{again}',
      barsize: 24,
      fps: 5,
      clearOnComplete: true,
      hideCursor: true,
      // The process listens to signals itself.
      gracefulExit: false,
    },
    Presets.legacy,
  )
  const facts = () => ({
    pages: seen.pages,
    invoices: seen.invoices,
    rate: Math.round((seen.invoices * 1000) / Math.max(1, now() - began)),
    again: seen.retries === 0 ? '' : ` | tried again: ${seen.retries}`,
  })
  return {
    progress: {
      planned: (slots) => bar.start(slots, 0, facts()),
      page: (_slot, items) => {
        seen.pages += 1
        seen.invoices += items
        bar.update(facts())
      },
      retry: () => {
        seen.retries += 1
      },
      slotDone: () => bar.increment(1, facts()),
    },
    stop: () => bar.stop(),
  }
}
