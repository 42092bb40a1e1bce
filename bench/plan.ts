/**
 * The sizes of the measurements. The short form measures the same with less: its figures are a first look, not the
 * record.
 */
export interface Plan {
  readonly rounds: number
  /** Invoices of the ordinary slot, and of the one ten times as large. */
  readonly ordinary: number
  readonly large: { readonly from: number; readonly to: number; readonly rounds: number }
  /** The same number of invoices in many small slots and in a few large ones. */
  readonly spread: { readonly small: Spread; readonly large: Spread; readonly rounds: number }
  /** The history stored before a night of one day: whole days of five slots. */
  readonly history: { readonly short: Spread; readonly long: Spread; readonly rounds: number }
  /** Invoices of a slot read over a slow network. */
  readonly distant: { readonly invoices: number; readonly rounds: number }
  /** Notifications sent to a receiver at once. */
  readonly deliveries: number
  /** Made-up invoices of the sandbox. */
  readonly seeded: number
  /** Invoices of a day, or of a week, that is read again. */
  readonly aDay: number
  /** Invoices of a large workbook. */
  readonly exported: number
}

export interface Spread {
  readonly slots: number
  readonly invoices: number
}

export const FULL: Plan = {
  rounds: 5,
  ordinary: 100_000,
  large: { from: 100_000, to: 1_000_000, rounds: 5 },
  spread: { small: { slots: 2_000, invoices: 500 }, large: { slots: 10, invoices: 100_000 }, rounds: 5 },
  history: { short: { slots: 10, invoices: 10 }, long: { slots: 2_000, invoices: 10 }, rounds: 3 },
  distant: { invoices: 50_000, rounds: 5 },
  deliveries: 60_000,
  seeded: 1_000_000,
  aDay: 100_000,
  exported: 500_000,
}

export const QUICK: Plan = {
  rounds: 1,
  ordinary: 25_000,
  large: { from: 20_000, to: 200_000, rounds: 1 },
  spread: { small: { slots: 100, invoices: 500 }, large: { slots: 5, invoices: 10_000 }, rounds: 1 },
  history: { short: { slots: 10, invoices: 10 }, long: { slots: 500, invoices: 10 }, rounds: 1 },
  distant: { invoices: 10_000, rounds: 1 },
  deliveries: 10_000,
  seeded: 50_000,
  aDay: 20_000,
  exported: 50_000,
}
