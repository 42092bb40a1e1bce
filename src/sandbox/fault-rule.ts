import type { Fault, Rule } from './faults.ts'
import { type Fields, isFields } from './json-body.ts'
import { Refusal } from './refusal.ts'

type Kind = 'number' | 'text' | 'texts' | 'fields' | 'anything'

/** What each fault is told with; a question mark marks what may be left out. */
const FAULTS: Readonly<Record<Fault['do'], Readonly<Record<string, Kind | `${Kind}?`>>>> = {
  status: { status: 'number', error: 'text?', headers: 'fields?' },
  raw: { status: 'number?', headers: 'fields?', body: 'text' },
  delay: { ms: 'number' },
  drip: { bytes: 'number', everyMs: 'number' },
  reset: { afterBytes: 'number?' },
  truncate: { bytes: 'number?' },
  malformed: {},
  'repeat-cursor': {},
  'empty-page': {},
  overlap: { items: 'number' },
  count: { add: 'number' },
  cursor: { value: 'anything?' },
  fields: { set: 'fields?', remove: 'texts?' },
}

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number' && Number.isInteger(value),
  text: (value) => typeof value === 'string',
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  fields: isFields,
  anything: () => true,
}

const RULE: Readonly<Record<string, Kind | `${Kind}?`>> = {
  method: 'text?',
  path: 'text?',
  query: 'fields?',
  skip: 'number?',
  times: 'number?',
  fault: 'fields',
}

const isKind = (text: string): text is Kind => text in IS

const check = (fields: Fields, shape: Readonly<Record<string, string>>, where: string): void => {
  const unknown = Object.keys(fields).find((name) => !(name in shape))
  if (unknown !== undefined) throw new Refusal(400, `${where} does not know ${unknown.slice(0, 40)}`)
  for (const [name, told] of Object.entries(shape)) {
    const kind = told.replace('?', '')
    const value = fields[name]
    const usable = value === undefined ? told.endsWith('?') : isKind(kind) && IS[kind](value)
    if (!usable) throw new Refusal(400, `${where} needs ${name} to be a ${kind}`)
  }
}

const isFaultName = (value: unknown): value is Fault['do'] => typeof value === 'string' && Object.hasOwn(FAULTS, value)

/** A checked rule has the shape of one. */
const isRule = (value: Fields): value is Fields & Rule => {
  check(value, RULE, 'A fault rule')
  const { do: name, ...rest } = isFields(value.fault) ? value.fault : {}
  if (!isFaultName(name)) throw new Refusal(400, `fault.do must be one of ${Object.keys(FAULTS).join(', ')}`)
  check(rest, FAULTS[name], `The fault ${name}`)
  return true
}

export const readRule = (value: unknown): Rule => {
  if (!isFields(value) || !isRule(value)) throw new Refusal(400, 'A fault rule must be an object')
  return value
}
