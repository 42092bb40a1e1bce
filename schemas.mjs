// Writes the JSON Schema of each document into a folder: of a question from its shape, of another document from its type.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BaseType,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  SchemaGenerator,
} from 'ts-json-schema-generator'

const DOCUMENTS = {
  audit: 'AuditDocument',
  config: 'ConfigDocument',
  'db-backup': 'DbBackupDocument',
  'db-restore': 'DbRestoreDocument',
  'db-split': 'DbSplitDocument',
  'db-verify': 'DbVerifyDocument',
  doctor: 'DoctorDocument',
  failure: 'FailureDocument',
  init: 'InitDocument',
  'invoice-create': 'InvoiceCreateDocument',
  'invoice-get': 'InvoiceGetDocument',
  'invoice-list': 'InvoiceListDocument',
  manifest: 'ManifestDocument',
  merchants: 'MerchantsDocument',
  'merchants-rename': 'MerchantsRenameDocument',
  notification: 'NotificationDocument',
  'pack-manifest': 'PackManifestDocument',
  sandbox: 'SandboxDocument',
  schedule: 'ScheduleDocument',
  'settlement-get': 'SettlementGetDocument',
  'webhooks-list': 'WebhooksListDocument',
  'webhooks-serve': 'WebhooksServeDocument',
  'webhooks-show': 'WebhooksShowDocument',
}

/** The type `DocumentOf<typeof SHAPE>`. */
class Shaped extends BaseType {
  constructor(name) {
    super()
    this.name = name
  }
  getId() {
    return `shape-${this.name}`
  }
}

/** `shaped` is the list of documents with a shape, `shapes` those that types name; they and `answerSchema` are those of the compiled program. */
export const writeSchemas = (folder, shaped, shapes, answerSchema) => {
  const config = {
    ...DEFAULT_CONFIG,
    path: 'src/library/documents/**/*.ts',
    tsconfig: 'tsconfig.json',
    skipTypeCheck: true,
    additionalProperties: false,
  }
  const program = createProgram(config)
  const parser = createParser(program, config, (all) =>
    all.addNodeParser({
      supportsNode: (node) => node.typeName?.text === 'DocumentOf',
      createType: (node) => new Shaped(node.typeArguments[0].exprName.text),
    }),
  )
  const formatter = createFormatter(config, (all) =>
    all.addTypeFormatter({
      supportsType: (type) => type instanceof Shaped,
      getDefinition: ({ name }) => shapes[name].schema,
      getChildren: () => [],
    }),
  )
  const generator = new SchemaGenerator(program, parser, formatter, config)
  mkdirSync(folder, { recursive: true })
  const write = (name, schema) =>
    writeFileSync(
      join(folder, `${name}.json`),
      `${JSON.stringify({ $id: `cuadre/schemas/${name}.json`, ...schema }, null, 2)}\n`,
    )
  for (const [name, type] of Object.entries(DOCUMENTS)) write(name, generator.createSchema(type))
  for (const { name, shape, commands = [name] } of shaped)
    write(name.replaceAll(' ', '-'), answerSchema(commands, shape))
}
