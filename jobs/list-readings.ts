import type { ReadingsReport } from '../reports/documents/readings.ts'
import type { Discrepancy } from '../src/core/findings/discrepancy.ts'
import { isJudged, isListJudged } from '../src/core/pull/pull.ts'
import { type ReadingCase, readingsTable } from '../src/core/readings/readings.ts'
import { nameOf } from '../src/core/slot.ts'
import { type Pin, pinReading } from '../src/input/pin-reading.ts'
import { chargeback } from '../src/rules/checks/chargebacks.ts'
import type { SlotState } from '../src/store/pulls/slot-states.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { type QueryContext, readDatabase } from './steps/query/read-database.ts'

/** Pins a reading in the settings when asked to, and returns the evidence for all readings. */
export const listReadings = async (
  context: QueryContext,
  pin: Omit<Pin, 'at'> | null = null,
): Promise<ReadingsReport> => {
  const report = await readingsNow(context)
  if (pin === null) return report
  const { settings, zone, now } = context
  const at = zone.dateAt(now())
  const file = await pinReading(settings, { ...pin, at })
  const rows = report.rows.map((row) => (row.setting === pin.setting ? { ...row, pinned: { by: pin.by, at } } : row))
  return { ...report, rows, file }
}

/** Compares each undocumented reading with all settlements of the database. Only reads. */
const readingsNow = async (context: QueryContext): Promise<ReadingsReport> => {
  const report = await readDatabase(context, async (store, { settings: { policy } }, asOf) => {
    const chargedBack = new Set((await store.findings.all()).filter(wasPaidBefore).map(({ slot }) => nameOf(slot)))
    const cases = (await store.slots.states()).flatMap((state) => caseOf(state, chargedBack, policy))
    const { pinnedReadings } = policy
    return {
      merchant: store.merchant.name,
      asOf,
      file: null,
      settlements: cases.length,
      rows: readingsTable(cases, policy).map((row) => ({ ...row, pinned: pinOf(row.setting, pinnedReadings) })),
    }
  })
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
  return report
}

type Policy = QueryContext['settings']['policy']

const pinOf = (setting: string, pins: Policy['pinnedReadings']) =>
  Object.entries(pins).find(([name]) => name === setting)?.[1] ?? null

/** A final settlement for its own slot. Its list is included only when all of it could be read and was counted. */
const caseOf = (
  { slot, pull, assessment }: SlotState,
  chargedBack: ReadonlySet<string>,
  policy: Policy,
): readonly ReadingCase[] => {
  if (pull === null || !isJudged(pull.settlement, slot, policy)) return []
  const isCounted = assessment?.pullId === pull.id && isListJudged(pull.list)
  const totals = isCounted ? assessment.totals : null
  return [{ slot, settlement: pull.settlement, totals, isChargedBackSince: chargedBack.has(nameOf(slot)) }]
}

/** Whether a chargeback is about an invoice that was read as paid before. */
const wasPaidBefore = ({ code, figures }: Discrepancy): boolean =>
  code === chargeback.code && figures.expected === 'paid'
