import { quoteForShell } from './quote-for-shell.ts'

/** How a person started the program: the words before the command, and the flags of the settings. */
export interface Start {
  /** `cuadre`, or `npx cuadre` where it is not on the PATH. */
  readonly program: string
  readonly flags: Readonly<Record<string, string | undefined>>
}

/** The start where nothing is known of it: by another program. */
export const PLAIN_START: Start = { program: 'cuadre', flags: {} }

/**
 * A command line that can be typed as it stands, where the program was started: in the same way, with the same settings. The demo has
 * settings of its own.
 */
export const typed = (command: string, { program, flags }: Start): string =>
  withFlags(
    command.replace(/^cuadre\b/, () => program),
    /^cuadre demo\b/.test(command) ? {} : flags,
  )

/** A command line with flags at its end, ready for a shell; a flag without a value is left out. */
export const withFlags = (command: string, flags: Readonly<Record<string, string | undefined>>): string =>
  [
    command,
    ...Object.entries(flags).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag} ${quoteForShell(value)}`],
    ),
  ].join(' ')
