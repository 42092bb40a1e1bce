import { forMerchant } from '../../src/input/for-merchant.ts'
import { htmlDocument } from '../../src/print/html/document.tsx'
import { visibleText } from '../../src/print/html/visible-text.ts'
import { PLAIN_START, type Start } from '../../src/std/start.ts'
import { clockIn, dayIn } from '../../src/words/dates.ts'
import { dayWords } from '../../src/words/day-words.ts'
import { type FeesWords, feesWords } from '../../src/words/fees-words.ts'
import type { Language } from '../../src/words/language.ts'
import { moneyIn } from '../../src/words/money.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { Headline } from '../pages/headline.tsx'
import { KeepWords } from '../pages/keep-words.tsx'
import { cellText } from './cell-text.ts'
import { ChargedDots } from './charged-dots.tsx'
import { Entries } from './entries.tsx'
import { entriesOff, type FeesReport, feesByWeek, hasTariff } from './fees-report.ts'
import { feesSentence } from './fees-sentence.ts'
import {
  billTable,
  differenceTable,
  type FeesTable,
  methodNote,
  methodTable,
  monthTable,
  unpricedTable,
  unpricedTitle,
} from './fees-tables.ts'
import { RateWeeks } from './rate-weeks.tsx'

interface Props {
  readonly report: FeesReport
  readonly language: Language
  readonly words: FeesWords
  readonly start: Start
}

/** Fees against the tariff: the conclusion, the differences, the charts, and tables that add up. */
export const feesPage = (report: FeesReport, start: Start = PLAIN_START): string => {
  const { language, merchant, days } = report
  const words = feesWords(language)
  const range = statementWords(language).days(dayIn(days.from, language), dayIn(days.to, language))
  const props = { report, language, words, start }
  return htmlDocument(
    { language, title: `${words.title}, ${range} · ${merchant} · Cuadre`, skip: wordsIn(language).skip },
    <div class="wrap">
      <Head {...props} range={range} />
      <main id="content">
        <Headline sentence={feesSentence(report, language)} />
        <Bill {...props} />
        <Off {...props} />
        {hasTariff(report) ? <Dots {...props} /> : null}
        <Section id="months" title={words.byMonth} note={words.rateNote}>
          <Table table={monthTable(report)} language={language} />
          {hasTariff(report) ? (
            <div class="after">
              <Table table={differenceTable(report)} language={language} />
            </div>
          ) : null}
        </Section>
        <TableSection
          id="methods"
          title={words.byMethod}
          note={methodNote(report)}
          table={methodTable(report)}
          language={language}
        />
        <TableSection id="unpriced" title={unpricedTitle(report)} table={unpricedTable(report)} language={language} />
        <RateWeeks weeks={feesByWeek(report)} language={language} />
        <Settlements {...props} />
        <Next {...props} />
      </main>
    </div>,
  )
}

const Head = ({ report, language, words, range }: Props & { readonly range: string }) => {
  const { merchant, moment, zone, policy, closed } = report
  const ofStatement = statementWords(language)
  return (
    <header>
      <div class="brand">
        <strong>Cuadre</strong>
        <a href="../../index.html">{dayWords(language).allDays}</a>
      </div>
      <div class="top">
        <h1>
          <small>
            {visibleText(merchant)} · <KeepWords text={range} />
          </small>
          {words.title}
        </h1>
        <p class="hint">
          {ofStatement.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}
          {closed === null ? null : (
            <>
              <br />
              {ofStatement.closedOn(
                dayIn(closed.closing.through, language),
                clockIn(zone.clockAt(closed.closing.at), language),
                visibleText(closed.closing.by),
              )}{' '}
              {words.closedNow(moneyIn(closed.now.total.compared.difference, language))}
            </>
          )}
          {policy.tariff.length === 0 ? null : (
            <>
              <br />
              {words.fromTariff(policy.tariff.map(({ from }) => dayIn(from, language)))}
            </>
          )}
        </p>
      </div>
    </header>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly note?: string
  readonly children?: unknown
}

const Section = ({ id, title, note, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {note === undefined ? null : <p class="hint">{note}</p>}
    {children}
  </section>
)

const Table = ({ table: { heads, rows }, language }: TableProps) => (
  <table class="stack">
    <thead>
      <tr>
        {heads.map((head, at) => (
          <th scope="col" class={at === 0 ? undefined : 'n'}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label, cells, isTotal }) => (
        <tr class={isTotal ? 'total' : undefined}>
          <th scope="row" class="cap">
            {visibleText(label)}
          </th>
          {cells.map((cell, at) => (
            <td class="n" data-label={heads[at + 1]}>
              {cellText(cell, language)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

interface TableProps {
  readonly table: FeesTable
  readonly language: Language
}

/** A table with its heading; nothing when the table has no rows. */
const TableSection = ({ table, language, ...section }: TableProps & Omit<SectionProps, 'children'>) =>
  table.rows.length === 0 ? null : (
    <Section {...section}>
      <Table table={table} language={language} />
    </Section>
  )

const Bill = ({ report, language, words }: Props) => {
  const { bill } = report
  const table = billTable(report)
  if (bill === null || table === null) return null
  return (
    <Section
      id="bill"
      title={words.bill(moneyIn(bill.billed, language))}
      note={bill.matches === null ? words.billDiffers : words.billMatches(words.bases[bill.matches])}
    >
      <Table table={table} language={language} />
    </Section>
  )
}

/** More rows would hide the rest of the page; the table of settlements below has all. */
const MOST_OFF = 20

const Off = ({ report, language, words }: Props) => {
  const off = entriesOff(report)
  return off.length === 0 ? null : (
    <Section id="off" title={words.off}>
      <Entries entries={off.slice(0, MOST_OFF)} reasons={false} language={language} words={words} />
      {off.length <= MOST_OFF ? null : <p class="hint">{words.moreBelow(off.length - MOST_OFF)}</p>}
    </Section>
  )
}

const Dots = ({ report, language, words }: Props) => (
  <Section id="dots" title={words.dots}>
    <ChargedDots entries={report.entries} off={entriesOff(report)} language={language} />
  </Section>
)

const Settlements = ({ report, language, words }: Props) => (
  <section>
    <details>
      <summary>{words.bySettlement}</summary>
      <Entries entries={report.entries} reasons={true} language={language} words={words} />
    </details>
  </section>
)

const Next = ({ report, words, start }: Props) => (
  <section aria-labelledby="next">
    <h2 id="next">{words.next}</h2>
    <ul class="commands">
      {nextCommands(report, words, (command) => forMerchant(command, report, start)).map((command) => (
        <li>
          <code>{command}</code>
        </li>
      ))}
    </ul>
  </section>
)

/** What to do next: write a tariff when there is none, else look at the settlement with the largest difference. */
export const nextCommands = (
  report: FeesReport,
  words: FeesWords,
  commandLine: (command: string) => string,
): readonly string[] => {
  if (!hasTariff(report)) return [`${commandLine('cuadre fees fit')}   ${words.tariffNext}`]
  const [first] = entriesOff(report)
  return first === undefined ? [] : [commandLine(`cuadre explain ${first.slot.date} ${first.slot.cycle}`)]
}
