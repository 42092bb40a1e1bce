import { dirname } from 'node:path'
import type { ConfigFile } from './config-file.ts'
import type { Found, Sources } from './sources.ts'

/** The settings that may also be flags and variables. */
const FLAGS = { baseUrl: '--base-url', db: '--db', out: '--out', merchant: '--merchant' } as const
const VARIABLES = {
  baseUrl: 'CUADRE_BASE_URL',
  db: 'CUADRE_DB',
  out: 'CUADRE_OUT',
  merchant: 'CUADRE_MERCHANT',
} as const
type Place = keyof typeof FLAGS
const isPlace = (name: string): name is Place => Object.hasOwn(FLAGS, name)

/** The strongest value of a setting; null when nobody gave one. An empty variable is absent. */
export const find = (name: string, { flags, env, cwd }: Sources, file: ConfigFile | null): Found | null => {
  const flag = isPlace(name) ? flags[name] : undefined
  if (isPlace(name) && flag !== undefined) return { raw: flag, origin: { from: 'flag', name: FLAGS[name] }, base: cwd }
  const text = isPlace(name) ? env[VARIABLES[name]] : undefined
  if (isPlace(name) && text) return { raw: text, origin: { from: 'environment', name: VARIABLES[name] }, base: cwd }
  if (!file?.values.has(name)) return null
  return { raw: file.values.get(name), origin: { from: 'file', name: file.path }, base: dirname(file.path) }
}
