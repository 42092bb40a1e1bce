import { scaleLinear } from 'd3-scale'
import { feeRate } from '../../src/core/fees/tariff.ts'
import type { Centavos } from '../../src/core/money.ts'
import { percentIn } from '../../src/print/cell-text.ts'
import type { FeesSummary } from '../../src/rules/account/fees-summary.ts'
import { dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { methodHeading } from './fees-tables.ts'

type Week = FeesSummary & { readonly key: string }

interface Props {
  readonly weeks: readonly Week[]
  readonly language: Language
}

/** Width of a chart in SVG units. */
const WIDE = 160
const HIGH = 64
const EDGE = 6

interface Series {
  readonly name: string
  /** The rate by week; null for a week without payments. */
  readonly line: readonly (number | null)[]
  readonly dots: readonly (number | null)[]
}

const rateOf = (fees: Centavos, paid: Centavos): number | null => {
  const rate = feeRate(fees, paid)
  return rate === null ? null : Number(rate.decimal)
}

const seriesOf = (weeks: readonly Week[], language: Language): readonly Series[] => {
  const methods = [...new Set(weeks.flatMap((week) => week.methods.map(({ method }) => method)))].toSorted()
  const all = {
    name: {
      en: 'All methods: charged (dots) and expected (line)',
      es: 'Todos los medios: cobrado (puntos) y esperado (línea)',
    }[language],
    line: weeks.map(({ compared }) => rateOf(compared.expected, compared.paid)),
    dots: weeks.map(({ compared }) => rateOf(compared.charged, compared.paid)),
  }
  const ofMethods = methods.map((method) => ({
    name: `${methodHeading(method, language)}: ${{ en: 'expected', es: 'esperado' }[language]}`,
    line: weeks.map((week) => {
      const cost = week.methods.find((one) => one.method === method)
      return cost === undefined ? null : rateOf(cost.expected, cost.paid)
    }),
    dots: [],
  }))
  return [all, ...ofMethods]
}

/** Charts of rates by week: one for all methods together and one for each method, all with the same scale. */
export const RateWeeks = ({ weeks, language }: Props) => {
  const compared = weeks.filter((week) => week.compared.settlements > 0)
  if (compared.length === 0) return null
  const series = seriesOf(compared, language)
  const most = Math.max(0.001, ...series.flatMap(({ line, dots }) => [...line, ...dots].map((rate) => rate ?? 0)))
  return (
    <div class="multiples">
      {series.map((one) => (
        <Multiple series={one} weeks={compared} most={most} language={language} />
      ))}
    </div>
  )
}

interface MultipleProps {
  readonly series: Series
  readonly weeks: readonly Week[]
  readonly most: number
  readonly language: Language
}

const Multiple = ({ series: { name, line, dots }, weeks, most, language }: MultipleProps) => {
  const y = scaleLinear()
    .domain([0, most])
    .range([HIGH - EDGE, EDGE])
  const x = (at: number): number => EDGE + ((WIDE - 2 * EDGE) * (at + 0.5)) / weeks.length
  const points = line.flatMap((rate, at) => (rate === null ? [] : [`${round(x(at))},${round(y(rate))}`]))
  const last = line.findLast((rate) => rate !== null) ?? null
  return (
    <figure class="multiple">
      <figcaption>
        {name} <b>{last === null ? '' : percentIn({ decimal: String(last) }, language)}</b>
      </figcaption>
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
        <line class="axis" x1={0} x2={WIDE} y1={HIGH - EDGE} y2={HIGH - EDGE} />
        {points.length > 1 ? <polyline class="rate" points={points.join(' ')} /> : null}
        {line.map((rate, at) => (rate === null ? null : <Mark at={x(at)} rate={rate} y={y} />))}
        {dots.map((rate, at) =>
          rate === null ? null : <circle class="dot charged" cx={round(x(at))} cy={round(y(rate))} r="3.5" />,
        )}
      </svg>
      <div class="multiple-ends">
        <span>{dayIn(weeks[0]?.key ?? '', language)}</span>
        <span>{weeks.length < 2 ? '' : dayIn(weeks.at(-1)?.key ?? '', language)}</span>
      </div>
    </figure>
  )
}

const Mark = ({
  at,
  rate,
  y,
}: {
  readonly at: number
  readonly rate: number
  readonly y: (rate: number) => number
}) => <line class="rate" x1={round(at - 5)} x2={round(at + 5)} y1={round(y(rate))} y2={round(y(rate))} />

const round = (number: number): number => Math.round(number * 10) / 10
