import type { Fault } from '../fault.ts'

/** A request and its answer, independent of HTTP. */
export interface SandboxRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** Lower-case names, as Node hands them over. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Reads the body, and throws when it is too large. Endpoints without a body never call it. */
  readonly body: () => Promise<string>
  /** The fault to apply to the answer. */
  readonly fault?: Fault | undefined
}

export interface SandboxAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** Text, or bytes in consecutive parts. */
export type Body = string | readonly Buffer[]

export const bytesOf = (body: Body): Buffer => (typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body))

const JSON_TYPE = 'application/json; charset=utf-8'

/** An answer whose JSON is already written. */
export const jsonText = (status: number, body: Body): SandboxAnswer => ({
  status,
  headers: { 'content-type': JSON_TYPE },
  body,
})

export const json = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxAnswer => ({
  status,
  headers: { 'content-type': JSON_TYPE, ...headers },
  body: JSON.stringify(value),
})

/** The one shape of every error (api.md, Errors). */
export const refusal = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): SandboxAnswer => json(status, { error: message }, headers)

export const html = (status: number, body: string): SandboxAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body,
})

/** Redirects to a path here, or to a URL in its ASCII form, since a header allows no other letters. */
export const redirect = (to: string): SandboxAnswer => ({
  status: 303,
  headers: { location: to.startsWith('/') ? to : new URL(to).href },
  body: '',
})
