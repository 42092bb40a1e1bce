import { importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { type TieReport, tieBankEntries, untieBankEntries } from '../../jobs/bank/tie-bank-entries.ts'
import { voidBankFile } from '../../jobs/bank/void-bank-file.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { VOID } from '../../reports/documents/bank/bank-files.ts'
import { BANK_IMPORT } from '../../reports/documents/bank/bank-import-report.ts'
import { BANK_TIE_ANSWER, type BankTieAnswerDocument } from '../../reports/documents/bank/bank-list-report.ts'
import { ACCOUNT_MAX_CHARACTERS } from '../core/bank/bank-statement.ts'
import type { Slot } from '../core/slot.ts'
import { cycle, DECISION, date, type ReadersOf } from '../input/dates.ts'
import { listOf, NAME_ONE, optionsIn, orElse, recordNumber, text, type ValueReader, words } from '../input/readers.ts'
import { BANK_ACCOUNTS, BANK_FILES } from '../questions/bank.ts'
import { BANK_LIST } from '../questions/bank-list.ts'
import type { BankCalls } from './cuadre.ts'
import { answerOf } from './document-of.ts'
import type { questionCalls } from './question-calls.ts'
import type { WorkQueue } from './work-queue.ts'

export const bankCalls = (
  context: JobContext,
  queue: WorkQueue,
  call: ReturnType<typeof questionCalls>,
): BankCalls => ({
  import: async (files, options) => {
    const request = { files: listOf(text, NAME_ONE)('files', files), ...optionsIn('bank.import', options, IMPORT) }
    return queue.write(async () => answerOf('bank import', BANK_IMPORT, await importBankFiles(context, request)))
  },
  list: call(BANK_LIST),
  tie: async (settlements, entries, who) => {
    const request = {
      slots: listOf(settlement, NAME_ONE)('settlements', settlements),
      entries: listOf(text, NAME_ONE)('entries', entries),
      ...optionsIn('bank.tie', who, DECISION),
    }
    return queue.write(async () => tieAnswer('bank tie', await tieBankEntries(context, request)))
  },
  untie: async (number, who) => {
    const request = { number: recordNumber('number', number), ...optionsIn('bank.untie', who, DECISION) }
    return queue.write(async () => tieAnswer('bank untie', await untieBankEntries(context, request)))
  },
  files: call(BANK_FILES),
  accounts: call(BANK_ACCOUNTS),
  voidFile: async (number, who) => {
    const request = { number: recordNumber('number', number), ...optionsIn('bank.voidFile', who, DECISION) }
    return queue.write(async () => answerOf('bank void', VOID, await voidBankFile(context, request)))
  },
})

const IMPORT = {
  by: DECISION.by,
  account: orElse(words(ACCOUNT_MAX_CHARACTERS), null),
} satisfies ReadersOf<Parameters<BankCalls['import']>[1]>

const settlement: ValueReader<Slot> = (name, value) =>
  optionsIn(name, value === undefined ? null : value, { date, cycle })

const tieAnswer = (
  command: BankTieAnswerDocument['command'],
  { report: { files }, ...report }: TieReport,
): BankTieAnswerDocument => answerOf(command, BANK_TIE_ANSWER, { ...report, files })
