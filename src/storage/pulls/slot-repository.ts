import type { Days } from '../../domain/calendar/calendar.ts'
import type { Slot, SlotDate } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { slotsPaidBetween } from './paid-between.ts'
import { type SlotState, slotStates } from './slot-states.ts'

/** The slots that the merchant ever asked for, in order of date and cycle. */
export interface SlotRepository {
  /** Every slot with its last whole pull, and the failed attempt and the assessment after it. */
  states(dates?: Days): Promise<readonly SlotState[]>
  /** The slots that ever held an invoice whose payment date may be on one of those days, in any zone. */
  paidBetween(from: SlotDate, to: SlotDate): Promise<readonly Slot[]>
}

export const createSlotRepository = (database: MerchantDatabase): SlotRepository =>
  withStoreErrors<SlotRepository>(database.path, {
    states: (dates) => slotStates(database, dates),
    paidBetween: (from, to) => slotsPaidBetween(database, from, to),
  })
