import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../../config/settings.ts'
import type { SourcesCache } from '../../config/sources/sources.ts'
import type { Language } from '../../i18n/language.ts'
import type { Both } from '../../std/both.ts'
import type { ErrorTexts } from '../../std/errors.ts'
import type { LogForm } from '../terminal/log.ts'

/** What the command line touches of the world, and the language in which it is read. */
export interface Io extends HostIo {
  readonly language: Language
  /** The merchant it is about, where others are worked on at the same time. */
  readonly turn?: string
  /** What the settings of several merchants share, read once. */
  readonly cache?: SourcesCache
}

/** What the command line touches of the world. The tests hand in their own. */
export interface HostIo {
  /** Resolves when the text was taken, or when nobody reads any more. */
  readonly stdout: (text: string) => Promise<void>
  readonly stderr: (text: string) => void
  /** How wide the terminal is that standard output goes to; absent where it is no terminal. */
  readonly columns?: number | undefined
  /** Where progress may be drawn: standard error when it is a terminal that can, else null. */
  readonly screen: Writable | null
  /** Where a person at a terminal types; absent where nobody can answer a question. */
  readonly keyboard?: () => Readable
  /** How the log is written on standard error when nobody says otherwise. */
  readonly log: LogForm
  readonly env: Environment
  readonly cwd: string
  readonly now: () => number
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly newRunId: () => string
  /** Where a merchant is taken from a queue: throws when another process may be at it by now. */
  readonly fence?: () => Promise<void>
  /** Aborted, with an Interrupted as its reason, when a signal asks the command to stop. */
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
