import { type DoctorCheck, failed, ok, warning } from '../../../reports/documents/diagnosis.ts'
import type { Effective } from '../../config/settings.ts'
import { CuadreError } from '../../std/errors.ts'

/** What is set, by where it came from; what is not named has its default. */
export const checkSettings = ({ settings, origins, envFile }: Effective): DoctorCheck => {
  const byPlace = new Map<string, readonly string[]>()
  for (const [name, origin] of origins) {
    if (origin.from !== 'default') byPlace.set(origin.name, [...(byPlace.get(origin.name) ?? []), name])
  }
  const told = [...byPlace].map(([place, names]) => `${place} sets ${names.join(', ')}`)
  const none = settings.configFile === null ? ['there is no settings file'] : []
  const also = envFile === null ? [] : [`env file ${envFile}`]
  return ok([...none, ...also, ...(told.length === 0 ? ['every setting has its default'] : told)].join('; '))
}

/** Settings that cannot be had; anything else that is thrown is a mistake of ours. */
export const checkWrongSettings = (error: unknown): DoctorCheck => {
  if (error instanceof CuadreError) return failed(2, `${error.code}: ${error.message}`, error.next)
  throw error
}

/** A file only its owner should read, with the permission bits of `stat`; null when it is not there. */
export interface PrivateFile {
  readonly path: string
  readonly what: string
  readonly mode: number | null
}

const OF_OTHERS = 0o077

export const checkPrivateFile = ({ path, what, mode }: PrivateFile): DoctorCheck => {
  if (mode === null) return ok(`the ${what} ${path} is not there: what it would say comes from elsewhere`)
  if ((mode & OF_OTHERS) === 0) return ok(`the ${what} ${path} is its owner's alone`)
  const bits = (mode & 0o777).toString(8).padStart(3, '0')
  return warning(`the ${what} ${path} can be read by others (mode ${bits})`, `chmod 600 ${quotePath(path)}`)
}

/** As a shell takes it. */
export const quotePath = (path: string): string =>
  /^[\w./:@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
