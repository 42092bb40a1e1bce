import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../../config/settings.ts'
import type { SourcesCache } from '../../config/sources/sources.ts'
import type { Language } from '../../i18n/language.ts'
import type { Both } from '../../std/both.ts'
import type { ErrorTexts } from '../../std/errors.ts'
import type { LogForm } from '../terminal/log.ts'

/** The interface of a command to its surroundings, with the reader's language. */
export interface Io extends HostIo {
  readonly language: Language
  /** The merchant of this turn, where the command works on several at the same time. */
  readonly turn?: string
  /** What the settings of several merchants share; it is read once. */
  readonly cache?: SourcesCache
}

/** The interface of the command line to its host. Tests pass their own. */
export interface HostIo {
  /** Resolves when the text was taken, or when the reader has closed the stream. */
  readonly stdout: (text: string) => Promise<void>
  readonly stderr: (text: string) => void
  /** The width of the terminal behind standard output; absent where it is no terminal. */
  readonly columns?: number | undefined
  /** The stream for progress bars: standard error where it is a terminal that can draw them, else null. */
  readonly screen: Writable | null
  /** Opens the keyboard of a person at a terminal; absent where nobody can answer. */
  readonly keyboard?: () => Readable
  /** The form of the log on standard error, unless a flag sets another. */
  readonly log: LogForm
  readonly env: Environment
  readonly cwd: string
  readonly now: () => number
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly newRunId: () => string
  /** For a merchant taken from a queue: throws when another process may work on the same merchant by now. */
  readonly fence?: () => Promise<void>
  /** Aborted when a signal asks the command to stop, with an `Interrupted` as the reason. */
  readonly signal: AbortSignal
}

/** A signal asked the command to stop. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly code = 'INTERRUPTED'
  readonly by: 'SIGINT' | 'SIGTERM'
  readonly texts: ErrorTexts
  readonly exitCode: number

  constructor(
    by: Interrupted['by'],
    next: Both<string> = {
      en: 'run it again: nothing half-done was kept',
      es: 'ejecútelo de nuevo: nada quedó a medias',
    },
  ) {
    const message = { en: `stopped by ${by}`, es: `detenido por ${by}` }
    super(message.en)
    this.by = by
    this.texts = { message, next }
    this.exitCode = by === 'SIGINT' ? 130 : 143
  }
}
