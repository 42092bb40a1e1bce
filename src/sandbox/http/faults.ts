import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Fault, Rule } from '../fault.ts'
import { textThat, type Values, wholeFrom } from '../invoices/values.ts'
import { bytesOf, type SandboxAnswer, type SandboxRequest } from './answer.ts'
import { type Fields, isFields } from './fields.ts'
import { RequestRefusal } from './refusal.ts'

export interface Faults {
  readonly set: (rules: readonly Rule[]) => void
  readonly all: () => readonly (Rule & { readonly met: number })[]
  /** The fault for this request, if any; the first rule that applies is counted. */
  readonly faultFor: (request: SandboxRequest) => Fault | undefined
}

/**
 * Finds the parts between the stars one after another; a regular expression with many stars could take exponential
 * time.
 */
const pathMatches = (pattern: string, path: string): boolean => {
  const [first = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return path === pattern
  let at = first.length
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.startsWith(first) && path.endsWith(last) && path.length - last.length >= at
}

const matches = ({ method, path, query = {} }: Rule, request: SandboxRequest): boolean =>
  (method === undefined || method === request.method) &&
  (path === undefined || pathMatches(path, request.path)) &&
  Object.entries(query).every(([name, value]) =>
    value === '*' ? request.query.has(name) : request.query.get(name) === value,
  )

export const openFaults = (initial: readonly Rule[]): Faults => {
  let rules = initial.map((rule) => ({ rule, met: 0 }))
  return {
    set: (next) => {
      rules = next.map((rule) => ({ rule, met: 0 }))
    },
    all: () => rules.map(({ rule, met }) => ({ ...rule, met })),
    faultFor: (request) => {
      for (const entry of rules) {
        if (!matches(entry.rule, request)) continue
        entry.met += 1
        const { skip = 0, times = Number.POSITIVE_INFINITY, fault } = entry.rule
        if (entry.met > skip && entry.met <= skip + times) return fault
      }
      return undefined
    },
  }
}

const editFields = (record: Fields, { set = {}, remove = [] }: Extract<Fault, { do: 'fields' }>): Fields =>
  Object.fromEntries(Object.entries({ ...record, ...set }).filter(([name]) => !remove.includes(name)))

const spoiltJson = (said: Fields, fault: Fault, request: SandboxRequest): Fields => {
  switch (fault.do) {
    case 'repeat-cursor':
      return request.query.has('cursor') ? { ...said, cursor: request.query.get('cursor') } : said
    case 'count':
      return { ...said, count: Number(said.count) + fault.add }
    case 'cursor': {
      const { cursor: _cursor, ...rest } = said
      return 'value' in fault ? { ...said, cursor: fault.value } : rest
    }
    case 'fields':
      return Array.isArray(said.items)
        ? { ...said, items: said.items.map((item) => (isFields(item) ? editFields(item, fault) : item)) }
        : editFields(said, fault)
    default:
      return said
  }
}

const JSON_FAULTS: readonly Fault['do'][] = ['repeat-cursor', 'count', 'cursor', 'fields']

/** Applies a fault to an answer. The sender applies faults of the connection. */
export const applyFault = (answer: SandboxAnswer, fault: Fault, request: SandboxRequest): SandboxAnswer => {
  if (fault.do === 'status') {
    const body = JSON.stringify({ error: fault.error ?? 'Internal Server Error' })
    return { status: fault.status, headers: { 'content-type': 'application/json', ...fault.headers }, body }
  }
  if (fault.do === 'raw') return { status: fault.status ?? 200, headers: fault.headers ?? {}, body: fault.body }
  // Cut in the middle and sent with the right length: only the syntax is wrong.
  if (fault.do === 'malformed') return { ...answer, body: `${bytesOf(answer.body).toString().slice(0, -2)},` }
  if (!JSON_FAULTS.includes(fault.do)) return answer
  const said: unknown = JSON.parse(bytesOf(answer.body).toString())
  return isFields(said) ? { ...answer, body: JSON.stringify(spoiltJson(said, fault, request)) } : answer
}

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
