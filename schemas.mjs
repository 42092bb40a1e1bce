// Writes the JSON Schema of each document, made from its type, into schemas/ or the given folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGenerator } from 'ts-json-schema-generator'

const DOCUMENTS = {
  audit: 'AuditDocument',
  'bank-accounts': 'BankAccountsDocument',
  'bank-files': 'BankFilesDocument',
  'bank-guess': 'BankGuessDocument',
  'bank-import': 'BankImportDocument',
  'bank-list': 'BankListDocument',
  'bank-tie': 'BankTieAnswerDocument',
  'bank-void': 'BankVoidDocument',
  'chargebacks-list': 'ChargebacksListDocument',
  'chargebacks-tie': 'ChargebackTieAnswerDocument',
  close: 'CloseDocument',
  config: 'ConfigDocument',
  'db-backup': 'DbBackupDocument',
  'db-restore': 'DbRestoreDocument',
  'db-split': 'DbSplitDocument',
  'db-verify': 'DbVerifyDocument',
  'discrepancies-import': 'RefusedSheetDocument',
  'discrepancies-list': 'DiscrepanciesListDocument',
  'discrepancies-show': 'DiscrepanciesShowDocument',
  disposition: 'DispositionDocument',
  doctor: 'DoctorDocument',
  enqueue: 'EnqueueDocument',
  explain: 'ExplainDocument',
  export: 'ExportDocument',
  failure: 'FailureDocument',
  'fees-fit': 'FeesFitDocument',
  fees: 'FeesDocument',
  find: 'FindDocument',
  history: 'HistoryDocument',
  'in-transit': 'InTransitDocument',
  inbox: 'InboxDocument',
  init: 'InitDocument',
  'invoice-create': 'InvoiceCreateDocument',
  'invoice-get': 'InvoiceGetDocument',
  'invoice-list': 'InvoiceListDocument',
  manifest: 'ManifestDocument',
  merchants: 'MerchantsDocument',
  'merchants-list': 'MerchantsListDocument',
  'merchants-rename': 'MerchantsRenameDocument',
  notification: 'NotificationDocument',
  'pack-manifest': 'PackManifestDocument',
  'queue-status': 'QueueStatusDocument',
  readings: 'ReadingsDocument',
  run: 'RunDocument',
  'runs-list': 'RunsListDocument',
  'runs-show': 'RunsShowDocument',
  sandbox: 'SandboxDocument',
  schedule: 'ScheduleDocument',
  'settlement-get': 'SettlementGetDocument',
  statement: 'StatementDocument',
  status: 'StatusDocument',
  sweep: 'SweepDocument',
  'webhooks-list': 'WebhooksListDocument',
  'webhooks-serve': 'WebhooksServeDocument',
  'webhooks-show': 'WebhooksShowDocument',
}

const generator = createGenerator({
  path: 'src/library/documents/**/*.ts',
  tsconfig: 'tsconfig.json',
  skipTypeCheck: true,
  additionalProperties: false,
})
const [folder = 'schemas'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (const [name, type] of Object.entries(DOCUMENTS)) {
  const schema = { $id: `cuadre/schemas/${name}.json`, ...generator.createSchema(type) }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`)
}
