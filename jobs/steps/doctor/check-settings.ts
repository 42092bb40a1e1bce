import { type DoctorCheck, failedCheck, ok, warning } from '../../../reports/documents/diagnosis.ts'
import type { Effective } from '../../../src/input/settings.ts'
import { type Both, eachOf, inBoth } from '../../../src/std/both.ts'
import { CuadreError } from '../../../src/std/errors.ts'
import { quoteForShell } from '../../../src/std/quote-for-shell.ts'

/** Lists the settings that are set and their sources; all others have their defaults. */
export const checkSettings = ({ settings, origins, envFile }: Effective): DoctorCheck => {
  const byPlace = new Map<string, readonly string[]>()
  for (const [name, origin] of origins) {
    if (origin.from !== 'default') byPlace.set(origin.name, [...(byPlace.get(origin.name) ?? []), name])
  }
  const places = [...byPlace].map(([place, names]) => ({
    en: `${place} sets ${names.join(', ')}`,
    es: `${place} define ${names.join(', ')}`,
  }))
  const none =
    settings.configFile === null ? [{ en: 'there is no settings file', es: 'no hay archivo de parámetros' }] : []
  const also = envFile === null ? [] : [{ en: `env file ${envFile}`, es: `archivo de variables ${envFile}` }]
  const all = [
    ...none,
    ...also,
    ...(places.length === 0
      ? [{ en: 'every setting has its default', es: 'cada parámetro tiene su valor predeterminado' }]
      : places),
  ]
  return ok({ en: all.map(({ en }) => en).join('; '), es: all.map(({ es }) => es).join('; ') })
}

/** Turns an error about the settings into a check; throws any other error on. */
export const checkWrongSettings = (error: unknown): DoctorCheck => {
  if (error instanceof CuadreError)
    return failedCheck(
      2,
      eachOf(error.texts.message, (message) => `${error.code}: ${message}`),
      error.texts.next,
    )
  throw error
}

/** A file only its owner should read, with the permission bits of `stat`; null when it is not there. */
export interface PrivateFile {
  readonly path: string
  readonly what: Both<string>
  readonly mode: number | null
}

const OF_OTHERS = 0o077

export const checkPrivateFile = ({ path, what, mode }: PrivateFile): DoctorCheck => {
  if (mode === null)
    return ok({
      en: `the ${what.en} ${path} is not there: what it would say comes from elsewhere`,
      es: `el ${what.es} ${path} no existe: lo que diría viene de otra parte`,
    })
  if ((mode & OF_OTHERS) === 0)
    return ok({ en: `the ${what.en} ${path} is its owner's alone`, es: `el ${what.es} ${path} es solo de su dueño` })
  const bits = (mode & 0o777).toString(8).padStart(3, '0')
  return warning(
    {
      en: `the ${what.en} ${path} can be read by others (mode ${bits})`,
      es: `otros pueden leer el ${what.es} ${path} (modo ${bits})`,
    },
    inBoth(`chmod 600 ${quoteForShell(path)}`),
  )
}
