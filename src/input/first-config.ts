import { isAbsolute, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '../words/language.ts'
import type { Settings } from './settings.ts'

/** Where the key is kept; the settings file never holds it. */
export type KeyPlace =
  | { readonly kind: 'env-file'; readonly path: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }

/** The answers that a first set-up needs. Paths are absolute. */
export interface FirstAnswers {
  readonly baseUrl: string
  readonly key: KeyPlace
  readonly db: string
  readonly out: string
  readonly merchant: string | null
  readonly csvProfile: Settings['csvProfile']
  readonly timeZone: string
  readonly language: Language
}

/** The answers from flags, with proposals for the rest. Only the base URL has no proposal. */
export interface ProposedAnswers extends Omit<FirstAnswers, 'baseUrl'> {
  readonly baseUrl: string | null
  readonly configFile: string
  /** Whether a flag already answers the question. */
  readonly isGiven: (flag: string) => boolean
}

/** The flags that say where the key is. */
export const KEY_FLAGS = ['variables-file', 'key-variable', 'key-file']

/** The usual variable of the key; a key in it needs no setting. */
export const KEY_VARIABLE = 'CUADRE_API_KEY'

/** The settings file of a first set-up in `folder`: the answers, the stopped clock of a sandbox, and the address of the file's schema. */
export const firstConfig = (
  answers: FirstAnswers & { readonly clock: string | null },
  folder: string,
  schema: string,
): string => {
  const { baseUrl, key, db, out, merchant, csvProfile, timeZone, language, clock } = answers
  const document = {
    $schema: schemaReference(folder, schema),
    baseUrl,
    ...(clock === null ? {} : { clock }),
    ...keyMembers(key, folder),
    ...(merchant === null ? {} : { merchant }),
    db: fromFolder(folder, db),
    out: fromFolder(folder, out),
    csvProfile,
    timeZone,
    language,
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

const keyMembers = (key: KeyPlace, folder: string): Readonly<Record<string, string>> => {
  if (key.kind === 'env-file') return { envFile: fromFolder(folder, key.path) }
  if (key.kind === 'file') return { apiKeyFile: fromFolder(folder, key.path) }
  return key.name === KEY_VARIABLE ? {} : { apiKeyVariable: key.name }
}

/** Relative for a path below the folder, so that the folder can be moved as a whole. */
const fromFolder = (folder: string, path: string): string => {
  const near = relative(folder, path)
  return isAbsolute(near) || near === '..' || near.startsWith(`..${sep}`) ? path : `./${near.split(sep).join('/')}`
}

/** For a package inside the folder, its relative path; for one installed elsewhere, its address on this machine. */
const schemaReference = (folder: string, schema: string): string => {
  const near = fromFolder(folder, schema)
  return near === schema ? pathToFileURL(schema).href : near
}

/** The env file of a first set-up; `key` is empty when the user adds it later. */
export const firstEnvFile = (key: string, configName: string): string =>
  `# Variables of cuadre, one NAME=value a line. Cuadre reads them itself ("envFile" in ${configName}), and a shell
# (set -a; . ./cuadre.env), systemd (EnvironmentFile=) and Docker (--env-file) read them alike. Keep this file to yourself.

# The key that the operator of the service gave you.
${KEY_VARIABLE}=${/^[\w./:+=@%,-]*$/.test(key) ? key : `'${key}'`}

# To receive webhooks: the integrity key that came with them and, while keys change, the one before.
#CUADRE_INTEGRITY_KEY=
#CUADRE_INTEGRITY_KEY_PREVIOUS=
`
