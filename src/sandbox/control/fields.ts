import { type Fields, isFields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { CYCLES, type SandboxSlot } from '../settlements/calendar.ts'
import type { Misstatement } from '../settlements/misstatement.ts'
import { isDay } from '../time/clock.ts'

/** Refuses a body with unknown fields: a misspelt one would silently do nothing. */
export const refuseOtherFields = (fields: Fields, names: readonly string[]): void => {
  const unknown = Object.keys(fields).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new RequestRefusal(400, `Field ${unknown.slice(0, 40)} is not known; known: ${names.join(', ')}`)
}

/** The slot of a control path. Undocumented labels are never run. */
export const readSlot = ([date = '', cycle = '']: readonly string[]): SandboxSlot => {
  if (!isDay(date)) throw new RequestRefusal(400, 'date must be a date (YYYY-MM-DD)')
  if (!CYCLES.some((known) => known === cycle))
    throw new RequestRefusal(400, `cycle must be one of ${CYCLES.join(', ')}`)
  return { date, cycle }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const LABEL = /^[A-Za-z0-9_:-]{1,16}$/

/** A slot with any label: an invoice may be expected in an undocumented cycle that is never run. */
export const readAnySlot = ([date = '', cycle = '']: readonly string[]): SandboxSlot => {
  if (!isDay(date)) throw new RequestRefusal(400, 'date must be a date (YYYY-MM-DD)')
  if (!LABEL.test(cycle)) throw new RequestRefusal(400, 'cycle must be 1 to 16 letters, digits, "_", ":" or "-"')
  return { date, cycle }
}

/** `{"set":{...},"remove":[...]}`: the values to report, and the fields to leave out. */
export const readMisstatement = (fields: Fields): Misstatement => {
  refuseOtherFields(fields, ['set', 'remove'])
  const { set = {}, remove = [] } = fields
  if (!isFields(set)) throw new RequestRefusal(400, 'set must be an object of fields and values')
  if (!Array.isArray(remove) || !remove.every(isText))
    throw new RequestRefusal(400, 'remove must be a list of field names')
  return { set, remove }
}
