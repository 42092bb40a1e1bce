import type { Sources } from '../../config/sources/sources.ts'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { EXIT_STATUSES, type ExitName } from '../../std/exit-statuses.ts'
import type { Io } from './io.ts'

/** A flag of a command. A switch takes no value; the others take one word each time they are given. */
export interface Flag {
  readonly kind: 'switch' | 'once' | 'repeatable'
  readonly describe: Both<string>
}

export type Flags = Readonly<Record<string, Flag>>

/** The words typed in after the command, all of them text: what they mean is for the command to say. */
export interface CommandArguments {
  readonly isOn: (flag: string) => boolean
  readonly text: (flag: string) => string | undefined
  readonly all: (flag: string) => readonly string[]
  /** What the command is to work on, in the order typed; empty where a command takes flags only. */
  readonly operands: readonly string[]
}

/** The groups of commands with their titles, in the order in which help and manual show them. */
export const GROUPS = {
  daily: { en: 'Every day', es: 'Cada día' },
  'month-end': { en: 'Month-end', es: 'Fin de mes' },
  questions: { en: 'Questions', es: 'Consultas' },
  'set-up': { en: 'Set-up', es: 'Instalación' },
  care: { en: 'Care of the database', es: 'Cuidado de la base de datos' },
  service: { en: 'The service', es: 'El servicio' },
  webhooks: { en: 'Webhooks', es: 'Notificaciones (webhooks)' },
} as const satisfies Readonly<Record<string, Both<string>>>

/** Every command can end with these; the last by a signal. */
const COMMON_EXITS = ['agreed', 'bug', 'command', 'storage', 'signal'] as const
type CommonExit = (typeof COMMON_EXITS)[number]

/** One command: what its help shows, which flags it knows, and what it does. */
export interface Command {
  /** One word, or two: `webhooks serve`. */
  readonly name: string
  readonly group: keyof typeof GROUPS
  /** The exit statuses it can end with, besides those of every command. */
  readonly exits: readonly Exclude<ExitName, CommonExit>[]
  readonly describe: Both<string>
  /** Rows of the manual, which is in English, where it says more than `describe`: what is typed in behind the name, and what that does. */
  readonly manual?: readonly (readonly [string, string])[]
  /** What is typed in behind the name: `id` is one word, `date cycle` are two, `id..` is one or more, `[id..]` any number, `[date]` may be left out. */
  readonly operand?: string
  /** The words typed in, and what they are good for. Help shows them first. */
  readonly examples: readonly (readonly [string, Both<string>])[]
  readonly flags: Flags
  /** The values that a flag may have, where there are many; help shows them below the flags. */
  readonly appendix?: { readonly title: Both<string>; readonly rows: readonly (readonly [string, Both<string>])[] }
  /** With several merchants it is done for each in turn, or may be, by what is asked; otherwise one of them must be named. */
  readonly eachMerchant?: true | ((given: CommandArguments) => boolean)
  /** It is about a whole database: where merchants have databases of their own it is done for each of these, or may be. */
  readonly eachDatabase?: true | ((given: CommandArguments) => boolean)
  /** Asked like this it writes the reports of a merchant: after all of them comes the page above theirs. */
  readonly writesReports?: (given: CommandArguments) => boolean
  /** Gives the exit status. What goes wrong is thrown. */
  readonly execute: (given: CommandArguments, io: Io) => Promise<number>
}

/** The exit statuses that a command can end with, in order. */
export const exitStatusesOf = ({ exits }: Pick<Command, 'exits'>): typeof EXIT_STATUSES =>
  EXIT_STATUSES.filter(({ name }) => [...COMMON_EXITS, ...exits].some((exit) => exit === name))

/** The words typed in make no sense. Nothing was read or written. */
export const usageError = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('USAGE', message, next)

export const DEBUG: Flags = {
  debug: { kind: 'switch', describe: { en: 'Show stack traces', es: 'Muestra la traza del error' } },
}

/** The settings of a command that only asks the service. */
export const SERVICE_SETTINGS: Flags = {
  config: {
    kind: 'once',
    describe: { en: 'Settings file (cuadre.config.json)', es: 'Archivo de parámetros (cuadre.config.json)' },
  },
  'base-url': {
    kind: 'once',
    describe: {
      en: 'Address of the service, with /v1 (CUADRE_BASE_URL)',
      es: 'Dirección del servicio, con /v1 (CUADRE_BASE_URL)',
    },
  },
}

/** In database and reports; and, where the settings file names several, which of them is meant. */
export const MERCHANT: Flags = {
  merchant: {
    kind: 'once',
    describe: {
      en: 'Name of the merchant (CUADRE_MERCHANT, default)',
      es: 'Nombre del comercio (CUADRE_MERCHANT, default)',
    },
  },
}

/** The settings that may be flags. Secrets never are: other users of the machine see them in the list of processes. */
export const SETTINGS: Flags = {
  ...SERVICE_SETTINGS,
  db: {
    kind: 'once',
    describe: { en: 'Database (CUADRE_DB, ./data/cuadre.db)', es: 'Base de datos (CUADRE_DB, ./data/cuadre.db)' },
  },
  out: {
    kind: 'once',
    describe: { en: 'Folder of the reports (CUADRE_OUT, ./out)', es: 'Carpeta de los informes (CUADRE_OUT, ./out)' },
  },
  ...MERCHANT,
}

/** All that the settings of a command are taken from. */
export const sourcesOf = (
  given: CommandArguments,
  { env, cwd, cache }: Pick<Io, 'env' | 'cwd' | 'cache'>,
): Sources => ({
  flags: settingsFlags(given),
  env,
  cwd,
  ...(cache === undefined ? {} : { cache }),
})

export const settingsFlags = ({ text }: CommandArguments) => ({
  config: text('config'),
  baseUrl: text('base-url'),
  db: text('db'),
  out: text('out'),
  merchant: text('merchant'),
})
