import { createHash } from 'node:crypto'
import type { BankFileRecord, EntryComparison, OtherTexts } from '../../../src/core/bank/bank-file-record.ts'
import type { StatementOfAccount } from '../../../src/core/bank/bank-statement.ts'
import { dayMonthYear } from '../../../src/core/slot.ts'
import { forMerchant, type NamedMerchant } from '../../../src/input/for-merchant.ts'
import type { Both } from '../../../src/std/both.ts'
import { CuadreError } from '../../../src/std/errors.ts'
import { harmless } from '../../../src/std/harmless.ts'
import type { BankFileToImport } from '../../../src/store/bank/bank-files.ts'
import type { Store } from '../../../src/store/store.ts'

/**
 * Refuses a file that an imported one has in other words, as after a change of `bankMapping`: its own bytes (`twin` is
 * the number of the file that has them), or the sums of a day and other texts.
 */
const refuseOtherReading = (
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

type FileToImport = Pick<BankFileToImport, 'name' | 'file' | 'bytes' | 'isReadable'>

/** The days of an account that a file covers. */
interface DaysInFile extends Pick<StatementOfAccount, 'account' | 'from' | 'to'> {
  /** `number` is that of an imported file; null before the import. */
  readonly file: Pick<BankFileRecord, 'name' | 'format' | 'digest'> & { readonly number: number | null }
}

/**
 * Refuses files whose entries would be stored twice: the bytes of a file of another account, days that a file has in
 * another format, and what an imported file has, read in another way. Each is compared with the imported files and with
 * those before it. Two accounts may have equal files of a quiet month; only one with a credit of the operator would
 * count money twice.
 */
export const refuseRepeatedEntries = async (
  store: Store,
  filesToImport: readonly FileToImport[],
  settings: NamedMerchant,
): Promise<void> => {
  const earlier = await importedDays(store)
  const comparisons = await store.bank.compareFiles(filesToImport)
  for (const [index, toImport] of filesToImport.entries()) {
    const days = daysIn(toImport)
    if (mentionsOperator(toImport)) refuseOtherAccount(days, earlier, settings)
    refuseOtherForm(days, earlier)
    const comparison = comparisons[index]
    if (comparison !== undefined) refuseOtherReading(toImport, comparison, twinOf(days, earlier), settings)
    earlier.push(...days)
  }
}

const mentionsOperator = ({ file, isReadable }: FileToImport): boolean =>
  file.statements.some(({ entries }) => entries.some(({ text }) => isReadable(text)))

const importedDays = async (store: Store): Promise<DaysInFile[]> => {
  const files = new Map((await store.bank.files()).map((file) => [file.number, file]))
  return (await store.bank.statements()).flatMap(({ file: number, account, from, to }) => {
    const file = files.get(number)
    return file === undefined ? [] : [{ account, from, to, file }]
  })
}

const daysIn = ({ name, file: { format, statements }, bytes }: FileToImport): readonly DaysInFile[] => {
  const file = { number: null, name, format, digest: createHash('sha256').update(bytes).digest('hex') }
  return statements.map(({ account, from, to }) => ({ account, from, to, file }))
}

/** A file that names no account is of the account for which it was imported first. */
const refuseOtherAccount = (
  days: readonly DaysInFile[],
  earlier: readonly DaysInFile[],
  settings: NamedMerchant,
): void => {
  for (const { account, file } of days) {
    const twins = earlier.filter((one) => one.file.digest === file.digest)
    const [twin] = twins
    if (twin !== undefined && twins.every((one) => one.account !== account))
      throw otherAccount(file.name, account, twin, settings)
  }
}

const refuseOtherForm = (days: readonly DaysInFile[], earlier: readonly DaysInFile[]): void => {
  for (const own of days) {
    const other = earlier.find((one) => one.file.format !== own.file.format && isOverlap(own, one))
    if (other !== undefined) throw otherForm(own.file, other.file)
  }
}

/** The number of the imported file with the bytes of this one, of the same account. */
const twinOf = (days: readonly DaysInFile[], earlier: readonly DaysInFile[]): number | null => {
  const twin = earlier.find((one) =>
    days.some((own) => one.file.digest === own.file.digest && one.account === own.account),
  )
  return twin?.file.number ?? null
}

const isOverlap = (one: DaysInFile, other: DaysInFile): boolean =>
  one.account === other.account && one.from <= other.to && one.to >= other.from

const otherAccount = (
  name: string,
  account: string,
  { account: known, file: { number } }: DaysInFile,
  settings: NamedMerchant,
): CuadreError => {
  const mistake = orVoid(number, settings)
  return new CuadreError(
    'BANK_ACCOUNT',
    {
      en: `${harmless(name)} has the bytes of a file of account ${known}, and is named for account ${account}; nothing was imported`,
      es: `${harmless(name)} tiene los mismos bytes que un archivo de la cuenta ${known}, y se indicó para la cuenta ${account}; no se importó nada`,
    },
    {
      en: `name the account for which it was imported: --account ${known}${mistake.en}`,
      es: `indique la cuenta para la que se importó: --account ${known}${mistake.es}`,
    },
  )
}

/** What else to do where the earlier import was the mistake; nothing for files of one command. */
const orVoid = (number: number | null, settings: NamedMerchant): Both<string> =>
  number === null
    ? { en: '', es: '' }
    : {
        en: `; if that import was the mistake, void it: ${forMerchant(`cuadre bank void ${number} --reason TEXT`, settings)}`,
        es: `; si esa importación fue el error, anúlela: ${forMerchant(`cuadre bank void ${number} --reason TEXTO`, settings)}`,
      }

const otherForm = (file: DaysInFile['file'], other: DaysInFile['file']): CuadreError =>
  new CuadreError(
    'BANK_FILE_WRONG',
    {
      en: `${file.name} (${file.format}) covers days that ${other.name} (${other.format}) already covers: both contain the same entries in different forms; nothing was imported`,
      es: `${file.name} (${file.format}) cubre días que ya cubre ${other.name} (${other.format}): los dos contienen los mismos movimientos en formatos distintos; no se importó nada`,
    },
    {
      en: 'import the statements of an account in one form, or in this form only for days that are not there yet',
      es: 'importe los extractos de una cuenta en un solo formato, o en este solo para días que aún no estén',
    },
  )
