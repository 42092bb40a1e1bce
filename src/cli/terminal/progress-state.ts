import { nameOf, type Slot } from '../../domain/slot.ts'
import type { Progress, ProgressStep } from '../../pipeline/run/steps.ts'

/** What was seen of the reading of one slot so far. */
export interface SettlementProgress {
  /** When the first thing was heard of it. */
  readonly began: number
  /** How many invoices its settlement reports; null when it has none, or was not read yet. */
  readonly reported: number | null
  readonly pages: number
  readonly invoices: number
  readonly retries: number
}

/** What a whole command has read. */
export type ProgressTotals = Pick<SettlementProgress, 'pages' | 'invoices' | 'retries'>

/** Adds up what is told of slots while they are read. A slot that is read a second time begins anew. */
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

  /** Forgets a slot whose reading has ended. */
  forget(slot: Slot): void {
    this.#slots.delete(nameOf(slot))
  }

  #note(slot: Slot, facts: Partial<SettlementProgress>): void {
    this.#slots.set(nameOf(slot), { ...this.of(slot), ...facts })
  }

  #add(slot: Slot, more: ProgressTotals): void {
    const seen = this.of(slot)
    this.#note(slot, sum(seen, more))
    this.#totals = sum(this.#totals, more)
  }
}

const sum = (a: ProgressTotals, b: ProgressTotals): ProgressTotals => ({
  pages: a.pages + b.pages,
  invoices: a.invoices + b.invoices,
  retries: a.retries + b.retries,
})

/** Both hear every step, the first one first. */
export const both =
  (first: Progress, second: Progress): Progress =>
  (step: ProgressStep) => {
    first(step)
    second(step)
  }
