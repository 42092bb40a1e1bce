import { dirname } from 'node:path'
import { PLACE_NAMES } from '../file-settings.ts'
import { SECRET_VARIABLES } from '../secrets/secrets.ts'
import { readEnvFile } from './env-file.ts'
import type { Environment, Sources, Variables } from './sources.ts'

/**
 * Variables of the process that are not settings: an env file may hold them for the program that starts the process.
 */
const OF_THE_PROCESS = ['CUADRE_LOG']

/** Every variable that an env file may set. */
const KNOWN_VARIABLES: readonly string[] = [
  ...OF_THE_PROCESS,
  ...Object.values(PLACE_NAMES).map(({ variable }) => variable),
  ...Object.values(SECRET_VARIABLES).flatMap((name) => [name, `${name}_FILE`]),
]

/** The variables of the process, then those of the env file; `named` are further variables that the settings name. */
export const variablesOf = (
  { env, cwd }: Sources,
  envFile: string | null,
  named: readonly string[],
): readonly Variables[] => {
  const ofProcess: Variables = { values: env, base: cwd, origin: (name) => ({ from: 'environment', name }) }
  const values = envFile === null ? null : readEnvFile(envFile, [...KNOWN_VARIABLES, ...named])
  if (envFile === null || values === null) return [ofProcess]
  const origin: Variables['origin'] = (name) => ({ from: 'env-file', name: `${name} in ${envFile}` })
  return [ofProcess, { values, base: dirname(envFile), origin }]
}

/** Variables with our prefix that are not settings, for example misspelt ones. */
export const unknownVariables = (env: Environment, named: readonly string[]): readonly string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('CUADRE_') && ![...KNOWN_VARIABLES, ...named].includes(name))
    .toSorted()
