import { StoreFault } from '../src/store/fault.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/store.ts'
import type { JobContext } from './context.ts'

/** What a command that only tells is given. */
export type TellingContext = Pick<JobContext, 'settings' | 'zone' | 'version' | 'now' | 'signal'>

/** Opens the merchant's books to read, beside whoever writes them: no lock is taken. Null when there are none yet. */
export const readingBooks = async <T>(
  { settings, version }: Pick<JobContext, 'settings' | 'version'>,
  work: (store: Store) => Promise<T>,
): Promise<T | null> => {
  const store = await opened(settings.db, settings.merchant, version)
  if (store === null) return null
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const opened = async (path: string, merchant: string, version: string): Promise<Store | null> => {
  try {
    return await openStore({ path, merchant, version, mode: 'read' })
  } catch (error) {
    if (error instanceof StoreFault && error.code === 'NO_DATABASE') return null
    throw error
  }
}
