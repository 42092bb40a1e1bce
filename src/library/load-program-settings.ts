import { checkSetting } from '../config/check-setting.ts'
import { plainText } from '../config/readers.ts'
import { type Effective, type Environment, loadSettings } from '../config/settings.ts'
import { findPassed, PROGRAM } from '../config/sources/find.ts'
import { refuseValue } from '../input/readers.ts'
import { CuadreError } from '../std/errors.ts'
import { isObject } from '../std/json/json-object.ts'
import type { CuadreSettings } from './cuadre-settings.ts'

const PATH = plainText({ en: 'a path', es: 'una ruta' })

const SETTINGS = { en: 'an object such as { db: "./data/cuadre.db" }', es: 'un objeto como { db: "./data/cuadre.db" }' }

const ENV = { en: 'an object such as process.env', es: 'un objeto como process.env' }

/** The settings in force for another program: its own, then the variables and the file it names, then the defaults. */
export const loadProgramSettings = (options: CuadreSettings): Effective => {
  if (!isObject(options)) return refuseValue('settings', options, SETTINGS)
  const { config, env = {}, create: _, checks: __, ...program } = options
  const cwd = process.cwd()
  const named = findPassed('config', { program: { config }, flags: {}, env: {}, cwd })
  return loadSettings({
    program,
    flags: { config: named === null ? undefined : checkSetting('config', named, PATH) },
    // Whether certificates are verified is set for the whole process.
    env: { NODE_TLS_REJECT_UNAUTHORIZED: process.env.NODE_TLS_REJECT_UNAUTHORIZED, ...variablesIn(env) },
    cwd,
  })
}

/** A JavaScript program may pass values of any type. The message does not repeat the value, which may be a key. */
const variablesIn = (env: unknown): Environment => {
  if (!isObject(env)) return refuseValue('env', env, ENV)
  const strange = Object.entries(env).find(([, value]) => value !== undefined && typeof value !== 'string')
  if (strange === undefined) return env as Environment
  const [name] = strange
  throw new CuadreError(
    'SETTING_INVALID',
    {
      en: `${name} of env must be a text (from ${PROGRAM})`,
      es: `${name} de env debe ser un texto (de ${PROGRAM})`,
    },
    { en: 'correct it there', es: 'corríjalo allí' },
  )
}
