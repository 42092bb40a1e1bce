import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../errors.ts'

/**
 * Creates a folder and its parents, for their owner only; an existing folder is not changed. Node's own recursive mkdir
 * hangs in a place like /proc, where a folder exists but nothing can be created in it. Throws the error of the system.
 */
export const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (isFolder(path)) return
    const above = dirname(path)
    if (above === path || isFolder(above) || codeOf(error) !== 'ENOENT') throw error
    makeFolder(above)
    makeFolder(path)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
