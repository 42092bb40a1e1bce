import { basename } from 'node:path'
import type { ReceivableImport, ReceivableImportReport } from '../../reports/documents/receivables.ts'
import { toPesos } from '../../src/core/money.ts'
import type { Due, Month, ReceivableFileResult } from '../../src/core/receivables.ts'
import { forMerchant, type NamedMerchant } from '../../src/input/for-merchant.ts'
import { type ReceivableFile, readReceivableFile, withListName } from '../../src/receivables/read-list.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { harmless } from '../../src/std/harmless.ts'
import type { Store } from '../../src/store/store.ts'
import { bytesOfFile } from '../../src/tables/bytes-of-file.ts'
import { recordBankRun } from '../steps/bank/record-bank-run.ts'
import { withDatabase } from '../steps/database/with-database.ts'
import type { JobContext } from '../steps/run/context.ts'

export interface ReceivableImportRequest {
  /** Paths of lists, and of collections of banks. */
  readonly files: readonly string[]
  /** The month that the lists are said to be of; null where their rows say it. */
  readonly month: Month | null
  readonly by: string
}

interface FileToImport {
  readonly name: string
  readonly bytes: Buffer
  readonly file: ReceivableFile
}

/** Imports lists of dues and collections of banks. All files are read before the first is stored, each whole or not at all. */
export const importLists = async (
  job: JobContext,
  { files: paths, month, by }: ReceivableImportRequest,
): Promise<ReceivableImportReport> => {
  const { receivableMapping: mapping } = job.settings
  const read: FileToImport[] = []
  for (const path of paths) {
    job.signal.throwIfAborted()
    const [name, bytes] = [basename(path), await bytesOfFile(path, withListName)]
    read.push({ name, bytes, file: readReceivableFile(bytes, { name, mapping, month }) })
  }
  return withDatabase(job, 'receivables import', async (store) => {
    await refuseOtherAmounts(store, read, job.settings)
    const results: ReceivableFileResult[] = []
    const importAll = async (): Promise<void> => {
      for (const { name, bytes, file } of read)
        results.push(await store.receivables.importFile({ name, bytes, contents: file, by, at: job.now() }))
    }
    const { files } = await recordBankRun(job, store, 'receivables import', importAll)
    const imports = read.flatMap((one, index) => {
      const result = results[index]
      return result === undefined ? [] : [importOf(one, result)]
    })
    return { merchant: store.merchant.name, imports, files }
  })
}

const importOf = ({ name, file }: FileToImport, result: ReceivableFileResult): ReceivableImport => {
  const months =
    file.kind === 'list' ? file.dues.map(({ month }) => month) : file.payments.map(({ paidOn }) => paidOn.slice(0, 7))
  const leftOut = file.kind === 'list' ? file.leftOut : file.returned
  return { name, kind: file.kind, months: [...new Set(months)].sort(), result, leftOut }
}

/** The same due with another amount is a mistake of one of two lists: a person voids the wrong one. */
const refuseOtherAmounts = async (
  store: Store,
  read: readonly FileToImport[],
  settings: NamedMerchant,
): Promise<void> => {
  const known = new Map<string, Pick<Due, 'amount'> & { readonly file: number | null; readonly fileName: string }>(
    (await store.receivables.dues()).map((due) => [due.key, due]),
  )
  for (const { name, file } of read) {
    if (file.kind !== 'list') continue
    const other = file.dues.find(({ key, amount }) => (known.get(key)?.amount ?? amount) !== amount)
    const before = other === undefined ? undefined : known.get(other.key)
    if (other !== undefined && before !== undefined) throw otherAmount(name, other, before, settings)
    for (const { key, amount } of file.dues) known.set(key, { amount, file: null, fileName: name })
  }
}

const otherAmount = (
  name: string,
  { row, amount }: Due,
  before: Pick<Due, 'amount'> & { readonly file: number | null; readonly fileName: string },
  settings: NamedMerchant,
): CuadreError => {
  const [own, other] = [harmless(name), harmless(before.fileName)]
  return new CuadreError(
    'RECEIVABLE_FILE_WRONG',
    {
      en: `${own}: row ${row} has COP ${toPesos(amount)} for a due that ${other} has with COP ${toPesos(before.amount)}; nothing was imported`,
      es: `${own}: la fila ${row} tiene $ ${toPesos(amount)} para un cobro que ${other} tiene con $ ${toPesos(before.amount)}; no se importó nada`,
    },
    before.file === null
      ? { en: 'import only the right one of the two', es: 'importe solo el correcto de los dos' }
      : {
          en: `where the new list is right, void the earlier one first: ${forMerchant(`cuadre receivables void ${before.file} --reason TEXT`, settings)}`,
          es: `si la lista nueva es la correcta, anule antes la anterior: ${forMerchant(`cuadre receivables void ${before.file} --reason TEXTO`, settings)}`,
        },
  )
}
