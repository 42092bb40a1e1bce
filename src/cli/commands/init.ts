import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { SetUp } from '../../../jobs/init.ts'
import { healthOf, INIT } from '../../../reports/documents/diagnosis.ts'
import { CSV_PROFILES } from '../../core/cell.ts'
import {
  type FirstAnswers,
  KEY_FLAGS,
  KEY_VARIABLE,
  type KeyPlace,
  type ProposedAnswers,
} from '../../input/first-config.ts'
import { aSwitch, once } from '../../input/options.ts'
import { optional, text } from '../../input/readers.ts'
import { baseUrl, oneOf, plainText, type Reader, Refusal, timeZone, variableName } from '../../input/setting-readers.ts'
import type { Settings } from '../../input/settings.ts'
import { MERCHANT_NAME } from '../../input/sources/config-file.ts'
import { CONFIG_FILE } from '../../input/sources/config-file-place.ts'
import { displayOf } from '../../print/display.ts'
import { type Both, inBoth } from '../../std/both.ts'
import { folderOfPackage, versionOfPackage } from '../../std/version-of-package.ts'
import { LANGUAGES, languageOfMachine } from '../../words/language.ts'
import { type Command, type CommandArguments, DEBUG, type Flags, JSON_FLAG, usageError } from '../framework/command.ts'
import { fromHere } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { diagnosisLines } from './doctor.ts'

const INIT_FLAGS: Flags = {
  'base-url': once({ en: 'Address of the service, with /v1', es: 'Dirección del servicio, con /v1' }, optional(text)),
  'variables-file': once(
    {
      en: 'Write this file of variables, for the key (./cuadre.env)',
      es: 'Escribe este archivo de variables, para la clave (./cuadre.env)',
    },
    optional(text),
  ),
  'key-variable': once(
    {
      en: 'The key is in this environment variable instead',
      es: 'La clave está en esta variable de entorno',
    },
    optional(text),
  ),
  'key-file': once({ en: 'The key is in this file instead', es: 'La clave está en este archivo' }, optional(text)),
  db: once({ en: 'Database (./data/cuadre.db)', es: 'Base de datos (./data/cuadre.db)' }, optional(text)),
  out: once({ en: 'Folder of the reports (./out)', es: 'Carpeta de los informes (./out)' }, optional(text)),
  merchant: once({ en: 'Name of the merchant (default)', es: 'Nombre del comercio (default)' }, optional(text)),
  'time-zone': once(
    { en: 'Zone of the cycles (America/Bogota)', es: 'Zona horaria de los ciclos (America/Bogota)' },
    optional(text),
  ),
  'csv-profile': once(
    {
      en: `${CSV_PROFILES.join(', ')} (excel-co in Bogota)`,
      es: `${CSV_PROFILES.join(', ')} (excel-co en Bogotá)`,
    },
    optional(text),
  ),
  language: once(
    {
      en: `Language of pages, workbooks, the terminal and messages: ${LANGUAGES.join(' or ')} (from LANG)`,
      es: `Idioma de lo que leen las personas: ${LANGUAGES.join(' o ')} (según LANG)`,
    },
    optional(text),
  ),
  config: once(
    {
      en: 'Settings file to write (./cuadre.config.json)',
      es: 'Archivo de parámetros que se escribe (./cuadre.config.json)',
    },
    optional(text),
  ),
}

const BOGOTA = 'America/Bogota'

/** Excel in Colombia reads a decimal comma, and semicolons between the cells. */
const profileFor = (zone: string): Settings['csvProfile'] => (zone === BOGOTA ? 'excel-co' : 'standard')

const proposedBy = (given: CommandArguments, { cwd, env }: Pick<Io, 'cwd' | 'env'>): ProposedAnswers => {
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
  return { kind: 'env-file', path: path('variables-file', 'cuadre.env') }
}

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
const placeInWords = (key: KeyPlace): Both<string> => {
  if (key.kind === 'variable')
    return { en: `the environment variable ${key.name}`, es: `la variable de entorno ${key.name}` }
  if (key.kind === 'file') return inBoth(key.path)
  return { en: `${key.path}, in the line ${KEY_VARIABLE}=`, es: `${key.path}, en la línea ${KEY_VARIABLE}=` }
}

export const init: Command = {
  name: 'init',
  group: 'set-up',
  exits: [],
  describe: {
    en: 'First set-up: write the settings file and the file for the key, then check everything a run needs',
    es: 'Primera instalación: escribe el archivo de parámetros y el de la clave, y revisa todo lo que necesita una ejecución',
  },
  inSight: { en: 'write the settings, and check everything', es: 'escribe los parámetros y verifica todo' },
  manual:
    'With `--yes` it takes flags instead of answers. It replaces a settings file only with `--force`, and an env file never.',
  examples: [
    ['cuadre init', { en: 'asks what it needs, proposes the rest', es: 'pregunta lo que necesita y propone lo demás' }],
    [
      'cuadre init --yes --base-url https://.../v1',
      { en: 'asks nothing: the key goes into ./cuadre.env', es: 'no pregunta nada: la clave va en ./cuadre.env' },
    ],
    [
      'cuadre init --yes --base-url https://.../v1 --key-file /run/secrets/cuadre',
      { en: 'the key is a mounted secret', es: 'la clave es un secreto montado' },
    ],
  ],
  flags: {
    yes: aSwitch({
      en: 'Ask nothing: what no flag sets takes its default',
      es: 'No pregunta nada: lo que no se indica toma su valor predeterminado',
    }),
    force: aSwitch({
      en: 'With --yes: replace a settings file that already exists',
      es: 'Con --yes: reemplaza un archivo de parámetros que ya existe',
    }),
    ...INIT_FLAGS,
    ...JSON_FLAG,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const proposed = proposedBy(given, io)
    const asked = given.isOn('yes') ? unasked(proposed, given, io) : await ask(proposed, given, io)
    if (asked === null) {
      io.stderr(`cuadre: ${NOTHING_WRITTEN[io.language]}\n`)
      return 0
    }
    const { setUp } = await import('../../../jobs/init.ts')
    const { configFile } = proposed
    const flags = { config: configFile }
    const context = { ...io, sources: { flags, env: io.env, cwd: io.cwd }, version: versionOfPackage() }
    const schema = join(folderOfPackage(), 'dist/cuadre.config.schema.json')
    const done = await setUp({ ...asked, configFile, schema }, context)
    const next = nextOf(done, asked.answers, configFile, io)
    // From here on, texts are in the language of the settings.
    const { language } = asked.answers
    return { document: () => INIT.of({ ...done, next }), text: () => linesOf(done, next, { ...io, language }) }
  },
}

const NOTHING_WRITTEN: Both<string> = { en: 'nothing was written', es: 'no se escribió nada' }

type FirstSettings = { readonly answers: FirstAnswers; readonly apiKey: string }

const unasked = (
  { baseUrl, configFile, ...rest }: ProposedAnswers,
  given: CommandArguments,
  { cwd }: Io,
): FirstSettings => {
  if (baseUrl === null)
    throw usageError(
      { en: '--yes needs --base-url', es: '--yes necesita --base-url' },
      { en: 'give the address of the service, with /v1', es: 'dé la dirección del servicio, con /v1' },
    )
  if (existsSync(configFile) && !given.isOn('force')) {
    const next = {
      en: 'add --force to replace it, or name another with --config',
      es: 'agregue --force para reemplazarlo, o indique otro con --config',
    }
    throw usageError(
      { en: `${fromHere(configFile, cwd)} already exists`, es: `${fromHere(configFile, cwd)} ya existe` },
      next,
    )
  }
  return { answers: { ...rest, baseUrl }, apiKey: '' }
}

const ask = async (
  proposed: ProposedAnswers,
  given: CommandArguments,
  { keyboard, screen, signal, cwd, language }: Io,
): Promise<FirstSettings | null> => {
  if (given.isOn('force'))
    throw usageError(
      { en: '--force needs --yes', es: '--force necesita --yes' },
      {
        en: 'without --yes you are asked before anything is replaced',
        es: 'sin --yes se pregunta antes de reemplazar nada',
      },
    )
  if (!keyboard || screen === null) {
    const next = {
      en: 'answer by flags: cuadre init --yes --base-url https://.../v1',
      es: 'responda con opciones: cuadre init --yes --base-url https://.../v1',
    }
    throw usageError(
      {
        en: 'init asks its questions at a terminal, and there is none here',
        es: 'init hace sus preguntas en una terminal, y aquí no hay ninguna',
      },
      next,
    )
  }
  const { askFor } = await import('./ask-for.ts')
  return askFor(proposed, { input: keyboard(), output: screen, signal, cwd, language })
}

/** The next step: the first thing that is missing, or the first run. */
const nextOf = (
  { diagnoses }: SetUp,
  { key }: FirstAnswers,
  configFile: string,
  { cwd }: Io,
): readonly Both<string>[] => {
  const config = configFile === join(cwd, 'cuadre.config.json') ? '' : ` --config ${fromHere(configFile, cwd)}`
  // A rejected key ends with status 4; a missing one does not.
  const isKeyMissing = diagnoses.some(({ check, exitCode }) => check === 'key' && exitCode === 2)
  const commands = [`cuadre doctor${config}`, `cuadre run${config}`].map(inBoth)
  if (isKeyMissing) {
    const place = placeInWords(key)
    return [{ en: `put the key into ${place.en}`, es: `ponga la clave en ${place.es}` }, ...commands]
  }
  if (healthOf(diagnoses) === 'failed')
    return [{ en: 'correct what failed above', es: 'corrija lo que falla arriba' }, ...commands]
  return commands.slice(1)
}

const WORDS = {
  en: { written: 'written', kept: 'kept   ', wasThere: 'which was there already', next: 'Next' },
  es: { written: 'escrito   ', kept: 'conservado', wasThere: 'que ya existía', next: 'Siguiente' },
} as const satisfies Both<object>

const linesOf = ({ written, kept, diagnoses }: SetUp, next: readonly Both<string>[], io: Io): readonly string[] => {
  const { cwd, language } = io
  const words = WORDS[language]
  const files = [
    ...written.map((path) => `${words.written}  ${fromHere(path, cwd)}`),
    ...(kept === null ? [] : [`${words.kept}  ${fromHere(kept, cwd)}, ${words.wasThere}`]),
  ]
  const steps = next.map((step, at) => `${words.next}${next.length === 1 ? '' : ` ${at + 1}`}: ${step[language]}`)
  return [...files, '', ...diagnosisLines(diagnoses, displayOf(io, language), false), '', ...steps]
}
