import type { Centavos } from '../../src/core/money.ts'
import { ZERO } from '../../src/core/money.ts'
import type { Language } from '../../src/words/language.ts'
import { AxisLabels, axisOf, WIDE } from './axis.tsx'

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
