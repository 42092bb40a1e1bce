import { addDays, lastDayOfMonth, type SlotDate } from '../slot.ts'

/** Days from one to another, both included. */
export interface Days {
  readonly from: SlotDate
  readonly to: SlotDate
}

export const isWithin = (date: string, { from, to }: Days): boolean => date >= from && date <= to

/** All representable days. */
export const EVER: Days = { from: '0001-01-01' as SlotDate, to: '9999-12-31' as SlotDate }

/** The calendar month of a day. */
export const monthOf = (date: SlotDate): Days => ({ from: firstOf(date), to: lastDayOfMonth(date) })

/** Whether days from the first to the last of a month are one month. */
export const isOneMonth = ({ from, to }: Days): boolean => monthOf(from).to === to

/** The whole months whose last day is within these days. */
export const monthsEndingWithin = ({ from, to }: Days): readonly Days[] => {
  const month = monthOf(from)
  return month.to > to ? [] : [month, ...monthsEndingWithin({ from: addDays(month.to, 1), to })]
}

const firstOf = (date: SlotDate): SlotDate => addDays(date, 1 - Number(date.slice(8)))
