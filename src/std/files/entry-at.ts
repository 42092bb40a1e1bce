import { lstatSync, type Stats } from 'node:fs'

/** What stands at a path, a link itself; null for nothing. Node 26 throws where the path leads through a file. */
export const entryAt = (path: string): Stats | null => {
  try {
    return lstatSync(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
