import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../errors.ts'

/**
 * Makes a folder and those above it, for their owner alone; one that is there stays as it is. Node's own recursive way never
 * comes back from a place like /proc, where a folder is there and nothing can be made in it. Throws the error of the system.
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
