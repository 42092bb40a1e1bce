import { stripVTControlCharacters } from 'node:util'
import { withoutDocuments, withoutPersonal } from '../../core/personal/personal.ts'
import { nameOf, type Slot, slotInWords } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import type { ErrorCode } from '../../std/error-codes.ts'
import { CuadreError, codeOf } from '../../std/errors.ts'
import { hideSecrets } from '../../std/hide-secrets.ts'
import { isPassingStatus } from './retry.ts'
import { type RequestTrouble, requestTrouble } from './trouble.ts'

/** The exchange a fault is about. Nothing in it names the host, the key or a person. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  /** Relative to the base address, without cursors. */
  readonly path: string
  /** Null when no answer came. */
  readonly status: number | null
  readonly attempts: number
  /** The problem, as the end of a sentence. */
  readonly reason: string
  /** The `{error}` of the service, cut and made harmless. */
  readonly serviceText: string | null
  readonly cause: Error | null
}

const sentence = ({ method, path, reason, serviceText }: Exchange): string =>
  `${method} ${path} ${reason}${serviceText === null ? '' : `: "${serviceText}"`}`

/** What happened, by code. Differences from api.md are described in its own English words. */
const HAPPENED_IN_SPANISH: Readonly<Record<ExchangeCode, (exchange: Exchange) => string>> = {
  UNREACHABLE: () => 'no hubo conexión con el servicio, o se cortó',
  TIMED_OUT: () => 'el servicio no terminó de responder a tiempo',
  HTTP_STATUS: ({ status }) => `el servicio respondió ${status}`,
  CREDENTIALS_REJECTED: ({ status }) => `el servicio respondió ${status}: rechazó la clave`,
  BAD_ANSWER: ({ reason }) => `la respuesta no es como la describe api.md (${reason})`,
  TOO_LARGE: () => 'la respuesta es demasiado grande',
  REDIRECTED: ({ status }) => `el servicio respondió ${status}, una redirección, y no se siguen redirecciones`,
  ENCODED: () => 'la respuesta llegó comprimida',
  INVOICE_REFUSED: ({ status }) => `el servicio respondió ${status}: no aceptó la factura`,
  LIST_BROKEN: ({ reason }) => `la lista no llega a su final (${reason})`,
}

const inSpanish = (code: ExchangeCode, exchange: Exchange): string => {
  const { method, path, attempts, serviceText } = exchange
  const again = attempts > 1 ? ` (intento ${attempts})` : ''
  return `${method} ${path}: ${HAPPENED_IN_SPANISH[code](exchange)}${again}${serviceText === null ? '' : `: "${serviceText}"`}`
}

const tryAgain = (): Both<string> => ({ en: 'run again later', es: 'ejecute de nuevo más tarde' })
const checkBaseUrl = (): Both<string> => ({
  en: 'check that CUADRE_BASE_URL is the address of the service itself, with /v1',
  es: 'revise que CUADRE_BASE_URL sea la dirección del servicio mismo, con /v1',
})
const askOperator = (): Both<string> => ({
  en: 'run again; if it stays, tell the operator of the service which request this was',
  es: 'ejecute de nuevo; si sigue igual, informe al operador del servicio cuál fue la petición',
})

/** The advice for each trouble with the service. */
const NEXT = {
  /** No connection, or one that broke before the answer was whole. */
  UNREACHABLE: () => ({
    en: 'check the network and CUADRE_BASE_URL, then run again',
    es: 'revise la red y CUADRE_BASE_URL, y ejecute de nuevo',
  }),
  /** No whole answer within the time of a request. */
  TIMED_OUT: tryAgain,
  /** A status that is neither an answer nor one of the special ones. */
  HTTP_STATUS: ({ status }: Exchange) => {
    if (status === 404) return checkBaseUrl()
    return status !== null && isPassingStatus(status) ? tryAgain() : askOperator()
  },
  /** 401 or 403: every other request of the run would end the same way. */
  CREDENTIALS_REJECTED: () => ({
    en: 'it must be a valid key of this merchant for this base URL; "cuadre doctor" says where it is read from',
    es: 'debe ser una clave válida de este comercio para esta dirección; "cuadre doctor" dice de dónde se lee',
  }),
  /** An answer that api.md does not document: not JSON, or JSON of another shape. */
  BAD_ANSWER: askOperator,
  /** An answer beyond the byte cap. */
  TOO_LARGE: () => ({
    en: 'lower pageLimit; if it stays, tell the operator of the service which request this was',
    es: 'baje pageLimit; si sigue igual, informe al operador del servicio cuál fue la petición',
  }),
  /** A redirect. It is never followed: the key would go with it. */
  REDIRECTED: checkBaseUrl,
  /** A content encoding, though none was asked for. Decompressing has no bound. */
  ENCODED: () => ({
    en: 'something before the service compresses its answers: have it honour Accept-Encoding: identity',
    es: 'algo delante del servicio comprime sus respuestas: haga que respete Accept-Encoding: identity',
  }),
  /** The service refuses the invoice, and would refuse it again. */
  INVOICE_REFUSED: () => ({
    en: 'nothing was created: correct what the service names, then create it again',
    es: 'no se creó nada: corrija lo que indica el servicio y créela de nuevo',
  }),
  /** A list whose pages do not lead to its end. */
  LIST_BROKEN: askOperator,
} as const satisfies Readonly<Partial<Record<ErrorCode, (exchange: Exchange) => Both<string>>>>

type ExchangeCode = keyof typeof NEXT

/**
 * The service did not answer, or not usably. For an unusable invoice id and a settlement that keeps changing there is
 * no exchange.
 */
export class ServiceError extends CuadreError {
  override readonly name = 'ServiceError'
  readonly method: Exchange['method'] | null
  readonly path: string | null
  readonly status: number | null
  readonly attempts: number
  readonly reason: string | null
  readonly serviceText: string | null

  constructor(
    code: ExchangeCode | 'UNUSABLE_ID' | 'SLOT_MOVED',
    message: Both<string>,
    next: Both<string>,
    exchange: Exchange | null = null,
  ) {
    super(code, message, next, { cause: exchange?.cause ?? undefined })
    this.method = exchange?.method ?? null
    this.path = exchange?.path ?? null
    this.status = exchange?.status ?? null
    this.attempts = exchange?.attempts ?? 0
    this.reason = exchange?.reason ?? null
    this.serviceText = exchange?.serviceText ?? null
  }
}

/** Any other error is the caller's abort or a bug. */
export const isServiceError = (error: unknown): error is ServiceError => error instanceof ServiceError

export const exchangeError = (code: ExchangeCode, exchange: Exchange): ServiceError =>
  new ServiceError(code, { en: sentence(exchange), es: inSpanish(code, exchange) }, NEXT[code](exchange), exchange)

/** An invoice id that cannot be part of a path. It was not sent. */
export const unusableId = (): ServiceError =>
  new ServiceError(
    'UNUSABLE_ID',
    {
      en: 'An invoice id is empty, a dot segment or not well-formed text: it cannot be requested',
      es: 'Un id de factura está vacío, es un segmento de puntos o no es texto válido: no se puede pedir',
    },
    askOperator(),
  )

/** The settlement differed before and after the list, twice. */
export const slotMoved = (slot: Slot): ServiceError =>
  new ServiceError(
    'SLOT_MOVED',
    {
      en: `The settlement of ${nameOf(slot)} changed while its invoices were read, twice`,
      es: `La liquidación ${slotInWords(slot).es} cambió dos veces mientras se leían sus facturas`,
    },
    tryAgain(),
  )

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
const codeOfParser = (error: unknown): string | null =>
  error instanceof Error && error.name === 'HTTPParserError' ? 'HPE_UNKNOWN' : null

const TEXT_MAX_CHARACTERS = 200
/** Control and format characters (bidirectional overrides among them), lone surrogates, line and paragraph separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu

/** Foreign text as one short line for our messages, without control characters, our secrets, the person it is about, or document numbers. */
export const quotableText = (text: string, secrets: readonly string[], personal: readonly string[] = []): string => {
  const line = stripVTControlCharacters(text).replace(UNPRINTABLE, ' ').trim()
  const safe = withoutDocuments(withoutPersonal(hideSecrets(secrets, line), personal))
  const letters = [...safe]
  return letters.length > TEXT_MAX_CHARACTERS ? `${letters.slice(0, TEXT_MAX_CHARACTERS - 1).join('')}…` : safe
}
