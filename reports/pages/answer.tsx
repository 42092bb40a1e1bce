import { type Centavos, ZERO } from '../../src/core/money.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { Headline } from '../../src/print/html/headline.tsx'
import { ANSWER_KINDS, type AnswerKind, type Position } from '../../src/rules/account/position.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import { dateIn } from '../../src/words/dates.ts'
import { answerOf, type FirstSentence, type PartOfAnswer } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { countOf, moneyIn } from '../../src/words/money.ts'
import { wordsIn } from '../../src/words/words.ts'

/** A kind of the first answer on a page, with the day of its oldest settlement; null where all are of one day. */
export interface DatedPart extends PartOfAnswer {
  readonly since: SlotDate | null
}

/** The kinds of which something is open, the most pesos first. */
export const partsOfAnswer = (
  position: Position,
  reports: readonly CountedReport[],
  isOneDay: boolean,
): readonly DatedPart[] => {
  const since = new Map<AnswerKind, SlotDate>()
  for (const report of reports) {
    // Nearly all have nothing open.
    if (report.discrepancies.length === 0 && report.money.notCompared === null) continue
    const ofReport = positionOf([report])
    const { date } = report.slot
    for (const kind of ANSWER_KINDS)
      if (ofReport[kind].open.number > 0 && date < (since.get(kind) ?? '9')) since.set(kind, date)
  }
  return answerOf(position).map((part) => ({ ...part, since: isOneDay ? null : (since.get(part.kind) ?? null) }))
}

interface AnswerProps {
  readonly sentence: FirstSentence
  /** What is open and in no tile. */
  readonly more: number
  readonly parts: readonly DatedPart[]
  readonly language: Language
}

/** The first answer of a page: three tiles where something is open, else its sentence. */
export const Answer = ({ sentence, parts, more, language }: AnswerProps) => {
  if (parts.length === 0) return <Headline sentence={sentence} />
  const most = parts.reduce<Centavos>((largest, { sum }) => (sum > largest ? sum : largest), ZERO)
  return (
    <>
      <ul class="tiles" aria-label={sentence.text}>
        {TILES.map((kinds) => (
          <Tile
            parts={parts.filter(({ kind }) => kinds.includes(kind))}
            kinds={kinds}
            most={most}
            language={language}
          />
        ))}
      </ul>
      {more === 0 ? null : <p class="hint">{wordsIn(language).answer.more(more)}</p>}
      {sentence.note === undefined ? null : <p class="hint">{sentence.note}</p>}
    </>
  )
}

/** What was kept and what was paid too much stand side by side, and are never netted. */
const TILES: readonly (readonly [AnswerKind, ...AnswerKind[]])[] = [
  ['notArrived'],
  ['tooLittle', 'tooMuch'],
  ['notJudged', 'notRead'],
]

interface TileProps extends Omit<AnswerProps, 'sentence' | 'more'> {
  readonly kinds: (typeof TILES)[number]
  /** In centavos; the longest bar. */
  readonly most: Centavos
}

const Tile = ({ parts, kinds, most, language }: TileProps) => {
  const words = wordsIn(language).answer
  if (parts.length === 0)
    return (
      <li class="quiet">
        <h2>{words.tiles[kinds[0]]}</h2>
        <p>{words.nothing}</p>
      </li>
    )
  return (
    <li>
      <h2>{words.tiles[kinds[0]]}</h2>
      {parts.map(({ kind, sum, number, since }) => (
        <div>
          <p>
            <b>{sum === ZERO ? countOf(number, 'settlement', language) : moneyIn(sum, language)}</b> {words.ways[kind]}
          </p>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="4" class="b-hollow" />
            <rect width={most === ZERO ? 0 : Number((sum * 1000n) / most) / 10} height="4" />
          </svg>
          <p class="hint">
            {since === null
              ? countOf(number, 'settlement', language)
              : words.since(countOf(number, 'settlement', language), dateIn(since, language), number === 1)}
          </p>
          {kind === 'notJudged' && sum !== ZERO ? <p class="hint">{words.counted}</p> : null}
        </div>
      ))}
    </li>
  )
}
