import { nameOf, type Slot } from '../domain/slot.ts'
import { type GivenUp, isPassingStatus } from './retry.ts'
import type { Target } from './target.ts'
import type { Trouble } from './trouble.ts'

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

/** Every fault of an exchange says the same things; they differ in name, code and in what to do next. */
const faultClass = <const Code extends string>(name: string, code: Code, nextStep: (exchange: Exchange) => string) =>
  class extends Error implements Exchange {
    override readonly name = name
    readonly code = code
    /** What to do, in one line. */
    readonly next: string
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly status: number | null
    readonly attempts: number
    readonly reason: string
    readonly serviceText: string | null
    override readonly cause: Error | null

    constructor(exchange: Exchange) {
      super(sentence(exchange))
      this.next = nextStep(exchange)
      this.method = exchange.method
      this.path = exchange.path
      this.status = exchange.status
      this.attempts = exchange.attempts
      this.reason = exchange.reason
      this.serviceText = exchange.serviceText
      this.cause = exchange.cause
    }
  }

const tryAgain = (): string => 'run again later'
const checkBaseUrl = (): string => 'check that CUADRE_BASE_URL is the address of the service itself, with /v1'
const tellOperator = (): string => 'run again; if it stays, tell the operator of the service which request this was'

/** No connection, or one that broke before the answer was whole. */
const UnreachableFault = faultClass(
  'UnreachableFault',
  'UNREACHABLE',
  () => 'check the network and CUADRE_BASE_URL, then run again',
)

/** No whole answer within the time of a request. */
const TimeoutFault = faultClass('TimeoutFault', 'TIMED_OUT', tryAgain)

/** A status that is neither an answer nor one of the special ones. */
const HttpStatusFault = faultClass('HttpStatusFault', 'HTTP_STATUS', ({ status }) => {
  if (status === 404) return checkBaseUrl()
  return status !== null && isPassingStatus(status) ? tryAgain() : tellOperator()
})

/** 401 or 403: no other request of the run would fare better. */
export const CredentialsFault = faultClass(
  'CredentialsFault',
  'CREDENTIALS_REJECTED',
  () =>
    'check the key (CUADRE_API_KEY, unless the settings name another place): it must be a valid key of this merchant for this base URL',
)

/** An answer that is not what api.md documents: no JSON, or JSON of another shape. */
export const BadAnswerFault = faultClass('BadAnswerFault', 'BAD_ANSWER', tellOperator)

/** An answer beyond the byte cap. */
const TooLargeFault = faultClass(
  'TooLargeFault',
  'TOO_LARGE',
  () => 'lower pageLimit; if it stays, tell the operator of the service which request this was',
)

/** A redirect. It is never followed: the key would go with it. */
const RedirectFault = faultClass('RedirectFault', 'REDIRECTED', checkBaseUrl)

/** A content encoding, though none was asked for. Decompressing has no bound. */
const EncodedFault = faultClass(
  'EncodedFault',
  'ENCODED',
  () => 'something before the service compresses its answers: have it honour Accept-Encoding: identity',
)

/** The service refuses to create what it was sent. It would refuse it again. */
export const RefusedFault = faultClass(
  'RefusedFault',
  'INVOICE_REFUSED',
  () => 'nothing was created: mend what the service names, then create it again',
)

/** A list whose pages do not lead to its end. */
export const ListFault = faultClass('ListFault', 'LIST_BROKEN', tellOperator)

/** An invoice id that cannot be part of a path. It was not asked for. */
export class UnusableIdFault extends Error {
  override readonly name = 'UnusableIdFault'
  readonly code = 'UNUSABLE_ID'
  readonly next = tellOperator()

  constructor() {
    super('An invoice id is empty, a dot segment or no well-formed text: it cannot be asked for')
  }
}

/** The settlement was another one before the list than after it, and again when both were read once more. */
export class SlotMovedFault extends Error {
  override readonly name = 'SlotMovedFault'
  readonly code = 'SLOT_MOVED'
  readonly next = tryAgain()

  constructor(slot: Slot) {
    super(`The settlement of ${nameOf(slot)} changed while its invoices were read, twice`)
  }
}

const BY_CODE = {
  UNREACHABLE: UnreachableFault,
  TIMED_OUT: TimeoutFault,
  HTTP_STATUS: HttpStatusFault,
  CREDENTIALS_REJECTED: CredentialsFault,
  BAD_ANSWER: BadAnswerFault,
  TOO_LARGE: TooLargeFault,
  REDIRECTED: RedirectFault,
  ENCODED: EncodedFault,
} as const

const FAULTS = [...Object.values(BY_CODE), ListFault, RefusedFault, UnusableIdFault, SlotMovedFault] as const

/** The world did not answer, or not usably. */
export type ApiFault = InstanceType<(typeof FAULTS)[number]>

/** Whatever is thrown and is none of these is the caller's own abort, or a mistake of ours. */
export const isApiFault = (error: unknown): error is ApiFault => FAULTS.some((fault) => error instanceof fault)

/** The fault a request ends with, when its last trouble is not tried again. */
export const faultOf = ({ method, shown }: Target, trouble: Trouble, attempts: number, because: GivenUp): ApiFault => {
  const { code, status, serviceText, cause } = trouble
  const reason = [trouble.reason, atAttempt(attempts), WHY_NOT_AGAIN[because](trouble)].join('')
  return new BY_CODE[code]({ method, path: shown, status, attempts, reason, serviceText, cause })
}

const atAttempt = (attempts: number): string => (attempts === 1 ? '' : `, at attempt ${attempts}`)

const WHY_NOT_AGAIN: Readonly<Record<GivenUp, (trouble: Trouble) => string>> = {
  final: () => '',
  retries: () => '',
  'asked-too-long': ({ retryAfterMs }) =>
    ` and asked to wait ${Math.ceil((retryAfterMs ?? 0) / 1000)} s, which is longer than we wait`,
  'request-time': () => ', and its time is used up',
  'slot-waited': () => ', and its slot has waited long enough',
}
