import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { NO_POSTGRES, startPostgres } from '../../bench/chaos/postgres.ts'
import { allCommands } from '../../src/cli/commands/commands.ts'
import { commandIn } from '../../src/cli/framework/words.ts'
import { ROLES } from '../../src/core/journal.ts'
import { DEMO_WEEK, startSandbox } from '../../src/sandbox/index.ts'
import { invoiceXml, tax } from '../bank/invoice-samples.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'
import { deliver, KEY } from '../webhooks/receiving.ts'

const COMMANDS = await allCommands()

const SCHEMAS = join(import.meta.dirname, '../../dist/schemas')
const INVOICE = '--amount 500000 --description Rent --redirect-url https://a.example --document 10203040'

/**
 * Command lines in this order, and the schema of their output. ID is a discrepancy, INVOICE an invoice, HOOK a
 * notification.
 */
const LINES: readonly (readonly [line: string, schema: string])[] = [
  ['init --yes --base-url URL --key-variable CUADRE_API_KEY --json', 'init'],
  ['doctor --json', 'doctor'],
  ['config --json', 'config'],
  ['run --from 2026-03-11 --to 2026-03-12 --json', 'run'],
  ['run --date 2026-03-32 --json', 'run'],
  ['check --json', 'run'],
  ['sweep --date 2026-03-11 --json', 'sweep'],
  ['status --json', 'status'],
  ['statement --json', 'statement'],
  ['fees --billed 4512300 --json', 'fees'],
  ['discrepancies list --json', 'discrepancies-list'],
  ['discrepancies show ID --json', 'discrepancies-show'],
  ['discrepancies note ID --text asked --by ana --json', 'disposition'],
  ['discrepancies claim ID --reason asked --ticket T-1 --until 2026-03-20 --by ana --json', 'disposition'],
  ['discrepancies accept ID --reason agreed --by ana --json', 'disposition'],
  ['discrepancies reopen ID --reason no --by ana --json', 'disposition'],
  ['discrepancies import sheet.csv --by ana --json', 'disposition'],
  ['discrepancies import wrong.csv --by ana --json', 'discrepancies-import'],
  ['bank import bank.csv --guess --json', 'bank-guess'],
  ['bank import movements.csv --by ana --json', 'bank-import'],
  ['bank list --json', 'bank-list'],
  ['bank accounts --json', 'bank-accounts'],
  ['bank tie 2026-03-11/11 --entry ENTRY --reason asked --by ana --json', 'bank-tie'],
  ['bank untie TIE --reason no --by ana --json', 'bank-tie'],
  ['discrepancies claim ID --reason asked --by ana --json', 'disposition'],
  ['discrepancies settle ID --by-entry ENTRY --reason paid --json', 'disposition'],
  ['discrepancies reopen ID --reason no --by ana --json', 'disposition'],
  ['bank files --json', 'bank-files'],
  ['bank void FILE --reason no --by ana --json', 'bank-void'],
  ['receivables import rents.csv --guess --json', 'receivables-import'],
  ['receivables import rents.csv --by ana --json', 'receivables-import'],
  ['receivables list --json', 'receivables-list'],
  ['receivables tie DUE --payment PAYMENT --reason asked --by ana --json', 'receivables-tie'],
  ['receivables untie RENT --reason asked --by ana --json', 'receivables-tie'],
  ['receivables files --json', 'receivables-files'],
  ['receivables void LIST --reason asked --by ana --json', 'receivables-void'],
  ['close --through 2026-03-11 --json', 'close'],
  ['close --through 2026-03-11 --force --reason disputed --by ana --json', 'close'],
  ['status --json', 'status'],
  ['close --undo --reason early --by ana --json', 'close'],
  ['month --json', 'month'],
  ['journal --month 2026-03 --json', 'journal'],
  ['journal check --month 2026-03 --json', 'journal-check'],
  ['in-transit --at 2026-03-11 --json', 'in-transit'],
  ['in-transit --at 2026-03-11 --stored --json', 'in-transit'],
  ['export --from 2026-03-10 --to 2026-03-12 --format csv --json', 'export'],
  ['export --from 2026-03-10 --to 2026-03-12 --format xlsx --json', 'export'],
  ['audit 2026-03-12 11 --out pack --json', 'audit'],
  ['audit 2026-03-12 11 --made --json', 'audit'],
  ['audit --verify pack --json', 'audit'],
  ['explain 2026-03-12 11 --json', 'explain'],
  ['explain 2026-01-01 11 --json', 'failure'],
  ['history 2026-03-12 11 --json', 'history'],
  ['fees fit --json', 'fees-fit'],
  ['fees invoice import invoice.xml --by ana --json', 'fees-invoice-import'],
  ['fees invoice list --json', 'fees-invoice-list'],
  ['fees invoice void FE-1 --reason no --by ana --json', 'fees-invoice-void'],
  ['find INVOICE --json', 'find'],
  ['find nothing --json', 'find'],
  ['readings --json', 'readings'],
  ['runs list --json', 'runs-list'],
  ['runs show 1 --json', 'runs-show'],
  ['db backup --json', 'db-backup'],
  ['db verify --json', 'db-verify'],
  ['db split {merchant}.db --json', 'db-split'],
  ['db restore COPY --db restored.db --json', 'db-restore'],
  [`invoice create --reference R-1 ${INVOICE} --json`, 'invoice-create'],
  ['invoice get INVOICE --json', 'invoice-get'],
  ['invoice list --settlement-date 2026-03-12 --settlement-cycle 11 --json', 'invoice-list'],
  ['settlement get 2026-03-12 11 --json', 'settlement-get'],
  ['run --from 2026-03-06 --to 2026-03-10 --json', 'run'],
  ['chargebacks list --json', 'chargebacks-list'],
  ['chargebacks tie CHARGED --adjustment 2026-03-10/11 --reason asked --by ana --json', 'chargebacks-tie'],
  ['chargebacks untie PAIR --reason no --by ana --json', 'chargebacks-tie'],
  ['claims letter --out letter --by ana --json', 'claims-letter'],
  ['claims letter --out another --by ana --json', 'claims-letter'],
  ['claims list --json', 'claims-list'],
  ['claims ticket 1 PQR-1 --by ana --json', 'disposition'],
  ['claims settle 9 --by 2026-03-11/11 --json', 'failure'],
  ['pack --month 2026-03 --draft --out month.zip --json', 'pack'],
  ['webhooks serve --port 0 --json', 'webhooks-serve'],
  ['webhooks list --json', 'webhooks-list'],
  ['webhooks show HOOK --json', 'webhooks-show'],
  ['inbox --json', 'inbox'],
  ['webhooks replay HOOK --json', 'inbox'],
  ['schedule --print systemd --json', 'schedule'],
  ['schedule --health --json', 'schedule'],
  ['schedule --json', 'schedule'],
  ['sandbox --port 0 --json', 'sandbox'],
  ['merchants list --json', 'merchants-list'],
  ['merchants rename default casa --json', 'merchants-rename'],
]

/** An account for every role that the week needs. */
const LEDGER = {
  accounts: Object.fromEntries(ROLES.flatMap((role) => (role === 'withholdings' ? [] : [[role, role]]))),
}

/** Only when PostgreSQL is installed. */
const OF_QUEUE: typeof LINES = [
  ['enqueue --json', 'enqueue'],
  ['queue status --json', 'queue-status'],
]

/** The settings name both: one has been renamed, the other has no data yet. */
const OF_SEVERAL: typeof LINES = [
  ['status --json', 'merchants'],
  ['check --json', 'merchants'],
  ['config --json', 'config'],
  ['doctor --json', 'doctor'],
]

test('every command with --json is tried here', () => {
  const tried = new Set([...LINES, ...OF_QUEUE].map(([line]) => commandIn(line.split(' '), COMMANDS)?.command.name))
  const printing = COMMANDS.filter(({ flags }) => 'json' in flags).map(({ name }) => name)
  expect(printing.filter((name) => !tried.has(name))).toEqual([])
})

test('the document of every command is that of its schema', async () => {
  const service = await startSandbox({ scenario: 'demo-week', assumptions: { dateHeader: 'sandbox' } })
  const cwd = emptyFolder()
  const env = { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: service.apiKey, CUADRE_INTEGRITY_KEY: KEY }
  const world = { cwd, env, now: () => Date.parse(DEMO_WEEK.clock), newRunId: randomUUID }
  const names = new Map([
    ['URL', service.baseUrl],
    ['HOOK', 'w-1'],
  ])
  const ask = async (line: string): Promise<string> => {
    const server = new AbortController()
    let out = ''
    /** A server is stopped once it has printed its address; a receiver first gets a notification. */
    const stdout = async (text: string): Promise<void> => {
      out += text
      if (line.startsWith('webhooks serve')) {
        const data = { date: '2026-03-12', cycle: '11', status: 'credited' }
        await deliver(
          JSON.parse(out).url,
          JSON.stringify({ webhookId: 'w-1', timestamp: DEMO_WEEK.clock, type: 'settlement', data }),
        )
      }
      if (/^(sandbox|webhooks serve|schedule --json)/.test(line)) server.abort()
    }
    const words = line.split(' ').map((word) => names.get(word) ?? word)
    await type(words, { ...world, stdout, signal: server.signal })
    return out
  }
  const flawsOf = async ([line, schema]: (typeof LINES)[number]): Promise<readonly string[]> => {
    const document = JSON.parse(await ask(line))
    learn(names, line, document)
    if (!existsSync(join(SCHEMAS, `${schema}.json`))) return [`${line}: no schema ${schema}`]
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
      JSON.parse(readFileSync(join(SCHEMAS, `${schema}.json`), 'utf8')),
    )
    validate(document)
    const flaws = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${line}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    )
    return flaws.length === 0 ? [] : [...flaws, JSON.stringify(document).slice(0, 300)]
  }
  const flaws: string[] = []
  writeFileSync(
    join(cwd, 'invoice.xml'),
    invoiceXml({ withholdings: tax('WithholdingTaxTotal', '06', 'ReteFuente', '40.00') }),
  )
  writeFileSync(join(cwd, 'wrong.csv'), 'id,disposition,reason\n0123456789abcdef,accept,why\n')
  for (const row of LINES) {
    if (row[0].startsWith('bank import')) writeBankFiles(cwd)
    if (row[0].startsWith('journal'))
      writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ journal: LEDGER }))
    if (row[0].includes('sheet.csv')) writeFileSync(join(cwd, 'sheet.csv'), await ask('discrepancies list --csv'))
    flaws.push(...(await flawsOf(row)))
    if (row[0].startsWith('journal')) rmSync(join(cwd, 'cuadre.config.json'))
  }
  const file = { baseUrl: service.baseUrl, merchants: [{ name: 'casa' }, { name: 'apartamento' }] }
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(file))
  for (const row of OF_SEVERAL) flaws.push(...(await flawsOf(row)))
  await service.close()
  expect(flaws).toEqual([])
})

test.skipIf(NO_POSTGRES !== null)(NO_POSTGRES ?? 'and that of every command of the queue', async () => {
  const postgres = await startPostgres()
  try {
    const world = { cwd: emptyFolder(), env: { CUADRE_QUEUE: postgres.url } }
    for (const [line, schema] of OF_QUEUE) {
      const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
        JSON.parse(readFileSync(join(SCHEMAS, `${schema}.json`), 'utf8')),
      )
      validate(JSON.parse((await type(line, world)).out))
      expect([line, validate.errors]).toEqual([line, null])
    }
  } finally {
    postgres.remove()
  }
})

/** A table of an unknown bank, movements in a known format, and the operator in the settings. */
const writeBankFiles = (cwd: string): void => {
  const config = join(cwd, 'cuadre.config.json')
  writeFileSync(
    config,
    JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), bankText: 'OPERADOR', receivableMapping: RENTS }),
  )
  const table = ['Fecha;Detalle;Valor', '13/03/2026;ABONO OPERADOR;1.000,00', '16/03/2026;COMISION;-200,50']
  writeFileSync(join(cwd, 'bank.csv'), `${table.join('\n')}\n`)
  writeFileSync(join(cwd, 'rents.csv'), 'Contrato;Canon;Vence\nZ-1;1.000.000;13/03/2026\n')
  const row = '406-000011-22,406,,20260313,,1000.00,2568,ABONO OPERADOR,0'
  writeFileSync(join(cwd, 'movements.csv'), `${row}\n`)
}

const RENTS = { contract: 'Contrato', amount: 'Canon', dueDate: 'Vence', headerRows: 1 }

/** Learns the names that later lines use. */
const learn = (names: Map<string, string>, line: string, document: Record<string, unknown>): void => {
  const { slots, database } = document as {
    slots?: readonly { discrepancies: readonly { id: string }[] }[]
    database?: { file: string }
  }
  const id = slots?.flatMap(({ discrepancies }) => discrepancies)[0]?.id
  if (line.startsWith('run') && id !== undefined) names.set('ID', id)
  if (line.startsWith('db backup') && database !== undefined) names.set('COPY', database.file)
  const { unknownCredits, tie } = document as { unknownCredits?: readonly { id: string }[]; tie?: { number: number } }
  if (line.startsWith('bank list')) names.set('ENTRY', unknownCredits?.[0]?.id ?? '')
  const { files } = document as { files?: readonly { number: number }[] }
  if (line.startsWith('bank files')) names.set('FILE', String(files?.[0]?.number))
  const { dues, withoutDue } = document as {
    dues?: readonly { due: string }[]
    withoutDue?: readonly { payment: string }[]
  }
  if (line.startsWith('receivables list')) names.set('DUE', String(dues?.[0]?.due))
  if (line.startsWith('receivables list')) names.set('PAYMENT', String(withoutDue?.[0]?.payment))
  if (line.startsWith('receivables tie')) names.set('RENT', String(tie?.number))
  if (line.startsWith('receivables files')) names.set('LIST', String(files?.[0]?.number))
  if (line.startsWith('bank tie')) names.set('TIE', String(tie?.number))
  if (line.startsWith('chargebacks tie')) names.set('PAIR', String(tie?.number))
  const { chargebacks } = document as { chargebacks?: readonly { invoiceId: string }[] }
  if (line === 'chargebacks list --json') names.set('CHARGED', chargebacks?.[0]?.invoiceId ?? '')
  const { invoices } = document as { invoices?: readonly { id: string }[] }
  if (line.startsWith('explain 2026-03-12')) names.set('INVOICE', invoices?.[0]?.id ?? '')
}
