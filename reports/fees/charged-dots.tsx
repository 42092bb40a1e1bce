import { scaleLinear } from 'd3-scale'
import { type Centavos, fromCentavos } from '../../src/core/money.ts'
import type { FeesEntry } from '../../src/rules/account/fees-summary.ts'
import type { Both } from '../../src/std/both.ts'
import { dayIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { countOf, numberIn, shortIn, signedDigitsOf } from '../../src/words/money.ts'

/** Width of the chart in SVG units (about the CSS pixels of a phone). */
const WIDE = 360
const HIGH = 260
const LEFT = 44
const BOTTOM = 28
const LINE = 13
const RIGHT = 18
/** Width of a bold letter, in SVG units. */
const LETTER = 6.2

interface Dot {
  readonly entry: FeesEntry
  readonly charged: Centavos
  readonly expected: Centavos
}

const dotsOf = (entries: readonly FeesEntry[]): readonly Dot[] =>
  entries.flatMap((entry) => {
    const { charged, expected, notCompared } = entry
    return notCompared !== null || charged === null || expected === null ? [] : [{ entry, charged, expected }]
  })

const WORDS: Both<
  Readonly<Record<'none' | 'charged' | 'expected', string>> & { readonly label: (on: string, off: string) => string }
> = {
  en: {
    none: 'No settlement was compared, so there is nothing to draw.',
    label: (on, off) => `${on} on the line, ${off} off it`,
    charged: 'Charged',
    expected: 'Expected',
  },
  es: {
    none: 'No se comparó ninguna liquidación; no hay nada que dibujar.',
    label: (on, off) => `${on} sobre la línea, ${off} fuera de ella`,
    charged: 'Cobrado',
    expected: 'Esperado',
  },
}

interface Props {
  readonly entries: readonly FeesEntry[]
  readonly off: readonly FeesEntry[]
  readonly language: Language
}

/**
 * Charged against expected: a dot for each compared settlement. A dot off the line is labelled with its name and
 * difference.
 */
export const ChargedDots = ({ entries, off, language }: Props) => {
  const dots = dotsOf(entries)
  const words = WORDS[language]
  if (dots.length === 0) return <p class="hint">{words.none}</p>
  const most = Math.max(1, ...dots.flatMap(({ charged, expected }) => [Number(charged), Number(expected)]))
  const x = scaleLinear()
    .domain([0, most])
    .nice(4)
    .range([LEFT, WIDE - RIGHT])
  const y = scaleLinear()
    .domain(x.domain())
    .range([HIGH - BOTTOM, 8])
  const place = { x: (sum: Centavos) => round(x(Number(sum))), y: (sum: Centavos) => round(y(Number(sum))) }
  return (
    <figure class="dots">
      <svg
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        role="img"
        aria-label={words.label(
          countOf(dots.length - off.length, 'settlement', language),
          numberIn(off.length, language),
        )}
      >
        {x.ticks(4).map((tick) => (
          <Tick sum={fromCentavos(BigInt(Math.round(tick)))} place={place} language={language} />
        ))}
        <line class="diagonal" x1={x(0)} y1={y(0)} x2={WIDE - RIGHT} y2={8} />
        {dots.map(({ entry, charged, expected }) => (
          <circle
            class={entry.isOff ? 'dot off' : 'dot'}
            cx={place.x(expected)}
            cy={place.y(charged)}
            r={entry.isOff ? 4.5 : 3}
          />
        ))}
        <Names names={namesOf(dotsOf(off), place, language)} />
        <text class="axis-name" x={WIDE - RIGHT} y={HIGH - 2} text-anchor="end">
          {words.expected} →
        </text>
        <text class="axis-name" x={LEFT + 4} y={16}>
          ↑ {words.charged}
        </text>
      </svg>
    </figure>
  )
}

const round = (number: number): number => Math.round(number * 10) / 10

interface Place {
  readonly x: (sum: Centavos) => number
  readonly y: (sum: Centavos) => number
}

const Tick = ({
  sum,
  place,
  language,
}: {
  readonly sum: Centavos
  readonly place: Place
  readonly language: Language
}) => (
  <>
    <line class="grid" x1={LEFT} x2={WIDE - RIGHT} y1={place.y(sum)} y2={place.y(sum)} />
    <line class="grid" x1={place.x(sum)} x2={place.x(sum)} y1={8} y2={HIGH - BOTTOM} />
    <text class="tick" x={LEFT - 4} y={place.y(sum) + 4} text-anchor="end">
      {shortIn(sum, language)}
    </text>
    <text class="tick" x={place.x(sum)} y={HIGH - BOTTOM + 12} text-anchor="middle">
      {shortIn(sum, language)}
    </text>
  </>
)

interface Name {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly bottom: number
}

/**
 * A name above each dot, on the side that has room. A name that would overlap an earlier one is left out; the table has
 * it.
 */
const namesOf = (dots: readonly Dot[], place: Place, language: Language): readonly Name[] => {
  const names: Name[] = []
  for (const { entry, charged, expected } of dots) {
    const { slot, difference } = entry
    const sum = difference === null ? '' : signedDigitsOf(difference, language)
    const text = `${dayIn(slot.date, language)} ${slot.cycle}: ${sum}`
    const [at, width] = [place.x(expected), LETTER * text.length]
    const left = at > WIDE / 2 ? at + 4 - width : at - 4
    const name = { text, left, right: left + width, bottom: place.y(charged) - 8 }
    if (!names.some((other) => isOver(name, other))) names.push(name)
  }
  return names
}

const isOver = (a: Name, b: Name): boolean =>
  a.left < b.right && b.left < a.right && Math.abs(a.bottom - b.bottom) < LINE

const Names = ({ names }: { readonly names: readonly Name[] }) => (
  <>
    {names.map(({ text, left, bottom }) => (
      <text class="dot-name" x={round(left)} y={round(bottom)}>
        {text}
      </text>
    ))}
  </>
)
