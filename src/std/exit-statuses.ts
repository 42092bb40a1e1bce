import type { Both } from './both.ts'

interface ExitStatus {
  /** The number, or several numbers. */
  readonly status: string
  readonly meaning: Both<string>
  /** What a scheduler, or the reader of its mail, should do. */
  readonly reaction: string
}

/** Every exit status, by its name in the list of error codes. */
const BY_NAME = {
  agreed: {
    status: '0',
    meaning: {
      en: 'all agrees, or is provisional, accepted, empty or not due',
      es: 'todo cuadra, o es provisional, aceptado, sin movimiento o aún no corresponde',
    },
    reaction: 'nothing',
  },
  bug: {
    status: '1',
    meaning: { en: 'a bug in Cuadre', es: 'un error de programación de Cuadre' },
    reaction: 'report it, with what `--debug` prints',
  },
  command: {
    status: '2',
    meaning: { en: 'the command or the settings are wrong', es: 'el comando o los parámetros están mal' },
    reaction: 'a person corrects the command or the settings',
  },
  discrepancies: {
    status: '3',
    meaning: {
      en: 'discrepancies at or above `--fail-on` that nobody accepted or claimed',
      es: 'novedades de la gravedad de `--fail-on` o mayor que nadie aceptó ni reclamó',
    },
    reaction: 'the job did its work: finance reads `report.html` of the day; no engineer is called',
  },
  key: {
    status: '4',
    meaning: {
      en: "credentials rejected, or the key sees none of the merchant's data",
      es: 'clave rechazada, o la clave no ve datos del comercio',
    },
    reaction: 'a person checks the key',
  },
  incomplete: {
    status: '5',
    meaning: {
      en: 'incomplete: the service could not be reached, or a settlement could not be read whole',
      es: 'incompleto: no se llegó al servicio, o una liquidación no se pudo leer completa',
    },
    reaction: 'run it again',
  },
  storage: {
    status: '6',
    meaning: {
      en: 'storage or output could not be written, or is damaged',
      es: 'la base de datos o los archivos no se pudieron escribir, o están dañados',
    },
    reaction: 'a person checks the disk',
  },
  locked: {
    status: '7',
    meaning: { en: 'another run holds the lock', es: 'otra ejecución tiene el bloqueo' },
    reaction: 'wait, then run it again',
  },
  signal: {
    status: '130, 143',
    meaning: { en: 'stopped by a signal', es: 'detenido por una señal' },
    reaction: 'run it again',
  },
} as const satisfies Readonly<Record<string, ExitStatus>>

/** The ways in which an error can end a command; a signal is not one. */
export type ExitName = Exclude<keyof typeof BY_NAME, 'signal'>

/** All exit statuses in order, for the help, the manual and the files of schedulers. */
export const EXIT_STATUSES: readonly ({ readonly name: string } & ExitStatus)[] = Object.entries(BY_NAME).map(
  ([name, exit]) => ({ name, ...exit }),
)

/** The exit status as a number. */
export const exitStatusOf = (name: ExitName): number => Number(BY_NAME[name].status)

/**
 * SPEC, section 2: 6, 4, 5 in this order. A merchant that was not read at all (bug, settings, lock) ranks before one
 * with differences.
 */
export const GRAVEST_FIRST: readonly ExitName[] = [
  'storage',
  'key',
  'incomplete',
  'bug',
  'command',
  'locked',
  'discrepancies',
]

/** The statuses of a job that did its work: all agrees, or there are differences. */
export const WORK_DONE_STATUSES: readonly number[] = (['agreed', 'discrepancies'] as const).map(exitStatusOf)

/** The statuses of a run that ended with its results stored and its files written. */
export const FILES_WRITTEN_STATUSES: readonly number[] = (
  ['agreed', 'discrepancies', 'key', 'incomplete'] as const
).map(exitStatusOf)
