/**
 * The usual first script: axios, one multi-row insert through drizzle for each page, and papaparse over everything at
 * the end. It checks nothing and keeps no history.
 */
import { writeFileSync } from 'node:fs'
import axios from 'axios'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import Papa from 'papaparse'

const [baseUrl = '', settlementDate = '', settlementCycle = ''] = process.argv.slice(2)

const invoices = sqliteTable('invoices', {
  id: text('id').primaryKey(),
  reference: text('reference'),
  status: text('status'),
  amount: integer('amount'),
  description: text('description'),
  contract: text('contract'),
  expirationDate: text('expiration_date'),
  customerDocumentNumber: text('customer_document_number'),
  customerName: text('customer_name'),
  createdAt: text('created_at'),
  paymentDate: text('payment_date'),
  paymentMethod: text('payment_method'),
  paymentSource: text('payment_source'),
  paymentAmount: integer('payment_amount'),
  settlementDate: text('settlement_date'),
  settlementTime: text('settlement_time'),
  paymentId: text('payment_id'),
  paymentUrl: text('payment_url'),
})

interface Page {
  readonly items: (typeof invoices.$inferInsert)[]
  readonly cursor: string | null
}

const sqlite = new Database('naive.db')
sqlite.pragma('journal_mode = WAL')
sqlite.exec(`CREATE TABLE invoices (
  id TEXT PRIMARY KEY, reference TEXT, status TEXT, amount INTEGER, description TEXT, contract TEXT,
  expiration_date TEXT, customer_document_number TEXT, customer_name TEXT, created_at TEXT, payment_date TEXT,
  payment_method TEXT, payment_source TEXT, payment_amount INTEGER, settlement_date TEXT, settlement_time TEXT,
  payment_id TEXT, payment_url TEXT)`)
const db = drizzle(sqlite)

let cursor: string | null = null
do {
  const params: Record<string, string | number> = {
    settlementDate,
    settlementCycle,
    limit: 100,
    ...(cursor === null ? {} : { cursor }),
  }
  const { data }: { data: Page } = await axios.get(`${baseUrl}/invoices`, {
    params,
    headers: { Authorization: 'Bearer key' },
  })
  db.insert(invoices).values(data.items).run()
  cursor = data.cursor
} while (cursor !== null)

const rows = db.select().from(invoices).all()
writeFileSync('ledger.csv', Papa.unparse(rows))
sqlite.close()
process.stdout.write(`${rows.length}\n`)
