import { usageError } from '../../std/errors.ts'
import { addDays, type SlotDate } from '../slot.ts'
import type { Days } from './month.ts'

/** A longer range counts as a typing error. */
const RANGE_MAX_DAYS = 3660

/** The days from one to another. Throws USAGE, with the names of the two, when they are no sensible range. */
export const rangeOfDays = (
  from: SlotDate,
  to: SlotDate,
  names: { readonly from: string; readonly to: string },
): Days => {
  if (from > to)
    throw usageError(
      {
        en: `${names.from} ${from} is after ${names.to} ${to}`,
        es: `${names.from} ${from} es posterior a ${names.to} ${to}`,
      },
      { en: 'swap them', es: 'inviértalas' },
    )
  if (addDays(from, RANGE_MAX_DAYS) <= to) {
    throw usageError(
      {
        en: `${from} to ${to} is more than ${RANGE_MAX_DAYS} days`,
        es: `del ${from} al ${to} hay más de ${RANGE_MAX_DAYS} días`,
      },
      { en: 'ask for a shorter range at a time', es: 'pida un rango más corto cada vez' },
    )
  }
  return { from, to }
}
