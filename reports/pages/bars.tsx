import { scaleLinear } from 'd3-scale'
import { type Centavos, fromCentavos, ZERO } from '../../src/core/money.ts'
import type { Language } from '../../src/words/language.ts'
import { shortIn } from '../../src/words/money.ts'

/** The horizontal axis of a chart. Both ends are round sums, and zero is always on it. */
interface Axis {
  /** The position of a sum, in SVG units. */
  readonly at: (sum: Centavos) => number
  readonly ends: readonly [least: Centavos, most: Centavos]
}

const WIDE = 1000

const axisOf = (sums: readonly Centavos[]): Axis => {
  const numbers = [0, ...sums.map(Number)]
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const scale = scaleLinear()
    .domain(least === most ? [0, 100] : [least, most])
    .nice(4)
    .range([0, WIDE])
  const [from = 0, to = 100] = scale.domain()
  return {
    at: (sum) => Math.round(scale(Number(sum)) * 10) / 10,
    ends: [fromCentavos(BigInt(Math.round(from))), fromCentavos(BigInt(Math.round(to)))],
  }
}

/** The sums at both ends of a chart, and zero between them. */
const AxisLabels = ({ axis: { ends }, language }: { readonly axis: Axis; readonly language: Language }) => {
  const [least, most] = ends
  return (
    <div class="axis-ends" aria-hidden="true">
      <span>{shortIn(least, language)}</span>
      <span>{least < ZERO ? '' : shortIn(fromCentavos((least + most) / 2n), language)}</span>
      <span>{shortIn(most, language)}</span>
    </div>
  )
}

/** One line of a bar chart: its label, its sum as text, and the bar between two sums in centavos. */
export interface Bar {
  readonly name: string
  readonly text: string
  readonly from: Centavos
  readonly to: Centavos
  readonly kind: 'level' | 'part' | 'hollow' | 'difference'
}

const HIGH = 28

interface BarsProps {
  readonly bars: readonly Bar[]
  readonly language: Language
  /** The chart in words, when its lines do not say it already. */
  readonly label?: string
}

/** A bar chart with one linear scale. Labels and sums are HTML text, not part of the drawing. */
export const Bars = ({ bars, language, label }: BarsProps) => {
  const axis = axisOf(bars.flatMap(({ from, to }) => [from, to]))
  const high = HIGH * bars.length
  return (
    <figure class={`fall rows-${bars.length}`} aria-label={label}>
      <svg viewBox={`0 0 ${WIDE} ${high}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {[...axis.ends, ZERO].map((sum) => (
          <line class={sum === ZERO ? 'axis' : 'grid'} x1={axis.at(sum)} x2={axis.at(sum)} y1="0" y2={high} />
        ))}
        {bars.map((bar, row) => (
          <BarShape bar={bar} at={axis.at} top={row * HIGH} isFirst={row === 0} />
        ))}
      </svg>
      {bars.map(({ name, text, kind }) => (
        <>
          <span class={kind === 'level' ? 'result' : 'part'}>{name}</span>
          <span class={kind === 'level' ? 'v result' : 'v'}>{text}</span>
        </>
      ))}
      <AxisLabels axis={axis} language={language} />
    </figure>
  )
}

interface BarShapeProps {
  readonly bar: Bar
  readonly at: (sum: Centavos) => number
  readonly top: number
  readonly isFirst: boolean
}

/** A bar, with a line to the end of the bar above it. */
const BarShape = ({ bar: { from, to, kind }, at, top, isFirst }: BarShapeProps) => (
  <>
    {isFirst || from === ZERO ? null : <line class="join" x1={at(from)} x2={at(from)} y1={top - 6} y2={top + 22} />}
    <rect
      class={`b-${kind}`}
      x={Math.min(at(from), at(to))}
      y={top + 6}
      width={Math.round(Math.abs(at(to) - at(from)) * 10) / 10}
      height="16"
    />
  </>
)
