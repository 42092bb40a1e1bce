// Writes the JSON Schema of each document that Cuadre writes, made from its type, into schemas/ or the folder named.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGenerator } from 'ts-json-schema-generator'

const DOCUMENTS = {
  close: 'CloseDocument',
  'discrepancies-list': 'DiscrepanciesListDocument',
  'discrepancies-show': 'DiscrepanciesShowDocument',
  disposition: 'DispositionDocument',
  explain: 'ExplainDocument',
  failure: 'FailureDocument',
  history: 'HistoryDocument',
  'invoice-create': 'InvoiceCreateDocument',
  'invoice-get': 'InvoiceGetDocument',
  'invoice-list': 'InvoiceListDocument',
  manifest: 'ManifestDocument',
  notification: 'NotificationDocument',
  'pack-manifest': 'PackManifestDocument',
  run: 'RunDocument',
  'settlement-get': 'SettlementGetDocument',
  statement: 'StatementDocument',
  status: 'StatusDocument',
}

const generator = createGenerator({
  path: 'src/library/documents/*.ts',
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
