import type { AbsentBody } from '../../core/settlement.ts'
import { isObject } from '../../std/json/json-object.ts'
import type { ParsedJson } from '../../std/json/parse-json.ts'
import { isPassingStatus } from '../http/retry.ts'

/** The answers that mean "no such settlement". api.md does not show one. */
export interface Absence {
  readonly statuses: readonly number[]
  readonly bodies: readonly AbsentBody[]
}

/** The content of an answer, as far as it may mean that something does not exist. */
type Content = AbsentBody | 'error' | 'json' | 'other'

/** An answer whose body was read. */
interface ReadAnswer {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: Uint8Array
  readonly parsed: ParsedJson
}

/**
 * Whether an answer means that there is no such settlement: its status is one of those configured, and its body is an
 * error in JSON or one of those configured. A 200 with other JSON may be a settlement and never means it; for a 204,
 * which has no body, the status suffices.
 */
export const isAbsence = ({ statuses, bodies }: Absence, answer: ReadAnswer): boolean => {
  if (!statuses.includes(answer.status)) return false
  const content = contentOf(answer)
  if (content === 'error' || isOneOf(bodies, content) || answer.status === NO_CONTENT) return true
  return answer.status !== OK && answer.parsed.ok
}

const OK = 200
const NO_CONTENT = 204

const isOneOf = (bodies: readonly AbsentBody[], content: Content): boolean => bodies.some((body) => body === content)

/** Whether an answer of this status may mean that there is no such settlement, so that its body is read. */
export const mayMeanAbsence = ({ statuses }: Absence, status: number): boolean =>
  statuses.includes(status) || (status >= 200 && status < 300) || (status >= 400 && !isPassingStatus(status))

/**
 * The settings under which the answer would mean "no such settlement", as the end of a sentence; empty when there are
 * none.
 */
export const absenceHint = ({ statuses, bodies }: Absence, answer: ReadAnswer): string => {
  const content = contentOf(answer)
  if (content === 'other' || (answer.status === OK && content === 'json')) return ''
  const settings = [
    ...(statuses.includes(answer.status) ? [] : [`"absentStatuses": ${JSON.stringify([...statuses, answer.status])}`]),
    ...(needsBody(answer, content) && !isOneOf(bodies, content)
      ? [`"absentBodies": ${JSON.stringify([...bodies, content])}`]
      : []),
  ]
  return settings.length === 0 ? '' : ` (if this means that there is no such settlement, set ${settings.join(' and ')})`
}

const needsBody = ({ status, parsed }: ReadAnswer, content: Content): boolean =>
  content !== 'error' && status !== NO_CONTENT && (status === OK || !parsed.ok)

const contentOf = ({ body, contentType, parsed }: ReadAnswer): Content => {
  if (body.every(isBlank)) return 'empty'
  if (parsed.ok) return contentOfJson(parsed.value)
  if (contentType !== undefined && HTML_TYPE.test(contentType)) return 'html'
  return isText(body, contentType) ? 'text' : 'other'
}

const isBlank = (byte: number): boolean => BLANKS.includes(byte)
/** The blanks of JSON: tab, line feed, carriage return, space. */
const BLANKS = [0x09, 0x0a, 0x0d, 0x20]

/** Whether a body is plain text. A text that begins like JSON may be a settlement that was cut. */
const isText = (body: Uint8Array, contentType: string | undefined): boolean => {
  const first = body.find((byte) => !isBlank(byte))
  return first !== 0x5b && first !== 0x7b && (contentType === undefined || TEXT_TYPE.test(contentType))
}
const TEXT_TYPE = /^text\/plain\s*(?:;|$)/i
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i

const contentOfJson = (value: unknown): Content => {
  if (value === null) return 'null'
  if (!isObject(value)) return 'json'
  if (Object.keys(value).length === 0) return '{}'
  return typeof value.error === 'string' && value.date === undefined ? 'error' : 'json'
}
