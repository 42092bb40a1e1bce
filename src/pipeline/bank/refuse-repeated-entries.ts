import type { BankFormat } from '../../domain/bank/bank-statement.ts'
import type { StatementOfAccount } from '../../domain/bank/name-statements.ts'
import { CuadreError } from '../../std/errors.ts'
import type { BankFileToImport } from '../../storage/bank/write-bank-file.ts'
import type { Store } from '../../storage/store.ts'

type FileToImport = Pick<BankFileToImport, 'name' | 'file'>

/** The days of an account that a file covers. */
interface DaysInFile extends Pick<StatementOfAccount, 'account' | 'from' | 'to'> {
  readonly name: string
  readonly format: BankFormat
}

/**
 * Refuses days that an imported file, or an earlier one of these, has in another format: the same entries would be
 * stored twice with different texts.
 */
export const refuseRepeatedEntries = async (store: Store, filesToImport: readonly FileToImport[]): Promise<void> => {
  const earlier = await importedDays(store)
  for (const { name, file } of filesToImport) {
    const days = file.statements.map(({ account, from, to }) => ({ account, from, to, name, format: file.format }))
    const other = earlier.find((one) => days.some((own) => own.format !== one.format && isOverlap(own, one)))
    if (other !== undefined) throw otherForm(name, file.format, other)
    earlier.push(...days)
  }
}

const importedDays = async (store: Store): Promise<DaysInFile[]> => {
  const files = new Map((await store.bank.files()).map((file) => [file.number, file]))
  return (await store.bank.statements()).flatMap(({ file: number, account, from, to }) => {
    const file = files.get(number)
    return file === undefined ? [] : [{ account, from, to, name: file.name, format: file.format }]
  })
}

const isOverlap = (one: DaysInFile, other: DaysInFile): boolean =>
  one.account === other.account && one.from <= other.to && one.to >= other.from

const otherForm = (
  name: string,
  format: BankFormat,
  other: { readonly name: string; readonly format: BankFormat },
): CuadreError =>
  new CuadreError(
    'BANK_FILE_WRONG',
    {
      en: `${name} (${format}) covers days that ${other.name} (${other.format}) already covers: both contain the same entries in different forms; nothing was imported`,
      es: `${name} (${format}) cubre días que ya cubre ${other.name} (${other.format}): los dos contienen los mismos movimientos en formatos distintos; no se importó nada`,
    },
    {
      en: 'import the statements of an account in one form, or in this form only for days that are not there yet',
      es: 'importe los extractos de una cuenta en un solo formato, o en este solo para días que aún no estén',
    },
  )
