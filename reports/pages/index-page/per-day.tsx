import { scaleBand, scaleLinear } from 'd3-scale'
import { type Centavos, ZERO } from '../../../src/domain/money.ts'
import type { SlotDate } from '../../../src/domain/slot.ts'
import type { Language } from '../../../src/i18n/language.ts'
import { moneyIn } from '../../../src/i18n/money.ts'
import { wordsIn } from '../../../src/i18n/words.ts'
import type { IndexFacts } from '../index-facts.ts'

/** A quarter of a year: more bars are too thin to tell. */
const DAYS = 92

interface Sum {
  readonly date: SlotDate
  readonly sum: Centavos
}

/** Payout, and what is difference, day by day. */
export const PerDay = ({ facts: { days, language } }: { facts: IndexFacts }) => {
  const words = wordsIn(language)
  const last = days.slice(0, DAYS).toReversed()
  const payouts = last.map(({ date, payout }) => ({ date, sum: payout ?? ZERO }))
  const difference = last.map(({ date, difference }) => ({ date, sum: difference ?? ZERO }))
  return (
    <div class="halves">
      <Chart
        id="payouts"
        title={words.payoutPerDay}
        hint={words.payoutPerDayHint}
        sums={payouts}
        fill="b-reported"
        language={language}
      />
      <Chart
        id="difference"
        title={words.unexplainedOverTime}
        hint={words.unexplainedHint}
        sums={difference}
        fill="b-off"
        language={language}
      />
    </div>
  )
}

interface ChartProps {
  readonly id: string
  readonly title: string
  readonly hint: string
  readonly sums: readonly Sum[]
  readonly fill: string
  readonly language: Language
}

const WIDE = 1000
const HIGH = 200
/** A small sum beside a large one is still seen. */
const LEAST = 4

/** Bars without text, which would shrink with them: the highest, the first and the last day are told beside them. */
const Chart = ({ id, title, hint, sums, fill, language }: ChartProps) => {
  const words = wordsIn(language)
  const highest = sums.reduce<Sum | null>((top, one) => (top === null || one.sum > top.sum ? one : top), null)
  const numbers = sums.map(({ sum }) => Number(sum))
  const across = scaleBand()
    .domain(sums.map(({ date }) => date))
    .range([0, WIDE])
    .paddingInner(0.25)
  const up = scaleLinear()
    .domain([Math.min(0, ...numbers), Math.max(1, ...numbers)])
    .range([HIGH, 0])
  const top = (sum: Centavos): number => (sum > ZERO ? Math.min(up(Number(sum)), up(0) - LEAST) : up(0))
  const height = (sum: Centavos): number => (sum === ZERO ? 0 : Math.max(LEAST, Math.abs(up(Number(sum)) - up(0))))
  const isNothing = highest === null || sums.every(({ sum }) => sum === ZERO)
  const most = highest === null ? '' : `${words.highest} ${moneyIn(highest.sum, language)}, ${highest.date}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="hint">{hint}</p>
      <p class="peak">{isNothing ? words.nothingAtAll : most}</p>
      <svg
        class="bars"
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${isNothing ? words.nothingAtAll : most}`}
      >
        <line class="axis" x1="0" x2={WIDE} y1={up(0)} y2={up(0)} />
        {sums.map(({ date, sum }) => (
          <rect
            class={fill}
            x={tenths(across(date) ?? 0)}
            y={tenths(top(sum))}
            width={tenths(across.bandwidth())}
            height={tenths(height(sum))}
          >
            <title>{`${date}: ${moneyIn(sum, language)}`}</title>
          </rect>
        ))}
      </svg>
      <p class="ends">
        <span>{sums[0]?.date ?? ''}</span>
        <span>{sums.at(-1)?.date ?? ''}</span>
      </p>
    </section>
  )
}

const tenths = (number: number): number => Math.round(number * 10) / 10
