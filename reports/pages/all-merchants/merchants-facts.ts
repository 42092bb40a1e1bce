import { HOUR_MS, type Instant, type Zone } from '../../../src/core/calendar/calendar.ts'
import { type Amount, addAmounts, type Centavos, minus, ZERO } from '../../../src/core/money.ts'
import { addPositions, type Bucket, type Position, paidOutOf, totalOf } from '../../../src/rules/account/position.ts'
import { clockIn } from '../../../src/words/dates.ts'
import { type FirstSentence, firstSentence } from '../../../src/words/first-sentence.ts'
import type { Language } from '../../../src/words/language.ts'
import { merchantsWords } from '../../../src/words/merchants-words.ts'

/** The figures of a merchant, from its database. */
export interface MerchantFigures {
  readonly merchant: string
  readonly position: Position
  /** The number of business days among the days of the position. */
  readonly businessDays: number
  /** The time of the last whole pull; null when there is none. */
  readonly readAt: Instant | null
  /** False when the database could not be read: the merchant then has no figures. */
  readonly isReadable: boolean
  /** The path of its own page, relative to this one; null without one. */
  readonly page: string | null
}

/** In reading order: expected - owed + overpaid + accepted = paid out; the others are not part of this sum. */
export const MERCHANT_COLUMNS = ['expected', 'owed', 'overpaid', 'accepted', 'paidOut', 'failed', 'late'] as const
export type MerchantColumn = (typeof MERCHANT_COLUMNS)[number]

/** Centavos by column; null means unknown, never 0. */
type Sums = Readonly<Record<MerchantColumn, Centavos | null>>

export interface MerchantLine {
  readonly merchant: string
  readonly page: string | null
  readonly sentence: FirstSentence | null
  readonly sums: Sums
  /** Settlements that are due but were not read. */
  readonly unread: number
  /** In the zone of the settings; null when nothing was read whole. */
  readonly readAt: string | null
  readonly isReadable: boolean
  /** Never read whole, or read more than RUN_MAX_MS before the newest merchant. */
  readonly isStale: boolean
}

/** Everything that the page over all merchants shows, as plain values. */
export interface MerchantsFacts {
  readonly language: Language
  readonly sentence: FirstSentence
  readonly asOf: string | null
  readonly lines: readonly MerchantLine[]
  readonly total: Pick<MerchantLine, 'sums' | 'unread'>
  readonly zone: string
}

/** Merchants are read one after the other; a run over all of them takes less than this. */
const RUN_MAX_MS = 12 * HOUR_MS

export const merchantsFacts = (figures: readonly MerchantFigures[], language: Language, zone: Zone): MerchantsFacts => {
  const newest = figures.reduce((last, { readAt }) => Math.max(last, readAt ?? 0), 0)
  const lines = figures.map((one) => lineOf(one, newest, language, zone))
  const position = addPositions(figures.map((one) => one.position))
  const businessDays = figures.reduce((all, one) => all + one.businessDays, 0)
  return {
    language,
    sentence: withStale(firstSentence(position, language, businessDays), lines, language),
    asOf: newest === 0 ? null : zone.clockAt(newest),
    lines,
    total: { sums: sumsOf(position), unread: totalOf(position.unread).number },
    zone: zone.name,
  }
}

const lineOf = (
  { merchant, position, businessDays, readAt, isReadable, page }: MerchantFigures,
  newest: Instant,
  language: Language,
  zone: Zone,
): MerchantLine => ({
  merchant,
  page,
  sentence: readAt === null ? null : firstSentence(position, language, businessDays),
  sums: sumsOf(position),
  unread: totalOf(position.unread).number,
  readAt: readAt === null ? null : zone.clockAt(readAt),
  isReadable,
  isStale: readAt === null || newest - readAt > RUN_MAX_MS,
})

/** Claimed sums are included until they are paid. Sums that a person or the policy accepted, or that were recovered, have a column of their own. */
const sumsOf = (position: Position): Sums => {
  const { owed, overpaid, failed, inProcess } = position
  const compared = totalOf(position.compared)
  const ifCompared = (sum: Centavos): Centavos | null => (compared.number > 0 ? sum : null)
  const sumIn = (a: Amount, b: Amount): Centavos => addAmounts(a, b).sum
  const settled = ({ accepted, tolerated, paid }: Position[Bucket]): Centavos =>
    addAmounts(addAmounts(accepted, tolerated), paid).sum
  return {
    expected: ifCompared(compared.sum),
    owed: ifCompared(sumIn(owed.open, owed.claimed)),
    overpaid: ifCompared(sumIn(overpaid.open, overpaid.claimed)),
    accepted: ifCompared(minus(settled(overpaid), settled(owed))),
    paidOut: ifCompared(paidOutOf(position)),
    failed: sumOf(failed.open, failed.claimed),
    late: sumOf(inProcess.open, inProcess.claimed),
  }
}

const sumOf = (a: Amount, b: Amount): Centavos | null => {
  const { number, sum } = addAmounts(a, b)
  return number === 0 ? null : sum
}

/** Lowers the tone of the sentence and adds the number of merchants that were not read last night. */
const withStale = (sentence: FirstSentence, lines: readonly MerchantLine[], language: Language): FirstSentence => {
  const stale = lines.filter(({ isStale }) => isStale).length
  if (stale === 0) return sentence
  const { tone, text } = sentence
  return {
    ...sentence,
    tone: tone === 'bad' ? 'bad' : 'warning',
    text: `${text} ${merchantsWords(language).staleOf(stale)}.`,
  }
}

/** Whether the column “accepted” is shown: some difference was accepted. */
export const hasAccepted = ({ lines }: MerchantsFacts): boolean =>
  lines.some(({ sums }) => sums.accepted !== null && sums.accepted !== ZERO)

/** Why the figures of a merchant are old or missing; null when they are of the last night. */
export const noteOf = ({ readAt, isReadable, isStale }: MerchantLine, language: Language): string | null => {
  const words = merchantsWords(language)
  if (!isReadable) return words.unreadable
  if (!isStale) return null
  return readAt === null ? words.neverRead : words.stale(clockIn(readAt, language))
}
