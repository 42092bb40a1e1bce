/** Something in each language that people read: one that is left out does not compile. */
export interface Both<T> {
  readonly en: T
  readonly es: T
}

/** The same in every language: a name, a path, what another program says. */
export const inBoth = <T>(value: T): Both<T> => ({ en: value, es: value })

/** What is made of it, in each language. */
export const eachOf = <T, R>({ en, es }: Both<T>, make: (one: T) => R): Both<R> => ({ en: make(en), es: make(es) })
