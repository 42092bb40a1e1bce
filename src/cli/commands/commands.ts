import { BANK_ACCOUNTS, BANK_FILES } from '../../questions/bank.ts'
import { BANK_LIST } from '../../questions/bank-list.ts'
import { CHARGEBACKS } from '../../questions/chargebacks.ts'
import { DISCREPANCIES, DISCREPANCY_SHOWN } from '../../questions/discrepancies.ts'
import { EXPLAIN } from '../../questions/explain.ts'
import { FIND } from '../../questions/find.ts'
import { SLOT_HISTORY } from '../../questions/history.ts'
import { IN_TRANSIT } from '../../questions/in-transit.ts'
import { MERCHANTS_LIST } from '../../questions/merchants.ts'
import { RUNS_LIST, RUNS_SHOW } from '../../questions/runs.ts'
import { STANDING } from '../../questions/status.ts'
import type { Command } from '../framework/command.ts'
import { commandOf } from '../framework/question-command.ts'
import { SHARD } from '../framework/shard.ts'
import { audit } from './audit.ts'
import { bankImport, bankTie, bankUntie, bankVoid } from './bank.ts'
import { chargebacksTie, chargebacksUntie } from './chargebacks.ts'
import { close } from './close.ts'
import { completionOf } from './completion.ts'
import { config } from './config.ts'
import { dbBackup, dbRestore, dbSplit, dbVerify } from './database.ts'
import {
  discrepanciesAccept,
  discrepanciesClaim,
  discrepanciesImport,
  discrepanciesNote,
  discrepanciesReopen,
  discrepanciesSettle,
} from './decisions.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { exportCommand } from './export.ts'
import { fees } from './fees.ts'
import { feesFit } from './fees-fit.ts'
import { init } from './init.ts'
import { invoiceCreate, invoiceGet, invoiceList } from './invoice.ts'
import { merchantsRename } from './merchants.ts'
import { enqueue, queueFetch, queueGive, queueStatus } from './queue.ts'
import { readings } from './readings.ts'
import { check, run } from './run.ts'
import { sandbox } from './sandbox.ts'
import { schedule } from './schedule.ts'
import { settlementGet } from './settlement-get.ts'
import { statement } from './statement.ts'
import { sweep } from './sweep.ts'
import { inbox, webhooksList, webhooksReplay, webhooksShow } from './webhooks.ts'
import { webhooksServe } from './webhooks-serve.ts'
import { worker } from './worker.ts'

/** All commands, group by group, in the order of help and manual. */
export const COMMANDS: readonly Command[] = [
  run,
  check,
  sweep,
  schedule,
  enqueue,
  worker,
  queueStatus,
  commandOf(STANDING, { flags: SHARD }),
  commandOf(DISCREPANCIES),
  commandOf(DISCREPANCY_SHOWN),
  discrepanciesAccept,
  discrepanciesClaim,
  discrepanciesSettle,
  discrepanciesReopen,
  discrepanciesNote,
  discrepanciesImport,
  statement,
  fees,
  bankImport,
  commandOf(BANK_LIST),
  bankTie,
  bankUntie,
  commandOf(BANK_FILES),
  bankVoid,
  commandOf(BANK_ACCOUNTS),
  commandOf(CHARGEBACKS),
  chargebacksTie,
  chargebacksUntie,
  close,
  commandOf(IN_TRANSIT),
  exportCommand,
  audit,
  feesFit,
  commandOf(EXPLAIN),
  commandOf(FIND),
  commandOf(SLOT_HISTORY),
  readings,
  commandOf(RUNS_LIST),
  commandOf(RUNS_SHOW),
  demo,
  init,
  doctor,
  config,
  commandOf(MERCHANTS_LIST),
  merchantsRename,
  ...completionOf(() => COMMANDS),
  dbBackup,
  dbVerify,
  dbRestore,
  dbSplit,
  queueFetch,
  queueGive,
  invoiceCreate,
  invoiceGet,
  invoiceList,
  settlementGet,
  sandbox,
  webhooksServe,
  webhooksList,
  webhooksShow,
  webhooksReplay,
  inbox,
]
