import type { Expectation } from './answer-expectation.ts'
import { quotableText } from './errors.ts'
import type { Limits } from './limits.ts'
import { httpDate } from './retry.ts'
import type { Transport } from './transport.ts'
import { type RequestTrouble, requestTrouble } from './trouble.ts'

/** The facts of the status line and headers. */
export interface Head {
  readonly status: number
  /** JSON by its content type or without one, a text that may be JSON, or anything else. */
  readonly kind: 'json' | 'text' | 'other'
  readonly contentType: string | undefined
  /** Null for none and for identity. */
  readonly encoding: string | null
  readonly bytes: number
  readonly date: number | null
  readonly retryAfter: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

export const readHead = (status: number, headers: Headers): Head => {
  const text = (name: string): string | undefined => headers[name]?.toString()
  const contentType = text('content-type')
  const encoding = text('content-encoding')?.trim().toLowerCase()
  return {
    status,
    contentType,
    kind: kindOf(contentType),
    encoding: encoding === undefined || encoding === '' || encoding === 'identity' ? null : encoding,
    bytes: Number(text('content-length') ?? 0),
    date: httpDate(text('date')),
    retryAfter: text('retry-after'),
  }
}

const kindOf = (contentType: string | undefined): Head['kind'] => {
  if (contentType === undefined || JSON_TYPE.test(contentType)) return 'json'
  return TEXT_TYPE.test(contentType) ? 'text' : 'other'
}
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
/** Names under which services send JSON all the same. */
const TEXT_TYPE = /^text\/(?:json|plain)\s*(?:;|$)/i

/** Why an answer is refused before its body is read; null when its body is to be read. */
export const refusalOf = (head: Head, expected: Expectation, { limits, apiKey }: Transport): RequestTrouble | null => {
  const { status, kind } = head
  const refused = (code: RequestTrouble['code'], reason: string) =>
    requestTrouble(code, `answered ${status}${reason}`, { status })
  if (status === 401 || status === 403) return refused('CREDENTIALS_REJECTED', '')
  if (status >= 300 && status < 400) return refused('REDIRECTED', ', a redirect, and redirects are not followed')
  if (expected === 'trouble' || (status !== 200 && expected === 'json' && kind === 'other'))
    return refused('HTTP_STATUS', '')
  if (head.encoding !== null) return refused('ENCODED', ` encoded as ${quotableText(head.encoding, [apiKey])}`)
  if (expected === 'json' && kind === 'other') return refused('BAD_ANSWER', notAsJson(head, apiKey))
  return head.bytes > limits.bodyBytes ? tooLarge(status, limits) : null
}

/** The end of a sentence about an answer of another media type. */
export const notAsJson = ({ contentType }: Pick<Head, 'contentType'>, apiKey: string): string =>
  `, but as ${quotableText(contentType ?? '', [apiKey])}, not as JSON`

export const tooLarge = (status: number, { bodyBytes }: Limits): RequestTrouble =>
  requestTrouble('TOO_LARGE', `answered ${status} with more than ${bodyBytes} bytes`, { status })
