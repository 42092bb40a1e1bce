import type { Instant, Zone } from '../core/calendar/calendar.ts'
import type { Centavos } from '../core/money.ts'
import type { Slot } from '../core/slot.ts'
import { clockIn, dayIn } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import { digitsOf, moneyIn, numberIn, signedDigitsOf } from '../words/money.ts'

/** A sum for a sentence, in characters that every terminal shows: `COP 1,850,000`, `$ 1.850.000`. */
export const sumIn = (sum: Centavos, language: Language): string => copyable(moneyIn(sum, language))

/** A sum for a cell; an empty text for null. */
export const inTable = (sum: Centavos | null, language: Language): string =>
  sum === null ? '' : copyable(digitsOf(sum, language))

/** A count for a cell: `1,450`. */
export const countInTable = (number: number, language: Language): string => copyable(numberIn(number, language))

/** A difference for a cell; a positive one has a plus sign. */
export const signedInTable = (sum: Centavos, language: Language): string => copyable(signedDigitsOf(sum, language))

/** A settlement for a cell: `2026-03-12 11`, `12/03/2026 11`. */
export const slotInTable = ({ date, cycle }: Slot, language: Language): string => `${dayIn(date, language)} ${cycle}`

/** The id of a case, and the number of its other findings: `bda4edc405336ca0 +1`. */
export const caseId = (id: string, others: number): string => (others === 0 ? id : `${id} +${others}`)

/** A moment for a cell: `2026-03-12 17:07:00`, `12/03/2026 17:07`. */
export const timeIn = (at: Instant, zone: Zone, language: Language): string =>
  language === 'en' ? zone.clockAt(at) : clockIn(zone.clockAt(at), language)

/** Replaces signs that cannot be typed, so that a person can copy the sum: a plain minus. */
export const copyable = (text: string): string => text.replaceAll('\u2212', '-')
