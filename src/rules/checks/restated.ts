import type { Figures } from '../../core/findings/discrepancy.ts'
import type { Centavos } from '../../core/money.ts'
import type { Both } from '../../std/both.ts'
import { howMany } from '../../std/how-many.ts'
import { defineCheck, type Particulars } from '../define-check.ts'
import type { Say } from '../say.ts'

/** The sum of a list. */
interface ListSum {
  readonly counted: number
  readonly collected: Centavos
}

/** A difference from the closing. */
export type RestatedFact =
  | { readonly kind: 'settlement-gone' | 'settlement-new' | 'invoice-gone' | 'invoice-new' }
  | { readonly kind: 'sum'; readonly field: string; readonly before: Centavos | null; readonly now: Centavos | null }
  | { readonly kind: 'count'; readonly before: number; readonly now: number }
  | { readonly kind: 'flag'; readonly field: string; readonly before: boolean; readonly now: boolean }
  | {
      readonly kind: 'settlement-status' | 'invoice-status'
      readonly before: string | null
      readonly now: string | null
    }
  | { readonly kind: 'list'; readonly before: ListSum; readonly now: ListSum }
  | { readonly kind: 'text'; readonly field: string }

interface RestatedData {
  readonly fact: RestatedFact
  /** The last day of the closed period. */
  readonly through: string
}

type Sentences = {
  readonly [K in RestatedFact['kind']]: (fact: Extract<RestatedFact, { kind: K }>, say: Say) => string
}

const statusIn = (status: string | null, say: Say): string => say.status(String(status))

const ENGLISH: Sentences = {
  'settlement-gone': () => 'its settlement is gone',
  'settlement-new': () => 'a settlement came that was not there at the closing',
  'invoice-gone': () => 'it was listed at the closing and is not now',
  'invoice-new': () => 'it was not listed at the closing',
  sum: ({ field, before, now }, say) =>
    `${say.field(field)}: ${say.money(before)} at the closing, ${say.money(now)} now`,
  count: ({ before, now }) => `invoices reported: ${before} at the closing, ${now} now`,
  flag: ({ field, before, now }, say) =>
    `${say.field(field)}: ${say.flag(before)} at the closing, ${say.flag(now)} now`,
  'settlement-status': ({ before, now }, say) =>
    `the settlement was ${statusIn(before, say)} at the closing and is ${statusIn(now, say)} now`,
  'invoice-status': ({ before, now }, say) =>
    `its status was ${statusIn(before, say)} at the closing and is ${statusIn(now, say)} now`,
  list: ({ before, now }, say) => {
    const sum = ({ counted, collected }: ListSum) => `${howMany(counted, 'invoice')} of ${say.money(collected)}`
    return `what counts: ${sum(before)} at the closing, ${sum(now)} now`
  },
  text: ({ field }, say) => `${say.field(field)}: not as at the closing`,
}

const SPANISH: Sentences = {
  'settlement-gone': () => 'su liquidación desapareció',
  'settlement-new': () => 'apareció una liquidación que no estaba al cierre',
  'invoice-gone': () => 'al cierre figuraba en la lista y ahora no',
  'invoice-new': () => 'al cierre no figuraba en la lista',
  sum: ({ field, before, now }, say) => `${say.field(field)}: al cierre ${say.money(before)}, ahora ${say.money(now)}`,
  count: ({ before, now }) => `facturas reportadas: al cierre ${before}, ahora ${now}`,
  flag: ({ field, before, now }, say) => `${say.field(field)}: al cierre ${say.flag(before)}, ahora ${say.flag(now)}`,
  'settlement-status': ({ before, now }, say) =>
    `la liquidación pasó de ${statusIn(before, say)} a ${statusIn(now, say)}`,
  'invoice-status': ({ before, now }, say) => `pasó de ${statusIn(before, say)} a ${statusIn(now, say)}`,
  list: ({ before, now }, say) => {
    const sum = ({ counted, collected }: ListSum) => `${howMany(counted, 'factura')} por ${say.money(collected)}`
    return `lo que cuenta: al cierre ${sum(before)}, ahora ${sum(now)}`
  },
  text: ({ field }, say) => `${say.field(field)}: no es como al cierre`,
}

/** Chooses the sentence of a fact's kind. Their types agree, which the compiler cannot prove. */
const sentenceOf = (sentences: Sentences, fact: RestatedFact, say: Say): string =>
  (sentences[fact.kind] as (fact: RestatedFact, say: Say) => string)(fact, say)

const message: Both<(particulars: Particulars<Figures, RestatedData>, say: Say) => string> = {
  en: ({ data: { fact, through } }, say) =>
    `${sentenceOf(ENGLISH, fact, say)}; the period is closed through ${through}`,
  es: ({ data: { fact, through } }, say) =>
    `${sentenceOf(SPANISH, fact, say)}; el período está cerrado hasta el ${say.day(through)}`,
}

/** Found by restatement.ts, which compares a slot with its closing. Checks look at a slot as it is now. */
export const restated = defineCheck({
  code: 'RESTATED',
  badge: { en: 'Changed after closing', es: 'Cambió tras el cierre' },
  severity: 'error',
  also: ['info'],
  acts: 'operator',
  isAboutFigures: true,
  amount: 'difference',
  bucket: 'changed',
  title: { en: 'A closed period changed', es: 'Cambió un período cerrado' },
  when: 'something of a closed date is not what it was at the closing: see [Closing a month](month-end.md#closing-a-month)',
  message,
})
