import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { JobContext, Progress } from '../../jobs/steps/run/context.ts'
import { instantIn } from '../core/calendar/calendar.ts'
import { checkSetting } from '../input/check-setting.ts'
import { orElse, refuseValue, truth } from '../input/readers.ts'
import { plainText } from '../input/setting-readers.ts'
import { type Effective, type Environment, loadSettings, type Settings } from '../input/settings.ts'
import { findPassed, PROGRAM } from '../input/sources/find.ts'
import { zoneByName } from '../input/zone.ts'
import type { CheckRecord } from '../rules/define-check.ts'
import { CHECKS, recordOf } from '../rules/registry.ts'
import { inBoth } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { isObject } from '../std/json/json-object.ts'
import { versionOfPackage } from '../std/version-of-package.ts'
import type { CuadreSettings } from './cuadre-settings.ts'
import { ownCheck } from './own-check.ts'

const CODE = /^[A-Z][A-Z0-9_]*$/

/** The checks of another program: ours and its own, each with a unique code. */
const checksIn = (checks: readonly CheckRecord[]): readonly CheckRecord[] => {
  if (!Array.isArray(checks)) throw invalid('they are not a list', 'write [...CHECKS, mine]')
  if (!checks.every(isDefined)) throw invalid('one of them is not a check', 'make it with defineCheck')
  const missing = CHECKS.find((ours) => !checks.includes(ours))
  const others = checks.filter((check) => recordOf(check.code) !== check)
  for (const { code } of others) {
    if (!CODE.test(code))
      throw invalid(`the code ${JSON.stringify(code)} of a check is not valid`, 'write it like RENT_TOO_HIGH')
    if (recordOf(code) !== null)
      throw invalid(`the code ${code} belongs to a check of Cuadre`, 'give your check another code')
  }
  const codes = checks.map(({ code }) => code)
  const twice = codes.find((code, at) => codes.indexOf(code) < at)
  if (twice !== undefined) throw invalid(`two checks have the code ${twice}`, 'rename one, or pass it once')
  if (missing !== undefined) throw invalid(`the check ${missing.code} is left out`, 'write [...CHECKS, mine]')
  return [...CHECKS, ...others.map(ownCheck)]
}

const isDefined = (check: unknown): boolean =>
  isObject(check) && typeof check.code === 'string' && isObject(check.message) && isObject(check.title)

const invalid = (message: string, next: string): CuadreError =>
  new CuadreError('SETTING_INVALID', inBoth(`checks: ${message}`), inBoth(next))

const BUG = 1

const nowBy = ({ clock }: Settings): (() => number) => {
  if (clock === null) return Date.now
  const now = instantIn(clock)
  return () => now
}

/** The context of a job for another program. */
export const jobContext = (
  settings: Settings,
  { create, checks = CHECKS }: Pick<CuadreSettings, 'create' | 'checks'>,
  signal: AbortSignal,
  progress: Progress,
): JobContext => ({
  settings,
  create: orElse(truth, false)('create', create),
  checks: checksIn(checks),
  signal,
  progress,
  zone: zoneByName(settings.policy.timeZone),
  version: versionOfPackage(),
  now: nowBy(settings),
  random: Math.random,
  sleep: (ms, stop) => wait(ms, undefined, { signal: stop }),
  newRunId: randomUUID,
  statusOf: (error) => (error instanceof CuadreError ? error.exit : BUG),
})

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
