import { relative, sep } from 'node:path'
import { loadSettings } from '../../config/settings.ts'
import { realPathOf } from '../../std/files/real-path.ts'
import { type CommandArguments, sourcesOf, usageError } from './command.ts'
import type { Io } from './io.ts'

/** Masked copies and files of the past go only to a folder that the user names, never over the files of the nights. */
export const refuseOwnFolder = (flag: '--mask' | '--as-of', given: CommandArguments, io: Io): void => {
  const sources = sourcesOf(given, io)
  if (sources.flags.out === undefined)
    throw usageError(
      { en: `${flag} needs --out`, es: `${flag} necesita --out` },
      { en: 'name a folder for its files', es: 'indique una carpeta para sus archivos' },
    )
  const { out: folder } = loadSettings(sources).settings
  const { out: own } = loadSettings({ ...sources, flags: { ...sources.flags, out: undefined } }).settings
  if (isWithin(realPathOf(folder), realPathOf(own))) {
    throw usageError(
      {
        en: `${flag} with --out in the folder of the originals`,
        es: `${flag} con --out en la carpeta de los originales`,
      },
      { en: 'name another folder for its files', es: 'indique otra carpeta para sus archivos' },
    )
  }
}

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}
