import type { Json } from '../domain/cell.ts'
import type { Centavos } from '../domain/money.ts'

type Schema = { readonly [name: string]: Json }

/** A member of a document: its value, its JSON Schema, and, as a type alone, what a reader of the document gets. */
export interface Member<From, To> {
  readonly of: (from: From) => Json
  readonly schema: Schema
  readonly to?: To
}

const described = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description }

const orNullSchema = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

/** A maker of members of one kind, and of those that may be null. `Made` is the value in our words, `To` the one in the document. */
const kind = <Made extends Json, To>(schema: Schema) =>
  Object.assign(
    <From>(of: (from: From) => Made, description?: string): Member<From, To> => ({
      of,
      schema: described(schema, description),
    }),
    {
      orNull: <From>(of: (from: From) => Made | null, description?: string): Member<From, To | null> => ({
        of,
        schema: described(orNullSchema(schema), description),
      }),
    },
  )

export const text = kind<string, string>({ type: 'string' })
export const number = kind<number, number>({ type: 'number' })
/** Pesos, exact, with at most two decimals; made from centavos. */
export const cop = kind<Centavos, number>({ type: 'number', description: 'COP, exact, with at most two decimals.' })
export const dateText = kind<string, string>({ type: 'string', description: 'A date, `YYYY-MM-DD`.' })

const TIME: Schema = { type: 'string', description: 'A moment in UTC, ISO 8601.' }
const timeOf = (at: number): string => new Date(at).toISOString()

/** A moment in UTC, ISO 8601; made from milliseconds. */
export const time = Object.assign(
  <From>(of: (from: From) => number, description?: string): Member<From, string> => ({
    of: (from) => timeOf(of(from)),
    schema: described(TIME, description),
  }),
  {
    orNull: <From>(of: (from: From) => number | null, description?: string): Member<From, string | null> => ({
      of: (from) => {
        const at = of(from)
        return at === null ? null : timeOf(at)
      },
      schema: described(orNullSchema(TIME), description),
    }),
  },
)

/** One of the words of a list. */
export const wordOf = <const Word extends string>(words: readonly Word[]) =>
  kind<Word, Word>({ type: 'string', enum: words })

export type Members<From> = { readonly [name: string]: Member<From, unknown> }

/** The members of a document, once. It is a list of what may be shown: what is personal is there by name or not at all. */
export interface Shape<From, M extends Members<From> = Members<From>> {
  readonly of: (from: From) => { readonly [Name in keyof M]: Json }
  readonly schema: Schema
  readonly members: M
}

/** The type of a document, from its shape. */
export type DocumentOf<S> = S extends { readonly members: infer M }
  ? { readonly [Name in keyof M]: M[Name] extends { readonly to?: infer To } ? Exclude<To, undefined> : never }
  : never

/** Makes the shape of a document that is made from `From`: its mapper, its type and its JSON Schema. */
export const shape =
  <From>() =>
  <M extends Members<From>>(members: M): Shape<From, M> => ({
    members,
    of: (from) =>
      Object.fromEntries(Object.entries(members).map(([name, { of }]) => [name, of(from)])) as {
        readonly [Name in keyof M]: Json
      },
    schema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(members).map(([name, one]) => [name, one.schema])),
      required: Object.keys(members).sort(),
      additionalProperties: false,
    },
  })

/** A list of documents. */
export const list = <From, Item, M extends Members<Item>>(
  of: (from: From) => readonly Item[],
  item: Shape<Item, M>,
  description?: string,
): Member<From, readonly DocumentOf<Shape<Item, M>>[]> => ({
  of: (from) => of(from).map(item.of),
  schema: described({ type: 'array', items: item.schema }, description),
})

/** A list of texts or numbers. */
export const listOf = <From, Value extends string | number>(
  of: (from: From) => readonly Value[],
  items: 'string' | 'number',
  description?: string,
): Member<From, readonly Value[]> => ({ of, schema: described({ type: 'array', items: { type: items } }, description) })

/** A document within a document. */
export const part = Object.assign(
  <From, Part, M extends Members<Part>>(
    of: (from: From) => Part,
    inner: Shape<Part, M>,
    description?: string,
  ): Member<From, DocumentOf<Shape<Part, M>>> => ({
    of: (from) => inner.of(of(from)),
    schema: described(inner.schema, description),
  }),
  {
    orNull: <From, Part, M extends Members<Part>>(
      of: (from: From) => Part | null,
      inner: Shape<Part, M>,
      description?: string,
    ): Member<From, DocumentOf<Shape<Part, M>> | null> => ({
      of: (from) => {
        const found = of(from)
        return found === null ? null : inner.of(found)
      },
      schema: described(orNullSchema(inner.schema), description),
    }),
  },
)

/** The number of things by each of some words, of which those that occur are there. */
export const counts = <From, const Word extends string>(
  of: (from: From) => readonly (readonly [Word, number])[],
  words: readonly Word[],
  description?: string,
): Member<From, { readonly [Name in Word]?: number }> => ({
  of: (from) => Object.fromEntries(of(from)),
  schema: described(
    {
      type: 'object',
      properties: Object.fromEntries(words.map((word) => [word, { type: 'number' }])),
      additionalProperties: false,
    },
    description,
  ),
})
