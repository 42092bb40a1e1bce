import type { Readable } from 'node:stream'
import { isObject } from '../../std/json/json-object.ts'
import { type ParsedJson, parseJson } from '../../std/json/parse-json.ts'
import { type Absence, absenceHint, isAbsence } from '../wire/absence.ts'
import type { AnswerExpectation, Expectation } from './answer-expectation.ts'
import { quotableText } from './errors.ts'
import { type Head, notAsJson, tooLarge } from './read-head.ts'
import type { Target } from './target.ts'
import type { Transport } from './transport.ts'
import { type RequestTrouble, requestTrouble } from './trouble.ts'

/** The bytes of an answer; null when there are more than `most`, and then the rest is not read. */
const readCapped = async (body: Readable, most: number): Promise<Uint8Array | null> => {
  ignoreErrors(body)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** Drops the unread rest of an answer and closes its connection. Does nothing after a whole read. */
export const leaveUnread = (body: Readable): void => {
  ignoreErrors(body).destroy()
}

/** undici emits an error when a body is destroyed early. Without a listener it would end the process. */
const ignoreErrors = (body: Readable): Readable => body.on('error', () => undefined)

/** A whole answer that the caller can use. */
export interface WholeAnswer {
  readonly kind: 'answered'
  readonly status: number
  readonly body: Uint8Array
  /** The body as JSON; undefined where only the status was asked for, and for a body that is known. */
  readonly value: unknown
  /** Whether the body was read before. */
  readonly isKnown: boolean
  /** Whether it means that the resource does not exist. */
  readonly isAbsent: boolean
}

export const readAnswer = async (
  head: Head,
  expected: Expectation,
  from: Readable,
  transport: Transport,
  isKnown: AnswerExpectation['isKnown'],
): Promise<WholeAnswer | RequestTrouble> => {
  const { status } = head
  const body = await readCapped(from, transport.limits.bodyBytes)
  if (body === null) return tooLarge(status, transport.limits)
  if (expected === 'whatever') return { ...UNREAD, status, body }
  if (isKnown(body)) return jsonIn(head, { ...UNREAD, body, isKnown: true }, transport)
  const parsed = parseJson(body)
  if (parsed.ok) return jsonIn(head, { ...UNREAD, body, value: parsed.value }, transport)
  // An error without a content type need not be JSON.
  if (status !== 200 && head.contentType === undefined) return plainTrouble(status)
  return notJson(head, parsed.reason, transport)
}

/** Reads an answer that may mean that the resource does not exist. */
export const readPossibleAbsence = async (
  head: Head,
  absence: Absence,
  from: Readable,
  transport: Transport,
  { personal }: Target,
): Promise<WholeAnswer | RequestTrouble> => {
  const { status, contentType } = head
  const isWanted = status === 200 || absence.statuses.includes(status)
  const body = isWanted ? await readCapped(from, transport.limits.bodyBytes) : await readErrorBody(from, transport)
  if (body === null) return isWanted ? tooLarge(status, transport.limits) : plainTrouble(status)
  const parsed = parseJson(body)
  const answer = { status, contentType, body, parsed }
  if (isAbsence(absence, answer)) return { ...UNREAD, status, body, isAbsent: true }
  if (status === 200 && parsed.ok && head.kind !== 'other')
    return jsonIn(head, { ...UNREAD, body, value: parsed.value }, transport)
  const trouble =
    status === 200 || (!parsed.ok && isCut(head, body))
      ? notJson(head, parsed.ok ? 'not named JSON' : parsed.reason, transport)
      : plainTrouble(status, serviceTextIn(parsed, transport, personal))
  return { ...trouble, reason: `${trouble.reason}${absenceHint(absence, answer)}` }
}

/** An unreadable body of an error must not hide its status. */
const readErrorBody = (from: Readable, { limits }: Transport): Promise<Uint8Array | null> =>
  readCapped(from, limits.errorBytes).catch(() => null)

const plainTrouble = (status: number, serviceText: string | null = null): RequestTrouble =>
  requestTrouble('HTTP_STATUS', `answered ${status}`, { status, serviceText })

/** Whether a body that should be JSON arrived only in part. */
const isCut = ({ contentType, kind }: Head, body: Uint8Array): boolean =>
  body.byteLength > 0 && contentType !== undefined && kind === 'json'

/** The fields of an answer whose body was not read. */
const UNREAD = { kind: 'answered', value: undefined, isKnown: false, isAbsent: false } as const

const jsonIn = (head: Head, answer: Omit<WholeAnswer, 'status'>, { onMediaType, apiKey }: Transport): WholeAnswer => {
  if (head.kind === 'text') onMediaType(quotableText(head.contentType ?? '', [apiKey]))
  return { ...answer, status: head.status }
}

const notJson = (head: Head, reason: string, { apiKey }: Transport): RequestTrouble => {
  const { status, kind } = head
  const end = kind === 'json' ? `, but ${reason}` : notAsJson(head, apiKey)
  return requestTrouble('BAD_ANSWER', `answered ${status}${end}`, { status })
}

/** The `{error}` of an error answer (api.md, Errors). */
export const readServiceText = async (
  head: Head,
  from: Readable,
  transport: Transport,
  { personal }: Target,
): Promise<string | null> => {
  if (head.kind === 'other' || head.encoding !== null) return null
  const body = await readErrorBody(from, transport)
  return body === null ? null : serviceTextIn(parseJson(body), transport, personal)
}

const serviceTextIn = (parsed: ParsedJson, { apiKey }: Transport, personal: readonly string[]): string | null =>
  parsed.ok && isObject(parsed.value) && typeof parsed.value.error === 'string'
    ? quotableText(parsed.value.error, [apiKey], personal)
    : null
