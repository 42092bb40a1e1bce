import type { FetchedInvoice, NewInvoice, ParsedFetchedInvoice } from '../core/invoice.ts'
import type { Both } from '../std/both.ts'
import { repeatedMember } from '../std/json/repeated-member.ts'
import { exchangeError, isServiceError, quotableText, type ServiceError } from './http/errors.ts'
import type { WholeAnswer } from './http/read-answer.ts'
import { requestError } from './http/request-error.ts'
import { isPassingStatus } from './http/retry.ts'
import { creationTarget, type Target } from './http/target.ts'
import { type RequestTrouble, requestTrouble } from './http/trouble.ts'
import type { PageForPerson } from './pages.ts'
import { readFetchedInvoice, type StatusCounts } from './wire/read-invoice.ts'

/** What is known about an invoice that was to be created. `lost` is the error in place of its own answer. */
export type Creation =
  | ({ readonly kind: 'created'; readonly lost: ServiceError | null } & FetchedInvoice)
  /** No invoice with its reference is listed. */
  | { readonly kind: 'not-found'; readonly lost: ServiceError }
  | { readonly kind: 'unknown'; readonly lost: ServiceError; readonly reason: Both<string> }

/** The requests that creating an invoice needs: one POST, and the pages of invoices with a reference. */
export interface Creator {
  readonly send: (target: Target) => Promise<WholeAnswer | RequestTrouble>
  /** No progress is reported, since it could name a person. */
  readonly withItsReference: (order: NewInvoice) => AsyncIterable<PageForPerson>
  readonly statusCounts: StatusCounts
}

/**
 * Creates one invoice with one POST, since a second might create a second invoice. When the answer does not show the
 * outcome, the reference is searched for. Throws when the service refused the invoice, or when it was never sent.
 */
export const createInvoice = async (creator: Creator, order: NewInvoice): Promise<Creation> => {
  const target = creationTarget(order)
  const outcome = readCreated(await creator.send(target), order, creator.statusCounts)
  if (outcome.kind === 'shown') return { ...outcome, kind: 'created', lost: null }
  const fault = creationFault(target, outcome)
  if (!mayHaveActed(outcome)) throw fault
  return lookedUp(creator, order, fault)
}

/** The created invoice, or why the answer does not show it. */
const readCreated = (
  outcome: WholeAnswer | RequestTrouble,
  order: NewInvoice,
  statusCounts: StatusCounts,
): ({ readonly kind: 'shown' } & FetchedInvoice) | RequestTrouble => {
  if (outcome.kind === 'trouble') return outcome
  const { status, body, value } = outcome
  const bad = (reason: string): RequestTrouble =>
    requestTrouble('BAD_ANSWER', `answered ${status}, but ${reason}`, { status })
  const repeated = repeatedMember(body, value)
  if (repeated !== null) return bad(repeated)
  const parsed = readFetchedInvoice(value, statusCounts)
  if (parsed.kind === 'malformed') return bad(`${parsed.record.field} ${parsed.record.reason}`)
  const { reference, amount } = parsed.invoice
  const isAnother = amount !== order.amount || (reference !== null && reference !== order.reference)
  return isAnother ? bad('with another invoice') : parsed
}

/** Whether the service may have created it all the same. A plain refusal or a wrong address means that it did not. */
const mayHaveActed = ({ code, status, neverSent }: RequestTrouble): boolean => {
  if (neverSent || code === 'CREDENTIALS_REJECTED') return false
  if (status === null || status < 300 || status >= 500) return true
  return status === SEE_OTHER || status === REQUEST_TIMEOUT
}
/** 303 and 408 do not mean that nothing was done. */
const SEE_OTHER = 303
const REQUEST_TIMEOUT = 408

/** Whether the service refuses the contents of the request. 404 and 405 are about the address instead. */
const isRefusal = ({ code, status }: RequestTrouble): boolean =>
  code === 'HTTP_STATUS' && status !== null && status >= 400 && !isPassingStatus(status) && !OF_ADDRESS.includes(status)
const OF_ADDRESS = [404, 405]

const creationFault = (target: Target, outcome: RequestTrouble): ServiceError => {
  if (!isRefusal(outcome)) return requestError(target, outcome, 1, 'final')
  const { status, reason, serviceText, cause } = outcome
  return exchangeError('INVOICE_REFUSED', {
    method: target.method,
    path: target.shown,
    status,
    attempts: 1,
    reason,
    serviceText,
    cause,
  })
}

const lookedUp = async (creator: Creator, order: NewInvoice, lost: ServiceError): Promise<Creation> => {
  try {
    const records: ParsedFetchedInvoice[] = []
    for await (const page of creator.withItsReference(order)) records.push(...page.records)
    return whatIsKnown(order, records, lost)
  } catch (fault) {
    if (!isServiceError(fault)) throw fault
    return {
      kind: 'unknown',
      lost,
      reason: {
        en: `looking it up failed too: ${fault.message}`,
        es: `tampoco se pudo buscar: ${fault.texts.message.es}`,
      },
    }
  }
}

/**
 * A listed invoice is the created one only if it is the only one with the reference and has the amount and the
 * customer, and is still to be paid: a new invoice is `ready`.
 */
const whatIsKnown = (order: NewInvoice, records: readonly ParsedFetchedInvoice[], lost: ServiceError): Creation => {
  const unknown = (reason: Both<string>): Creation => ({ kind: 'unknown', lost, reason })
  if (records.some(({ kind }) => kind === 'malformed'))
    return unknown({
      en: 'a record listed with its reference cannot be read',
      es: 'no se puede leer un registro que aparece con su referencia',
    })
  const named = records.filter((one) => one.kind === 'shown').filter((one) => one.invoice.reference === order.reference)
  const [first, second] = named
  if (first === undefined) return { kind: 'not-found', lost }
  if (second !== undefined)
    return unknown({
      en: `${named.length} invoices with its reference are listed`,
      es: `aparecen ${named.length} facturas con su referencia`,
    })
  const { amount, customerDocument, status } = first.invoice
  const isOurs = amount === order.amount && (customerDocument === null || customerDocument === order.customerDocument)
  if (!isOurs)
    return unknown({ en: 'another invoice with its reference is listed', es: 'aparece otra factura con su referencia' })
  if (status !== 'ready')
    return unknown({
      en: `an invoice like it is listed, and it is ${quotableText(status, [])} already`,
      es: `aparece una factura igual, y ya está ${quotableText(status, [])}`,
    })
  return { ...first, kind: 'created', lost }
}
