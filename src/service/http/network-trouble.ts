import { errors } from 'undici'
import { codeOf } from '../../std/errors.ts'
import { type RequestTrouble, requestTrouble } from './trouble.ts'

/** Our words for connection failures of Node and undici, whose own messages name the host. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'got no connection: it was refused',
  ENOTFOUND: 'got no connection: the host name is not known',
  EAI_AGAIN: 'got no connection: the host name could not be looked up',
  ECONNRESET: 'got no whole answer: the connection was reset',
  EPIPE: 'got no whole answer: the connection was reset',
  ETIMEDOUT: 'got no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'got no connection in time',
  UND_ERR_SOCKET: 'got no whole answer: the connection was closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'got no whole answer: the body is shorter or longer than announced',
  UND_ERR_HEADERS_OVERFLOW: 'got an answer with too many headers',
}

/** A connection fault as trouble; null for an error that no network caused, which is a bug. */
export const networkTrouble = (error: unknown): RequestTrouble | null => {
  const code = codeOf(error) ?? codeOfParser(error)
  if (code === null || code === 'UND_ERR_INVALID_ARG') return null
  return requestTrouble('UNREACHABLE', WORDS[code] ?? wordsFor(code), {
    cause: new Error(code),
    neverSent: isBeforeSending(code),
  })
}

/** Errors that happen only while a connection is made. A POST that met one was never sent. */
const isBeforeSending = (code: string): boolean => BEFORE_SENDING.has(code) || /CERT/.test(code)
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

const wordsFor = (code: string): string => {
  if (code.startsWith('HPE_')) return 'got an answer that is not HTTP'
  if (/CERT|TLS|SSL/.test(code)) return `got no connection: the certificate was not accepted (${code})`
  return `got no whole answer (${code})`
}

/** The code of undici's parser; null when the error is not the parser's. */
const codeOfParser = (error: unknown): string | null => (error instanceof errors.HTTPParserError ? 'HPE_UNKNOWN' : null)
