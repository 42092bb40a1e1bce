import { fieldName } from '../field-name.ts'
import { inWords } from '../money.ts'
import { nameOf } from '../slot.ts'
import type { Say } from './say.ts'

/** English is the language of the database and of CSV files. */
export const inEnglish: Say = {
  money: (sum) => (sum === null ? 'absent' : inWords(sum)),
  slot: ({ date, cycle }) => nameOf({ date: date ?? '(no date)', cycle: cycle ?? '(none)' }),
  field: (field) => field,
  bothNames: fieldName,
  day: (day) => day,
  status: (status) => status,
  method: (method) => method,
  percent: (rate) => `${rate} %`,
  flag: String,
}
