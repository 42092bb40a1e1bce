import { type CommandArguments, type Flags, usageError } from './command.ts'

export const FORMAT: Flags = {
  format: {
    kind: 'once',
    describe: { en: 'csv or xlsx, in addition to the page (both)', es: 'csv o xlsx, además de la página (ambos)' },
  },
}

/** The format of the file next to the page; null when none is named, which means both. */
export const parseFormat = ({ text }: CommandArguments): 'csv' | 'xlsx' | null => {
  const format = text('format') ?? null
  if (format === null || format === 'csv' || format === 'xlsx') return format
  throw usageError(
    { en: '--format must be csv or xlsx', es: '--format debe ser csv o xlsx' },
    { en: 'choose one of them, or leave it out for both', es: 'elija uno, u omítala para ambos' },
  )
}
