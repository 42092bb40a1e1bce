import { isOpen, SEVERITIES } from '../../src/core/findings/discrepancy.ts'
import { toPesos } from '../../src/core/money.ts'
import { VERDICTS } from '../../src/core/verdict.ts'
import type { Metric } from '../../src/print/files/write-metrics.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import type { SlotAnswer } from '../../src/rules/assessment/slot-report.ts'

/** The facts of a run after its end. */
export interface MeasuredRun {
  readonly merchant: string
  /** Seconds since 1970. */
  readonly endedAt: number
  readonly seconds: number
  readonly exitCode: number
  /** Seconds since 1970; null when no run ever read everything, or when the database cannot tell. */
  readonly lastSuccess: number | null
  readonly read: { readonly pages: number; readonly invoices: number; readonly retries: number }
  /** The slots of the run; null when the run failed. */
  readonly slots: readonly SlotAnswer[] | null
}

export const LAST_SUCCESS = 'cuadre_last_success_timestamp_seconds'

/** The metrics of a run. They hold no personal data, since other users read the file. */
export const runMetrics = (run: MeasuredRun): readonly Metric[] => {
  const merchant = { merchant: run.merchant }
  const one = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    values: [{ labels: merchant, value }],
  })
  return [
    ...(run.lastSuccess === null
      ? []
      : [one(LAST_SUCCESS, 'When a run last read everything that was due', run.lastSuccess)]),
    one('cuadre_last_run_timestamp_seconds', 'When the last run ended', run.endedAt),
    one('cuadre_last_run_duration_seconds', 'How long the last run took', run.seconds),
    one('cuadre_last_run_exit_status', 'Exit status of the last run', run.exitCode),
    one('cuadre_last_run_invoices', 'Invoices the last run read', run.read.invoices),
    one('cuadre_last_run_pages', 'Pages the last run read', run.read.pages),
    one('cuadre_last_run_retries', 'Requests the last run had to repeat', run.read.retries),
    ...(run.slots === null ? [] : slotMetrics(run.merchant, run.slots)),
  ]
}

const slotMetrics = (merchant: string, slots: readonly SlotAnswer[]): readonly Metric[] => {
  const open = slots.flatMap(({ discrepancies }) => discrepancies.filter(isOpen))
  const { owed, overpaid } = positionOf(slots)
  return [
    {
      name: 'cuadre_slots',
      help: 'Slots the last run looked at, by verdict',
      values: VERDICTS.map((verdict) => ({
        labels: { merchant, verdict },
        value: slots.filter((slot) => slot.verdict === verdict).length,
      })),
    },
    {
      name: 'cuadre_open_discrepancies',
      help: 'Open discrepancies of the settlements the last run looked at, by severity',
      values: SEVERITIES.map((severity) => ({
        labels: { merchant, severity },
        value: open.filter((one) => one.severity === severity).length,
      })),
    },
    {
      name: 'cuadre_owed_pesos',
      help: 'COP that the settlements of the last run paid too little, and that nobody accepted or claimed',
      values: [{ labels: { merchant }, value: Number(toPesos(owed.open.sum)) }],
    },
    {
      name: 'cuadre_overpaid_pesos',
      help: 'COP that the settlements of the last run paid too much, and that nobody accepted or claimed',
      values: [{ labels: { merchant }, value: Number(toPesos(overpaid.open.sum)) }],
    },
  ]
}
