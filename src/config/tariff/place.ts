import type { Both } from '../../std/both.ts'
import { isObject } from '../../std/json/json-object.ts'
import { nearest } from '../../std/nearest.ts'

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
