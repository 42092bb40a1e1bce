import {
  type BridgeRow,
  bankBridge,
  type PayoutAtBank,
  restOfPayout,
  whereIs,
} from '../../src/core/bank/bank-overview.ts'
import type { AccountEntry, CoveredDays } from '../../src/core/bank/bank-statement.ts'
import { type Centavos, minus, sumOfKnown, ZERO } from '../../src/core/money.ts'
import type { Slot, SlotDate } from '../../src/core/slot.ts'
import { forMerchant, type NamedMerchant } from '../../src/input/for-merchant.ts'
import { htmlDocument } from '../../src/print/html/document.tsx'
import { Headline } from '../../src/print/html/headline.tsx'
import { NumberCell, NumberHeads } from '../../src/print/html/number-cells.tsx'
import { visibleText } from '../../src/print/html/visible-text.ts'
import { capitalize } from '../../src/std/capitalize.ts'
import { groupBy } from '../../src/std/group-by.ts'
import type { Start } from '../../src/std/start.ts'
import { BRIDGE_WORDS, bankWords, confirmations, MAY_BE } from '../../src/words/bank-words.ts'
import { clockIn, dayIn, shortDayIn, slotIn } from '../../src/words/dates.ts'
import { dayWords } from '../../src/words/day-words.ts'
import type { FirstSentence } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf, moneyIn, numberIn, signedDigitsOf } from '../../src/words/money.ts'
import { wordsIn } from '../../src/words/words.ts'
import type { BankListReport } from '../documents/bank/bank-list-report.ts'
import { amongOthers, MerchantName } from './fold.tsx'

export const BANK_PAGE = 'bank.html'

/** Everything the page of the bank shows. */
export interface BankPageFacts extends BankListReport, NamedMerchant {
  readonly start: Start
  readonly language: Language
  /** The time of the newest content of the settlements, in the policy's zone. */
  readonly asOf: string | null
  /** The days that have a page. */
  readonly pages: ReadonlySet<SlotDate>
}

/** A row: a payout, a credit, or both with the difference between them. */
interface Row {
  readonly slot: Slot | null
  readonly payout: Centavos | null
  readonly what: string
  readonly credit: Centavos | null
  readonly on: SlotDate | null
  /** What ties the payout with a credit that may be it. */
  readonly commands: readonly string[]
}

/** `bank.html`: what has not arrived beside what is not matched, the way of all payouts, and the days that statements cover. */
export const bankPage = (facts: BankPageFacts, version: string): string => {
  const { language, asOf } = facts
  const [words, common] = [bankWords(language), wordsIn(language)]
  return htmlDocument(
    { language, title: [words.title, ...amongOthers(facts), 'Cuadre'].join(' · '), skip: common.skip },
    <div class="wrap">
      <header>
        <div class="brand">
          <strong>Cuadre</strong>
          <nav class="ways screen" aria-label={dayWords(language).allDays}>
            <a href="index.html">{dayWords(language).allDays}</a>
          </nav>
        </div>
        <div class="top">
          <h1>{words.title}</h1>
          {asOf === null ? null : (
            <p class="hint">
              <MerchantName of={facts} language={language} />
              {words.asOf(clockIn(asOf, language))}
            </p>
          )}
        </div>
      </header>
      <main id="content">
        <Headline sentence={conclusion(facts)} />
        <Open facts={facts} />
        <Way facts={facts} />
        <Covered facts={facts} />
      </main>
      <footer>
        <span>{common.madeBy(version)}</span>
      </footer>
    </div>,
  )
}

/** What has not arrived; else what a person has to decide; else what is on the way; else that all arrived, or was settled otherwise. */
const conclusion = (facts: BankPageFacts): FirstSentence => {
  const words = bankWords(facts.language)
  const bridge = bankBridge(facts.payouts, facts.withoutCredit)
  const rowOf = (kind: BridgeRow['kind']) => {
    const row = bridge.find((one) => one.kind === kind)
    return { number: row?.settlements ?? 0, sum: (kind === 'missing' ? row?.left : row?.payouts) ?? ZERO }
  }
  const money = (sum: Centavos): string => moneyIn(sum, facts.language)
  const [missing, onTheWay, arrived] = [rowOf('missing'), rowOf('on-the-way'), rowOf('arrived')]
  const settled = rowOf('settled').number
  if (missing.number > 0) return { tone: 'bad', text: words.missing(money(missing.sum), missing.number) }
  const credits = facts.unknownCredits.filter(({ acceptedOn }) => acceptedOn === undefined).length
  const open = rowOf('unconfirmed').number + rowOf('candidates').number + credits
  if (open > 0) return { tone: 'warning', text: words.toDecide(open) }
  if (onTheWay.number > 0) return { tone: 'neutral', text: words.onTheWay(money(onTheWay.sum)) }
  if (arrived.number + settled === 0) return { tone: 'neutral', text: words.nothing }
  return { tone: 'good', text: words.arrived(money(arrived.sum), arrived.number, settled) }
}

interface FactsProps {
  readonly facts: BankPageFacts
}

/** So many rows are listed; the others are one. */
const ROWS_MAX = 60

const Open = ({ facts }: FactsProps) => {
  const { language } = facts
  const [words, common] = [bankWords(language), wordsIn(language)]
  const rows = rowsOf(facts)
  if (rows.length + facts.reversals.length === 0) return null
  const [shown, rest] = [rows.slice(0, ROWS_MAX), rows.slice(ROWS_MAX)]
  const commands = [...new Set(shown.flatMap(({ commands: of }) => of))]
  return (
    <section aria-labelledby="open">
      <h2 id="open">{words.open}</h2>
      <p class="hint">{words.openHint}</p>
      <table class="matches stack">
        <thead>
          <tr>
            <th scope="col">{common.settlement}</th>
            <NumberHeads of={[words.payout]} />
            <th scope="col">{words.what}</th>
            <NumberHeads of={[words.difference, words.credit, words.day]} />
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Line row={row} facts={facts} />
          ))}
          {rest.length === 0 ? null : (
            <SumLine name={words.more(rest.length)} rows={rest} language={language} isTotal={false} />
          )}
          {rows.length < 2 ? null : <SumLine name={words.totals} rows={rows} language={language} isTotal />}
        </tbody>
      </table>
      {facts.reversals.map(({ credit, debit }) => (
        <p class="note">
          {words.takenBack(
            moneyIn(credit.value, language),
            dayIn(credit.bookedOn, language),
            dayIn(debit.bookedOn, language),
          )}
        </p>
      ))}
      {commands.length === 0 ? null : (
        <details>
          <summary>{words.confirm}</summary>
          <ul class="commands">
            {commands.map((command) => (
              <li>
                <code>{forMerchant(command, facts, facts.start)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** What is missing, what a person decides, credits without a payout, what is on the way, and what is settled; in each the most pesos first. */
const rowsOf = (facts: BankPageFacts): readonly Row[] => {
  const { payouts, unknownCredits, language } = facts
  const words = bankWords(language)
  const ofKind = (kind: ReturnType<typeof whereIs>): readonly PayoutAtBank[] =>
    payouts.filter((one) => whereIs(one) === kind).toSorted((a, b) => Number(b.payout - a.payout))
  // Which payout it pays is for a person to say: no command can be typed as it stands.
  const creditRow = (what: string, { value, bookedOn }: AccountEntry): Row => ({
    ...{ slot: null, payout: null, what, credit: value, on: bookedOn, commands: [] },
  })
  const candidates = new Map(
    ofKind('candidates').flatMap(({ arrival }) =>
      arrival.kind === 'candidates'
        ? arrival.candidates.flatMap(({ credits }) => credits.map((one) => [one.id, one] as const))
        : [],
    ),
  )
  const unknown = unknownCredits.filter(({ acceptedOn }) => acceptedOn === undefined)
  const accepted = unknownCredits.filter(({ acceptedOn }) => acceptedOn !== undefined)
  const differing = ofKind('arrived').filter(
    ({ payout, arrival }) => arrival.kind === 'arrived' && arrival.banked !== payout,
  )
  return [
    ...[...ofKind('missing'), ...ofKind('unconfirmed'), ...differing, ...ofKind('candidates')].map((one) =>
      payoutRow(one, facts),
    ),
    ...[...candidates.values()].map((one) => creditRow(words.candidate, one)),
    ...unknown.map((one) => creditRow(words.unknown, one)),
    ...[...ofKind('on-the-way'), ...ofKind('settled')].map((one) => payoutRow(one, facts)),
    ...accepted.map((one) => creditRow(words.unknownAccepted, one)),
  ]
}

const payoutRow = (one: PayoutAtBank, { language }: BankPageFacts): Row => {
  const { slot, payout, arrival, recovered } = one
  const [words, state] = [bankWords(language), whereIs(one)]
  const left = state === 'missing' && recovered !== undefined ? [words.left(moneyIn(restOfPayout(one), language))] : []
  const what = [BRIDGE_WORDS[state][language], ...left].join('; ')
  const row = { slot, payout, what, credit: null, on: null, commands: confirmations(one, language) }
  if (arrival.kind === 'arrived') return { ...row, what: words.differs, credit: arrival.banked, on: arrival.on }
  if (arrival.kind !== 'unconfirmed') return row
  const { credit, mayBe } = arrival
  const causes = state === 'settled' ? '' : mayBe.map(({ kind }) => MAY_BE[kind][language]).join(', ')
  return {
    ...row,
    what: causes === '' ? what : `${what}; ${words.mayBe(causes)}`,
    credit: credit.value,
    on: credit.bookedOn,
  }
}

const Line = ({ row, facts: { pages, asOf, language } }: FactsProps & { readonly row: Row }) => {
  const { slot, payout, what, credit, on } = row
  const words = bankWords(language)
  const difference = payout === null || credit === null ? null : minus(credit, payout)
  const name = slot === null ? '' : slotIn(slot, language, asOf)
  return (
    <tr>
      {slot === null ? (
        <td />
      ) : (
        <th scope="row" class="keep">
          {pages.has(slot.date) ? <a href={`${slot.date}/report.html#cycle-${slot.cycle}`}>{name}</a> : name}
        </th>
      )}
      <NumberCell label={words.payout} text={payout === null ? '' : digitsOf(payout, language)} />
      <td>{capitalize(what)}</td>
      <td class={difference === null ? 'n' : 'n off'} data-label={words.difference}>
        {difference === null ? '' : signedDigitsOf(difference, language)}
      </td>
      <NumberCell label={words.credit} text={credit === null ? '' : digitsOf(credit, language)} />
      <NumberCell label={words.day} text={on === null ? '' : shortDayIn(on, language, asOf)} />
    </tr>
  )
}

interface SumLineProps {
  readonly name: string
  readonly rows: readonly Row[]
  readonly language: Language
  readonly isTotal: boolean
}

const SumLine = ({ name, rows, language, isTotal }: SumLineProps) => {
  const words = bankWords(language)
  const [payouts, credits] = [
    sumOfKnown(rows.map(({ payout }) => payout)),
    sumOfKnown(rows.map(({ credit }) => credit)),
  ]
  return (
    <tr class={isTotal ? 'total' : ''}>
      <th scope="row">{name}</th>
      <NumberCell label={words.payout} text={payouts === null ? '' : digitsOf(payouts, language)} />
      <td colspan={2} />
      <NumberCell label={words.credit} text={credits === null ? '' : digitsOf(credits, language)} />
      <td />
    </tr>
  )
}

/** From paid out to arrived, without the kinds of which there is none. */
const Way = ({ facts: { payouts, withoutCredit, language } }: FactsProps) => {
  const words = bankWords(language)
  const rows = bankBridge(payouts, withoutCredit).filter(({ settlements }) => settlements > 0)
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="way">
      <h2 id="way">{words.bridge}</h2>
      <table class="way stack">
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <NumberHeads of={[dayWords(language).number, words.payout, words.arrivedHead]} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, settlements, payouts: sum, banked }) => (
            <tr class={kind === 'total' ? 'total' : ''}>
              <th scope="row">{capitalize(BRIDGE_WORDS[kind][language])}</th>
              <NumberCell label={dayWords(language).number} text={numberIn(settlements, language)} />
              <NumberCell label={words.payout} text={digitsOf(sum, language)} />
              <NumberCell label={words.arrivedHead} text={banked === null ? '' : digitsOf(banked, language)} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const DAY_MS = 86_400_000
const dayOf = (date: SlotDate): number => Date.parse(date) / DAY_MS

/** The days that statements cover, as a strip for each account. */
const Covered = ({ facts: { covered, language } }: FactsProps) => {
  const words = bankWords(language)
  const from = covered.map((one) => one.from).toSorted()[0]
  const to = covered
    .map((one) => one.to)
    .toSorted()
    .at(-1)
  if (from === undefined || to === undefined) return null
  const days = dayOf(to) - dayOf(from) + 1
  return (
    <section aria-labelledby="covered">
      <h2 id="covered">{words.covered}</h2>
      <p class="hint">{words.coveredHint}</p>
      {[...groupBy(covered, ({ account }) => account)].map(([account, of]) => (
        <div class="strip">
          <p>
            <b>{visibleText(account, 40)}</b>{' '}
            <span class="sum">{of.map((one) => rangeIn(one, language)).join(', ')}</span>
          </p>
          <svg viewBox={`0 0 ${days} 1`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect class="strip-open" width={days} height="1" />
            {of.map((one) => (
              <rect
                class="b-level"
                x={dayOf(one.from) - dayOf(from)}
                width={dayOf(one.to) - dayOf(one.from) + 1}
                height="1"
              />
            ))}
          </svg>
        </div>
      ))}
    </section>
  )
}

const rangeIn = ({ from, to }: CoveredDays, language: Language): string =>
  `${dayIn(from, language)} – ${dayIn(to, language)}`
