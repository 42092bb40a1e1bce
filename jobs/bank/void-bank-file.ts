import type { BankVoidReport } from '../../reports/documents/bank/bank-files.ts'
import { type BankFileRecord, laterFiles } from '../../src/core/bank/bank-file-record.ts'
import { tiesInForce } from '../../src/core/bank/tie-out.ts'
import { forMerchant, type NamedMerchant } from '../../src/input/for-merchant.ts'
import type { Both } from '../../src/std/both.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { harmless } from '../../src/std/harmless.ts'
import type { Store } from '../../src/store/store.ts'
import { recordBankRun } from '../steps/bank/record-bank-run.ts'
import { withDatabase } from '../steps/database/with-database.ts'
import { requireDatabase } from '../steps/query/nothing-pulled.ts'
import type { JobContext } from '../steps/run/context.ts'

export interface BankVoidRequest {
  /** The number of the file in the event sequence. */
  readonly number: number
  readonly reason: string
  readonly by: string
}

/**
 * Voids a bank file that should not have been imported: its entries do not count any more, and ties with them are
 * undone. The file is kept, and can be imported again.
 */
export const voidBankFile = async (
  job: JobContext,
  { number, reason, by }: BankVoidRequest,
): Promise<BankVoidReport> => {
  await requireDatabase(job)
  return withDatabase(job, 'bank void', async (store) => {
    const file = await findFile(store, number, job.settings)
    const ids = new Set((await store.bank.entries()).filter((entry) => entry.file === number).map(({ id }) => id))
    const ties = tiesInForce(await store.bank.ties()).filter(({ entries }) => entries.some((id) => ids.has(id)))
    const voidIt = (): Promise<number> => store.bank.voidFile(file, ties, { by, at: job.now(), reason })
    const report = await recordBankRun(job, store, 'bank void', voidIt)
    const voided = (await store.bank.files()).find((one) => one.number === number) ?? file
    return { merchant: store.merchant.name, file: voided, untied: ties.map((tie) => tie.number), files: report.files }
  })
}

/** The file with this number, if it can be voided. */
const findFile = async (store: Store, number: number, settings: NamedMerchant): Promise<BankFileRecord> => {
  const files = await store.bank.files()
  const file = files.find((one) => one.number === number)
  if (file === undefined)
    throw refusal({ en: `there is no bank file ${number}`, es: `no hay un archivo del banco ${number}` }, SEE_FILES)
  if (file.voided !== null) {
    const { by } = file.voided
    throw refusal(
      { en: `bank file ${number} is already void, by ${by}`, es: `el archivo del banco ${number} ya lo anuló ${by}` },
      SEE_FILES,
    )
  }
  const [later] = laterFiles(file, files, await store.bank.entries()).slice(-1)
  if (later !== undefined) throw coveredLater(number, later, settings)
  return file
}

const SEE_FILES: Both<string> = { en: 'see "cuadre bank files"', es: 'vea "cuadre bank files"' }

const refusal = (message: Both<string>, next: Both<string>): CuadreError => new CuadreError('BANK_VOID', message, next)

const coveredLater = (number: number, later: BankFileRecord, settings: NamedMerchant): CuadreError => {
  const name = harmless(later.name)
  return refusal(
    {
      en: `bank file ${later.number} (${name}) has days of bank file ${number}, and an entry that both have is stored once`,
      es: `el archivo del banco ${later.number} (${name}) tiene días del archivo ${number}, y un movimiento que está en los dos se guarda una sola vez`,
    },
    {
      en: `void it first (${forMerchant(`cuadre bank void ${later.number} --reason TEXT`, settings)}), and import it again afterwards`,
      es: `anúlelo primero (${forMerchant(`cuadre bank void ${later.number} --reason TEXTO`, settings)}) e impórtelo de nuevo después`,
    },
  )
}
