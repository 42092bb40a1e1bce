import type { Json } from '../../core/cell.ts'
import { type Asked, aSwitch, type Options, once } from '../../input/options.ts'
import { oneOf, optional, orElse, text, type ValueReader } from '../../input/readers.ts'
import type { Sources } from '../../input/sources/sources.ts'
import type { Report } from '../../print/report.ts'
import type { CommandWords } from '../../questions/question.ts'
import type { Both } from '../../std/both.ts'
import { type ErrorReport, usageError } from '../../std/errors.ts'
import { EXIT_STATUSES, type ExitName } from '../../std/exit-statuses.ts'
import type { Io } from './io.ts'

export { usageError }

/** A flag of a command. A switch takes no value; any other flag takes one word each time it is given. */
export interface Flag {
  readonly kind: 'switch' | 'once' | 'repeatable'
  readonly describe: Both<string>
  /** With it the command reads no settings, and takes no flag of them. */
  readonly isWithoutSettings?: true
}

export type Flags = Readonly<Record<string, Flag>>

/** The parsed words of a command line, all as text. Each command interprets them itself. */
export interface CommandArguments {
  readonly isOn: (flag: string) => boolean
  readonly text: (flag: string) => string | undefined
  readonly all: (flag: string) => readonly string[]
  /** The operands in the order typed; empty when a command takes flags only. */
  readonly operands: readonly string[]
}

/** Exit statuses that every command can end with; and after a signal all but servers end with its own. */
const COMMON_EXITS = ['agreed', 'bug', 'command', 'storage'] as const
type CommonExit = (typeof COMMON_EXITS)[number]

/** A command: its help, its flags, and its function. */
export interface Command extends CommandWords {
  /** The exit statuses other than those common to all commands. */
  readonly exits: readonly Exclude<ExitName, CommonExit>[]
  /** It stays up until a signal, which is its normal end. */
  readonly isServer?: true
  /**
   * The operands in the help: `id` is one word, `date cycle` are two, `id..` is one or more, `[id..]` is any number, `[date]` is
   * optional.
   */
  readonly operand?: string
  readonly flags: Flags
  /** The possible values of a flag that has many; help shows them below the flags. */
  readonly appendix?: { readonly title: Both<string>; readonly rows: readonly (readonly [string, Both<string>])[] }
  /**
   * With several merchants, the command runs for each of them in turn (or does for some arguments). Otherwise the user must name one
   * merchant.
   */
  readonly eachMerchant?: true | ((given: CommandArguments) => boolean)
  /**
   * The command is about a whole database. When merchants have their own databases, it runs for each database (or does
   * for some arguments).
   */
  readonly eachDatabase?: true | ((given: CommandArguments) => boolean)
  /**
   * With these arguments the command writes a merchant's reports; the page over all merchants is written after them.
   */
  readonly writesReports?: (given: CommandArguments) => boolean
  /** Whether standard output is data, in which no text is made typable. */
  readonly printsData?: (given: CommandArguments) => boolean
  /** Executes the command, and returns its answer, or the exit status if it has printed all there is to say. Errors are thrown. */
  readonly execute: (given: CommandArguments, io: Io) => Promise<number | CommandAnswer>
}

/** What a command has to say: with `--json` its document, else its text. */
export interface CommandAnswer {
  /** The members of the document, beside those of every document. */
  readonly document: () => { readonly [name: string]: Json }
  /** The whole text, or its lines; or the report that is printed as a text, or as a page where one is wanted. */
  readonly text: () => string | readonly string[] | Report | Promise<string>
  /** What is wrong nevertheless; it is told on standard error too. */
  readonly error?: (ErrorReport & { readonly exitCode?: number }) | null
  /** That of the error, or 0, unless given. */
  readonly exitCode?: number
}

/** How a command is typed. */
export const typedAs = ({ name, foldedInto }: Pick<Command, 'name' | 'foldedInto'>): string => foldedInto ?? name

export const operandsOf = (operand = ''): readonly string[] => operand.split(' ').filter((word) => word !== '')
export const nameIn = (word: string): string => word.replace(/\.\.|[[\]]/g, '')
export const isOptional = (word: string): boolean => word.startsWith('[')
export const operandInHelp = (word: string): string => (isOptional(word) ? word : `<${word}>`)

/** The exit statuses of a command in ascending order. */
export const exitStatusesOf = ({ exits, isServer }: Pick<Command, 'exits' | 'isServer'>): typeof EXIT_STATUSES =>
  EXIT_STATUSES.filter(({ name }) =>
    name === 'signal' ? !isServer : [...COMMON_EXITS, ...exits].some((exit) => exit === name),
  )

export const DEBUG: Flags = {
  debug: aSwitch({ en: 'Show stack traces', es: 'Muestra la traza del error' }),
}

export const JSON_FLAG: Flags = {
  json: aSwitch({
    en: 'Print one JSON document instead of the table',
    es: 'Imprime un documento JSON en vez de la tabla',
  }),
}

export const LOG_FLAGS: Flags = {
  quiet: aSwitch({ en: 'Nothing on standard error but errors', es: 'Nada en la salida de errores, salvo errores' }),
  verbose: aSwitch({ en: 'Also a line for each page read', es: 'También una línea por cada página leída' }),
}

const CONFIG: Flags = {
  config: once(
    { en: 'Settings file (cuadre.config.json)', es: 'Archivo de parámetros (cuadre.config.json)' },
    optional(text),
  ),
}

/** The settings of a command that uses only the service. */
export const SERVICE_SETTINGS: Flags = {
  ...CONFIG,
  'base-url': once(
    {
      en: 'Address of the service, with /v1 (CUADRE_BASE_URL)',
      es: 'Dirección del servicio, con /v1 (CUADRE_BASE_URL)',
    },
    optional(text),
  ),
}

/** The merchant: a key in database and reports. It chooses one when the settings file names several. */
export const MERCHANT: Flags = {
  merchant: once(
    {
      en: 'Name of the merchant (CUADRE_MERCHANT, default)',
      es: 'Nombre del comercio (CUADRE_MERCHANT, default)',
    },
    optional(text),
  ),
}

const DATABASE: Flags = {
  db: once(
    { en: 'Database (CUADRE_DB, ./data/cuadre.db)', es: 'Base de datos (CUADRE_DB, ./data/cuadre.db)' },
    optional(text),
  ),
}

/** The settings of a command that uses only the database. */
export const DATABASE_SETTINGS: Flags = { ...CONFIG, ...DATABASE, ...MERCHANT }

/** The settings that have flags. Secrets never have one: other users of the machine could read them in the list of processes. */
export const SETTINGS: Flags = {
  ...SERVICE_SETTINGS,
  ...DATABASE,
  out: once(
    { en: 'Folder of the reports (CUADRE_OUT, ./out)', es: 'Carpeta de los informes (CUADRE_OUT, ./out)' },
    optional(text),
  ),
  ...MERCHANT,
}

/** The sources of a command's settings. */
export const sourcesOf = (
  given: CommandArguments,
  { env, cwd, cache }: Pick<Io, 'env' | 'cwd' | 'cache'>,
): Sources => ({
  flags: settingsFlags(given),
  env,
  cwd,
  ...(cache === undefined ? {} : { cache }),
})

/** The settings given as flags, as words of the command line of another command. */
export const settingsWords = ({ text }: CommandArguments): readonly string[] =>
  Object.keys(SETTINGS).flatMap((flag) => {
    const value = text(flag)
    return value === undefined ? [] : [`--${flag}=${value}`]
  })

export const settingsFlags = ({ text }: CommandArguments) => ({
  config: text('config'),
  baseUrl: text('base-url'),
  db: text('db'),
  out: text('out'),
  merchant: text('merchant'),
})

export const MASK: Flags = {
  mask: aSwitch({
    en: 'Copies for others: no document numbers, no names of customers; needs --out',
    es: 'Copias para otros: sin números de documento ni nombres de clientes; necesita --out',
  }),
}

/** The file beside the page; null, where none is named, is both. */
export const FORMAT = {
  format: once(
    { en: 'csv or xlsx, in addition to the page (both)', es: 'csv o xlsx, además de la página (ambos)' },
    orElse(oneOf(['csv', 'xlsx']), null),
  ),
}

/** `olderThan` is the option, `--older-than` the flag. */
const flagOf = (option: string, { flag }: Pick<Options[string], 'flag'>): string =>
  flag ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const flagsOf = (options: Options): Flags =>
  Object.fromEntries(Object.entries(options).map(([option, one]) => [flagOf(option, one), one]))

/** The options that were typed, read by their readers. Throws USAGE with every one that is missing. */
export const optionsTyped = <O extends Options>(options: O, given: CommandArguments) => {
  const typed = Object.entries(options).map(([name, option]) => {
    const flag = flagOf(name, option)
    const all = given.all(flag)
    const values = { switch: given.isOn(flag), once: given.text(flag), repeatable: all.length === 0 ? undefined : all }
    return { name, flag: `--${flag}`, read: option.read, value: values[option.kind] }
  })
  refuseMissing(typed.filter(({ read, value }) => value === undefined && isNeeded(read)).map(({ flag }) => flag))
  return Object.fromEntries(typed.map(({ name, flag, read, value }) => [name, read(flag, value)])) as Asked<
    Record<never, never>,
    O
  >
}

const isNeeded = (read: ValueReader<unknown>): boolean => {
  try {
    read('', undefined)
    return false
  } catch {
    return true
  }
}

/** One that is missing is refused by its reader, which says what it must be. */
const refuseMissing = (flags: readonly string[]): void => {
  if (flags.length < 2) return
  const all = flags.join(', ')
  throw usageError(
    { en: `${all} are missing`, es: `faltan ${all}` },
    { en: 'give each; --help shows an example', es: 'dé cada una; --help muestra un ejemplo' },
  )
}

/** A command with options that are read before it is executed, beside its other flags. */
export const commandWith = <O extends Options>({
  options,
  flags,
  execute,
  ...command
}: Omit<Command, 'execute'> & {
  readonly options: O
  readonly execute: (
    asked: Asked<Record<never, never>, O>,
    given: CommandArguments,
    io: Io,
  ) => ReturnType<Command['execute']>
}): Command => ({
  ...command,
  flags: { ...flagsOf(options), ...flags },
  execute: async (given, io) => execute(optionsTyped(options, given), given, io),
})
