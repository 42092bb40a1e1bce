import { importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { readBank, readBankFiles } from '../../jobs/bank/read-bank.ts'
import { type TieReport, tieBankEntries, untieBankEntries } from '../../jobs/bank/tie-bank-entries.ts'
import { voidBankFile } from '../../jobs/bank/void-bank-file.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { bankFilesDocument, bankVoidDocument } from '../../reports/documents/bank/bank-files-report.ts'
import { bankImportDocument } from '../../reports/documents/bank/bank-import-report.ts'
import { bankListDocument, bankTieDocument } from '../../reports/documents/bank/bank-list-report.ts'
import type { JobContext } from '../pipeline/run/context.ts'
import type { BankCalls } from './cuadre.ts'
import { wordsIn } from './discrepancy-calls.ts'
import { documentOf } from './document-of.ts'
import type { BankFilesDocument, BankVoidDocument } from './documents/bank/bank-files-document.ts'
import type { BankImportDocument, BankTieAnswerDocument } from './documents/bank/bank-import-document.ts'
import type { BankListDocument } from './documents/bank/bank-list-document.ts'
import { asOfIn, cycleIn, dateIn } from './job-request.ts'
import type { WorkQueue } from './work-queue.ts'

export const bankCalls = (context: JobContext, queue: WorkQueue): BankCalls => ({
  import: (files, { by, account = null }) =>
    queue.write(async () => {
      const report = await importBankFiles(context, { files, account, by: wordsIn('by', by) })
      return documentOf<BankImportDocument>(answerDocument('bank import', 0, bankImportDocument(report)))
    }),
  list: (options = {}) =>
    queue.read(async () => {
      const report = await readBank({ ...context, asOf: asOfIn(options, context.zone) })
      return documentOf<BankListDocument>(answerDocument('bank list', 0, bankListDocument(report)))
    }),
  tie: (settlements, entries, { by, reason }) =>
    queue.write(async () => {
      const slots = settlements.map(({ date, cycle }) => ({ date: dateIn(date), cycle: cycleIn(cycle) }))
      const words = { by: wordsIn('by', by), reason: wordsIn('reason', reason) }
      return tieAnswer('bank tie', await tieBankEntries(context, { slots, entries, ...words }))
    }),
  untie: (number, { by, reason }) =>
    queue.write(async () => {
      const words = { by: wordsIn('by', by), reason: wordsIn('reason', reason) }
      return tieAnswer('bank untie', await untieBankEntries(context, { number, ...words }))
    }),
  files: (options = {}) =>
    queue.read(async () => {
      const report = await readBankFiles({ ...context, asOf: asOfIn(options, context.zone) })
      return documentOf<BankFilesDocument>(answerDocument('bank files', 0, bankFilesDocument(report)))
    }),
  voidFile: (number, { by, reason }) =>
    queue.write(async () => {
      const words = { by: wordsIn('by', by), reason: wordsIn('reason', reason) }
      const report = await voidBankFile(context, { number, ...words })
      return documentOf<BankVoidDocument>(answerDocument('bank void', 0, bankVoidDocument(report)))
    }),
})

const tieAnswer = (
  command: BankTieAnswerDocument['command'],
  { merchant, tie, entries, report: { files } }: TieReport,
): BankTieAnswerDocument =>
  documentOf(answerDocument(command, 0, { merchant, tie: bankTieDocument(tie, entries), files }))
