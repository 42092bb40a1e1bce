import { isAbsolute, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '../i18n/language.ts'
import type { Settings } from './settings.ts'

/** Where the key lives; it never stands in the settings file itself. */
export type KeyPlace =
  | { readonly kind: 'env-file'; readonly path: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }

/** What a first set-up has to know. Paths are absolute. */
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

/** The variable of the key; when it lives in one of that name nothing has to be said. */
export const KEY_VARIABLE = 'CUADRE_API_KEY'

/** The settings file that a first set-up writes into `folder`: what was asked, and where its schema is. */
export const firstConfig = (answers: FirstAnswers, folder: string, schema: string): string => {
  const { baseUrl, key, db, out, merchant, csvProfile, timeZone, language } = answers
  const document = {
    $schema: schemaReference(folder, schema),
    baseUrl,
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

/** Relative where it lies below, so that the folder can be moved as a whole. */
const fromFolder = (folder: string, path: string): string => {
  const near = relative(folder, path)
  return isAbsolute(near) || near === '..' || near.startsWith(`..${sep}`) ? path : `./${near.split(sep).join('/')}`
}

/** Of a package that lies in the folder, its path there; of one that is installed elsewhere, its address on this machine. */
const schemaReference = (folder: string, schema: string): string => {
  const near = fromFolder(folder, schema)
  return near === schema ? pathToFileURL(schema).href : near
}

/** The env file that a first set-up writes; `key` is empty when it is still to be put there. */
export const firstEnvFile = (key: string, configName: string): string =>
  `# Variables of cuadre, one NAME=value a line. Cuadre reads them itself ("envFile" in ${configName}), and a shell
# (set -a; . ./cuadre.env), systemd (EnvironmentFile=) and Docker (--env-file) read them alike. Keep this file to yourself.

# The key that the operator of the service gave you.
${KEY_VARIABLE}=${/^[\w./:+=@%,-]*$/.test(key) ? key : `'${key}'`}

# To receive webhooks: the integrity key that came with them and, while keys change, the one before.
#CUADRE_INTEGRITY_KEY=
#CUADRE_INTEGRITY_KEY_PREVIOUS=
`
