import { nothingImported } from '../../jobs/bank/read-bank.ts'
import { nothingPulled, THIS_MERCHANT } from '../../jobs/steps/query/nothing-pulled.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import type { QueryContext } from '../../jobs/steps/run/context.ts'
import {
  ACCOUNTS,
  type BankAccountReport,
  type BankAccountsReport,
  type BankFilesReport,
  FILES,
  lastBalance,
} from '../../reports/documents/bank/bank-files.ts'
import type { BankFileRecord, DaysOfFile } from '../core/bank/bank-file-record.ts'
import { joinStatements } from '../core/bank/bank-statement.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import { inEach } from '../print/names.ts'
import { column, note, table } from '../print/report.ts'
import { groupBy } from '../std/group-by.ts'
import type { Store } from '../store/store.ts'
import { dayIn } from '../words/dates.ts'
import { question } from './question.ts'

/** The accounts whose statements were imported. */
export const BANK_ACCOUNTS = question({
  name: 'bank accounts',
  foldedInto: 'bank files --accounts',
  group: 'bank',
  describe: {
    en: 'The accounts whose statements were imported, with the days they cover',
    es: 'Las cuentas cuyos extractos se importaron, con los días que cubren',
  },
  examples: [['cuadre bank files --accounts', { en: 'a line an account', es: 'una línea por cuenta' }]],
  operands: {},
  options: {},
  isOfPast: true,
  read: (context) => readBankAccounts(context),
  shape: ACCOUNTS,
  report: ({ merchant, accounts }) => ({
    merchant,
    title: { en: 'Bank accounts', es: 'Cuentas bancarias' },
    sections: [accountsTable(accounts)],
  }),
})

const accountsTable = (accounts: readonly BankAccountReport[]) =>
  table<BankAccountReport>({
    name: 'accounts',
    title: null,
    rows: accounts,
    columns: [
      { name: 'account', kind: 'text', head: { en: 'Account', es: 'Cuenta' }, of: ({ account }) => account },
      column('statements', 'count', { en: 'Statements', es: 'Extractos' }, ({ statements }) => statements.length, {
        isSummed: false,
      }),
      { name: 'entries', kind: 'count', head: { en: 'Entries', es: 'Movimientos' }, of: ({ entries }) => entries },
      { name: 'balance', kind: 'money', head: { en: 'Last balance', es: 'Último saldo' }, of: lastBalance },
      column(
        'days',
        'days',
        { en: 'Days', es: 'Días' },
        ({ covered }) => covered.map(({ from, to }) => `${from} - ${to}`).join(', '),
        { least: 23 },
      ),
    ],
  })

/** The imported files, including those that were voided. */
export const BANK_FILES = question({
  name: 'bank files',
  group: 'bank',
  describe: {
    en: 'The bank files that were imported, and those that were voided',
    es: 'Los archivos del banco importados y los anulados',
  },
  folds: [BANK_ACCOUNTS],
  examples: [['cuadre bank files', { en: 'a line for each statement', es: 'una línea por extracto' }]],
  operands: {},
  options: {},
  isOfPast: true,
  read: (context) => readBankFiles(context),
  shape: FILES,
  report: ({ merchant, files }, { zone }) => ({
    merchant,
    title: { en: 'Bank files', es: 'Archivos del banco' },
    sections: [filesTable(files, zone), ...files.flatMap((file) => voidedNote(file, zone))],
  }),
})

interface FileRow {
  readonly file: BankFileRecord
  readonly statement: DaysOfFile
}

const filesTable = (files: readonly BankFileRecord[], zone: Zone) =>
  table<FileRow>({
    name: 'files',
    title: null,
    rows: files.flatMap((file) => file.statements.map((statement) => ({ file, statement }))),
    columns: [
      { name: 'number', kind: 'id', head: { en: 'Number', es: 'Número' }, of: ({ file }) => file.number },
      { name: 'file', kind: 'text', head: { en: 'File', es: 'Archivo' }, least: 16, of: ({ file }) => file.name },
      column('account', 'text', { en: 'Account', es: 'Cuenta' }, ({ statement }) => statement.account),
      column('days', 'days', { en: 'Days', es: 'Días' }, ({ statement: { from, to } }) => `${from} - ${to}`),
      column('entries', 'count', { en: 'Entries', es: 'Movimientos' }, ({ statement }) => statement.entries, {
        isSummed: false,
      }),
      column('imported', 'date', { en: 'Imported', es: 'Importado' }, ({ file }) => zone.dateAt(file.at), { spare: 2 }),
      { name: 'by', kind: 'text', head: { en: 'By', es: 'Por' }, spare: 1, of: ({ file }) => file.by },
      column('void', 'word', { en: 'Void', es: 'Anulado' }, ({ file }) => file.voided !== null, {
        words: { true: { en: 'yes', es: 'sí' }, false: { en: '', es: '' } },
      }),
    ],
  })

const voidedNote = ({ number, voided }: BankFileRecord, zone: Zone) => {
  if (voided === null) return []
  const { by, reason, at } = voided
  return [
    note(
      inEach((language) => {
        const day = dayIn(zone.dateAt(at), language)
        return {
          en: `${number} was voided by ${by} on ${day}: ${reason}`,
          es: `${by} anuló el ${number} el ${day}: ${reason}`,
        }[language]
      }),
    ),
  ]
}

const readBankAccounts = async (context: QueryContext): Promise<BankAccountsReport> => {
  const report = await readDatabase(context, bankAccountsIn)
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
  if (report.accounts.length === 0) throw nothingImported(context.settings, context.asOf)
  return report
}

const bankAccountsIn = async (store: Store): Promise<BankAccountsReport> => {
  const [statements, entries] = [await store.bank.statements(), await store.bank.entries()]
  const { covered } = joinStatements(statements, entries)
  const accounts = [...groupBy(statements, ({ account }) => account)].map(([account, own]) => ({
    account,
    statements: own,
    entries: entries.filter((entry) => entry.account === account).length,
    covered: covered.filter((days) => days.account === account),
  }))
  return { merchant: store.merchant.name, accounts }
}

export const readBankFiles = async (context: QueryContext): Promise<BankFilesReport> => {
  const read = async (store: Store): Promise<BankFilesReport> => ({
    merchant: store.merchant.name,
    files: await store.bank.files(),
  })
  const report = await readDatabase(context, read)
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
  if (report.files.length === 0) throw nothingImported(context.settings, context.asOf)
  return report
}
