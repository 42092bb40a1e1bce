import type { Both } from '../../../std/both.ts'
import { type CommandArguments, usageError } from '../../framework/command.ts'

/** The typed number of a record of the bank. Throws a usage error that names the command which shows the numbers. */
export const numberOperand = (
  { operands: [typed = ''] }: CommandArguments,
  record: Both<string>,
  command: string,
): number => {
  if (/^[1-9]\d{0,14}$/.test(typed)) return Number(typed)
  throw usageError(
    { en: `the number of ${record.en} is not valid`, es: `el número de ${record.es} no es válido` },
    { en: `write the number that "${command}" shows`, es: `escriba el número que muestra "${command}"` },
  )
}
