/** The yardstick: reads and parses every page of one slot as fast as possible, and stores nothing. */
import { Pool } from 'undici'

const [baseUrl = '', date = '', cycle = ''] = process.argv.slice(2)
const { origin, pathname } = new URL(baseUrl)
const pool = new Pool(origin, { connections: 1 })

interface Page {
  readonly items: readonly unknown[]
  readonly cursor: string | null
}

const pageAt = async (cursor: string | null): Promise<Page> => {
  const query = new URLSearchParams({ settlementDate: date, settlementCycle: cycle, limit: '100' })
  if (cursor !== null) query.set('cursor', cursor)
  const { body } = await pool.request({ path: `${pathname}/invoices?${query}`, method: 'GET' })
  return JSON.parse(await body.text()) as Page
}

let invoices = 0
let cursor: string | null = null
do {
  const page: Page = await pageAt(cursor)
  invoices += page.items.length
  cursor = page.cursor
} while (cursor !== null)
await pool.close()
process.stdout.write(`${invoices}\n`)
