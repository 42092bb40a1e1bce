import { scaleLinear } from 'd3-scale'
import type { Centavos } from '../../src/core/money.ts'
import { fromCentavos, ZERO } from '../../src/core/money.ts'
import type { Language } from '../../src/words/language.ts'
import { shortIn } from '../../src/words/money.ts'

/** The horizontal axis of a chart. Both ends are round sums, and zero is always on it. */
export interface Axis {
  /** The position of a sum, in SVG units. */
  readonly at: (sum: Centavos) => number
  readonly ends: readonly [least: Centavos, most: Centavos]
}

export const WIDE = 1000

export const axisOf = (sums: readonly Centavos[]): Axis => {
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
export const AxisLabels = ({ axis: { ends }, language }: { readonly axis: Axis; readonly language: Language }) => {
  const [least, most] = ends
  return (
    <div class="axis-ends" aria-hidden="true">
      <span>{shortIn(least, language)}</span>
      <span>{least < ZERO ? '' : shortIn(fromCentavos((least + most) / 2n), language)}</span>
      <span>{shortIn(most, language)}</span>
    </div>
  )
}
