import { scaleLinear } from 'd3-scale'
import type { Child } from 'hono/jsx'
import { type Days, isOneMonth } from '../../src/core/calendar/calendar.ts'
import { minus, negate, sumOf, ZERO } from '../../src/core/money.ts'
import { asSlotDate, type SlotDate } from '../../src/core/slot.ts'
import { VERDICTS } from '../../src/core/verdict.ts'
import { htmlDocument } from '../../src/print/html/document.tsx'
import { Headline } from '../../src/print/html/headline.tsx'
import { NumberCell, NumberHeads } from '../../src/print/html/number-cells.tsx'
import type { DaysToPayout } from '../../src/rules/account/days-to-payout.ts'
import type { Both } from '../../src/std/both.ts'
import { bankWords } from '../../src/words/bank-words.ts'
import { clockIn, dayIn, monthIn, monthsIn, shortDayIn } from '../../src/words/dates.ts'
import { dayWords } from '../../src/words/day-words.ts'
import { indexWords } from '../../src/words/index-words.ts'
import type { Language } from '../../src/words/language.ts'
import { merchantsWords } from '../../src/words/merchants-words.ts'
import { digitsOf, moneyIn, numberIn, signedDigitsOf } from '../../src/words/money.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { FEES_TITLE } from '../fees/fees.ts'
import { Answer } from './answer.tsx'
import { BANK_PAGE } from './bank-page.tsx'
import { Bars } from './bars.tsx'
import { amongOthers, Fold, MerchantName } from './fold.tsx'
import type { IndexFacts } from './index-facts.ts'
import type { MonthOfIndex } from './index-months.ts'
import { Account } from './index-page/account.tsx'
import { Calendar } from './index-page/calendar.tsx'
import { MonthEndSteps } from './index-page/month-end.tsx'
import { TroubledSlots } from './index-page/troubled-list.tsx'
import type { AgeRow, PesosByAge } from './pesos-by-age.ts'
import { APART } from './result.ts'
import { VerdictBadge } from './verdict-badge.tsx'

/** The open findings in pesos, by the age of their settlement and by who has to answer. */
const Ages = ({ facts: { ages, asOf, language } }: { readonly facts: IndexFacts }) => {
  const [words, common, { acts }] = [indexWords(language), wordsIn(language), dayWords(language)]
  const bands = ages.bands.filter(({ number }) => number > 0)
  return (
    <>
      {asOf === null ? null : <p class="hint">{words.agesHint(clockIn(asOf, language))}</p>}
      <table class="ages stack">
        <thead>
          <tr>
            <th scope="col">{words.age}</th>
            <NumberHeads of={[...ages.actions.map((action) => acts[action]), common.total, words.number]} />
            <td class="share far" />
          </tr>
        </thead>
        <tbody>
          {bands.map((row) => (
            <tr>
              <th scope="row" class="keep">
                {words.bands[row.age]}
              </th>
              <Sums row={row} ages={ages} language={language} />
            </tr>
          ))}
          <tr class="total">
            <th scope="row">{common.total}</th>
            <Sums row={ages.total} ages={ages} language={language} />
          </tr>
        </tbody>
      </table>
    </>
  )
}

interface SumsProps {
  readonly row: Omit<AgeRow, 'age'>
  readonly ages: PesosByAge
  readonly language: Language
}

const Sums = ({ row: { sums, total, number }, ages: { actions, bands }, language }: SumsProps) => {
  const [words, common, { acts }] = [indexWords(language), wordsIn(language), dayWords(language)]
  const most = Math.max(1, ...bands.map((band) => Number(band.total)))
  const width = scaleLinear().domain([0, most]).range([0, 100])
  return (
    <>
      {sums.map((sum, at) => (
        <NumberCell label={actions[at] === undefined ? '' : acts[actions[at]]} text={digitsOf(sum, language)} />
      ))}
      <NumberCell label={common.total} text={digitsOf(total, language)} />
      <NumberCell label={words.number} text={numberIn(number, language)} />
      <td class="share far">
        {total > most ? null : (
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect class="b-level" x="0" y="0" width={Math.round(width(Number(total)) * 10) / 10} height="10" />
          </svg>
        )}
      </td>
    </>
  )
}

/** What claims brought: the number that a person asks for. */
const RecoveredByMonth = ({ facts: { recovered, language } }: { readonly facts: IndexFacts }) => {
  if (recovered.length === 0) return null
  const [words, common] = [indexWords(language), wordsIn(language)]
  return (
    <section aria-labelledby="recovered">
      <h2 id="recovered">{words.recovered}</h2>
      <table class="balance">
        <tbody>
          {recovered.map(({ month, sum }) => (
            <tr>
              <th scope="row">{monthIn(`${month}-01` as SlotDate, language)}</th>
              <td class="n">{digitsOf(sum, language)}</td>
            </tr>
          ))}
          <tr class="total">
            <th scope="row">{common.total}</th>
            <td class="n">{digitsOf(sumOf(recovered.map(({ sum }) => sum)), language)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** The most recent months are expanded, older ones collapsed. */
const OPEN_MONTHS = 3

/** Each month with its conclusion, its account with the operator, and its calendar; newest first. */
const Months = ({ facts }: { readonly facts: IndexFacts }) => {
  const words = indexWords(facts.language)
  const older = facts.months.slice(OPEN_MONTHS)
  return (
    <section aria-labelledby="months">
      <h2 id="months">{words.months}</h2>
      <p class="hint">{words.calendarHint}</p>
      {facts.months.slice(0, OPEN_MONTHS).map((month) => (
        <Month month={month} facts={facts} />
      ))}
      {older.length === 0 ? null : (
        <details>
          <summary>{words.earlier}</summary>
          {older.map((month) => (
            <Month month={month} facts={facts} />
          ))}
        </details>
      )}
    </section>
  )
}

const Month = ({ month, facts }: { readonly month: MonthOfIndex; readonly facts: IndexFacts }) => (
  <div class="month">
    <h3 id={month.months.from}>{monthsIn(month.months, facts.language)}</h3>
    {month.closedAt === null ? null : (
      <p class="hint">{indexWords(facts.language).monthClosed(clockIn(month.closedAt, facts.language))}</p>
    )}
    {facts.months.length === 1 ? null : <MonthSentence month={month} facts={facts} />}
    <div class="two">
      {month.days.length === 0 ? null : <Calendar month={month} facts={facts} />}
      <Account account={month.account} statement={statementOf(month)} asOf={facts.asOf} language={facts.language} />
    </div>
    <RangeLinks month={month} language={facts.language} />
  </div>
)

/** The page of the statement of these months. */
const statementOf = ({ months, rangePages }: MonthOfIndex): string | null =>
  rangePages.find(({ kind, days }) => kind === 'statement' && days.from === months.from && days.to === months.to)
    ?.path ?? null

/** How the settlements of the month stand now; its account is as of its last day. */
const MonthSentence = ({ month, facts: { asOf, language } }: { month: MonthOfIndex; facts: IndexFacts }) => (
  <>
    {asOf === null ? null : (
      <p class="hint">{indexWords(language).monthAsOf(clockIn(asOf, language), isOneMonth(month.months))}</p>
    )}
    <Headline sentence={month.sentence} />
  </>
)

const RECEIVABLES_TITLE: Both<string> = { en: 'Receivables', es: 'Cartera' }

/** Links to the pages over several days. A page over the whole month is not labelled with its days. */
const RangeLinks = ({ month: { months, rangePages }, language }: { month: MonthOfIndex; language: Language }) => {
  const titles = {
    statement: statementWords(language).title,
    fees: FEES_TITLE[language],
    receivables: RECEIVABLES_TITLE[language],
  }
  const daysIn = ({ from, to }: Days): string =>
    from === months.from && to === months.to ? '' : `, ${dayIn(from, language)} – ${dayIn(to, language)}`
  return rangePages.length === 0 ? null : (
    <ul class="links">
      {rangePages.map(({ kind, days, path }) => (
        <li>
          <a href={path}>
            {titles[kind]}
            {daysIn(days)}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** How many days settlements took to be paid out, by the month of their date. */
const PayoutDays = ({ facts: { payoutDays, language } }: { readonly facts: IndexFacts }) => {
  const { months, total, unknown, leftOut } = payoutDays
  const words = indexWords(language)
  return (
    <>
      <p class="hint">{words.payoutDaysHint}</p>
      <table class="payout-days stack">
        <thead>
          <tr>
            <th scope="col">{words.month}</th>
            <NumberHeads of={COLUMNS.map((column) => words.payoutDaysColumns[column])} />
          </tr>
        </thead>
        <tbody>
          {months.map((row) => (
            <tr>
              <th scope="row" class="keep cap">
                {monthName(row.month, language)}
              </th>
              <Numbers of={row} language={language} />
            </tr>
          ))}
          {months.length === 1 ? null : (
            <tr class="total">
              <th scope="row">{wordsIn(language).total}</th>
              <Numbers of={total} language={language} />
            </tr>
          )}
        </tbody>
      </table>
      {unknown === 0 ? null : <p class="note">{words.payoutDaysUnknown(unknown)}</p>}
      {leftOut === 0 ? null : <p class="note">{words.payoutDaysLeftOut(leftOut)}</p>}
    </>
  )
}

const COLUMNS = ['paidOut', 'median', 'longest', 'open'] as const satisfies readonly (keyof DaysToPayout)[]

const monthName = (month: string, language: Language): string => {
  const first = asSlotDate(`${month}-01`)
  return first === null ? month : monthIn(first, language)
}

const Numbers = ({ of, language }: { readonly of: DaysToPayout; readonly language: Language }) => {
  const words = indexWords(language)
  return (
    <>
      {COLUMNS.map((column) => {
        const number = of[column]
        return (
          <NumberCell
            label={words.payoutDaysColumns[column]}
            text={number === null ? '' : numberIn(number, language)}
          />
        )
      })}
    </>
  )
}

const WAYS = ['taken', 'brought'] as const

/** From what was charged back to what adjustments have debited; the open rest is a hollow bar. */
const Chargebacks = ({ facts: { chargebacks, language } }: { readonly facts: IndexFacts }) => {
  if (chargebacks === null) return null
  const words = indexWords(language)
  const { seen, paid, debited, notDebited, withoutChargeback } = chargebacks
  const unexplained = WAYS.filter((way) => withoutChargeback[way].number > 0)
  const left = minus(paid, debited.sum)
  return (
    <>
      <p class="hint">{words.chargebacksHint}</p>
      {seen === 0 ? null : (
        <Bars
          language={language}
          bars={[
            { name: words.chargedBack(seen), text: digitsOf(paid, language), from: ZERO, to: paid, kind: 'level' },
            {
              name: words.debited(debited.number),
              text: signedDigitsOf(negate(debited.sum), language),
              from: paid,
              to: left,
              kind: 'part',
            },
            {
              name: words.notDebited(notDebited.number),
              text: digitsOf(notDebited.sum, language),
              from: ZERO,
              to: notDebited.sum,
              kind: 'hollow',
            },
          ]}
        />
      )}
      {unexplained.map((way) => (
        <p class="note">
          {words.withoutChargeback[way](withoutChargeback[way].number, moneyIn(withoutChargeback[way].sum, language))}
        </p>
      ))}
    </>
  )
}

/** What the newest day comes to against the days before it. */
const LatelyLine = ({ facts: { lately, asOf, language } }: { readonly facts: IndexFacts }) => {
  if (lately === null) return null
  const { date, paidOut, before, rates } = lately
  const [now, then] = rates.map((rate) => (rate === null ? null : `${numberIn(rate / 100, language)} %`))
  return (
    <p class="hint">
      {indexWords(language).lately(shortDayIn(date, language, asOf), moneyIn(paidOut, language), {
        days: before.days,
        percent:
          before.mean === ZERO ? 0 : Math.round(Number((minus(paidOut, before.mean) * 1000n) / before.mean) / 10),
      })}
      {now == null || then == null ? '' : ` ${indexWords(language).feesLately(now, then)}`}
    </p>
  )
}

interface PartOfIndex {
  readonly id: string
  readonly name: string
  readonly body: Child
  /** Whether it says little: it is folded, with the legend. */
  readonly isSmall: boolean
}

const partsOf = (facts: IndexFacts): readonly PartOfIndex[] => {
  const { ages, chargebacks, payoutDays, language } = facts
  const words = indexWords(language)
  const { notDebited, withoutChargeback, seen = 0 } = chargebacks ?? {}
  const open = (notDebited?.number ?? 0) + WAYS.reduce((all, way) => all + (withoutChargeback?.[way].number ?? 0), 0)
  const bands = ages.bands.filter(({ number }) => number > 0).length
  const months = payoutDays.months.length
  return [
    ...(bands === 0 ? [] : [{ id: 'ages', name: words.ages, body: <Ages facts={facts} />, isSmall: bands === 1 }]),
    ...(seen + open === 0
      ? []
      : [{ id: 'chargebacks', name: words.chargebacks, body: <Chargebacks facts={facts} />, isSmall: open === 0 }]),
    ...(months === 0
      ? []
      : [{ id: 'payout-days', name: words.payoutDays, body: <PayoutDays facts={facts} />, isSmall: months === 1 }]),
  ]
}

/** `index.html`: the conclusion over all days, and links to the page of each. */
export const indexPage = (facts: IndexFacts, version: string): string => {
  const { language, months, sentence, zone } = facts
  const [words, ofIndex] = [wordsIn(language), indexWords(language)]
  const parts = partsOf(facts)
  return htmlDocument(
    { language, title: [ofIndex.title, ...amongOthers(facts), 'Cuadre'].join(' · '), skip: words.skip },
    <div class="wrap">
      <Header facts={facts} />
      <main id="content">
        {months.length === 0 ? (
          <p>{ofIndex.noDays}</p>
        ) : (
          <>
            <Answer sentence={sentence} parts={facts.answer} more={facts.others} language={language} />
            <LatelyLine facts={facts} />
            <TroubledSlots facts={facts} />
            <MonthEndSteps facts={facts} />
            <Months facts={facts} />
            <RecoveredByMonth facts={facts} />
            {parts
              .filter(({ isSmall }) => !isSmall)
              .map(({ id, name, body }) => (
                <section aria-labelledby={id}>
                  <h2 id={id}>{name}</h2>
                  {body}
                </section>
              ))}
            <section>
              {parts
                .filter(({ isSmall }) => isSmall)
                .map(({ id, name, body }) => (
                  <Fold name={name}>
                    <div id={id}>{body}</div>
                  </Fold>
                ))}
              <Legend facts={facts} />
            </section>
          </>
        )}
      </main>
      <footer>
        <span>{words.madeBy(version)}</span>
        <span>{words.timesIn(zone)}</span>
      </footer>
    </div>,
  )
}

const Header = ({ facts }: { readonly facts: IndexFacts }) => {
  const { language, months, asOf, zone } = facts
  const ofIndex = indexWords(language)
  const bank = bankWords(language).title
  return (
    <header>
      <div class="brand">
        <strong>Cuadre</strong>
        {facts.hasBank || facts.hasMerchantsPage ? (
          <nav class="ways screen" aria-label={ofIndex.title}>
            {facts.hasMerchantsPage ? <a href="../index.html">{merchantsWords(language).title}</a> : null}
            {facts.hasBank ? <a href={BANK_PAGE}>{bank}</a> : null}
          </nav>
        ) : null}
      </div>
      <div class="top">
        <h1>{ofIndex.title}</h1>
        {months.length === 0 ? null : (
          <p class="hint">
            <MerchantName of={facts} language={language} />
            {asOf === null ? wordsIn(language).timesIn(zone) : ofIndex.asOf(clockIn(asOf, language))}
          </p>
        )}
      </div>
    </header>
  )
}

const Legend = ({ facts: { language } }: { readonly facts: IndexFacts }) => {
  const words = wordsIn(language)
  return (
    <Fold name={indexWords(language).legend}>
      <ul class="legend">
        {VERDICTS.toReversed().map((verdict) => (
          <li>
            <VerdictBadge verdict={verdict} language={language} />
            <span>{words.verdictMeanings[verdict]}</span>
          </li>
        ))}
        {APART.map((result) => (
          <li>
            <VerdictBadge verdict={result} language={language} />
            <span>{words.resultMeanings[result]}</span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
