import type { Readable, Writable } from 'node:stream'
import type { JobContext } from '../../../jobs/steps/run/context.ts'
import type { Environment } from '../../input/settings.ts'
import type { SourcesCache } from '../../input/sources/sources.ts'
import type { Both } from '../../std/both.ts'
import type { ErrorTexts } from '../../std/errors.ts'
import type { Start } from '../../std/start.ts'
import type { Language } from '../../words/language.ts'
import type { LogForm } from '../terminal/log.ts'

/** What a command reads from and writes to, with the reader's language. */
export interface Io extends HostIo {
  /** How the command was started, which every proposed command repeats; absent while its words are being read. */
  readonly start?: Start
  readonly typable?: Typable
  readonly language: Language
  /** The current merchant, when the command works on several at once. */
  readonly currentMerchant?: string
  /** A cache of what the settings of several merchants share. */
  readonly cache?: SourcesCache
}

/** A text with its commands as they can be typed after such a start. */
export type Typable = (text: string, start: Start) => string

/** The interface of the command line to its host. Tests pass their own. */
export interface HostIo extends Pick<JobContext, 'now' | 'random' | 'sleep' | 'newRunId' | 'fence'> {
  /** Resolves when the text was taken, or when the reader has closed the stream. */
  readonly stdout: (text: string) => Promise<void>
  /** The same for the bytes of a workbook; absent where they cannot be taken. */
  readonly bytes?: (bytes: Uint8Array) => Promise<void>
  readonly stderr: (text: string) => void
  /** Answers that are reports are printed as pages, unless a flag asks for another form. */
  readonly isPage?: true
  /** The width of the terminal behind standard output; absent when it is not a terminal. */
  readonly columns?: number | undefined
  /** The stream for progress bars: standard error when it is a terminal that can draw them, else null. */
  readonly screen: Writable | null
  /** Opens the keyboard of a person at a terminal; absent when nobody can answer. */
  readonly keyboard?: () => Readable
  /** The form of the log on standard error, unless a flag sets another. */
  readonly log: LogForm
  readonly env: Environment
  readonly cwd: string
  /** The path of the program as started; absent when another program started it. */
  readonly main?: string | undefined
  /** Aborted when a signal asks the command to stop, with an `Interrupted` as the reason. */
  readonly signal: AbortSignal
}

/** The reason of an abort by a signal. */
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
