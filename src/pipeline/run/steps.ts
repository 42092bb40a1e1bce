import type { Slot, SlotDate } from '../../domain/slot.ts'
import type { ErrorReport, ErrorTexts } from '../../std/errors.ts'

/** A step of a job. It has no key, name or document number, since every step may be logged. */
export type ProgressStep =
  | { readonly kind: 'upgraded'; readonly backup: string }
  | { readonly kind: 'run-began'; readonly id: string; readonly job: string; readonly merchant: string }
  | { readonly kind: 'planned'; readonly slots: number }
  /** The settlement was read; `invoices` is the number it reports, null without a settlement. */
  | { readonly kind: 'slot-began'; readonly slot: Slot; readonly invoices: number | null }
  | { readonly kind: 'page'; readonly slot: Slot; readonly items: number }
  | { readonly kind: 'retry'; readonly slot: Slot; readonly code: string; readonly waitMs: number }
  | { readonly kind: 'slot-read'; readonly slot: Slot }
  | { readonly kind: 'slot-not-read'; readonly slot: Slot; readonly code: string }
  /** A whole date was listed without a cycle. */
  | { readonly kind: 'date-listed'; readonly date: SlotDate; readonly items: number; readonly unlisted: number }
  | { readonly kind: 'date-not-listed'; readonly date: SlotDate; readonly code: string }
  | { readonly kind: 'checked'; readonly slots: number }
  | { readonly kind: 'written'; readonly date: SlotDate; readonly files: number }
  /** A warning: something went wrong that does not fail the job. */
  | {
      readonly kind: 'warned'
      readonly code: string
      readonly message: string
      readonly next: string
      /** Message and next step in each language. */
      readonly texts: ErrorTexts
    }
  | { readonly kind: 'run-ended'; readonly outcome: string; readonly exitCode: number }

/** The warning about an error. */
export const warning = ({ code, texts }: ErrorReport): ProgressStep => ({
  kind: 'warned',
  code,
  message: texts.message.en,
  next: texts.next.en,
  texts,
})

/** Called with each step of a job, for a progress bar, a log or metrics. It never throws. */
export type Progress = (step: ProgressStep) => void
