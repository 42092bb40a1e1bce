import type { Sqlite } from './database.ts'

/** Facts about the sandbox itself; with a file they outlive the process. */
export interface Notes {
  readonly get: (name: string) => string | undefined
  readonly put: (name: string, value: string) => void
  /** The next number of a sequence from 1, which never goes back. */
  readonly count: (name: string) => number
}

export const openNotes = (sqlite: Sqlite): Notes => {
  const read = sqlite.prepare<[string], { value: string }>('SELECT value FROM notes WHERE name = ?')
  const write = sqlite.prepare<[string, string]>('INSERT OR REPLACE INTO notes VALUES (?, ?)')
  const get = (name: string): string | undefined => read.get(name)?.value
  const counts = new Map<string, number>()
  const put = (name: string, value: string): void => {
    write.run(name, value)
  }
  return {
    get,
    put,
    count: (name) => {
      const next = (counts.get(name) ?? Number(get(name) ?? '0')) + 1
      counts.set(name, next)
      put(name, String(next))
      return next
    },
  }
}
