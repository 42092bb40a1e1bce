/** A value for each language: omitting a language does not compile. */
export interface Both<T> {
  readonly en: T
  readonly es: T
}

/** The same value in every language: a name, a path, the text of another program. */
export const inBoth = <T>(value: T): Both<T> => ({ en: value, es: value })

/** Applies a function to the value of each language. */
export const eachOf = <T, R>({ en, es }: Both<T>, make: (one: T) => R): Both<R> => ({ en: make(en), es: make(es) })
