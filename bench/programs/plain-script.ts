/**
 * A peer, for comparison: what a careful person writes first with our libraries. It keeps the last state of each
 * invoice, checks a settlement's sums, and writes CSV; no evidence, no versions, no types checked, no findings.
 */
import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { stringify } from 'csv-stringify/sync'
import { Pool } from 'undici'

const [baseUrl = '', date = '', cycle = ''] = process.argv.slice(2)
const { origin, pathname } = new URL(baseUrl)
const pool = new Pool(origin, { connections: 1 })
const answerTo = async (path: string): Promise<unknown> =>
  (await pool.request({ path: `${pathname}${path}`, method: 'GET' })).body.json()

type Invoice = Readonly<Record<string, string | number | null>> & { readonly paymentAmount: number }
const FIELDS =
  'id reference status contract customerDocumentNumber customerName description amount paymentAmount paymentMethod paymentSource paymentId paymentDate createdAt expirationDate settlementDate settlementTime'.split(
    ' ',
  )
const db = new Database('plain.db')
db.pragma('journal_mode = WAL')
db.exec(`CREATE TABLE IF NOT EXISTS invoice (${FIELDS.join(', ')}, PRIMARY KEY (id))`)
const put = db.prepare(`INSERT OR REPLACE INTO invoice VALUES (${FIELDS.map(() => '?').join(', ')})`)
const putPage = db.transaction((items: readonly Invoice[]) => {
  for (const item of items) put.run(FIELDS.map((field) => item[field] ?? null))
})

const settlement = (await answerTo(`/settlements/${date}/${cycle}`)) as { readonly amountCollected: number }
let collected = 0
for (let cursor: string | null | undefined; cursor !== null; ) {
  const query = new URLSearchParams({ settlementDate: date, settlementCycle: cycle, limit: '100' })
  if (cursor !== undefined) query.set('cursor', cursor)
  const page = (await answerTo(`/invoices?${query}`)) as { items: readonly Invoice[]; cursor: string | null }
  putPage(page.items)
  for (const { paymentAmount } of page.items) collected += paymentAmount
  cursor = page.cursor
}
await pool.close()
if (collected !== settlement.amountCollected) throw new Error('the settlement does not agree')
const rows = db
  .prepare('SELECT * FROM invoice WHERE settlementDate = ? AND settlementTime = ? ORDER BY id')
  .all(date, cycle)
writeFileSync('plain.csv', stringify(rows, { header: true }))
