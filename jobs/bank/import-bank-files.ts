import { basename } from 'node:path'
import type { BankImportReport } from '../../reports/documents/bank/bank-import-report.ts'
import { readBankFile, type WholeBankFile } from '../../src/bank/read-bank-file.ts'
import {
  type BankEntry,
  contradictionsBy,
  entryAhead,
  nameStatements,
  throughToday,
} from '../../src/core/bank/bank-statement.ts'
import { namesOperator, tiesInForce } from '../../src/core/bank/tie-out.ts'
import { dayMonthYear, type SlotDate } from '../../src/core/slot.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { harmless } from '../../src/std/harmless.ts'
import type { BankFileResult, BankFileToImport } from '../../src/store/bank/bank-files.ts'
import type { Store } from '../../src/store/store.ts'
import { bytesOfFile } from '../../src/tables/bytes-of-file.ts'
import { recordBankRun } from '../steps/bank/record-bank-run.ts'
import { refuseRepeatedEntries } from '../steps/bank/refuse-repeated-entries.ts'
import { withDatabase } from '../steps/database/with-database.ts'
import { requireDatabase } from '../steps/query/nothing-pulled.ts'
import type { JobContext } from '../steps/run/context.ts'

export interface BankImportRequest {
  /** Paths of the bank's files. */
  readonly files: readonly string[]
  /** The account, for files that name none. */
  readonly account: string | null
  readonly by: string
}

type FileToImport = Omit<BankFileToImport, 'at'> & { readonly file: Pick<WholeBankFile, 'leftOut'> }

/** Imports bank statements. All files are read before the first is stored, and each is stored whole or not at all. */
export const importBankFiles = async (
  job: JobContext,
  { files, account, by }: BankImportRequest,
): Promise<BankImportReport> => {
  const { bankText } = job.settings.policy
  await requireDatabase(job)
  const isReadable = namesOperator(bankText)
  const filesToImport: FileToImport[] = []
  for (const path of files)
    filesToImport.push({ ...(await read(job, path, account)), by, isReadable, isKeptWhole: job.settings.bankKeepAll })
  if (bankText.length === 0) throw withoutOperator()
  return withDatabase(job, 'bank import', async (store) => {
    const before = (await store.bank.ties()).length
    await refuseRepeatedEntries(store, filesToImport, job.settings)
    const results: BankFileResult[] = []
    const importAll = async (): Promise<void> => {
      for (const toImport of filesToImport) results.push(await store.bank.importFile({ ...toImport, at: job.now() }))
    }
    const report = await recordBankRun(job, store, 'bank import', importAll)
    const contradicted = await contradictedFiles(store, new Set(results.map(({ number }) => number)))
    const imports = filesToImport.flatMap(({ name, file }, index) => {
      const result = results[index]
      const accounts = [...new Set(file.statements.map((statement) => statement.account))]
      const entries = file.statements.flatMap((statement) => statement.entries)
      const ofOperator = entries.filter(({ text }) => isReadable(text)).length
      if (result === undefined) return []
      const isContradicted = contradicted.has(result.number)
      const { format, leftOut } = file
      return [{ name, format, accounts, ofOperator, result, leftOut, isContradicted }]
    })
    const ties = tiesInForce((await store.bank.ties()).slice(before)).length
    return { merchant: store.merchant.name, imports, ties, files: report.files }
  })
}

/** Those of the files, by number, whose statements do not agree with what other files have of their days. */
const contradictedFiles = async (store: Store, files: ReadonlySet<number>): Promise<ReadonlySet<number>> => {
  const contradiction = contradictionsBy(await store.bank.entries())
  const statements = (await store.bank.statements()).filter(({ file }) => files.has(file))
  return new Set(statements.filter((one) => contradiction(one) !== null).map(({ file }) => file))
}

const read = async (
  { settings: { bankMapping }, signal, zone, now }: JobContext,
  path: string,
  account: string | null,
): Promise<Pick<FileToImport, 'file' | 'bytes' | 'name'>> => {
  signal.throwIfAborted()
  const name = basename(path)
  const bytes = await bytesOfFile(path)
  const file = readBankFile(bytes, { name, zone, ...(bankMapping !== null && { mapping: bankMapping }) })
  const today = zone.dateAt(now())
  const ahead = entryAhead(file.statements, today)
  if (ahead !== undefined) throw dayAhead(name, ahead, today)
  const statements = file.statements.map((statement) => throughToday(statement, today))
  const named = nameStatements(statements, account)
  if (named.kind === 'named') return { file: { ...file, statements: named.statements }, bytes, name }
  throw accountFault(name, named, account)
}

const dayAhead = (name: string, { bookedOn }: BankEntry, today: SlotDate): CuadreError =>
  new CuadreError(
    'BANK_FILE_WRONG',
    {
      en: `${harmless(name)} has an entry of ${bookedOn}, and today is ${today}; nothing was imported`,
      es: `${harmless(name)} tiene un movimiento del ${dayMonthYear(bookedOn)}, y hoy es ${dayMonthYear(today)}; no se importó nada`,
    },
    {
      en: 'check how the file writes its days ("dates" in bankMapping), and the clock of this machine',
      es: 'revise cómo escribe el archivo sus fechas ("dates" en bankMapping) y el reloj de este equipo',
    },
  )

const accountFault = (
  name: string,
  named: Exclude<ReturnType<typeof nameStatements>, { kind: 'named' }>,
  account: string | null,
): CuadreError =>
  named.kind === 'nameless'
    ? new CuadreError(
        'BANK_ACCOUNT',
        { en: `${name} does not say which account it is of`, es: `${name} no dice de qué cuenta es` },
        { en: 'name the account: --account NAME', es: 'indique la cuenta: --account NOMBRE' },
      )
    : new CuadreError(
        'BANK_ACCOUNT',
        {
          en: `${name} is of account ${named.account}, not ${account}; nothing was imported`,
          es: `${name} es de la cuenta ${named.account}, no de ${account}; no se importó nada`,
        },
        { en: 'leave --account out, or name another file', es: 'omita --account, o indique otro archivo' },
      )

const withoutOperator = (): CuadreError =>
  new CuadreError(
    'BANK_TEXT_MISSING',
    {
      en: 'the setting bankText is missing, so no credit of the operator can be recognized',
      es: 'falta el parámetro bankText: no se puede reconocer ninguna consignación del operador',
    },
    {
      en: 'write the name of the operator into the settings file, as the bank writes it next to its credits: "bankText": "THEIR NAME"',
      es: 'escriba el nombre en el archivo de parámetros, como aparece junto a una consignación del operador: "bankText": "SU NOMBRE"',
    },
  )
