import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { loadSettings } from '../settings.ts'
import { type Flags, type Given, settingsFlags, UsageError } from './command.ts'
import type { Io } from './io.ts'

export const MASK: Flags = {
  mask: { kind: 'switch', describe: 'Copies for others: no document numbers, no names of customers; needs --out' },
}

/** Copies for others are written where the originals are not, and where somebody said: never over what the nights wrote. */
export const refuseOwnFolder = (given: Given, io: Io): void => {
  const sources = { flags: settingsFlags(given), env: io.env, cwd: io.cwd }
  if (sources.flags.out === undefined) throw new UsageError('--mask needs --out', 'name a folder for the masked copies')
  const { out: folder } = loadSettings(sources).settings
  const { out: own } = loadSettings({ ...sources, flags: { ...sources.flags, out: undefined } }).settings
  if (isWithin(realPath(folder), realPath(own))) {
    throw new UsageError(
      '--mask with --out in the folder of the originals',
      'name another folder for the masked copies',
    )
  }
}

/** Of a folder that is not there yet: where it will be. */
const realPath = (path: string): string => {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path)
  return join(realPath(dirname(path)), path.slice(dirname(path).length))
}

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}
