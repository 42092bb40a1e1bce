import { visibleText } from '../../src/print/html/visible-text.ts'
import type { FeesEntry } from '../../src/rules/account/fees-summary.ts'
import { dayIn } from '../../src/words/dates.ts'
import type { FeesWords } from '../../src/words/fees-words.ts'
import type { Language } from '../../src/words/language.ts'
import { digitsOf, numberIn, signedDigitsOf } from '../../src/words/money.ts'
import { reasonName } from './fees-tables.ts'

interface EntriesProps {
  readonly entries: readonly FeesEntry[]
  /** Whether to show why some were not compared. */
  readonly reasons: boolean
  readonly language: Language
  readonly words: FeesWords
}

/** One row for each settlement, with a link to the page of its day. */
export const Entries = ({ entries, reasons, language, words }: EntriesProps) => {
  const heads = [words.payments, words.charged, words.expected, words.difference]
  return (
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">{words.settlement}</th>
          {heads.map((head) => (
            <th scope="col" class="n">
              {head}
            </th>
          ))}
          {reasons ? <th scope="col">{words.reason}</th> : null}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry entry={entry} reasons={reasons} heads={heads} language={language} />
        ))}
      </tbody>
    </table>
  )
}

interface EntryProps extends Pick<EntriesProps, 'reasons' | 'language'> {
  readonly entry: FeesEntry
  readonly heads: readonly string[]
}

const Entry = ({ entry, reasons, heads, language }: EntryProps) => {
  const { slot, payments, charged, expected, difference, isOff, notCompared } = entry
  const cells = [
    payments === null ? '' : numberIn(payments, language),
    charged === null ? '' : digitsOf(charged, language),
    notCompared !== null || expected === null ? '' : digitsOf(expected, language),
    difference === null ? '' : signedDigitsOf(difference, language),
  ]
  return (
    <tr>
      <th scope="row" class="keep">
        <a href={`../../${slot.date}/report.html`}>
          {dayIn(slot.date, language)} {slot.cycle}
        </a>
      </th>
      {cells.map((cell, at) => (
        <td class={at === 3 && isOff ? 'n off' : 'n'} data-label={heads[at]}>
          {cell}
        </td>
      ))}
      {reasons ? <td>{visibleText(reasonName(entry, language))}</td> : null}
    </tr>
  )
}
