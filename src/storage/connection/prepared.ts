import type { Books } from './books.ts'

/** A statement that is prepared once for an open database: building and preparing one costs more than running it. */
export const prepared = <T>(prepare: (books: Books) => T): ((books: Books) => T) => {
  const known = new WeakMap<Books, T>()
  return (books) => {
    const statement = known.get(books) ?? prepare(books)
    known.set(books, statement)
    return statement
  }
}
