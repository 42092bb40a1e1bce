import type { Days } from '../../src/domain/calendar/calendar.ts'
import type { Json } from '../../src/domain/cell.ts'
import type { Slot } from '../../src/domain/slot.ts'

export interface ExportedFile {
  readonly path: string
  /** Data rows, without headings and the summary. */
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

export interface ExportReport {
  readonly days: Days
  readonly by: 'settlement' | 'payment'
  readonly format: { readonly kind: 'csv'; readonly profile: string } | { readonly kind: 'xlsx' | 'parquet' }
  readonly masked: boolean
  readonly files: readonly ExportedFile[]
  readonly notPulled: readonly Slot[]
  readonly policyChanged: boolean
  readonly asOf: { readonly number: number } | null
}

/** The written files as JSON. */
export const exportDocument = (report: ExportReport): { readonly [name: string]: Json } => ({
  from: report.days.from,
  to: report.days.to,
  by: report.by,
  format: report.format.kind,
  profile: report.format.kind === 'csv' ? report.format.profile : null,
  masked: report.masked,
  asOf: report.asOf?.number ?? null,
  files: report.files.map(({ path, rows, bytes, sha256 }) => ({ path, rows, bytes, sha256 })),
  policyChanged: report.policyChanged,
  notPulled: report.notPulled.map(({ date, cycle }) => ({ date, cycle })),
})
