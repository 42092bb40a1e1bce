/** The yardstick: reads and parses the settlements and lists of many merchants, four at a time, and stores nothing. */
import { Pool } from 'undici'
import { sideBySide } from '../../src/std/side-by-side.ts'

const [baseUrl = '', date = '', ...keys] = process.argv.slice(2)
const { origin, pathname } = new URL(baseUrl)
const pool = new Pool(origin, { connections: 16 })

const get = async (path: string, key: string): Promise<unknown> => {
  const { body } = await pool.request({
    path: `${pathname}${path}`,
    method: 'GET',
    headers: { authorization: `Bearer ${key}` },
  })
  return JSON.parse(await body.text())
}

interface Page {
  readonly items: readonly unknown[]
  readonly cursor: string | null
}

let invoices = 0

const drainCycle = async (key: string, cycle: string): Promise<void> => {
  await get(`/settlement?date=${date}&cycle=${cycle}`, key)
  let cursor: string | null = null
  do {
    const query: URLSearchParams = new URLSearchParams({ settlementDate: date, settlementCycle: cycle, limit: '100' })
    if (cursor !== null) query.set('cursor', cursor)
    const page = (await get(`/invoices?${query}`, key)) as Page
    invoices += page.items.length
    cursor = page.cursor
  } while (cursor !== null)
  await get(`/settlement?date=${date}&cycle=${cycle}`, key)
}

await sideBySide(keys, 4, async (key) => {
  await Promise.all(['11', '13', '16', '18', '20'].map((cycle) => drainCycle(key, cycle)))
})
await pool.close()
process.stdout.write(`${invoices}\n`)
