/**
 * Another process with business in the books: asks for the write lock every 15 ms, gives it back at once, and remembers
 * how long it was kept waiting. Told to stop, it sends what it saw.
 */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'

const EVERY_MS = 15
const [books = ''] = process.argv.slice(2)

let stopping = false
process.on('message', () => {
  stopping = true
})

const ask = async (): Promise<readonly number[]> => {
  const db = new Database(books, { fileMustExist: true, timeout: 60_000 })
  const waits: number[] = []
  while (!stopping) {
    const asked = performance.now()
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    waits.push(performance.now() - asked)
    await sleep(EVERY_MS)
  }
  db.close()
  return waits
}

// The books are the job's to make: nobody opens them before it has.
while (!stopping && !existsSync(`${books}-wal`)) await sleep(EVERY_MS)
process.send?.(stopping ? [] : await ask())
process.disconnect()
