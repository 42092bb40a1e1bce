import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trials, tryWithin } from '../trials.ts'
import { type Service, startService } from './service.ts'
import { somePaid } from './told.ts'

const FROM = '2026-03-11'
const TO = '2026-03-12'
const NOW = Date.parse('2026-03-13T03:30:00Z')
const NIGHT = join(import.meta.dirname, '../../dist/test/processes/night.js')
/** Spread evenly over the night. */
const MOMENTS = trials(8)
/** Nights side by side, each with its own service. */
const LANES = 2

/** The result of a night, without the parts that differ between two equal nights. */
interface Left {
  readonly database: string
  readonly files: string
}

/** Undisturbed: after one night, and after the same night again, when new findings are open. */
let once: Left
let twice: Left
let requests = 0
let tailMs = 0
const services: Service[] = []
const folders: string[] = []

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-killed-'))
  folders.push(folder)
  return folder
}

const startNight = (service: Service, folder: string): ChildProcess =>
  spawn(process.execPath, [NIGHT, service.baseUrl, folder, FROM, TO, String(NOW)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const ended = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let errors = ''
    child.stderr?.on('data', (chunk) => {
      errors += chunk
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ?? (code === 0 ? 'done' : `exit ${code}: ${errors}`)))
  })

/** The contents of the database, without the parts that differ between two equal runs: ids, times and attempts. */
const databaseIn = (folder: string): string => {
  const db = new Database(join(folder, 'cuadre.db'), { readonly: true })
  try {
    const rows = (sql: string) => db.prepare(sql).raw().all()
    return JSON.stringify({
      versions: rows(`SELECT s.date, s.cycle, v.invoice_id, v.status, v.amount, v.paid, v.payment_id, v.to_pull IS NULL
        FROM version v JOIN slot s ON s.id = v.slot ORDER BY 1, 2, 3, v.from_pull`),
      settlements: rows(`SELECT s.date, s.cycle, v.status, v.collected, v.payout, v.to_pull IS NULL
        FROM settlement_version v JOIN slot s ON s.id = v.slot ORDER BY 1, 2, v.from_pull`),
      discrepancies: rows('SELECT id FROM discrepancy ORDER BY id'),
      open: rows(`SELECT count(*) FROM pull WHERE state = 'open'`),
      bodies: rows('SELECT hex(digest) FROM body ORDER BY 1'),
      integrity: rows('PRAGMA integrity_check'),
    })
  } finally {
    db.close()
  }
}

const LEDGERS = ['settlement-ledger.csv', 'invoice-ledger.csv', 'discrepancies.csv', 'ledger.xlsx']

const filesIn = (folder: string): string =>
  [FROM, TO]
    .flatMap((date) => LEDGERS.map((name) => join(folder, 'out', date, name)))
    .map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'))
    .join(' ')

const leftovers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))

const leftIn = (folder: string): Left => ({ database: databaseIn(folder), files: filesIn(folder) })

/** The run was recorded as ended: it has reported its findings, and the next one is the same night again. */
const hasEnded = (folder: string): boolean => {
  const path = join(folder, 'cuadre.db')
  if (!existsSync(path) || statSync(path).size === 0) return false
  const db = new Database(path, { readonly: true })
  try {
    return db.prepare('SELECT 1 FROM run WHERE ended_at IS NOT NULL').get() !== undefined
  } catch {
    return false
  } finally {
    db.close()
  }
}

const startTold = async (): Promise<Service> => {
  const service = await startService(() => NOW)
  services.push(service)
  for (const date of [FROM, TO])
    for (const cycle of ['11', '13', '16', '18', '20']) {
      const invoices = somePaid(date, cycle, 230)
      const count = cycle === '18' ? { numberOfInvoices: 231 } : {}
      service.tellSettled(date, cycle, invoices, count)
    }
  return service
}

beforeAll(async () => {
  const service = await startTold()
  const folder = newFolder()
  let last = 0
  service.refuse(() => {
    last = performance.now()
    return null
  })
  expect(await ended(startNight(service, folder))).toBe('done')
  tailMs = performance.now() - last
  requests = service.asked.length
  once = leftIn(folder)
  expect(await ended(startNight(service, folder))).toBe('done')
  twice = leftIn(folder)
})

afterAll(async () => {
  for (const service of services) await service.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Half of the moments are counted in requests, half in the time after the last of them: checks, files and the end. */
const killAt = async (service: Service, folder: string, moment: number): Promise<string> => {
  const half = MOMENTS / 2
  const before = service.asked.length
  const nth = moment < half ? Math.ceil(((moment + 1) / half) * requests) : requests
  const after = moment < half ? 0 : ((moment - half) / half) * tailMs
  const child = startNight(service, folder)
  service.refuse(() => {
    if (service.asked.length - before === nth) setTimeout(() => child.kill('SIGKILL'), after)
    return null
  })
  const ending = await ended(child)
  service.refuse(null)
  return ending
}

/** Returns how the first run ended: by the signal, or before it. */
const killAndRunAgain = async (service: Service, moment: number): Promise<string> => {
  const folder = newFolder()
  const ending = await killAt(service, folder, moment)
  const expected = hasEnded(folder) ? twice : once
  expect(await ended(startNight(service, folder)), `moment ${moment}`).toBe('done')
  expect(leftIn(folder), `moment ${moment}`).toEqual(expected)
  expect(leftovers(folder), `moment ${moment}`).toEqual([])
  expect(existsSync(join(folder, 'cuadre.db.lock.txt'))).toBe(false)
  rmSync(folder, { recursive: true, force: true })
  return ending
}

describe('a run killed at any moment, then run again', () => {
  test(`gives the database and files of an undisturbed one, at ${MOMENTS} moments`, async () => {
    const endings: string[] = []
    const lane = async (first: number): Promise<void> => {
      const service = await startTold()
      await tryWithin(60, MOMENTS / LANES, async (nth) => {
        endings.push(await killAndRunAgain(service, nth * LANES + first))
      })
    }
    await Promise.all(Array.from({ length: LANES }, (_, first) => lane(first)))
    // Those counted in requests are certain; a run may end before a moment that is counted in time.
    expect(endings.filter((ending) => ending === 'SIGKILL').length).toBeGreaterThanOrEqual(endings.length / 3)
  }, 1_500_000)
})
