import { type Subject, subjectOf } from '../domain/findings/discrepancy.ts'
import { factsOf, INVOICE_FIELD_NAMES } from '../domain/invoice-fields.ts'
import { inEnglish, operatorName, type Say } from '../domain/rules/say.ts'
import { dayIn } from './dates.ts'
import type { Language } from './language.ts'
import { serviceMethodName } from './method.ts'
import { moneyIn } from './money.ts'

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
