import { addTotals, NO_TOTALS } from '../../../src/domain/account/add-totals.ts'
import type { Amount, MoneyTotals } from '../../../src/domain/account/money-totals.ts'
import { HOUR_MS, type Instant, type Zone } from '../../../src/domain/calendar/calendar.ts'
import { type Centavos, minus, plus, ZERO } from '../../../src/domain/money.ts'
import { clockIn } from '../../../src/i18n/dates.ts'
import { type FirstSentence, firstSentence } from '../../../src/i18n/first-sentence.ts'
import type { Language } from '../../../src/i18n/language.ts'
import { merchantsWords } from '../../../src/i18n/merchants-words.ts'

/** How a merchant stands, as its database says it. */
export interface MerchantFigures {
  readonly merchant: string
  readonly totals: MoneyTotals
  /** Of the days that the totals are about. */
  readonly businessDays: number
  /** When something of it was last read whole; null when nothing ever was. */
  readonly readAt: Instant | null
  /** False where its database could not be read: there is no figure of it. */
  readonly isReadable: boolean
  /** Its own page, as seen from this one; null where there is none. */
  readonly page: string | null
}

/** In the order in which they are read: expected - owed + overpaid + accepted = paid out; the others stand beside it. */
export const MERCHANT_COLUMNS = ['expected', 'owed', 'overpaid', 'accepted', 'paidOut', 'failed', 'late'] as const
export type MerchantColumn = (typeof MERCHANT_COLUMNS)[number]

/** Null: there is no such figure, which is not zero. */
type Sums = Readonly<Record<MerchantColumn, Centavos | null>>

export interface MerchantLine {
  readonly merchant: string
  readonly page: string | null
  readonly sentence: FirstSentence | null
  readonly sums: Sums
  /** Settlements that were due and not read. */
  readonly unread: number
  /** In the zone of the settings. */
  readonly readAt: string | null
  readonly isReadable: boolean
  /** The others were read later, by more than a run over all of them takes. */
  readonly isStale: boolean
}

/** Everything that the page above all merchants shows, as plain values. */
export interface MerchantsFacts {
  readonly language: Language
  readonly sentence: FirstSentence
  readonly asOf: string | null
  readonly lines: readonly MerchantLine[]
  readonly total: Pick<MerchantLine, 'sums' | 'unread'>
  readonly zone: string
}

/** Merchants are read one after the other: all of them within this time of the last one. */
const RUN_MAX_MS = 12 * HOUR_MS

export const merchantsFacts = (
  standings: readonly MerchantFigures[],
  language: Language,
  zone: Zone,
): MerchantsFacts => {
  const newest = standings.reduce((last, { readAt }) => Math.max(last, readAt ?? 0), 0)
  const lines = standings.map((standing) => lineOf(standing, newest, language, zone))
  const totals = standings.map((standing) => standing.totals).reduce(addTotals, NO_TOTALS)
  const businessDays = standings.reduce((all, standing) => all + standing.businessDays, 0)
  return {
    language,
    sentence: withStale(firstSentence(totals, language, businessDays), lines, language),
    asOf: newest === 0 ? null : zone.clockAt(newest),
    lines,
    total: { sums: sumsOf(totals), unread: totals.unread.number },
    zone: zone.name,
  }
}

const lineOf = (
  { merchant, totals, businessDays, readAt, isReadable, page }: MerchantFigures,
  newest: Instant,
  language: Language,
  zone: Zone,
): MerchantLine => ({
  merchant,
  page,
  sentence: readAt === null ? null : firstSentence(totals, language, businessDays),
  sums: sumsOf(totals),
  unread: totals.unread.number,
  readAt: readAt === null ? null : zone.clockAt(readAt),
  isReadable,
  isStale: readAt === null || newest - readAt > RUN_MAX_MS,
})

/** What was asked of the operator is owed until it is paid; what a person or the policy took as it is stands apart. */
const sumsOf = (totals: MoneyTotals): Sums => {
  const { open, claimed, accepted, tolerated } = totals.differences
  const isCompared = totals.compared.number > 0
  const overpaidLessOwed = minus(
    plus(accepted.overpaid.sum, tolerated.overpaid.sum),
    plus(accepted.owed.sum, tolerated.owed.sum),
  )
  return {
    expected: isCompared ? totals.expected : null,
    owed: isCompared ? plus(open.owed.sum, claimed.owed.sum) : null,
    overpaid: isCompared ? plus(open.overpaid.sum, claimed.overpaid.sum) : null,
    accepted: isCompared ? overpaidLessOwed : null,
    paidOut: isCompared ? totals.paidOut : null,
    failed: sumOf(totals.failed, totals.failedClaimed),
    late: sumOf(totals.late, totals.lateClaimed),
  }
}

const sumOf = (a: Amount, b: Amount): Centavos | null => (a.number + b.number === 0 ? null : plus(a.sum, b.sum))

/** All is not well while a merchant was not read, whatever the others say. */
const withStale = (
  { tone, text }: FirstSentence,
  lines: readonly MerchantLine[],
  language: Language,
): FirstSentence => {
  const stale = lines.filter(({ isStale }) => isStale).length
  if (stale === 0) return { tone, text }
  return { tone: tone === 'bad' ? 'bad' : 'warning', text: `${text} ${merchantsWords(language).staleOf(stale)}.` }
}

/** Some difference was accepted: without any the column says nothing. */
export const hasAccepted = ({ lines }: MerchantsFacts): boolean =>
  lines.some(({ sums }) => sums.accepted !== null && sums.accepted !== ZERO)

/** Why the figures of a merchant are old or missing; null where they are of the last night. */
export const noteOf = ({ readAt, isReadable, isStale }: MerchantLine, language: Language): string | null => {
  const words = merchantsWords(language)
  if (!isReadable) return words.unreadable
  if (!isStale) return null
  return readAt === null ? words.neverRead : words.stale(clockIn(readAt, language))
}
