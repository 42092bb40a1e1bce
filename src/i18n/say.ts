import { operatorName } from '../domain/field-name.ts'
import { factsOf, INVOICE_FIELD_NAMES } from '../domain/invoice-fields.ts'
import { inEnglish } from '../domain/rules/in-english.ts'
import type { Say } from '../domain/rules/say.ts'
import { dayIn } from './dates.ts'
import type { Language } from './language.ts'
import { moneyIn } from './money.ts'

const FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(INVOICE_FIELD_NAMES.map((name) => [name, factsOf(name).spanish])),
  collected: 'lo recaudado',
  fees: 'las comisiones',
  adjustments: 'los ajustes',
  payout: 'el pago',
  feesPostpaid: 'feesPostpaid',
  gateway: 'gateway',
  record: 'el registro',
  extra: 'lo no documentado',
}

const STATUSES: Readonly<Record<string, string>> = {
  paid: 'pagada',
  chargeback: 'contracargo',
  ready: 'lista sin pagar',
  cancelled: 'cancelada',
  processing: 'en proceso',
  credited: 'abonada',
  error: 'error',
}

/** Names that have no word stay as they are. */
const fieldInSpanish = (field: string): string => (Object.hasOwn(FIELDS, field) ? (FIELDS[field] ?? field) : field)

const IN_SPANISH: Say = {
  money: (sum) => (sum === null ? 'ausente' : moneyIn(sum, 'es')),
  slot: ({ date, cycle }) => {
    const named = cycle ?? '(none)'
    return date === null ? `sin fecha, ciclo ${named}` : `${dayIn(date, 'es')} ciclo ${named}`
  },
  field: fieldInSpanish,
  bothNames: (field) => {
    const theirs = operatorName(field)
    return theirs === null ? fieldInSpanish(field) : `${fieldInSpanish(field)} (${theirs})`
  },
  status: (status) => (Object.hasOwn(STATUSES, status) ? (STATUSES[status] ?? status) : status),
  flag: (flag) => (flag ? 'sí' : 'no'),
}

/** How sentences of rules and causes are written. */
export const SAY: Readonly<Record<Language, Say>> = { en: inEnglish, es: IN_SPANISH }
