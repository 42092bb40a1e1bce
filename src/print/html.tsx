import type { Language } from '../words/language.ts'
import { wordsIn } from '../words/words.ts'
import { cellText, isNumber, withoutEmptyColumns } from './cell-text.ts'
import { htmlDocument } from './html/document.tsx'
import { visibleText } from './html/visible-text.ts'
import {
  type Line,
  linesOf,
  type Note,
  type Report,
  type ReportColumn,
  type ReportTable,
  sectionsIn,
} from './report.ts'

/** Sentences are longer than names; visible text is one line without control characters. */
const SENTENCE_MAX = 4_000

/** A report as a page of its own: no script, no network. */
export const reportPage = (report: Report, language: Language): string => {
  const sections = sectionsIn('html', report)
  const title = report.title[language]
  return htmlDocument(
    { language, title: [title, report.merchant, 'Cuadre'].filter(Boolean).join(' · '), skip: wordsIn(language).skip },
    <div class="wrap sheet">
      <header>
        <h1>
          {report.merchant === null ? null : <small>{visibleText(report.merchant)}</small>}
          {title}
        </h1>
      </header>
      <main id="content">
        <Facts of={report} language={language} />
        {sections.map((one) =>
          one.kind === 'note' ? <Sentence note={one} language={language} /> : <TableOf of={one} language={language} />,
        )}
      </main>
    </div>,
  )
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

const Sentence = ({ note: { words, isStrong }, language }: InLanguage & { readonly note: Note }) => {
  const text = visibleText(words[language], SENTENCE_MAX)
  return isStrong ? (
    <p>
      <b>{text}</b>
    </p>
  ) : (
    <p class="hint">{text}</p>
  )
}

const TableOf = ({ of: whole, language }: InLanguage & { readonly of: ReportTable }) => {
  const of = withoutEmptyColumns(whole, language)
  if (linesOf(of).length === 0) return of.none === undefined ? null : <p class="hint">{of.none[language]}</p>
  return (
    <table class={of.columns.length > 3 ? 'account stack' : 'account'}>
      {of.title === null ? null : <caption>{of.title[language]}</caption>}
      <thead>
        <tr>
          {of.columns.map((one) => (
            <th scope="col" class={isNumber(one) ? 'n' : undefined}>
              {one.head[language]}
            </th>
          ))}
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
const classOf = (column: ReportColumn): string | undefined => {
  if (isNumber(column)) return 'n'
  return ['date', 'time', 'days'].includes(column.kind) ? 'keep' : undefined
}

const LineOf = ({ line, of, language }: InLanguage & { readonly line: Line; readonly of: ReportTable }) => (
  <tr class={line.isTotal ? 'sum' : undefined}>
    {of.columns.map((one, at) => {
      const text = visibleText(cellText(line.cells[at] ?? null, one, language), SENTENCE_MAX)
      return at === 0 ? (
        <th scope="row" class={classOf(one)}>
          {text}
        </th>
      ) : (
        <td class={classOf(one)} data-label={one.head[language]}>
          {text}
        </td>
      )
    })}
  </tr>
)
