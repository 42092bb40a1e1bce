// Writes the JSON Schema of each document into a folder: of a question from its shape, of another document from its type.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGenerator } from 'ts-json-schema-generator'

const DOCUMENTS = {
  audit: 'AuditDocument',
  'bank-guess': 'BankGuessDocument',
  'bank-import': 'BankImportDocument',
  'bank-list': 'BankListDocument',
  'bank-tie': 'BankTieAnswerDocument',
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

/** `shaped` is the list of documents with a shape; it and `answerSchema` are those of the compiled program. */
export const writeSchemas = (folder, shaped, answerSchema) => {
  const generator = createGenerator({
    path: 'src/library/documents/**/*.ts',
    tsconfig: 'tsconfig.json',
    skipTypeCheck: true,
    additionalProperties: false,
  })
  mkdirSync(folder, { recursive: true })
  const write = (name, schema) =>
    writeFileSync(
      join(folder, `${name}.json`),
      `${JSON.stringify({ $id: `cuadre/schemas/${name}.json`, ...schema }, null, 2)}\n`,
    )
  for (const [name, type] of Object.entries(DOCUMENTS)) write(name, generator.createSchema(type))
  for (const { name, shape } of shaped) write(name.replaceAll(' ', '-'), answerSchema(name, shape))
}
