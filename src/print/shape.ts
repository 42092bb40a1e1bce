import type { Json } from '../core/cell.ts'
import type { Centavos } from '../core/money.ts'

type Schema = { readonly [name: string]: Json }

/** A member of a document that is made from `From`; `to` is a type alone: what a reader of the document gets. */
export interface Member<From, To> {
  readonly made: (from: From) => Json | undefined
  readonly schema: Schema
  readonly isOptional: boolean
  readonly to?: readonly [To]
}

/** The JSON of values of one kind, with its schema. Asked for a value, it is a member; in a shape it may stand alone. */
export interface Maker<Value, To, Made extends Json | undefined = Json> {
  <From>(value: (from: From) => Value, description?: string): Member<From, To>
  readonly of: (value: Value) => Made
  readonly schema: Schema
  readonly isOptional: boolean
  readonly to?: readonly [To]
  readonly as: (description: string) => Maker<Value, To, Made>
}

export interface MemberKind<Value, To> extends Maker<Value, To> {
  readonly orNull: Maker<Value | null, To | null>
  /** The member is absent where the value is undefined. */
  readonly orAbsent: Maker<Value | undefined, To | undefined, Json | undefined>
}

const described = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description }

const maker = <Value, To, Made extends Json | undefined = Json>(
  schema: Schema,
  of: (value: Value) => Made,
  isOptional = false,
) =>
  Object.assign(
    <From>(value: (from: From) => Value, description?: string): Member<From, To> => ({
      made: (from) => of(value(from)),
      schema: described(schema, description),
      isOptional,
    }),
    {
      ...{ of, schema, isOptional },
      as: (description: string): Maker<Value, To, Made> => maker(described(schema, description), of, isOptional),
    },
  )

const kind = <Value, To>(schema: Schema, of: (value: Value) => Json): MemberKind<Value, To> =>
  Object.assign(maker<Value, To>(schema, of), {
    orNull: maker<Value | null, To | null>({ anyOf: [schema, { type: 'null' }] }, (value) =>
      value === null ? null : of(value),
    ),
    orAbsent: maker<Value | undefined, To | undefined, Json | undefined>(
      schema,
      (value) => (value === undefined ? undefined : of(value)),
      true,
    ),
  })

const plain = <Value extends Json, To = Value>(schema: Schema): MemberKind<Value, To> => kind(schema, (value) => value)

export const text = plain<string>({ type: 'string' })
export const number = plain<number>({ type: 'number' })
export const truth = plain<boolean>({ type: 'boolean' })
/** Pesos, exact, with at most two decimals; made from centavos. */
export const cop = plain<Centavos, number>({ type: 'number', description: 'COP, exact, with at most two decimals.' })
export const dateText = plain<string>({ type: 'string', description: 'A date, `YYYY-MM-DD`.' })
/** A moment in UTC, ISO 8601; made from milliseconds. */
export const time = kind<number, string>({ type: 'string', description: 'A moment in UTC, ISO 8601.' }, (at) =>
  new Date(at).toISOString(),
)
/** Pesos, or a number of things. */
export const quantity = plain<Centavos | number, number>({ type: 'number' })
/** Any value that is no list and has no members. */
export const single = plain<Json, string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] })
/** What has members that nobody lists. */
export const free = plain<{ readonly [name: string]: Json }, { readonly [name: string]: unknown }>({ type: 'object' })
export const nothing = plain<null>({ type: 'null' })
/** Any JSON. */
export const anything = plain<
  Json,
  string | number | boolean | null | readonly unknown[] | { readonly [name: string]: unknown }
>({})
/** A text, a number or pesos. */
export const figure = plain<Centavos | number | string, number | string>({ type: ['number', 'string'] })

/** One of the words of a list. */
export const wordOf = <const Word extends string | number | true>(words: readonly Word[]) =>
  plain<Word>({ enum: words })

/** The type of a document or a member, from its shape or kind. */
export type DocumentOf<S> = S extends { readonly to?: readonly [infer To] } ? To : never

type Absent<M> = { [Name in keyof M]: undefined extends DocumentOf<M[Name]> ? Name : never }[keyof M]

type AnyMaker = Maker<never, unknown, Json | undefined>

/** A kind that stands alone is the member of that name of what the document is made from. */
type Members<From> = {
  readonly [name: string]: Member<From, unknown> | AnyMaker
} & ([From] extends [readonly unknown[]]
  ? unknown
  : { readonly [Name in keyof From & string]?: Member<From, unknown> | Maker<From[Name], unknown, Json | undefined> })

/** Kinds that stand alone though there is nothing of their name. */
type Misnamed<From, M> = {
  [Name in keyof M]: Name extends keyof From ? never : M[Name] extends Member<From, unknown> ? never : Name
}[keyof M]

/** The members of a document, once. It is a list of what may be shown: what is personal is there by name or not at all. */
export interface Shape<From, To> extends MemberKind<From, To> {
  readonly of: (from: From) => { readonly [Name in keyof To]: Json }
  readonly members: { readonly [Name in keyof To]: Member<From, To[Name]> }
}

/**
 * Makes the shape of a document that is made from `From`: its mapper, its type and its JSON Schema. The type has no name of its own, so
 * that a program that uses the package reads what it is.
 */
export const shape =
  <From>() =>
  <M extends Members<From>>(
    members: M,
  ): [Misnamed<From, M>] extends [never]
    ? Shape<
        From,
        [Absent<M>] extends [never]
          ? { readonly [Name in keyof M]: DocumentOf<M[Name]> }
          : { readonly [Name in Exclude<keyof M, Absent<M>>]: DocumentOf<M[Name]> } & {
              readonly [Name in Absent<M>]?: Exclude<DocumentOf<M[Name]>, undefined>
            }
      >
    : Misnamed<From, M> => {
    const named = Object.entries<Member<From, unknown> | AnyMaker>(members).map(
      ([name, one]) => [name, 'made' in one ? one : one((from: From) => from[name as keyof From] as never)] as const,
    )
    const of = (from: From) =>
      Object.fromEntries(named.map(([name, { made }]) => [name, made(from)]).filter(([, value]) => value !== undefined))
    const schema = {
      type: 'object',
      properties: Object.fromEntries(named.map(([name, one]) => [name, one.schema])),
      required: named.flatMap(([name, { isOptional }]) => (isOptional ? [] : name)).sort(),
      additionalProperties: false,
    }
    return Object.assign(kind<From, unknown>(schema, of), { of, members: Object.fromEntries(named) }) as never
  }

export const list = <Value, To>(items: MemberKind<Value, To>): MemberKind<readonly Value[], readonly To[]> =>
  kind({ type: 'array', items: items.schema }, (values) => values.map((one) => items.of(one)))

/** Things of one kind by any names. */
export const byName = <Value, To>(items: MemberKind<Value, To>) =>
  kind<{ readonly [name: string]: Value }, { readonly [name: string]: To }>(
    { type: 'object', additionalProperties: items.schema },
    (things) => Object.fromEntries(Object.entries(things).map(([name, one]) => [name, items.of(one)])),
  )

/** The members of a shape by their own names, among others that nobody lists. */
export const amongOthers = <Listed, To, Other extends Json, OtherTo>(
  listed: Shape<Listed, To>,
  others: MemberKind<Other, OtherTo>,
): MemberKind<Listed & { readonly [name: string]: Other }, To & { readonly [name: string]: OtherTo }> =>
  kind({ ...listed.schema, additionalProperties: others.schema }, (all) => ({ ...all }))

/** What was made as the document of this kind before. */
export const asMade = <To>({ schema }: Pick<Maker<never, To>, 'schema' | 'to'>): MemberKind<Json, To> => plain(schema)

/** One of some kinds, by the `kind` of the value. */
export const oneOf =
  <Value extends { readonly kind: string }>() =>
  <Kinds extends { readonly [Name in Value['kind']]: MemberKind<Extract<Value, { readonly kind: Name }>, unknown> }>(
    kinds: Kinds,
  ): MemberKind<Value, DocumentOf<Kinds[keyof Kinds]>> => {
    const byName: { readonly [name: string]: MemberKind<never, unknown> } = kinds
    const schemas = [...new Set(Object.values(byName))].map(({ schema }) => schema)
    return kind({ anyOf: schemas }, (value) => byName[value.kind]?.of(value as never) ?? null)
  }

/** The number of things by each of some words, of which those that occur are there. */
export const counts = <const Word extends string>(words: readonly Word[]) =>
  kind<readonly (readonly [Word, number])[], { readonly [Name in Word]?: number }>(
    {
      type: 'object',
      properties: Object.fromEntries(words.map((word) => [word, { type: 'number' }])),
      additionalProperties: false,
    },
    (numbers) => Object.fromEntries(numbers),
  )
