import { checkSetting } from '../config/check-setting.ts'
import { plainText } from '../config/readers.ts'
import { type Effective, loadSettings } from '../config/settings.ts'
import { findPassed, PROGRAM } from '../config/sources/find.ts'
import { CuadreError } from '../std/errors.ts'
import type { CuadreSettings } from './cuadre-settings.ts'

const PATH = plainText({ en: 'a path', es: 'una ruta' })

/** The settings in force for another program: its own, then the variables and the file it names, then the defaults. */
export const loadProgramSettings = ({
  config,
  env = {},
  create: _,
  checks: __,
  ...program
}: CuadreSettings): Effective => {
  const cwd = process.cwd()
  const named = findPassed('config', { program: { config }, flags: {}, env: {}, cwd })
  refuseStrangeVariables(env)
  return loadSettings({
    program,
    flags: { config: named === null ? undefined : checkSetting('config', named, PATH) },
    // Whether certificates are verified is set for the whole process.
    env: { NODE_TLS_REJECT_UNAUTHORIZED: process.env.NODE_TLS_REJECT_UNAUTHORIZED, ...env },
    cwd,
  })
}

/** A JavaScript program may pass values of any type. The message does not repeat the value, which may be a key. */
const refuseStrangeVariables = (env: Readonly<Record<string, unknown>>): void => {
  const strange = Object.entries(env ?? {}).find(([, value]) => value !== undefined && typeof value !== 'string')
  if (strange === undefined) return
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
