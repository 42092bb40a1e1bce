import { visibleText } from '../../../src/print/html/visible-text.ts'
import { valueInWords } from '../../../src/words/assumption-words.ts'
import { clockIn } from '../../../src/words/dates.ts'
import { dayWords } from '../../../src/words/day-words.ts'
import { numberIn } from '../../../src/words/money.ts'
import { wordsIn } from '../../../src/words/words.ts'
import type { DayFacts } from '../day-facts.ts'
import { Fold } from '../fold.tsx'

/** The sources of what is shown of one slot. */
export interface SlotProof {
  readonly cycle: string
  /** The run that first read the content shown; an unchanged re-pull does not change it. */
  readonly run: string
  readonly readAt: string
  /** SHA-256, in hex, of the settlement's answer after the list. */
  readonly settlement: string
  readonly pages: number
  /** SHA-256 of the pages' own SHA-256 values, each in hex and ended by a line feed. */
  readonly list: string
}

/** A file of the same day, as published. */
export interface FileProof {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

export interface Proof {
  readonly slots: readonly SlotProof[]
  readonly files: readonly FileProof[]
  readonly version: string
}

/** The assumptions: policy values that the service's description leaves open. */
export const Assumptions = ({ facts: { assumptions, language } }: { facts: DayFacts }) => {
  const [words, { meanings }] = [dayWords(language), wordsIn(language)]
  return (
    <Fold name={words.assumptions}>
      <p class="hint">{words.assumptionsHint}</p>
      <table class="close">
        <thead>
          <tr>
            <th scope="col">{words.meaning}</th>
            <th scope="col">{words.value}</th>
            <th scope="col" class="far">
              {words.setting}
            </th>
          </tr>
        </thead>
        <tbody>
          {assumptions.map((one) => {
            const [value, typed] = valueInWords(one, language)
            return (
              <tr>
                <td class="cap">{meanings?.[one.setting] ?? one.meaning}</td>
                <td>
                  <b>{visibleText(value) || '–'}</b>
                </td>
                <td class="far">
                  <code>{visibleText(typed)}</code>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Fold>
  )
}

export const ProofSection = ({ facts: { language }, proof }: { facts: DayFacts; proof: Proof }) => {
  const [words, common] = [dayWords(language), wordsIn(language)]
  return (
    <Fold name={words.proof}>
      <p class="hint">{words.proofHint}</p>
      <table class="proof">
        <thead>
          <tr>
            <th scope="col">{common.cycle}</th>
            <th scope="col">{words.run}</th>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {proof.slots.map(({ cycle, run, readAt, settlement, pages, list }) => (
            <tr>
              <th scope="row">{cycle}</th>
              <td>
                <code class="break">{visibleText(run, 60)}</code>
                <br />
                <span class="hint">{clockIn(readAt, language)}</span>
              </td>
              <td class="break">
                <span class="hint">{common.settlement}</span> <code>{settlement}</code>
                <br />
                <span class="hint">{words.listOfPages(numberIn(pages, language))}</span> <code>{list}</code>
              </td>
            </tr>
          ))}
          {proof.files.map(({ name, rows, sha256 }) => (
            <tr>
              <td />
              <td>
                <a href={name}>{name}</a>
                <br />
                <span class="hint">{words.rowsOf(numberIn(rows, language))}</span>
              </td>
              <td class="break">
                <code>{sha256}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Fold>
  )
}
