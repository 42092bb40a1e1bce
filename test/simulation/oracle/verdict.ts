import type { Known, Model, SlotMemory, State } from './model.ts'
import { latestOf, stateOf } from './model.ts'
import { moneyOf } from './money.ts'
import { GRACE, hourOf } from './words.ts'

const FIGURES = [
  'PAYOUT_MISMATCH',
  'COLLECTED_MISMATCH',
  'COUNT_MISMATCH',
  'INVOICES_MISSING',
  'MALFORMED_RECORD',
  'SLOT_ECHO',
  'SETTLEMENT_MISSING',
  'SETTLEMENT_OVERDUE',
  'SETTLEMENT_VANISHED',
  'SETTLEMENT_CHANGED',
  'STATUS_REGRESSED',
  'FEES_MISMATCH',
  'RESTATED',
]

export const isOpen = (state: State): boolean => state === 'new' || state === 'open'

export const openOnes = (memory: SlotMemory): readonly Known[] =>
  [...memory.known.values()].filter((known) => isOpen(stateOf(known)))

/** An ordinary night reads it again, however old it is. */
export const isUnsettled = (memory: SlotMemory, model: Model, now: number): boolean =>
  memory.isOutdated ||
  latestOf(memory) === null ||
  !['reconciled', 'accepted', 'empty'].includes(verdictOf(memory, model, now))

/** The first verdict that fits (section 3). */
export const verdictOf = (memory: SlotMemory, { policy }: Model, now: number): string => {
  const reading = latestOf(memory)
  if (memory.isIncomplete) return 'incomplete'
  if (reading === null) return hourOf(memory.slot) + GRACE <= now ? 'not-pulled' : 'not-due'
  const money = moneyOf(reading, policy)
  const { settlement } = reading
  // A settlement of another slot is not judged in this one.
  if (settlement?.status === 'error' && !money.isEcho) return 'failed'
  const errors = openOnes(memory).filter(({ finding }) => finding.severity === 'error')
  if (errors.some(({ finding }) => FIGURES.includes(finding.code))) return 'discrepant'
  if (errors.length > 0) return 'exceptions'
  if (settlement === null ? money.count > 0 : !money.isFinal) return 'provisional'
  const isAllZero =
    settlement === null ||
    [settlement.invoiceCount, settlement.collected, settlement.fees, settlement.adjustments, settlement.payout].every(
      (figure) => figure === 0,
    )
  if (money.count === 0 && isAllZero) return 'empty'
  const settled = [...memory.known.values()].filter(
    (known) => known.finding.severity === 'error' && ['accepted', 'claimed', 'paid'].includes(stateOf(known)),
  )
  return settled.length > 0 ? 'accepted' : 'reconciled'
}
