import { asFault } from './fault.ts'

type Method = (...asked: never[]) => unknown

/** The implementation of a repository: methods that promise an answer may also return it directly. */
type Work<R> = {
  readonly [K in keyof R]: R[K] extends (...asked: infer A) => Promise<infer T> ? (...asked: A) => T | Promise<T> : R[K]
}

/**
 * A repository whose methods report errors of SQLite and of the file system as a CuadreError. A method that yields
 * pages must be lazy, like a generator: it fails when it is read, not when it is called.
 */
export const withStoreErrors = <R extends object>(path: string, work: Work<R>): R =>
  Object.fromEntries(
    Object.entries(work).map(([name, member]) => [name, isMethod(member) ? withErrors(path, member) : member]),
  ) as R

const withErrors =
  (path: string, work: Method): Method =>
  (...asked) => {
    try {
      const answer = work(...asked)
      return isPages(answer) ? pagesWithErrors(path, answer) : answerWithErrors(path, answer)
    } catch (error) {
      return Promise.reject(asFault(error, path))
    }
  }

const answerWithErrors = async (path: string, answer: unknown): Promise<unknown> => {
  try {
    return await answer
  } catch (error) {
    throw asFault(error, path)
  }
}

async function* pagesWithErrors(path: string, pages: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* pages
  } catch (error) {
    throw asFault(error, path)
  }
}

const isMethod = (member: unknown): member is Method => typeof member === 'function'

const isPages = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
