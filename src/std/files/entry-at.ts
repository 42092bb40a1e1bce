import { lstatSync, type Stats, statSync } from 'node:fs'

/**
 * What stands at a path; null for nothing. A path that leads through a file throws `ENOTDIR` on every Node: with
 * `throwIfNoEntry` Node 26 throws for a link alone, and Node 20 for what it leads to.
 */
const entryBy =
  (read: (path: string) => Stats) =>
  (path: string): Stats | null => {
    try {
      return read(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

/** A link is told as itself. */
export const entryAt = entryBy((path) => lstatSync(path))
/** What a link leads to. */
export const targetAt = entryBy((path) => statSync(path))
