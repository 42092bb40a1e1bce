import { BANK_ACCOUNTS, BANK_FILES } from '../../questions/bank.ts'
import { RUNS_LIST, RUNS_SHOW } from '../../questions/runs.ts'
import type { Command } from '../framework/command.ts'
import { commandOf } from '../framework/question-command.ts'
import { bankImport } from './bank/bank-import.ts'
import { bankList } from './bank/bank-list.ts'
import { bankTie } from './bank/bank-tie.ts'
import { bankUntie } from './bank/bank-untie.ts'
import { bankVoid } from './bank/bank-void.ts'
import { dbBackup } from './database/db-backup.ts'
import { dbRestore } from './database/db-restore.ts'
import { dbSplit } from './database/db-split.ts'
import { dbVerify } from './database/db-verify.ts'
import { discrepanciesAccept } from './discrepancies/discrepancies-accept.ts'
import { discrepanciesClaim } from './discrepancies/discrepancies-claim.ts'
import { discrepanciesImport } from './discrepancies/discrepancies-import.ts'
import { discrepanciesList } from './discrepancies/discrepancies-list.ts'
import { discrepanciesNote } from './discrepancies/discrepancies-note.ts'
import { discrepanciesReopen } from './discrepancies/discrepancies-reopen.ts'
import { discrepanciesSettle } from './discrepancies/discrepancies-settle.ts'
import { discrepanciesShow } from './discrepancies/discrepancies-show.ts'
import { audit } from './evidence/audit.ts'
import { fees } from './fees/fees.ts'
import { feesFit } from './fees/fees-fit.ts'
import { chargebacksList } from './months/chargebacks-list.ts'
import { chargebacksTie } from './months/chargebacks-tie.ts'
import { chargebacksUntie } from './months/chargebacks-untie.ts'
import { close } from './months/close.ts'
import { statement } from './months/statement.ts'
import { check } from './nightly/check.ts'
import { run } from './nightly/run.ts'
import { schedule } from './nightly/schedule.ts'
import { status } from './nightly/status.ts'
import { sweep } from './nightly/sweep.ts'
import { explain } from './questions/explain.ts'
import { exportCommand } from './questions/export.ts'
import { find } from './questions/find.ts'
import { history } from './questions/history.ts'
import { inTransit } from './questions/in-transit.ts'
import { readings } from './questions/readings.ts'
import { enqueue } from './queue/enqueue.ts'
import { queueFetch } from './queue/queue-fetch.ts'
import { queueGive } from './queue/queue-give.ts'
import { queueStatus } from './queue/queue-status.ts'
import { worker } from './queue/worker.ts'
import { invoiceCreate } from './service/invoice-create.ts'
import { invoiceGet } from './service/invoice-get.ts'
import { invoiceList } from './service/invoice-list.ts'
import { settlementGet } from './service/settlement-get.ts'
import { completionOf } from './setup/completion.ts'
import { config } from './setup/config.ts'
import { demo } from './setup/demo.ts'
import { doctor } from './setup/doctor.ts'
import { init } from './setup/init.ts'
import { merchantsList } from './setup/merchants-list.ts'
import { merchantsRename } from './setup/merchants-rename.ts'
import { sandbox } from './setup/sandbox.ts'
import { inbox } from './webhooks/inbox.ts'
import { webhooksList } from './webhooks/webhooks-list.ts'
import { webhooksReplay } from './webhooks/webhooks-replay.ts'
import { webhooksServe } from './webhooks/webhooks-serve.ts'
import { webhooksShow } from './webhooks/webhooks-show.ts'

/** All commands, group by group, in the order of help and manual. */
export const COMMANDS: readonly Command[] = [
  run,
  check,
  sweep,
  schedule,
  enqueue,
  worker,
  queueStatus,
  status,
  discrepanciesList,
  discrepanciesShow,
  discrepanciesAccept,
  discrepanciesClaim,
  discrepanciesSettle,
  discrepanciesReopen,
  discrepanciesNote,
  discrepanciesImport,
  statement,
  fees,
  bankImport,
  bankList,
  bankTie,
  bankUntie,
  commandOf(BANK_FILES),
  bankVoid,
  commandOf(BANK_ACCOUNTS),
  chargebacksList,
  chargebacksTie,
  chargebacksUntie,
  close,
  inTransit,
  exportCommand,
  audit,
  feesFit,
  explain,
  find,
  history,
  readings,
  commandOf(RUNS_LIST),
  commandOf(RUNS_SHOW),
  demo,
  init,
  doctor,
  config,
  merchantsList,
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
