import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { describe, expect, test } from 'vitest'
import { zoneByName } from '../../src/input/zone.ts'
import { parquetPieces } from '../../src/print/parquet/parquet.ts'
import { type } from '../cli/terminal.ts'
import { DISASTER, tellDisaster } from './disaster.ts'
import { type Nights, startNights } from './night.ts'
import { paid } from './told.ts'

const [FROM, TO] = ['2026-03-11', DISASTER]
const zone = zoneByName('America/Bogota')
const LEDGERS = {
  settlements: 'settlement-ledger',
  invoices: 'invoice-ledger',
  discrepancies: 'discrepancies',
} as const

/**
 * A day on which everything goes wrong, and one with centavos, an unreadable time, and text that looks like a formula.
 */
const twoDays = async (): Promise<Nights> => {
  const nights = await startNights()
  tellDisaster(nights)
  const invoices = [
    paid(FROM, '11', 1, { amount: 1000.55, paymentAmount: 1000.55, reference: '=1+1', customer: { name: '@casa' } }),
    paid(FROM, '11', 2, { createdAt: 'yesterday' }),
  ]
  nights.service.tellSettled(FROM, '11', invoices)
  await nights.run({ from: FROM, to: TO })
  return nights
}

const exported = async (): Promise<string> => {
  const { folder } = await twoDays()
  for (const form of ['parquet', 'csv --profile raw']) {
    const line = `export --from ${FROM} --to ${TO} --db ${folder}/cuadre.db --format ${form}`
    const { status, err } = await type(line, { cwd: folder })
    expect([status, err]).toEqual([0, ''])
  }
  return join(folder, `out/export/${FROM}_${TO}`)
}

/** The used part of the package @duckdb/node-api, which is not a dependency: it has 70 MB. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<{ runAndReadAll(question: string): Promise<DuckDbRows> }> }>
  }
}
interface DuckDbRows {
  getRowsJson(): readonly (readonly unknown[])[]
}

/** Queries DuckDB; null when it is not available. */
const openDuckDb = async (): Promise<((question: string) => Promise<readonly (readonly unknown[])[]>) | null> => {
  const name = '@duckdb/node-api'
  const find = createRequire(import.meta.url)
  try {
    find.resolve(name)
  } catch {
    return null
  }
  const { DuckDBInstance }: DuckDb = find(name)
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  return async (question) => (await connection.runAndReadAll(question)).getRowsJson()
}

const filesOf = (folder: string, ledger: string): readonly string[] =>
  readdirSync(join(folder, ledger), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .sort()

const bufferIn = (path: string): ArrayBuffer => new Uint8Array(readFileSync(path)).buffer
const withPartitions = (name: string, row: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(name.split('/').flatMap((part) => (part.includes('=') ? [part.split('=')] : []))),
  ...row,
})
const rowsOf = async (folder: string, ledger: string): Promise<readonly Record<string, unknown>[]> => {
  const rows: Record<string, unknown>[] = []
  for (const name of filesOf(folder, ledger))
    for (const row of await parquetReadObjects({ file: bufferIn(join(folder, ledger, name)) }))
      rows.push(withPartitions(name, row))
  return rows
}

/** A value as in the CSV file; the reader returns decimals as doubles. */
const inWords = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) {
    const midnight = value.getTime() % 86_400_000 === 0
    return midnight ? value.toISOString().slice(0, 10) : zone.clockAt(value.getTime())
  }
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value)
}

const rateInWords = (value: unknown): string => (value === null ? '' : Number(value).toFixed(4))

describe('an export as Parquet', () => {
  test('holds what the CSV files hold, cell by cell, in folders of date and merchant', async () => {
    const folder = await exported()
    expect(filesOf(folder, 'invoices')).toEqual(
      [FROM, TO].map((date) => `date=${date}/merchant=default/invoices.parquet`),
    )
    for (const [ledger, file] of Object.entries(LEDGERS)) {
      const csv = parse<Record<string, string>>(readFileSync(join(folder, `${file}.csv`), 'utf8'), { columns: true })
      const read = (await rowsOf(folder, ledger)).map((row) =>
        Object.fromEntries(
          Object.keys(csv[0] ?? {}).map((name) => [
            name,
            name === 'fee_rate' ? rateInWords(row[name]) : inWords(row[name]),
          ]),
        ),
      )
      const expected = csv.map((row) => ({ ...row, ...(row.created_at === 'yesterday' && { created_at: '' }) }))
      expect(read.length).toBeGreaterThan(5)
      expect(read).toEqual(expected)
    }
  })

  test('has types: ids are text, money is DECIMAL(18,2), and its schema file says the same', async () => {
    const folder = await exported()
    const schema = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'))
    for (const ledger of Object.keys(LEDGERS)) {
      const [first = ''] = filesOf(folder, ledger)
      const { schema: inFile } = parquetMetadata(bufferIn(join(folder, ledger, first)))
      const named = inFile.slice(1).map(({ name, converted_type: converted, type: physical, precision, scale }) => ({
        name,
        type: typeNamed(converted ?? physical ?? '', precision, scale),
      }))
      expect(named).toEqual(schema.ledgers[ledger].map(({ name, type }: Record<string, string>) => ({ name, type })))
    }
    const types = new Map<string, string>(
      schema.ledgers.settlements.map(({ name, type }: Record<string, string>) => [name, type]),
    )
    expect(['cycle', 'payout_difference', 'pulled_at', 'banked_on'].map((name) => types.get(name))).toEqual([
      'VARCHAR',
      'DECIMAL(18,2)',
      'TIMESTAMP WITH TIME ZONE',
      'DATE',
    ])
  })

  test('comes to the same sums in DuckDB', async (context) => {
    const ask = await openDuckDb()
    if (ask === null) return context.skip('the package @duckdb/node-api is not there; NODE_PATH may name its folder')
    const folder = await exported()
    const sums = (source: string, cast: string): string => `SELECT count(*), sum(${cast}) FROM ${source}`
    const asked = [
      ['settlements', 'settlement-ledger', 'payout_reported'],
      ['settlements', 'settlement-ledger', 'payout_difference'],
      ['invoices', 'invoice-ledger', 'paid'],
      ['discrepancies', 'discrepancies', 'amount'],
    ].flatMap(([ledger, file, column]) => [
      sums(`read_parquet('${folder}/${ledger}/*/*/*.parquet', hive_partitioning=true)`, `${column}`),
      sums(`read_csv('${folder}/${file}.csv', all_varchar=true)`, `CAST(nullif(${column}, '') AS DECIMAL(18,2))`),
    ])
    asked.push(
      `SELECT typeof(date), typeof(merchant), typeof(payout_reported), typeof(cycle), typeof(pulled_at) FROM read_parquet('${folder}/settlements/*/*/*.parquet', hive_partitioning=true) LIMIT 1`,
    )
    const answers: (readonly unknown[])[] = []
    for (const question of asked) answers.push(...(await ask(question)))
    const pairs = answers.slice(0, -1)
    expect(pairs.filter((_, at) => at % 2 === 0)).toEqual(pairs.filter((_, at) => at % 2 === 1))
    expect(pairs[0]?.[1]).toMatch(/^\d+\.\d\d$/)
    expect(answers.at(-1)).toEqual(['DATE', 'VARCHAR', 'DECIMAL(18,2)', 'VARCHAR', 'TIMESTAMP WITH TIME ZONE'])
  })
})

const typeNamed = (type: string, precision?: number, scale?: number): string =>
  ({
    UTF8: 'VARCHAR',
    DATE: 'DATE',
    TIMESTAMP_MILLIS: 'TIMESTAMP WITH TIME ZONE',
    INT32: 'INTEGER',
    BOOLEAN: 'BOOLEAN',
    DECIMAL: `DECIMAL(${precision},${scale})`,
  })[type] ?? type

test('a file of many rows is written a group at a time, and every sum is exact', async () => {
  const many = 45_000
  const batches = async function* () {
    for (let at = 0; at < many; at += 500)
      yield Array.from({ length: 500 }, (_, row) => [`id-${at + row}`, -(at + row) - 1])
  }
  const columns = [
    { name: 'id', type: 'text', at: 0, zone },
    { name: 'number', type: 'count', at: 1, zone },
  ] as const
  const pieces: Uint8Array[] = []
  for await (const { text } of parquetPieces(columns, batches())) pieces.push(Buffer.from(text))
  expect(pieces).toHaveLength(3)
  const file = new Uint8Array(Buffer.concat(pieces)).buffer
  expect(parquetMetadata(file).row_groups.map(({ num_rows: rows }) => rows)).toEqual([20_000n, 20_000n, 5_000n])
  const rows = await parquetReadObjects({ file })
  expect(rows.reduce((sum, { number }) => sum + Number(number), 0)).toBe((-many * (many + 1)) / 2)
})
