import { type Subject, subjectOf } from '../core/findings/discrepancy.ts'
import { factsOf, INVOICE_FIELD_NAMES } from '../core/invoice-fields.ts'
import type { IncompleteAttempt } from '../core/pull/pull.ts'
import { inEnglish, operatorName, type Say } from '../rules/say.ts'
import { harmless } from '../std/harmless.ts'
import { dayIn } from './dates.ts'
import type { Language } from './language.ts'
import { moneyIn } from './money.ts'
import { wordsIn } from './words.ts'

/** The usual name of a payment method. */
export const methodName = (method: string | null, language: Language): string =>
  method === null ? '' : (peoplesName(method, language) ?? method)

/** A payment method: the service's own name in English, the usual name in Spanish. */
export const serviceMethodName = (method: string, language: Language): string =>
  language === 'en' ? method : (peoplesName(method, language) ?? method)

const peoplesName = (method: string, language: Language): string | null => {
  const names: Readonly<Record<string, string>> = wordsIn(language).methods
  return Object.hasOwn(names, method) ? (names[method] ?? null) : null
}

const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(INVOICE_FIELD_NAMES.map((name) => [name, factsOf(name).spanish])),
  invoiceCount: 'el número de facturas',
  collected: 'lo recaudado',
  fees: 'las comisiones',
  adjustments: 'los ajustes',
  payout: 'el abono',
  feesPostpaid: 'comisiones facturadas aparte',
  gateway: 'pasarela',
  record: 'el registro',
  extra: 'lo no documentado',
}

const STATUSES: Readonly<Record<string, string>> = {
  paid: 'pagada',
  chargeback: 'contracargo',
  ready: 'por pagar',
  cancelled: 'cancelada',
  processing: 'en proceso',
  credited: 'abonada',
  error: 'error',
}

/** Fields without a translation keep their names. */
const fieldInSpanish = (field: string): string => (Object.hasOwn(FIELDS, field) ? (FIELDS[field] ?? field) : field)

const IN_SPANISH: Say = {
  money: (sum) => (sum === null ? 'ausente' : moneyIn(sum, 'es')),
  slot: ({ date, cycle }) => {
    const named = cycle === null ? 'sin ciclo' : `ciclo ${cycle}`
    return date === null ? `sin fecha, ${named}` : `${dayIn(date, 'es')} ${named}`
  },
  field: fieldInSpanish,
  bothNames: (field) => {
    const theirs = operatorName(field)
    return theirs === null ? fieldInSpanish(field) : `${fieldInSpanish(field)} (${theirs})`
  },
  day: (day) => dayIn(day, 'es'),
  status: (status) => (Object.hasOwn(STATUSES, status) ? (STATUSES[status] ?? status) : status),
  method: (method) => serviceMethodName(method, 'es'),
  percent: (rate) => `${String(rate).replace('.', ',')} %`,
  flag: (flag) => (flag ? 'sí' : 'no'),
}

/** The phrases that sentences of rules and causes share. */
export const SAY: Readonly<Record<Language, Say>> = { en: inEnglish, es: IN_SPANISH }

/** The stored subject of a finding in the reader's language. English keeps the form of files and JSON. */
export const subjectIn = (subject: string, language: Language): string =>
  language === 'en' ? subject : subjectInSpanish(subjectOf(subject))

const subjectInSpanish = (subject: Subject): string => {
  switch (subject.kind) {
    case 'settlement':
      return withField('la liquidación', subject.field)
    case 'list':
      return 'la lista de facturas'
    case 'invoice':
      return withField(`factura ${subject.id}`, subject.field)
    case 'payment':
      return `pago ${subject.id}`
    case 'webhook':
      return `notificación ${subject.id}`
    case 'bank entry':
      return `movimiento del banco ${subject.id}`
    case 'fees':
      return `comisiones de ${subject.month}`
    case 'reference':
      return `referencia ${subject.reference}`
    case 'field':
      return `campo ${subject.field}`
    case 'cycle':
      return `ciclo ${subject.label}`
    case 'record':
      return `registro ${subject.digest}`
    case 'other':
      return subject.text
  }
}

const withField = (name: string, field: string | null): string =>
  field === null ? name : `${name} (${SAY.es.field(field)})`

type Attempt = Pick<IncompleteAttempt, 'reason'> & Partial<Pick<IncompleteAttempt, 'code' | 'request' | 'status'>>

/**
 * Says why a settlement could not be read whole. The stored reason is English; the Spanish sentence is made from the
 * request and the status of its answer.
 */
export const incompleteIn = (attempt: Attempt, language: Language): string =>
  language === 'en' ? attempt.reason : inSpanish(attempt)

const inSpanish = ({ code, reason, request = null, status = null }: Attempt): string => {
  if (request === null) return BY_CODE[code ?? ''] ?? reason
  if (status === null) return `${request}: el servicio no respondió, o no a tiempo`
  return status === 200
    ? `${request}: la respuesta no es como la describe api.md (${reason})`
    : `${request}: el servicio respondió ${status}`
}

/** Sentences for attempts without a stored request, by code. */
const BY_CODE: Readonly<Record<string, string>> = {
  UNREACHABLE: 'no hubo conexión con el servicio',
  TIMED_OUT: 'el servicio no terminó de responder a tiempo',
  HTTP_STATUS: 'el servicio respondió con un error',
  BAD_ANSWER: 'la respuesta del servicio no es como la describe api.md',
  TOO_LARGE: 'la respuesta del servicio es demasiado grande',
  LIST_BROKEN: 'la lista de facturas no llega a su final',
  SLOT_MOVED: 'la liquidación cambió mientras se leían sus facturas',
}

/** `liquidación abonada`; the status `error` is no adjective. */
export const settlementInSpanish = (status: string): string =>
  `liquidación ${status === 'error' ? 'en estado ' : ''}${harmless(SAY.es.status(status))}`
