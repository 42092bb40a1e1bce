import { type Centavos, sumOf, sumOfKnown, ZERO } from '../../src/core/money.ts'
import type { Cycle } from '../../src/core/slot.ts'
import { forMerchant } from '../../src/input/for-merchant.ts'
import { htmlDocument } from '../../src/print/html/document.tsx'
import { NumberHeads } from '../../src/print/html/number-cells.tsx'
import { clockIn, cycleIn, dateIn, weekdayIn } from '../../src/words/dates.ts'
import { type DayWords, dayWords } from '../../src/words/day-words.ts'
import { indexWords } from '../../src/words/index-words.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf, moneyIn, signedDigitsOf } from '../../src/words/money.ts'
import { packWordsIn } from '../../src/words/pack-words.ts'
import { TO_WRITE } from '../../src/words/to-write.ts'
import { wordsIn } from '../../src/words/words.ts'
import { Answer } from './answer.tsx'
import { type Bar, Bars } from './bars.tsx'
import type { Bridge, BridgeStep, BridgeStepKind } from './bridge.ts'
import { type DayFacts, hasCard, type SettlementOfDay } from './day-facts.ts'
import { BankTable, payoutLines } from './day-page/bank-table.tsx'
import { InvoicesToReview, InvoiceTotals } from './day-page/invoices.tsx'
import { Letter } from './day-page/letter.tsx'
import { Problems } from './day-page/problems.tsx'
import { Assumptions, type Proof, ProofSection } from './day-page/proof.tsx'
import { SlotCard } from './day-page/slot-card.tsx'
import { amongOthers, Fold, MerchantName } from './fold.tsx'
import { MONEY_COLUMNS, type MoneyColumn, type MoneyGroup, type MoneyLine } from './money-table.ts'
import { Badge, VerdictBadge } from './verdict-badge.tsx'

/** How much of the payouts has arrived for which a credit is expected; empty when there is none. */
const atBank = (facts: DayFacts, words: DayWords): string => {
  const payouts = payoutLines(facts)
  if (payouts.length === 0) return ''
  const arrived = payouts.filter(({ on }) => on !== null).length
  const unlike = payouts.filter(({ on, paidOut, banked }) => on !== null && paidOut !== banked).length
  const isKnown = arrived > 0 || facts.slots.some(({ isMissingAtBank }) => isMissingAtBank)
  return isKnown ? words.someAtBank(arrived, payouts.length, unlike) : words.notAtBank
}

/** Whether no cycle of the day had anything: the sentence says it, and the table is folded. */
const isQuiet = ({ table, slots }: DayFacts): boolean =>
  table.every(({ lines }) => lines.every(({ cycle, line }) => isEmpty(cycle, line, slots)))

const GlanceSection = ({ facts }: { readonly facts: DayFacts }) =>
  isQuiet(facts) ? null : (
    <section aria-labelledby="glance">
      <h2 id="glance">{dayWords(facts.language).glance}</h2>
      <Glance facts={facts} />
    </section>
  )

/** One line for each settlement, in groups that add up: compared ones, and separately the others. */
const Glance = ({ facts }: { readonly facts: DayFacts }) => {
  const { table, language } = facts
  const [words, common] = [dayWords(language), wordsIn(language)]
  const columns = MONEY_COLUMNS.filter((column) => isUsed(column, table))
  return (
    <>
      {columns.length === 0 ? null : (
        <p class="hint">
          {words.glanceHint} {atBank(facts, words)}
        </p>
      )}
      <table class="glance stack">
        <thead>
          <tr>
            <th scope="col">{common.cycle}</th>
            <th scope="col">{common.verdict}</th>
            <NumberHeads of={columns.map((column) => words.columns[column])} />
          </tr>
        </thead>
        {table.map((group) => (
          <Group group={group} columns={columns} facts={facts} />
        ))}
      </table>
      <FeesApart facts={facts} words={words} />
      <BankTable facts={facts} />
    </>
  )
}

/** Columns that are shown where any settlement of the day has sums, even when none has such a sum. */
const ALWAYS: readonly MoneyColumn[] = ['listed', 'feesDeducted', 'adjustments', 'expected', 'paidOut', 'difference']

const isUsed = (column: MoneyColumn, table: readonly MoneyGroup[]): boolean =>
  table.some(({ lines }) =>
    lines.some(({ line }) => (ALWAYS.includes(column) ? hasSum(line) : (line[column] ?? ZERO) !== ZERO)),
  )

const hasSum = (line: MoneyLine): boolean => MONEY_COLUMNS.some((column) => line[column] !== null)

interface GroupProps {
  readonly group: MoneyGroup
  readonly columns: readonly MoneyColumn[]
  readonly facts: DayFacts
}

const Group = ({ group: { kind, lines, total }, columns, facts: { slots, language } }: GroupProps) => {
  const words = dayWords(language)
  const number = lines.filter(({ line }) => columns.some((column) => line[column] !== null)).length
  const reported = reportedIn(total)
  const empty = lines.filter(({ cycle, line }) => isEmpty(cycle, line, slots))
  const together = empty.length > 1 ? empty : []
  return (
    <tbody class={kind}>
      {together.length === 0 ? null : (
        <tr>
          <th scope="row">
            {together.map(({ cycle }, at) => (
              <span id={`cycle-${cycle}`}>
                {at === 0 ? '' : ', '}
                {cycleIn(cycle)}
              </span>
            ))}
          </th>
          <td colspan={1 + columns.length}>
            <VerdictBadge verdict="empty" language={language} />
          </td>
        </tr>
      )}
      {lines
        .filter((one) => !together.includes(one))
        .map(({ cycle, line }) => (
          <tr>
            <Name cycle={cycle} slots={slots} language={language} />
            <Sums line={line} columns={columns} words={words} language={language} />
          </tr>
        ))}
      {number === 0 ? null : (
        <tr class="total">
          <th scope="row" colspan={2}>
            {words.groupTotals[kind](number)}
            {kind === 'compared' || reported === null ? null : `, ${words.reportedSum(moneyIn(reported, language))}`}
          </th>
          <Sums line={total} columns={columns} words={words} language={language} />
        </tr>
      )}
    </tbody>
  )
}

/** The reported payout of a line, in whichever column it is. */
const reportedIn = ({ paidOut, inProcess, failed }: MoneyLine): Centavos | null =>
  sumOfKnown([paidOut, inProcess, failed])

/** Neither an invoice that counts nor a settlement: several of a day are one row. */
const isEmpty = (cycle: Cycle, line: MoneyLine, slots: readonly SettlementOfDay[]): boolean =>
  slots.some((one) => one.slot.cycle === cycle && one.badge.result === 'empty' && !hasCard(one)) && !hasSum(line)

interface NameProps {
  readonly cycle: Cycle
  readonly slots: readonly SettlementOfDay[]
  readonly language: Language
}

/** The name of a settlement, with a link to its card if it has one. */
const Name = ({ cycle, slots, language }: NameProps) => {
  const slot = slots.find((one) => one.slot.cycle === cycle)
  const id = `cycle-${cycle}`
  if (slot === undefined) return null
  return (
    <>
      <th scope="row">
        {hasCard(slot) ? <a href={`#${id}`}>{cycleIn(cycle)}</a> : <span id={id}>{cycleIn(cycle)}</span>}
      </th>
      <td>
        <Badge of={slot.badge} language={language} />
      </td>
    </>
  )
}

interface SumsProps {
  readonly line: MoneyLine
  readonly columns: readonly MoneyColumn[]
  readonly words: DayWords
  readonly language: Language
}

const Sums = ({ line, columns, words, language }: SumsProps) => (
  <>
    {columns.map((column) => {
      const sum = line[column]
      const isOff = column === 'difference' && sum !== null && sum !== ZERO
      return (
        <td class={isOff ? 'n off' : 'n'} data-label={words.columns[column]}>
          {sum === null ? '' : digitsOf(sum, language)}
        </td>
      )
    })}
  </>
)

/** Fees that are not deducted from the payout, in words, since no column has them. */
const FeesApart = ({ facts: { slots, language }, words }: { readonly facts: DayFacts; readonly words: DayWords }) => {
  const apart = slots.filter(({ feesNotDeducted }) => (feesNotDeducted ?? ZERO) !== ZERO)
  if (apart.length === 0) return null
  const sum = sumOf(apart.map(({ feesNotDeducted }) => feesNotDeducted ?? ZERO))
  const cycles = apart.map(({ slot }) => cycleIn(slot.cycle))
  return <p class="note">{words.feesApart(moneyIn(sum, language), cycles)}</p>
}

/** The day in one chart, from its invoices to what was paid out, and the differences on a scale of their own. */
const BridgeSection = ({ facts: { bridge, slots, language } }: { readonly facts: DayFacts }) => {
  const words = dayWords(language)
  if (bridge.settlements === 0 || isLevel(bridge)) return null
  const differing = slots.filter(({ difference }) => difference !== null && difference !== ZERO)
  return (
    <section aria-labelledby="bridge">
      <h2 id="bridge">{words.bridge}</h2>
      <BridgeFigure bridge={bridge} language={language} />
      {differing.length < 2 ? null : (
        <>
          <h3 class="after">{words.differences}</h3>
          <Bars
            bars={differing.map(({ slot, difference }) => ({
              name: cycleIn(slot.cycle),
              text: signedDigitsOf(difference ?? ZERO, language),
              from: ZERO,
              to: difference ?? ZERO,
              kind: 'difference',
            }))}
            language={language}
          />
        </>
      )}
    </section>
  )
}

/** Whether all that was expected was paid out: the table of the day says it, and the chart is folded. */
const isLevel = ({ steps }: Bridge): boolean => steps.every(({ kind }) => kind === 'level' || kind === 'part')

const BridgeFigure = ({ bridge, language }: { readonly bridge: Bridge; readonly language: Language }) => (
  <>
    <p class="hint">{dayWords(language).bridgeHint(bridge.settlements)}</p>
    <Bars bars={bridgeBars(bridge, language)} language={language} />
  </>
)

/** What few readers of a day need. */
const Folds = ({ facts, proof }: { readonly facts: DayFacts; readonly proof: Proof }) => {
  const { bridge, language } = facts
  return (
    <section>
      {isQuiet(facts) ? (
        <Fold name={dayWords(language).glance}>
          <Glance facts={facts} />
        </Fold>
      ) : null}
      {bridge.settlements === 0 || !isLevel(bridge) ? null : (
        <Fold name={dayWords(language).bridge}>
          <BridgeFigure bridge={bridge} language={language} />
        </Fold>
      )}
      <InvoiceTotals facts={facts} />
      <Assumptions facts={facts} />
      <ProofSection facts={facts} proof={proof} />
    </section>
  )
}

const SHAPES: Readonly<Record<BridgeStepKind, Bar['kind']>> = {
  level: 'level',
  part: 'part',
  awaited: 'hollow',
  difference: 'difference',
}

const bridgeBars = ({ steps }: Bridge, language: Language): readonly Bar[] => {
  const { bridgeNames } = dayWords(language)
  return steps.map(({ name, kind, sum, from, to }: BridgeStep) => ({
    name: bridgeNames[name],
    text: kind === 'level' ? digitsOf(sum, language) : signedDigitsOf(sum, language),
    from,
    to,
    kind: SHAPES[kind],
  }))
}

/** How to accept or claim a discrepancy, and other useful commands; collapsed on a screen. */
const Commands = ({ facts }: { facts: DayFacts }) => {
  const { problems, slots, language } = facts
  const line = (command: string): string => forMerchant(command, facts, facts.start)
  const words = dayWords(language)
  const problem = problems.find(({ state }) => state === 'open')?.problems[0]
  const first = problem?.first.case.slice(0, 8)
  const troubled = slots.filter(({ next }) => next.length > 0)
  return (
    <>
      {first === undefined ? null : (
        <details class="fold">
          <summary>{words.decide}</summary>
          <p class="hint">{words.decideHint}</p>
          <ul class="commands">
            <li>
              <code>
                {line(
                  `cuadre discrepancies claim ${first} --reason ${TO_WRITE.reason[language]} --ticket ${TO_WRITE.ticket[language]}`,
                )}
              </code>
            </li>
            <li>
              <code>{line(`cuadre discrepancies accept ${first} --reason ${TO_WRITE.reason[language]}`)}</code>
            </li>
          </ul>
        </details>
      )}
      {troubled.length === 0 ? null : (
        <details class="fold">
          <summary>{words.commands}</summary>
          <ul class="commands">
            {troubled.map(({ slot, next, open }) => (
              <>
                {open.error + open.warning === 0 ? null : (
                  <li>
                    <code>{line(`cuadre explain ${slot.date} ${slot.cycle}`)}</code>
                  </li>
                )}
                {next.map(({ command }) => (
                  <li>
                    <code>{line(command)}</code>
                  </li>
                ))}
              </>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** `report.html` of a day: the conclusion, what to look at, the figures, their assumptions and their sources. */
export const dayPage = (facts: DayFacts, proof: Proof): string => {
  const { language, date, zone, masked, sentence } = facts
  const words = wordsIn(language)
  return htmlDocument(
    { language, title: [date, ...amongOthers(facts), 'Cuadre'].join(' · '), skip: words.skip },
    <div class="wrap">
      <Head facts={facts} />
      <main id="content">
        <Answer sentence={sentence} parts={facts.answer} more={facts.others} language={language} />
        <Problems facts={facts}>
          <Letter facts={facts} />
          <Commands facts={facts} />
        </Problems>
        <GlanceSection facts={facts} />
        <BridgeSection facts={facts} />
        <Cards facts={facts} />
        <InvoicesToReview facts={facts} />
        <Folds facts={facts} proof={proof} />
      </main>
      <footer>
        <span>{words.madeBy(proof.version)}</span>
        <span>{words.timesIn(zone)}</span>
        <span>{masked ? packWordsIn(language).maskedPage : dayWords(language).personal}</span>
      </footer>
    </div>,
  )
}

const Head = ({ facts }: { readonly facts: DayFacts }) => {
  const { language, date, asOf } = facts
  const ofDay = dayWords(language)
  return (
    <header>
      <div class="brand">
        <strong>Cuadre</strong>
        <Ways facts={facts} />
      </div>
      <div class="top">
        <h1>
          <small>{ofDay.title}</small>
          {weekdayIn(date, language)} {dateIn(date, language)}
        </h1>
        <p class="hint">
          <MerchantName of={facts} language={language} />
          {asOf === null ? ofDay.neverRead : ofDay.asOf(clockIn(asOf, language))}
        </p>
      </div>
    </header>
  )
}

/** Links to the days before and after, to the index, where something is open to what is next to do, and to the workbook. A copy for others has none. */
const Ways = ({ facts: { language, masked, neighbours, hasWorkbook, answer } }: { readonly facts: DayFacts }) => {
  const words = dayWords(language)
  const { previous, next } = neighbours
  if (masked) return null
  return (
    <nav class="ways screen" aria-label={words.allDays}>
      {previous === null ? null : (
        <a href={`../${previous}/report.html`} rel="prev" title={previous}>
          ← {words.previous}
        </a>
      )}
      <a href="../index.html">{words.allDays}</a>
      {answer.length === 0 ? null : <a href="../index.html#troubled">{indexWords(language).troubled}</a>}
      {hasWorkbook ? <a href="ledger.xlsx">{words.workbook}</a> : null}
      {next === null ? null : (
        <a href={`../${next}/report.html`} rel="next" title={next}>
          {words.next} →
        </a>
      )}
    </nav>
  )
}

/** A card for each settlement that needs attention. */
const Cards = ({ facts: { slots, language } }: { readonly facts: DayFacts }) => {
  const words = dayWords(language)
  const troubled = slots.filter(hasCard)
  if (troubled.length === 0) return null
  return (
    <section aria-labelledby="slots">
      <h2 id="slots">{words.slots}</h2>
      <p class="hint">{words.slotsHint}</p>
      <div class="cards">
        {troubled.map((slot) => (
          <SlotCard slot={slot} language={language} />
        ))}
      </div>
    </section>
  )
}
