import type { Child } from 'hono/jsx'
import type { Both } from '../std/both.ts'
import type { Language } from '../words/language.ts'
import { wordsIn } from '../words/words.ts'
import { cellText, isNumber, withoutEmptyColumns } from './cell-text.ts'
import { htmlDocument } from './html/document.tsx'
import { Headline } from './html/headline.tsx'
import { KeepWords } from './html/keep-words.tsx'
import { visibleText } from './html/visible-text.ts'
import {
  type Drawing,
  type Line,
  linesOf,
  type Note,
  type Report,
  type ReportColumn,
  type ReportTable,
  sectionsIn,
  tableIn,
  tablesIn,
} from './report.ts'

/** Sentences are longer than names; visible text is one line without control characters. */
const SENTENCE_MAX = 4_000

const HOME: Both<string> = { en: 'All days', es: 'Todos los días' }

/** So many columns fit on a sheet of letter paper. */
const SHEET_COLUMNS = 9

/** A report as a page of its own: no script, no network. One that is reached from another is as wide as that, with a frame round each section. */
export const reportPage = (report: Report, language: Language, { end, foot }: Ends = {}): string => {
  const { merchant, home } = report
  const title = report.title[language]
  const isFramed = home !== undefined
  const isWide = isFramed || tablesIn('html', report).some(({ columns }) => columns.length > SHEET_COLUMNS)
  return htmlDocument(
    { language, title: [title, merchant, 'Cuadre'].filter(Boolean).join(' · '), skip: wordsIn(language).skip },
    <div class={isWide ? 'wrap' : 'wrap sheet'}>
      <header>
        {isFramed ? (
          <div class="brand">
            <strong>Cuadre</strong>
            <a href={home}>{HOME[language]}</a>
          </div>
        ) : null}
        <h1>
          {merchant === null ? null : <small>{visibleText(merchant)}</small>}
          <KeepWords text={title} />
        </h1>
      </header>
      <main id="content">
        <Facts of={report} language={language} />
        {sectionsIn('html', report).map((one) => {
          if (one.kind === 'note') return <Sentence note={one} language={language} />
          const shown = one.kind === 'drawing' ? one.draw(language) : tableOf(one, language, !isFramed)
          return isFramed && shown !== null ? framed(one, shown, language) : shown
        })}
        {end}
      </main>
      {foot}
    </div>,
  )
}

/** What stands below the sections of a page, as lines to sign, and below all of it. */
interface Ends {
  readonly end?: Child
  readonly foot?: Child
}

interface InLanguage {
  readonly language: Language
}

const Facts = ({ of: { facts = [] }, language }: InLanguage & { readonly of: Report }) =>
  facts.length === 0 ? null : (
    <dl>
      {facts.map(({ head, value }) => (
        <>
          <dt>{head[language]}</dt>
          <dd>{visibleText(value[language], SENTENCE_MAX)}</dd>
        </>
      ))}
    </dl>
  )

const Sentence = ({ note: { words, isStrong, tone, command }, language }: InLanguage & { readonly note: Note }) => {
  const text = visibleText(words[language], SENTENCE_MAX)
  if (tone !== undefined) return <Headline sentence={{ tone, text }} />
  if (command !== undefined)
    return (
      <p class="commands">
        {text} <code>{command}</code>
      </p>
    )
  return isStrong ? (
    <p>
      <b>{text}</b>
    </p>
  ) : (
    <p class="hint">{text}</p>
  )
}

const framed = ({ title, notes = [], ...of }: ReportTable | Drawing, shown: Child, language: Language): Child => {
  const hints = notes.map((one) => <Sentence note={one} language={language} />)
  return 'isFolded' in of && of.isFolded ? (
    <section>
      <details>
        <summary>{title?.[language]}</summary>
        {hints}
        {shown}
      </details>
    </section>
  ) : (
    <section>
      {title === null ? null : <h2>{title[language]}</h2>}
      {hints}
      {shown}
    </section>
  )
}

/** Null for a table of which there is nothing to say. */
export const tableOf = (whole: ReportTable, language: Language, hasCaption: boolean): Child => {
  const of = withoutEmptyColumns(tableIn('html', whole), language)
  if (linesOf(of).length === 0) return of.none === undefined ? null : <p class="hint">{of.none[language]}</p>
  return (
    <table class={of.columns.length > 3 ? 'account stack' : 'account'}>
      {of.title === null || !hasCaption ? null : <caption>{of.title[language]}</caption>}
      <thead>
        <tr>
          {of.columns.map((one) => {
            const head = visibleText(one.head[language])
            return head === '' ? (
              <td />
            ) : (
              <th scope="col" class={isNumber(one) ? 'n' : undefined}>
                {head}
              </th>
            )
          })}
        </tr>
      </thead>
      {of.groups.map(({ title, lines }) => (
        <tbody>
          {title === undefined ? null : (
            <tr>
              <th scope="rowgroup" colspan={of.columns.length}>
                {title[language]}
              </th>
            </tr>
          )}
          {lines.map((line) => (
            <LineOf line={line} of={of} language={language} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** Numbers stand on the right; a date is not broken. */
const classOf = (column: ReportColumn, line: Line): string | undefined => {
  if (isNumber(column)) return line.isOff && column.kind === 'change' ? 'n off' : 'n'
  return ['date', 'time', 'days'].includes(column.kind) ? 'keep' : undefined
}

/** A number that says nothing without its name, where a narrow screen shows no heads. */
const isBareNumber = ({ kind }: ReportColumn, { label }: Line): boolean => kind === 'id' && label === undefined

const LineOf = ({ line, of, language }: InLanguage & { readonly line: Line; readonly of: ReportTable }) => (
  <tr class={line.isTotal ? 'sum' : undefined}>
    {of.columns.map((one, at) => {
      const text = visibleText(cellText(line.cells[at] ?? null, one, language), SENTENCE_MAX)
      return at === 0 ? (
        <th
          scope="row"
          class={classOf(one, line)}
          data-label={isBareNumber(one, line) ? one.head[language] : undefined}
        >
          {line.page === undefined ? text : <a href={line.page}>{text}</a>}
        </th>
      ) : (
        <td class={classOf(one, line)} data-label={one.head[language]}>
          {text}
        </td>
      )
    })}
  </tr>
)
