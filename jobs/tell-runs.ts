import type { PastRun, WholeRun } from '../src/domain/past-run.ts'
import type { RunFilter } from '../src/store/store.ts'
import { readingBooks, type TellingContext } from './reading-books.ts'

/** The merchant's runs, newest first; none where nobody ever ran. */
export const tellRuns = async (context: TellingContext, filter: RunFilter): Promise<readonly PastRun[]> =>
  (await readingBooks(context, (store) => store.pastRuns(filter))) ?? []

/** The runs that go by this name: none, one, or several when it is too short. */
export const tellRun = async (context: TellingContext, name: string): Promise<readonly WholeRun[]> =>
  (await readingBooks(context, (store) => store.runsNamed(name))) ?? []
