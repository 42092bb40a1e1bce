import { quoteForShell } from './quote-for-shell.ts'

/** A command line with flags at its end, ready for a shell; a flag without a value is left out. */
export const withFlags = (command: string, flags: Readonly<Record<string, string | undefined>>): string =>
  [
    command,
    ...Object.entries(flags).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag} ${quoteForShell(value)}`],
    ),
  ].join(' ')
