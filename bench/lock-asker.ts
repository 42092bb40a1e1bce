/**
 * Another process that uses the database: requests the write lock every 15 ms, releases it at once, and records the
 * longest wait. When stopped, it sends its record.
 */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'

const EVERY_MS = 15
const [database = ''] = process.argv.slice(2)

let stopping = false
process.on('message', () => {
  stopping = true
})

const ask = async (): Promise<readonly number[]> => {
  const db = new Database(database, { fileMustExist: true, timeout: 60_000 })
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

// The job creates the database: nobody opens it before that.
while (!stopping && !existsSync(`${database}-wal`)) await sleep(EVERY_MS)
process.send?.(stopping ? [] : await ask())
process.disconnect()
