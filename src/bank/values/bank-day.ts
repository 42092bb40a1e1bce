import type { BankDateForm } from '../../domain/bank/bank-mapping.ts'
import { asSlotDate, type SlotDate } from '../../domain/slot.ts'

/** A day in that form, optionally followed by a time; null when it is not one. */
export const bankDay = (text: string, form: BankDateForm): SlotDate | null => {
  const [, first = '', second = '', third = ''] = FORMS[form].exec(text) ?? []
  if (first === '') return null
  if (form === 'dd/mm/yyyy') return dayOf(third, second, first)
  return form === 'mm/dd/yyyy' ? dayOf(third, first, second) : dayOf(first, second, third)
}

const TIME = String.raw`(?:[T ]\d{1,2}:\d{2}.*)?$`
const BY_DIGITS = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${TIME}`)
const FORMS: Readonly<Record<BankDateForm, RegExp>> = {
  'yyyy-mm-dd': new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`),
  yyyymmdd: /^(\d{4})(\d{2})(\d{2})$/,
  'dd/mm/yyyy': BY_DIGITS,
  'mm/dd/yyyy': BY_DIGITS,
}

const dayOf = (year: string, month: string, day: string): SlotDate | null =>
  asSlotDate(`${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
