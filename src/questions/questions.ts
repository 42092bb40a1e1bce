import { BANK_ACCOUNTS, BANK_FILES } from './bank.ts'
import { BANK_LIST } from './bank-list.ts'
import { CHARGEBACKS } from './chargebacks.ts'
import { CLAIMS } from './claims.ts'
import { DISCREPANCIES, DISCREPANCY_SHOWN } from './discrepancies.ts'
import { EXPLAIN } from './explain.ts'
import { FEES_FIT } from './fees-fit.ts'
import { FEES_INVOICE_LIST } from './fees-invoices.ts'
import { FIND } from './find.ts'
import { SLOT_HISTORY } from './history.ts'
import { IN_TRANSIT } from './in-transit.ts'
import { JOURNAL_CHECK } from './journal.ts'
import { MERCHANTS_LIST } from './merchants.ts'
import { MONTH_END } from './month.ts'
import type { AnyQuestion } from './question.ts'
import { READINGS } from './readings.ts'
import { RECEIVABLES_FILES, RECEIVABLES_LIST } from './receivables.ts'
import { RUNS_LIST, RUNS_SHOW } from './runs.ts'
import { STANDING } from './status.ts'

/** All questions, in the order of help and manual. */
export const QUESTIONS: readonly AnyQuestion[] = [
  STANDING,
  RUNS_LIST,
  RUNS_SHOW,
  EXPLAIN,
  FIND,
  SLOT_HISTORY,
  READINGS,
  DISCREPANCIES,
  DISCREPANCY_SHOWN,
  CLAIMS,
  BANK_LIST,
  BANK_FILES,
  BANK_ACCOUNTS,
  RECEIVABLES_LIST,
  RECEIVABLES_FILES,
  MONTH_END,
  IN_TRANSIT,
  JOURNAL_CHECK,
  FEES_FIT,
  FEES_INVOICE_LIST,
  CHARGEBACKS,
  MERCHANTS_LIST,
]
