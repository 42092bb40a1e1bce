import { nameOf, type Slot } from '../../domain/slot.ts'
import type { ErrorCode } from '../../std/error-codes.ts'
import { CuadreError } from '../../std/errors.ts'
import { isPassingStatus } from './retry.ts'

/** The exchange a fault is about. Nothing in it names the host, the key or a person. */
export interface Exchange {
  readonly method: 'GET' | 'POST'
  /** Relative to the base address, without cursors. */
  readonly path: string
  /** Null when no answer came. */
  readonly status: number | null
  readonly attempts: number
  /** What was wrong, as the end of a sentence. */
  readonly reason: string
  /** The `{error}` of the service, cut and made harmless. */
  readonly serviceText: string | null
  readonly cause: Error | null
}

const sentence = ({ method, path, reason, serviceText }: Exchange): string =>
  `${method} ${path} ${reason}${serviceText === null ? '' : `: "${serviceText}"`}`

const tryAgain = (): string => 'run again later'
const checkBaseUrl = (): string => 'check that CUADRE_BASE_URL is the address of the service itself, with /v1'
const askOperator = (): string => 'run again; if it stays, tell the operator of the service which request this was'

/** What to do about each trouble with the service. */
const NEXT = {
  /** No connection, or one that broke before the answer was whole. */
  UNREACHABLE: () => 'check the network and CUADRE_BASE_URL, then run again',
  /** No whole answer within the time of a request. */
  TIMED_OUT: tryAgain,
  /** A status that is neither an answer nor one of the special ones. */
  HTTP_STATUS: ({ status }: Exchange) => {
    if (status === 404) return checkBaseUrl()
    return status !== null && isPassingStatus(status) ? tryAgain() : askOperator()
  },
  /** 401 or 403: no other request of the run would fare better. */
  CREDENTIALS_REJECTED: () =>
    'check the key (CUADRE_API_KEY, unless the settings name another place): it must be a valid key of this merchant for this base URL',
  /** An answer that is not what api.md documents: no JSON, or JSON of another shape. */
  BAD_ANSWER: askOperator,
  /** An answer beyond the byte cap. */
  TOO_LARGE: () => 'lower pageLimit; if it stays, tell the operator of the service which request this was',
  /** A redirect. It is never followed: the key would go with it. */
  REDIRECTED: checkBaseUrl,
  /** A content encoding, though none was asked for. Decompressing has no bound. */
  ENCODED: () => 'something before the service compresses its answers: have it honour Accept-Encoding: identity',
  /** The service refuses to create what it was sent. It would refuse it again. */
  INVOICE_REFUSED: () => 'nothing was created: correct what the service names, then create it again',
  /** A list whose pages do not lead to its end. */
  LIST_BROKEN: askOperator,
} as const satisfies Readonly<Partial<Record<ErrorCode, (exchange: Exchange) => string>>>

type ExchangeCode = keyof typeof NEXT

/** The service did not answer, or not usably. An invoice id that cannot be asked for, and a settlement that moves, are about no exchange. */
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
    message: string,
    next: string,
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

/** Whatever is thrown and is none of these is the caller's own abort, or a mistake of ours. */
export const isServiceError = (error: unknown): error is ServiceError => error instanceof ServiceError

export const exchangeError = (code: ExchangeCode, exchange: Exchange): ServiceError =>
  new ServiceError(code, sentence(exchange), NEXT[code](exchange), exchange)

/** An invoice id that cannot be part of a path. It was not asked for. */
export const unusableId = (): ServiceError =>
  new ServiceError(
    'UNUSABLE_ID',
    'An invoice id is empty, a dot segment or not well-formed text: it cannot be requested',
    askOperator(),
  )

/** The settlement was another one before the list than after it, and again when both were read once more. */
export const slotMoved = (slot: Slot): ServiceError =>
  new ServiceError(
    'SLOT_MOVED',
    `The settlement of ${nameOf(slot)} changed while its invoices were read, twice`,
    tryAgain(),
  )
