import type { Fault, Rule } from '../fault.ts'
import { bytesOf, type SandboxAnswer, type SandboxRequest } from './answer.ts'
import { type Fields, isFields } from './fields.ts'

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
