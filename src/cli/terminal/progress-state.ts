import type { Progress, ProgressStep } from '../../../jobs/steps/run/context.ts'
import { nameOf, type Slot } from '../../core/slot.ts'

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
