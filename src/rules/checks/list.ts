import { asText, type Figures, inInvoices, THE_LIST, theInvoice } from '../../core/findings/discrepancy.ts'
import { isRefusal, type RecordFlaw } from '../../core/invoice.ts'
import { type Centavos, minus } from '../../core/money.ts'
import { ownSettlement, type QuarantinedRecord } from '../../core/pull/pull.ts'
import { howMany } from '../../std/how-many.ts'
import { defineCheck, NO_DATA, NOTHING, type Observation, observed } from '../define-check.ts'
import type { SlotFacts } from '../facts.ts'

export const cursorAbsent = defineCheck({
  code: 'CURSOR_ABSENT',
  severity: 'info',
  acts: 'engineer',
  check: ({ pull }) => (pull.list.cursorAbsent ? observed(THE_LIST, asText(null, 'null'), NO_DATA) : NOTHING),
  title: { en: 'A list ended without a cursor', es: 'Una lista terminó sin cursor' },
  when: 'a list ended without a cursor',
  message: {
    en: () => 'the last page is short and carries no cursor at all; it was taken as the end of the list',
    es: () => 'la última página es corta y no trae cursor; se tomó como el final de la lista',
  },
})

export const listedTwice = defineCheck({
  code: 'LISTED_TWICE',
  badge: { en: 'Listed twice', es: 'Repetida en la lista' },
  severity: 'info',
  also: ['error'],
  acts: 'operator',
  check: ({ repeats }) =>
    repeats.flatMap(({ invoiceId, copiesDiffer, paid }) =>
      observed(theInvoice(invoiceId), asText(null, null), { copiesDiffer }, copiesDiffer ? 'error' : 'info', paid),
    ),
  title: { en: 'An invoice is listed twice', es: 'Una factura aparece dos veces' },
  when: 'one list has an invoice twice; an error when the copies differ',
  message: {
    en: ({ data }) =>
      data.copiesDiffer
        ? 'listed more than once with different contents; the last copy read counts, once'
        : 'listed more than once; it counts once',
    es: ({ data }) =>
      data.copiesDiffer
        ? 'aparece más de una vez en la lista, con contenidos distintos; se cuenta la última copia leída'
        : 'aparece más de una vez en la lista; se cuenta una sola',
  },
})

type MalformedItem =
  /** Records with the same bytes, by the first of them. */
  | {
      readonly kind: 'record'
      readonly field: string
      readonly reason: string
      readonly page: number
      readonly item: number
      /** The invoice's id, if it can be read; absent in findings of older versions. */
      readonly invoiceId?: string | null
      readonly reference?: string | null
      readonly copies: number
    }
  /** The number of records besides those that are named. */
  | { readonly kind: 'others'; readonly number: number }

type Records = readonly Observation<Figures, MalformedItem>[]

const NAMED_MAX = 300

/** Groups records by the beginning of their digest, which identifies a discrepancy about a record. */
const sameBytes = (quarantine: readonly QuarantinedRecord[]) => {
  const records = new Map<string, [QuarantinedRecord, ...QuarantinedRecord[]]>()
  for (const record of quarantine) {
    const digest = record.digest.slice(0, 12)
    const known = records.get(digest)
    if (known === undefined) records.set(digest, [record])
    else known.push(record)
  }
  return records
}

const malformedCopies = (
  digest: string,
  [first, ...copies]: readonly [QuarantinedRecord, ...QuarantinedRecord[]],
  amount: Centavos | null,
): Records => {
  const { field, reason, page, item, invoiceId, reference } = first
  const data = { kind: 'record', field, reason, page, item, invoiceId, reference, copies: copies.length } as const
  return observed({ kind: 'record', digest }, asText(field, null), data, null, amount)
}

const others = (number: number): Records =>
  number <= 0 ? NOTHING : observed(THE_LIST, asText(String(number), null), { kind: 'others', number } as const)

/** The sum that the settlement reports beyond the readable records, in centavos. The first record carries it, so that amounts can be summed. */
const unreadable = (facts: SlotFacts): Centavos | null => {
  const settlement = ownSettlement(facts)
  return settlement === null ? null : minus(settlement.collected, facts.totals.collected)
}

const malformed = (facts: SlotFacts): Records => {
  const { quarantine, pull } = facts
  const { list } = pull
  const amount = unreadable(facts)
  const named = [...sameBytes(quarantine)].slice(0, NAMED_MAX)
  const more = list.malformed - named.reduce((number, [, records]) => number + records.length, 0)
  return [
    ...named.flatMap(([digest, records], at) => malformedCopies(digest, records, at === 0 ? amount : null)),
    ...others(more),
  ]
}

/** Names the invoice by its id, else by its reference; empty when neither can be read. */
const nameOf = (
  { invoiceId, reference }: Pick<QuarantinedRecord, 'invoiceId' | 'reference'>,
  words: RecordWords,
): string => {
  if (invoiceId !== null) return `${words.invoice} ${invoiceId}: `
  return reference === null ? '' : `${words.reference} ${reference}: `
}
type RecordWords = { readonly invoice: string; readonly reference: string }

const REASON_IN_SPANISH: Readonly<Record<RecordFlaw, string>> = {
  'is absent': 'falta',
  'is empty': 'está vacío',
  'is not text': 'no es texto',
  'is not well-formed text': 'no es texto bien formado',
  'is not a number': 'no es un número',
  'is not a whole number of centavos': 'no es un número entero de centavos',
  'is beyond the exact range': 'está fuera del rango exacto',
  'is not an object': 'no es un objeto',
  'is nested too deep to be kept': 'está anidado demasiado profundo para guardarse',
}

/** Why a record cannot be read. Other wording of an older version is shown unchanged. */
export const flawInSpanish = (reason: string): string => (isRefusal(reason) ? REASON_IN_SPANISH[reason] : reason)

export const malformedRecord = defineCheck({
  code: 'MALFORMED_RECORD',
  badge: { en: 'Unreadable record', es: 'Registro ilegible' },
  severity: 'error',
  acts: 'operator',
  isAboutFigures: true,
  /**
   * An unreadable record is quarantined and reported, never dropped. Records with the same bytes are one finding. Beyond some hundreds
   * only their number is given.
   */
  check: malformed,
  title: { en: 'A record cannot be read', es: 'Un registro no se puede leer' },
  when: 'a record that cannot be read is in quarantine; collected and count are not compared',
  message: {
    en: ({ data }, say) => {
      const unjudged = 'collected and count are not compared'
      if (data.kind === 'others')
        return `${howMany(data.number, 'more record')} of the list cannot be read; ${unjudged}`
      const { field, reason, page, item, invoiceId = null, reference = null, copies } = data
      const more = copies === 0 ? '' : `, and ${copies} more with the same bytes`
      const name = nameOf({ invoiceId, reference }, { invoice: 'invoice', reference: 'reference' })
      return `${name}${say.bothNames(field)} ${reason} (page ${page}, item ${item} of the stored answer${more}); ${unjudged}`
    },
    es: ({ data }, say) => {
      const unjudged = 'lo recaudado y el número no se comparan'
      if (data.kind === 'others')
        return `${data.number === 1 ? '1 registro más de la lista no se puede' : `${data.number} registros más de la lista no se pueden`} leer; ${unjudged}`
      const { field, reason, page, item, invoiceId = null, reference = null, copies } = data
      const more = copies === 0 ? '' : `, y ${copies} más con los mismos bytes`
      const name = nameOf({ invoiceId, reference }, { invoice: 'factura', reference: 'referencia' })
      return `${name}${say.bothNames(field)}: ${flawInSpanish(reason)} (página ${page}, elemento ${item} de la respuesta guardada${more}); ${unjudged}`
    },
  },
})

export const pageCount = defineCheck({
  code: 'PAGE_COUNT',
  severity: 'warning',
  acts: 'engineer',
  check: ({
    pull: {
      list: { miscountedPages, pages, countReported, items },
    },
  }) =>
    miscountedPages === 0 ? NOTHING : observed(THE_LIST, inInvoices(countReported, items), { miscountedPages, pages }),
  title: { en: 'A page reports a wrong count', es: 'Una página reporta otro número' },
  when: 'the `count` of a page is not its number of items',
  message: {
    en: ({ data: { miscountedPages, pages } }) =>
      `${miscountedPages} of ${howMany(pages, 'page')} ${miscountedPages === 1 ? 'reports a count that is not its' : 'report a count that is not their'} number of items`,
    es: ({ data: { miscountedPages, pages } }) =>
      `${miscountedPages} de ${howMany(pages, 'página')} ${miscountedPages === 1 ? 'reporta un número de elementos distinto del que tiene' : 'reportan un número de elementos distinto del que tienen'}`,
  },
})
