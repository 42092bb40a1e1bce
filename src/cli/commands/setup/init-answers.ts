import { dirname, join, resolve } from 'node:path'
import { type FirstAnswers, KEY_VARIABLE, type KeyPlace } from '../../../config/first-config.ts'
import { baseUrl, oneOf, plainText, type Reader, Refusal, timeZone, variableName } from '../../../config/readers.ts'
import type { Settings } from '../../../config/settings.ts'
import { MERCHANT_NAME } from '../../../config/sources/config-file.ts'
import { CONFIG_FILE } from '../../../config/sources/config-file-path.ts'
import { CSV_PROFILES } from '../../../domain/cell.ts'
import { LANGUAGES, languageOfMachine } from '../../../i18n/language.ts'
import { type Both, inBoth } from '../../../std/both.ts'
import { type CommandArguments, type Flags, usageError } from '../../framework/command.ts'
import type { Io } from '../../framework/io.ts'

export const INIT_FLAGS: Flags = {
  'base-url': {
    kind: 'once',
    describe: { en: 'Address of the service, with /v1', es: 'Dirección del servicio, con /v1' },
  },
  'env-file': {
    kind: 'once',
    describe: {
      en: 'Write this file of variables, for the key (./cuadre.env)',
      es: 'Escribe este archivo de variables, para la clave (./cuadre.env)',
    },
  },
  'key-variable': {
    kind: 'once',
    describe: {
      en: 'The key is in this environment variable instead',
      es: 'La clave está en esta variable de entorno',
    },
  },
  'key-file': {
    kind: 'once',
    describe: { en: 'The key is in this file instead', es: 'La clave está en este archivo' },
  },
  db: { kind: 'once', describe: { en: 'Database (./data/cuadre.db)', es: 'Base de datos (./data/cuadre.db)' } },
  out: { kind: 'once', describe: { en: 'Folder of the reports (./out)', es: 'Carpeta de los informes (./out)' } },
  merchant: { kind: 'once', describe: { en: 'Name of the merchant (default)', es: 'Nombre del comercio (default)' } },
  'time-zone': {
    kind: 'once',
    describe: { en: 'Zone of the cycles (America/Bogota)', es: 'Zona horaria de los ciclos (America/Bogota)' },
  },
  'csv-profile': {
    kind: 'once',
    describe: {
      en: `${CSV_PROFILES.join(', ')} (excel-co in Bogota)`,
      es: `${CSV_PROFILES.join(', ')} (excel-co en Bogotá)`,
    },
  },
  language: {
    kind: 'once',
    describe: {
      en: `Language of pages, workbooks, the terminal and messages: ${LANGUAGES.join(' or ')} (from LANG)`,
      es: `Idioma de lo que leen las personas: ${LANGUAGES.join(' o ')} (según LANG)`,
    },
  },
  config: {
    kind: 'once',
    describe: {
      en: 'Settings file to write (./cuadre.config.json)',
      es: 'Archivo de parámetros que se escribe (./cuadre.config.json)',
    },
  },
}

const BOGOTA = 'America/Bogota'

/** Excel in Colombia reads a decimal comma, and semicolons between the cells. */
const profileFor = (zone: string): Settings['csvProfile'] => (zone === BOGOTA ? 'excel-co' : 'standard')

/** The answers from the flags, with proposals for the rest. Only the base URL has no proposal. */
export interface ProposedAnswers extends Omit<FirstAnswers, 'baseUrl'> {
  readonly baseUrl: string | null
  readonly configFile: string
  /** Whether a flag already answers the question. */
  readonly isGiven: (flag: string) => boolean
}

export const proposedBy = (given: CommandArguments, { cwd, env }: Pick<Io, 'cwd' | 'env'>): ProposedAnswers => {
  const { text } = given
  const configFile = resolve(
    cwd,
    readFlag('config', text('config') ?? CONFIG_FILE, plainText({ en: 'a path', es: 'una ruta' })),
  )
  const folder = dirname(configFile)
  const path = (flag: string, otherwise: string): string => {
    const typed = text(flag)
    return typed === undefined
      ? join(folder, otherwise)
      : resolve(cwd, readFlag(flag, typed, plainText({ en: 'a path', es: 'una ruta' })))
  }
  const zone = readFlag('time-zone', text('time-zone') ?? BOGOTA, timeZone)
  const address = text('base-url') ?? env.CUADRE_BASE_URL
  const merchant = text('merchant')
  return {
    configFile,
    baseUrl: address ? readFlag('base-url', address, baseUrl) : null,
    key: keyPlaceIn(given, path),
    db: path('db', 'data/cuadre.db'),
    out: path('out', 'out'),
    merchant: merchant === undefined ? null : merchantIn(merchant),
    timeZone: zone,
    csvProfile: readFlag('csv-profile', text('csv-profile') ?? profileFor(zone), oneOf(...CSV_PROFILES)),
    language: readFlag('language', text('language') ?? languageOfMachine(env), oneOf(...LANGUAGES)),
    isGiven: (flag) => text(flag) !== undefined,
  }
}

const KEY_FLAGS = ['env-file', 'key-variable', 'key-file']

const keyPlaceIn = ({ text }: CommandArguments, path: (flag: string, otherwise: string) => string): KeyPlace => {
  const [one, other] = KEY_FLAGS.filter((flag) => text(flag) !== undefined)
  if (other !== undefined)
    throw usageError(
      { en: `--${one} excludes --${other}`, es: `--${one} excluye --${other}` },
      { en: 'the key is in one place: give one', es: 'la clave está en un solo lugar: dé uno' },
    )
  const name = text('key-variable')
  if (name !== undefined) return { kind: 'variable', name: readFlag('key-variable', name, variableName) }
  if (text('key-file') !== undefined) return { kind: 'file', path: path('key-file', '') }
  return { kind: 'env-file', path: path('env-file', 'cuadre.env') }
}

export const isKeyPlaceGiven = ({ isGiven }: ProposedAnswers): boolean => KEY_FLAGS.some(isGiven)

const merchantIn = (name: string): string => {
  if (MERCHANT_NAME.test(name)) return name
  throw usageError(
    { en: '--merchant is not a valid name', es: '--merchant no es un nombre válido' },
    { en: 'write 1 to 32 letters, digits, "_" or "-"', es: 'escriba de 1 a 32 letras, dígitos, "_" o "-"' },
  )
}

/** The message does not repeat the value: a key may have been typed in its place. */
const readFlag = <T>(flag: string, typed: string, reader: Reader<T>): T => {
  const value = reader(typed)
  if (!(value instanceof Refusal)) return value
  throw usageError(
    { en: `--${flag} must be ${value.mustBe.en}`, es: `--${flag} debe ser ${value.mustBe.es}` },
    { en: 'see "cuadre init --help"', es: 'vea "cuadre init --help"' },
  )
}

/** Where the key is kept, in words. */
export const placeInWords = (key: KeyPlace): Both<string> => {
  if (key.kind === 'variable')
    return { en: `the environment variable ${key.name}`, es: `la variable de entorno ${key.name}` }
  if (key.kind === 'file') return inBoth(key.path)
  return { en: `${key.path}, in the line ${KEY_VARIABLE}=`, es: `${key.path}, en la línea ${KEY_VARIABLE}=` }
}
