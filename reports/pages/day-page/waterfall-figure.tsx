import { scaleLinear } from 'd3-scale'
import { type Centavos, minus, plus, ZERO } from '../../../src/domain/money.ts'
import type { Language } from '../../../src/i18n/language.ts'
import { cellIn, digitsOf, signedDigitsOf } from '../../../src/i18n/money.ts'
import { type Words, wordsIn } from '../../../src/i18n/words.ts'
import type { SettlementOfDay } from '../day-facts.ts'

/** One line of the figure: its words, its sum, and the bar from one sum to another. */
interface Bar {
  readonly name: string
  readonly sum: string
  readonly from: Centavos
  readonly to: Centavos
  readonly kind: 'reported' | 'ours' | 'less' | 'more'
  /** What is too much or too little, from what it should be to the bar's end: taller than the bar, so that it is seen without colour. */
  readonly offFrom: Centavos | null
  readonly isResult: boolean
}

const WIDE = 1000
const HIGH = 28
/** A fee of one percent must still be seen. */
const LEAST = 4

/** From the invoices down to the payout: one drawing, with the words and sums beside it as text of the page. */
export const WaterfallFigure = ({ slot, language }: { slot: SettlementOfDay; language: Language }) => {
  const bars = barsOf(slot, language, wordsIn(language))
  const place = scaleLinear()
    .domain(extent(bars))
    .range([2, WIDE - 2])
  const at = (sum: Centavos): number => Math.round(place(Number(sum)) * 10) / 10
  return (
    <div class={`fall rows-${bars.length}`}>
      <svg
        viewBox={`0 0 ${WIDE} ${HIGH * bars.length}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <line class="axis" x1={at(ZERO)} x2={at(ZERO)} y1="0" y2={HIGH * bars.length} />
        {bars.map((bar, row) => (
          <BarShape bar={bar} at={at} top={row * HIGH} />
        ))}
      </svg>
      {bars.map(({ name, sum, isResult }) => (
        <>
          <span class={isResult ? 'result' : 'part'}>{name}</span>
          <span class={isResult ? 'v result' : 'v'}>{sum}</span>
        </>
      ))}
    </div>
  )
}

const BarShape = ({ bar, at, top }: { bar: Bar; at: (sum: Centavos) => number; top: number }) => {
  const { from, to, kind, offFrom } = bar
  const isPart = kind === 'less' || kind === 'more'
  return (
    <>
      {isPart ? <line class="join" x1={at(from)} x2={at(from)} y1={top - 6} y2={top + HIGH - 6} /> : null}
      <Block name={`b-${kind}`} from={at(from)} to={at(to)} top={top + 6} height={16} />
      {offFrom === null ? null : <Block name="b-off" from={at(offFrom)} to={at(to)} top={top + 3} height={22} />}
    </>
  )
}

interface Placed {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly top: number
  readonly height: number
}

const Block = ({ name, from, to, top, height }: Placed) => (
  <rect class={name} x={Math.min(from, to)} y={top} width={Math.max(LEAST, Math.abs(to - from))} height={height} />
)

const extent = (bars: readonly Bar[]): readonly [number, number] => {
  const sums = [0, ...bars.flatMap(({ from, to, offFrom }) => [from, to, offFrom ?? from].map(Number))]
  const [least, most] = [Math.min(...sums), Math.max(...sums)]
  return least === most ? [0, 1] : [least, most]
}

const barsOf = (slot: SettlementOfDay, language: Language, words: Words): readonly Bar[] => {
  const { collected, payout, steps } = slot
  const whole = (name: string, sum: Centavos | null, kind: Bar['kind'], off: Centavos | null): readonly Bar[] =>
    sum === null
      ? []
      : [
          {
            name,
            sum: cellIn(sum, language),
            from: ZERO,
            to: sum,
            kind,
            offFrom: off === null || off === ZERO ? null : minus(sum, off),
            isResult: kind === 'reported',
          },
        ]
  return [
    ...whole(words.listed, collected.expected, 'ours', null),
    ...whole(words.collectedReported, collected.reported, 'reported', collected.difference),
    ...partsOf(slot, language, words),
    ...(steps.length > 0 ? whole(words.payoutExpected, payout.expected, 'ours', null) : []),
    ...whole(words.payoutReported, payout.reported, 'reported', payout.difference),
  ]
}

/** Fees and adjustments, each from where the one before it ended. */
const partsOf = ({ steps, collected }: SettlementOfDay, language: Language, words: Words): readonly Bar[] => {
  let reached = collected.reported ?? ZERO
  return steps.flatMap(({ name, reported, effect }) => {
    if ((name !== 'fees' && name !== 'adjustments') || reported === null || effect === null) return []
    const from = reached
    reached = plus(reached, effect)
    const isLeftOut = reported !== ZERO && effect === ZERO
    const sum = isLeftOut ? `(${digitsOf(reported, language)})` : signedDigitsOf(effect, language)
    return [
      {
        name: words[name],
        sum,
        from,
        to: reached,
        kind: effect < ZERO ? 'less' : 'more',
        offFrom: null,
        isResult: false,
      },
    ]
  })
}
