import { type Arrival, creditsToConfirm } from '../../src/core/bank/payout-arrivals.ts'
import type { Recovery } from '../../src/core/findings/act.ts'
import { type Centavos, sumOf, ZERO } from '../../src/core/money.ts'
import type { Moment } from '../../src/core/past-run.ts'
import { daysFrom, type Slot, type SlotDate } from '../../src/core/slot.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  list,
  number,
  shape,
  text,
  time,
  truth,
  wordOf,
} from '../../src/print/shape.ts'
import { byLetter, CLAIM_STATES, type Claim, dueDayOf, isPastDay } from '../../src/rules/account/claims.ts'
import type { OwedSum } from '../../src/rules/account/position-of.ts'
import { type ClaimLetterFacts, totalOfLetter } from '../claims/letter-facts.ts'
import { type AnswerDocument, MOMENT, OF_SLOT } from './answer-document.ts'

/** The ledger of claims. */
export interface ClaimsReport {
  readonly merchant: string
  readonly asOf: Moment | null
  readonly today: SlotDate
  /** Oldest first. */
  readonly claims: readonly Claim[]
}

/** A letter, or all that was claimed without one: asked = recovered + accepted + changed + left. */
export interface LetterOfClaims
  extends Pick<Claim, 'letter' | 'at' | 'ticket' | 'asked' | 'recovered' | 'accepted' | 'changed' | 'left'> {
  /** The first day that is due of what is left. */
  readonly dueOn: SlotDate | null
  readonly number: number
  readonly isPastDay: boolean
}

export const lettersOf = ({ claims, today }: Pick<ClaimsReport, 'claims' | 'today'>): readonly LetterOfClaims[] =>
  byLetter(claims).map((of) => {
    const [{ letter, at }] = of
    const sum = (pick: (claim: Claim) => Centavos): Centavos => sumOf(of.map(pick))
    const days = of.filter(({ left }) => left > ZERO).map(dueDayOf)
    return {
      ...{ letter, at, number: of.length },
      ticket:
        letter === null
          ? agreedIn(of.map(({ ticket }) => ticket))
          : (of.findLast(({ ticket }) => ticket !== null)?.ticket ?? null),
      dueOn: letter === null ? agreedIn(days) : (days.flatMap((day) => day ?? []).toSorted()[0] ?? null),
      asked: sum(({ asked }) => asked),
      recovered: sum(({ recovered }) => recovered),
      accepted: sum(({ accepted }) => accepted),
      changed: sum(({ changed }) => changed),
      left: sum(({ left }) => left),
      isPastDay: of.some((claim) => isPastDay(claim, today)),
    }
  })

/** What was claimed without a letter is no one claim: nothing is said of all of it but where all agree. */
const agreedIn = <Said extends string>(said: readonly (Said | null)[]): Said | null => {
  const [one = null, ...others] = new Set(said)
  return others.length === 0 ? one : null
}

const SUMS = { asked: cop, recovered: cop, accepted: cop, changed: cop, left: cop }

const PAYMENT = shape<Recovery>()({
  sum: cop,
  on: dateText,
  date: dateText.orNull(({ by }) => (by.kind === 'adjustment' ? by.slot.date : null)),
  cycle: text.orNull(({ by }) => (by.kind === 'adjustment' ? by.slot.cycle : null)),
  entry: text.orNull(({ by }) => (by.kind === 'entry' ? by.entry : null)),
})

export const CLAIMS_LIST = shape<ClaimsReport>()({
  merchant: text,
  asOf: MOMENT.orNull,
  today: dateText,
  letters: list(
    shape<LetterOfClaims>()({
      letter: number.orNull.as('Its number; null for what was claimed without a letter.'),
      at: time,
      ticket: text.orNull,
      dueOn: dateText.orNull.as('The day that the operator promised, or by which the letter asks for an answer.'),
      claims: number(({ number: of }) => of),
      ...SUMS,
      isPastDay: truth,
    }),
  )(lettersOf, 'asked = recovered + accepted + changed + left.'),
  claims: list(
    shape<Claim & { readonly days: number }>()({
      letter: number.orNull,
      ...OF_SLOT,
      case: text,
      at: time,
      by: text,
      ticket: text.orNull,
      answerBy: dateText.orNull,
      promisedFor: dateText.orNull,
      days: number.as('Since its settlement.'),
      state: wordOf(CLAIM_STATES),
      ...SUMS,
      payments: list(PAYMENT)(({ recoveries }) => recoveries),
    }),
  )(({ claims, today }) => claims.map((claim) => ({ ...claim, days: daysFrom(claim.slot.date, today) }))),
})
export type ClaimsListDocument = AnswerDocument<'claims list'> & DocumentOf<typeof CLAIMS_LIST>

/** A payout that credits of the bank may be. */
interface LeftOut {
  readonly report: { readonly slot: Slot }
  readonly owed: Pick<OwedSum, 'sum' | 'cases'>
  readonly arrival: Arrival | null
}

interface WrittenLetter {
  readonly leftOut: readonly LeftOut[]
  readonly letter: ClaimLetterFacts | null
  readonly path: string
  readonly made: { readonly files: number; readonly manifestSha256: string } | null
}

const LETTER = shape<ClaimLetterFacts>()({
  number,
  date: dateText,
  answerBy: dateText,
  isReminder: truth(({ again }) => again !== null),
  ticket: text.orNull,
  total: cop(totalOfLetter),
  rows: list(
    shape<ClaimLetterFacts['rows'][number]>()({
      ...OF_SLOT,
      field: text,
      reported: text(({ reported }) => (typeof reported === 'string' ? reported : `${Number(reported) / 100}`)),
      shouldBe: cop(({ ours }) => ours),
      sum: cop,
    }),
  ),
})

export const CLAIMS_LETTER = shape<WrittenLetter>()({
  letter: LETTER.orNull.as('Null where nothing is owed that can be asked for: nothing was written.'),
  leftOut: list(
    shape<LeftOut>()({
      date: dateText(({ report: { slot } }) => slot.date),
      cycle: text(({ report: { slot } }) => slot.cycle),
      cases: list(text)(({ owed }) => owed.cases),
      sum: cop(({ owed }) => owed.sum),
      entries: list(text)(({ arrival }) => (arrival ? creditsToConfirm(arrival).map(({ id }) => id) : [])),
    }),
  ).as('Payouts that these credits of the bank may be: asked for only when they are named.'),
  path: text,
  files: number.orNull(({ made }) => made?.files ?? null),
  manifestSha256: text.orNull(({ made }) => made?.manifestSha256 ?? null),
})
export type ClaimsLetterDocument = AnswerDocument<'claims letter'> & DocumentOf<typeof CLAIMS_LETTER>
