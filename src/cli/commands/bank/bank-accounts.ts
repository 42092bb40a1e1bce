import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import {
  type BankAccountReport,
  bankAccountsDocument,
  lastBalance,
} from '../../../../reports/documents/bank/bank-accounts-report.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import { jsonText } from '../../../publish/json.ts'
import { harmless } from '../../../std/harmless.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { displayOf } from '../../terminal/display.ts'
import { fitTable, type TableColumn } from '../../terminal/fit-table.ts'
import { countInTable, inTable } from '../../terminal/in-table.ts'

export const bankAccounts: Command = {
  name: 'bank accounts',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'The accounts whose statements were imported, with the days they cover',
    es: 'Las cuentas cuyos extractos se importaron, con los días que cubren',
  },
  examples: [['cuadre bank accounts', { en: 'a line an account', es: 'una línea por cuenta' }]],
  flags: { ...AS_OF, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const { readBankAccounts } = await import('../../../../jobs/bank/read-bank.ts')
    const context = { ...io, settings, zone, version: versionOfPackage(), asOf: parseAsOf(given, zone) }
    const report = await readBankAccounts(context)
    const document = answerDocument('bank accounts', 0, bankAccountsDocument(report))
    const { head, rows } = fitTable([columnsIn(io.language)], report.accounts, displayOf(io, io.language))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${[head, ...rows].join('\n')}\n`)
    return 0
  },
}

const HEADS = {
  en: { account: 'Account', statements: 'Statements', entries: 'Entries', balance: 'Last balance', days: 'Days' },
  es: { account: 'Cuenta', statements: 'Extractos', entries: 'Movimientos', balance: 'Último saldo', days: 'Días' },
} as const

const columnsIn = (language: Language): readonly TableColumn<BankAccountReport>[] => {
  const heads = HEADS[language]
  return [
    { head: heads.account, of: ({ account }) => harmless(account) },
    { head: heads.statements, of: ({ statements }) => countInTable(statements.length, language), isNumber: true },
    { head: heads.entries, of: ({ entries }) => countInTable(entries, language), isNumber: true },
    { head: heads.balance, of: (one) => inTable(lastBalance(one), language), isNumber: true },
    {
      head: heads.days,
      of: ({ covered }) =>
        covered.map(({ from, to }) => `${dayIn(from, language)} - ${dayIn(to, language)}`).join(', '),
      least: 23,
    },
  ]
}
