import {
  type MethodRate,
  type Proposal,
  type Rate,
  ROUNDING_UNITS,
  ROUNDINGS,
  type Schedule,
  type Tariff,
  type TaxOnFees,
  type Tier,
  type Withholding,
} from '../../core/fees/tariff.ts'
import { asSlotDate, type SlotDate } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import { isObject } from '../../std/json/json-object.ts'
import { nearest } from '../../std/nearest.ts'
import { defineReader, objectOf, type Reader, Refusal, type Schema } from '../setting-readers.ts'

const PESOS: Schema = { type: 'number', minimum: 0 }
const PESOS_OR_NONE: Schema = { type: ['number', 'null'], minimum: 0 }
const PERCENT: Schema = { type: 'number', minimum: 0, maximum: 50 }
const NAME: Schema = { type: 'string', minLength: 1, maxLength: 80 }

const list = (items: Schema): Schema => ({ type: 'array', items })

const TIER = objectOf({ above: PESOS, fixed: PESOS, percent: PERCENT }, ['above'])
const METHOD = objectOf(
  { fixed: PESOS, percent: PERCENT, min: PESOS_OR_NONE, max: PESOS_OR_NONE, tiers: list(TIER) },
  [],
)
const TAX: Schema = {
  ...objectOf({ name: NAME, percent: PERCENT, included: { type: 'boolean' } }, ['name', 'percent']),
  type: ['object', 'null'],
}
const WITHHOLDING = objectOf(
  {
    name: NAME,
    percent: PERCENT,
    base: { enum: ['paid', 'fee', 'tax'] },
    methods: { type: ['array', 'null'], items: NAME },
  },
  ['name', 'percent'],
)

/** The schema (draft 7) of the setting `tariff`; its reader checks the order of dates and tiers. */
export const tariffSchema: Schema = list(
  objectOf(
    {
      from: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
      methods: { type: 'object', minProperties: 1, additionalProperties: METHOD },
      tax: TAX,
      withholdings: list(WITHHOLDING),
      rounding: { enum: ROUNDINGS },
      to: { enum: ROUNDING_UNITS },
      proposed: { ...objectOf({ by: NAME, at: NAME }, ['by', 'at']), type: ['object', 'null'] },
    },
    ['from', 'methods'],
  ),
)

/** A wrong value inside a setting; the message names its place. */
export class WrongPlace extends Error {
  readonly text: Both<string>

  constructor(text: Both<string>) {
    super(text.en)
    this.text = text
  }
}

/** A value inside a setting, and the path to it: `[1].methods.card.percent`. */
export class Place {
  readonly path: string
  readonly value: unknown

  constructor(path: string, value: unknown) {
    this.path = path
    this.value = value
  }

  get isAbsent(): boolean {
    return this.value === undefined
  }

  mustBe(what: Both<string>): never {
    const [value, found] = this.isAbsent
      ? ['is absent', 'no está']
      : [`is ${shortJson(this.value)}`, `es ${shortJson(this.value)}`]
    return this.refuse({ en: `${value} and must be ${what.en}`, es: `${found} y debe ser ${what.es}` })
  }

  refuse(what: Both<string>): never {
    throw new WrongPlace({ en: `${this.path || 'it'} ${what.en}`, es: `${this.path || 'el valor'} ${what.es}` })
  }

  list(): readonly Place[] {
    if (!Array.isArray(this.value)) return this.mustBe({ en: 'a list', es: 'una lista' })
    return this.value.map((member, at) => new Place(`${this.path}[${at}]`, member))
  }

  /** The members of an object, which may have no others. */
  object<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, Place>> {
    if (!isObject(this.value))
      return this.mustBe({ en: `an object with ${names.join(', ')}`, es: `un objeto con ${names.join(', ')}` })
    const { value } = this
    for (const name of Object.keys(value)) {
      if (!names.some((known) => known === name))
        this.refuse({
          en: `holds ${shortJson(name)}, which is not known there; did you mean ${nearest(name, names)}?`,
          es: `contiene ${shortJson(name)}, que allí no se conoce; ¿quiso decir ${nearest(name, names)}?`,
        })
    }
    return Object.fromEntries(names.map((name) => [name, this.member(name, value[name])])) as Record<Name, Place>
  }

  /** The members of an object whose names a person chose. */
  entries(): readonly (readonly [string, Place])[] {
    if (!isObject(this.value)) return this.mustBe({ en: 'an object', es: 'un objeto' })
    return Object.entries(this.value).map(([name, value]) => [name, this.member(name, value)])
  }

  /** A number from 0 with at most this number of decimals. */
  decimal(decimals: number, what: Both<string>): number {
    const { value } = this
    if (typeof value !== 'number' || value < 0 || !hasDecimals(value, decimals))
      return this.mustBe({
        en: `${what.en}, 0 or more, with at most ${decimals} decimals`,
        es: `${what.es}, 0 o más, con máximo ${decimals} decimales`,
      })
    return value
  }

  text(): string {
    const { value } = this
    return typeof value === 'string' && /^[^\p{Cc}]{1,80}$/u.test(value)
      ? value
      : this.mustBe({ en: 'text of 1 to 80 characters', es: 'un texto de 1 a 80 caracteres' })
  }

  private member(name: string, value: unknown): Place {
    return new Place(this.path === '' ? name : `${this.path}.${name}`, value)
  }
}

/** Below 2^40 a double distinguishes six decimals. */
const hasDecimals = (value: number, decimals: number): boolean =>
  Number.isFinite(value) && value < 2 ** 40 && Number(value.toFixed(decimals)) === value

const shortJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

/** Reads a tariff from the settings (SPEC, section 8). It adds no rate of its own: omitted values are 0, or absent. */
export const tariffReader: Reader<Tariff> = defineReader(tariffSchema, (raw) => {
  try {
    return schedulesIn(new Place('', raw))
  } catch (error) {
    if (error instanceof WrongPlace)
      return new Refusal({
        en: `a list of dated schedules: ${error.text.en}`,
        es: `una lista de tarifas con fecha: ${error.text.es}`,
      })
    throw error
  }
})

const schedulesIn = (place: Place): readonly Schedule[] => {
  const schedules = place.list().map((one) => ({ one, schedule: scheduleIn(one) }))
  for (const [at, { one, schedule }] of schedules.entries()) {
    const before = schedules[at - 1]?.schedule.from
    if (before === schedule.from)
      one.refuse({
        en: `begins on ${before}, as the schedule before it does: their dates overlap`,
        es: `empieza el ${before}, como la tarifa anterior: sus fechas se cruzan`,
      })
    if (before !== undefined && before > schedule.from)
      one.refuse({
        en: `begins on ${schedule.from}, before the schedule above it: list them by rising dates`,
        es: `empieza el ${schedule.from}, antes que la tarifa de arriba: ordénelas por fecha`,
      })
  }
  return schedules.map(({ schedule }) => schedule)
}

const scheduleIn = (place: Place): Schedule => {
  const { from, methods, tax, withholdings, rounding, to, proposed } = place.object(
    'from',
    'methods',
    'tax',
    'withholdings',
    'rounding',
    'to',
    'proposed',
  )
  const rates = Object.fromEntries(methods.entries().map(([name, method]) => [name, methodIn(method)]))
  if (Object.keys(rates).length === 0)
    methods.mustBe({ en: 'an object with at least one payment method', es: 'un objeto con al menos un medio de pago' })
  return {
    from: dateIn(from),
    methods: rates,
    tax: nothingOr(tax, taxIn),
    withholdings: withholdings.isAbsent ? [] : withholdings.list().map((one) => withholdingIn(one, Object.keys(rates))),
    rounding: rounding.isAbsent ? 'none' : oneOf(rounding, ROUNDINGS),
    to: to.isAbsent ? 'peso' : oneOf(to, ROUNDING_UNITS),
    proposed: nothingOr(proposed, proposalIn),
  }
}

const nothingOr = <T>(place: Place, read: (place: Place) => T): T | null =>
  place.isAbsent || place.value === null ? null : read(place)

const dateIn = (place: Place): SlotDate =>
  (typeof place.value === 'string' ? asSlotDate(place.value) : null) ??
  place.mustBe({ en: 'a date: "2026-01-31"', es: 'una fecha: "2026-01-31"' })

const methodIn = (place: Place): MethodRate => {
  const { fixed, percent, min, max, tiers } = place.object('fixed', 'percent', 'min', 'max', 'tiers')
  if (fixed.isAbsent && percent.isAbsent && tiers.isAbsent)
    place.refuse({ en: 'has neither fixed nor percent nor tiers', es: 'no tiene fixed, ni percent, ni tiers' })
  const least = nothingOr(min, pesosIn)
  const most = nothingOr(max, pesosIn)
  if (least !== null && most !== null && least > most)
    place.refuse({
      en: `has a min of ${least} above its max of ${most}`,
      es: `tiene un min de ${least} por encima de su max de ${most}`,
    })
  return { ...rateIn(fixed, percent), min: least, max: most, tiers: tiers.isAbsent ? [] : tiersIn(tiers) }
}

const rateIn = (fixed: Place, percent: Place): Rate => ({
  fixed: fixed.isAbsent ? 0 : pesosIn(fixed),
  percent: percent.isAbsent ? 0 : percentIn(percent),
})

const tiersIn = (place: Place): readonly Tier[] => {
  const tiers = place.list().map((one) => {
    const { above, fixed, percent } = one.object('above', 'fixed', 'percent')
    if (fixed.isAbsent && percent.isAbsent)
      one.refuse({ en: 'has neither fixed nor percent', es: 'no tiene fixed ni percent' })
    return { one, tier: { above: pesosIn(above), ...rateIn(fixed, percent) } }
  })
  for (const [at, { one, tier }] of tiers.entries()) {
    const before = tiers[at - 1]?.tier.above
    if (before !== undefined && before >= tier.above)
      one.refuse({
        en: `goes back: it begins above ${tier.above}, and the tier before it above ${before}`,
        es: `retrocede: empieza por encima de ${tier.above}, y el tramo anterior por encima de ${before}`,
      })
  }
  return tiers.map(({ tier }) => tier)
}

const pesosIn = (place: Place): number => place.decimal(2, { en: 'a number of COP', es: 'un número en COP' })

/** A greater rate is a typing error (279 for 2.79), since no fee is half of a payment. */
const RATE_MAX_PERCENT = 50

const percentIn = (place: Place): number => {
  const percent = place.decimal(6, { en: 'a number of percent', es: 'un porcentaje' })
  if (percent > RATE_MAX_PERCENT)
    place.refuse({
      en: `is ${percent} percent, above ${RATE_MAX_PERCENT}: write 2.79 for 2.79 % of what was paid`,
      es: `es ${percent} por ciento, más de ${RATE_MAX_PERCENT}: escriba 2.79 para 2,79 % de lo pagado`,
    })
  return percent
}

const taxIn = (place: Place): TaxOnFees => {
  const { name, percent, included } = place.object('name', 'percent', 'included')
  return {
    name: name.text(),
    percent: percentIn(percent),
    included: included.isAbsent ? false : truthIn(included),
  }
}

const truthIn = (place: Place): boolean =>
  typeof place.value === 'boolean' ? place.value : place.mustBe({ en: 'true or false', es: 'true o false' })

const oneOf = <T extends string>(place: Place, values: readonly T[]): T =>
  values.find((value) => value === place.value) ??
  place.mustBe({ en: `one of ${values.join(', ')}`, es: `uno de ${values.join(', ')}` })

const withholdingIn = (place: Place, known: readonly string[]): Withholding => {
  const { name, percent, base, methods } = place.object('name', 'percent', 'base', 'methods')
  return {
    name: name.text(),
    percent: percentIn(percent),
    base: base.isAbsent ? 'paid' : oneOf(base, ['paid', 'fee', 'tax'] as const),
    methods: nothingOr(methods, (list) => list.list().map((one) => oneOf(one, known))),
  }
}

const proposalIn = (place: Place): Proposal => {
  const { by, at } = place.object('by', 'at')
  return { by: by.text(), at: at.text() }
}
