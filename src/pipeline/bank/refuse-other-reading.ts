import { forMerchant, type NamedMerchant } from '../../config/for-merchant.ts'
import type { EntryComparison, OtherTexts } from '../../domain/bank/bank-file-record.ts'
import { dayMonthYear } from '../../domain/slot.ts'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { harmless } from '../../std/harmless.ts'
import type { BankFileToImport } from '../../storage/bank/bank-files.ts'

/**
 * Refuses a file that an imported one has in other words, as after a change of `bankMapping`: its own bytes (`twin` is
 * the number of the file that has them), or the sums of a day and other texts.
 */
export const refuseOtherReading = (
  { name }: Pick<BankFileToImport, 'name'>,
  { added, others }: EntryComparison,
  twin: number | null,
  settings: NamedMerchant,
): void => {
  if (twin !== null && added.length > 0) throw otherReading(name, sameBytes(twin), twin, settings)
  if (others !== null) throw otherReading(name, sameSums(others), others.file, settings)
}

const sameBytes = (number: number): Both<string> => ({
  en: `was imported as file ${number}, and its bytes give other entries by now`,
  es: `se importó como archivo ${number}, y sus bytes dan ahora otros movimientos`,
})

const sameSums = ({ day, file }: OtherTexts): Both<string> =>
  file === OF_THIS_COMMAND
    ? {
        en: `has the sums of ${day} that another file of this command has, with other texts`,
        es: `tiene las sumas del ${dayMonthYear(day)} que ya tiene otro archivo de este comando, con otros textos`,
      }
    : {
        en: `has the sums of ${day} that file ${file} has, with other texts`,
        es: `tiene las sumas del ${dayMonthYear(day)} que ya tiene el archivo ${file}, con otros textos`,
      }

/** The number of files that are not imported yet. */
const OF_THIS_COMMAND = 0

const otherReading = (name: string, how: Both<string>, number: number, settings: NamedMerchant): CuadreError =>
  new CuadreError(
    'BANK_FILE_WRONG',
    {
      en: `${harmless(name)} ${how.en}, as where the bank words its entries anew or bankMapping was changed: they would be stored twice; nothing was imported`,
      es: `${harmless(name)} ${how.es}, como cuando el banco cambia los textos o tras un cambio de bankMapping: quedarían dos veces; no se importó nada`,
    },
    number === OF_THIS_COMMAND
      ? { en: 'import only the later of the two', es: 'importe solo el más reciente de los dos' }
      : {
          en: `void the earlier import first: ${forMerchant(`cuadre bank void ${number} --reason TEXT`, settings)}`,
          es: `anule antes esa importación: ${forMerchant(`cuadre bank void ${number} --reason TEXTO`, settings)}`,
        },
  )
