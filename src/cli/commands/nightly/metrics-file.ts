import { existsSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { merchantsOf, type Settings } from '../../../config/settings.ts'
import { type CommandArguments, type Flags, sourcesOf, usageError } from '../../framework/command.ts'
import type { Io } from '../../framework/io.ts'

export const METRICS: Flags = {
  'metrics-file': {
    kind: 'once',
    describe: {
      en: 'Also write numbers for Prometheus to this file (textfile collector)',
      es: 'También escribe en este archivo las cifras para Prometheus (textfile collector)',
    },
  },
}

/** The path of the metrics file, checked before anything is read. Null without the flag. */
export const metricsFileIn = (given: CommandArguments, { cwd }: Pick<Io, 'cwd'>): string | null => {
  const typed = given.text('metrics-file')
  if (typed === undefined) return null
  if (given.isOn('dry-run'))
    throw usageError(
      { en: '--dry-run excludes --metrics-file', es: '--dry-run excluye --metrics-file' },
      { en: 'a dry run writes nothing', es: 'un ensayo no escribe nada' },
    )
  const path = resolve(cwd, typed)
  if (typed === '' || !existsSync(dirname(path)))
    throw usageError(
      { en: '--metrics-file is in a folder that is not there', es: '--metrics-file está en una carpeta que no existe' },
      { en: 'make the folder, or name another file', es: 'cree la carpeta, o indique otro archivo' },
    )
  return path
}

/** With several merchants each has its own file, and the collector reads all of them: `cuadre.prom` becomes `cuadre-casa.prom`. */
export const metricsFileOf = (path: string, { merchant }: Settings, given: CommandArguments, io: Io): string => {
  const several = (merchantsOf({ ...sourcesOf(given, io), flags: { config: given.text('config') } }) ?? []).length > 1
  const ending = extname(path)
  return several ? `${path.slice(0, path.length - ending.length)}-${merchant}${ending}` : path
}
