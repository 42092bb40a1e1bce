import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Fault, Rule } from '../fault.ts'
import { textThat, type Values, wholeFrom } from '../invoices/values.ts'
import { type Fields, isFields } from './fields.ts'
import { RequestRefusal } from './refusal.ts'

/** The longest wait of a timer in ms. */
const TIMER_MAX_MS = 2 ** 31 - 1
const COUNT_MAX = Number.MAX_SAFE_INTEGER

const text = textThat(() => true, 'a text')
const count = wholeFrom(0, COUNT_MAX)
const status = wholeFrom(200, 599)
const milliseconds = wholeFrom(0, TIMER_MAX_MS)
const anything: Values = { has: () => true, words: 'anything' }
const fields: Values = { has: isFields, words: 'an object' }
const texts: Values = { has: (value) => Array.isArray(value) && value.every(text.has), words: 'a list of texts' }
const textFields: Values = {
  has: (value) => isFields(value) && Object.values(value).every(text.has),
  words: 'an object of texts',
}

/** The sandbox itself sets the two headers about the length of an answer. */
const OWN_HEADERS: readonly string[] = ['content-length', 'transfer-encoding']

const isHeader = ([name, value]: readonly [string, unknown]): boolean => {
  if (typeof value !== 'string' || OWN_HEADERS.includes(name.toLowerCase())) return false
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

const headers: Values = {
  has: (value) => isFields(value) && Object.entries(value).every(isHeader),
  words: `an object of header names and texts that can be sent, without ${OWN_HEADERS.join(' and ')}`,
}

type Shape = Readonly<Record<string, Values>>

/** The required and the optional members of a fault or a rule. */
interface Members {
  readonly needs?: Shape
  readonly may?: Shape
}

const FAULTS: Readonly<Record<Fault['do'], Members>> = {
  status: { needs: { status }, may: { error: text, headers } },
  raw: { needs: { body: text }, may: { status, headers } },
  delay: { needs: { ms: milliseconds } },
  drip: { needs: { bytes: wholeFrom(1, COUNT_MAX), everyMs: milliseconds } },
  reset: { may: { afterBytes: count } },
  truncate: { may: { bytes: count } },
  malformed: {},
  'repeat-cursor': {},
  'empty-page': {},
  overlap: { needs: { items: count } },
  count: { needs: { add: wholeFrom(-COUNT_MAX, COUNT_MAX) } },
  cursor: { may: { value: anything } },
  fields: { may: { set: fields, remove: texts } },
}

const RULE: Members = {
  needs: { fault: fields },
  may: { method: text, path: text, query: textFields, skip: count, times: count },
}

const check = (given: Fields, { needs = {}, may = {} }: Members, where: string): void => {
  const known: Shape = { ...needs, ...may }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) throw new RequestRefusal(400, `${where} does not know ${unknown.slice(0, 40)}`)
  for (const [name, { has, words }] of Object.entries(known)) {
    const value = given[name]
    const usable = value === undefined ? !Object.hasOwn(needs, name) : has(value)
    if (!usable) throw new RequestRefusal(400, `${where} needs ${name} to be ${words}`)
  }
}

const isFaultName = (value: unknown): value is Fault['do'] => typeof value === 'string' && Object.hasOwn(FAULTS, value)

/** Whether checked fields are a rule. */
const isRule = (value: Fields): value is Fields & Rule => {
  check(value, RULE, 'A fault rule')
  const { do: name, ...rest } = isFields(value.fault) ? value.fault : {}
  if (!isFaultName(name)) throw new RequestRefusal(400, `fault.do must be one of ${Object.keys(FAULTS).join(', ')}`)
  check(rest, FAULTS[name], `The fault ${name}`)
  return true
}

export const readRule = (value: unknown): Rule => {
  if (!isFields(value) || !isRule(value)) throw new RequestRefusal(400, 'A fault rule must be an object')
  return value
}
