import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Seen } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type Service, startService } from './service.ts'

/** Full and read-only disks, signals, and backups during a run, in separate processes. Requires `npm run build`. */
const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')
const DATE = '2026-03-12'
const CYCLES = ['11', '13', '16', '18', '20']

let service: Service
/** The database after an undisturbed night. */
let calm = ''
beforeAll(async () => {
  service = await startService(Date.now)
  for (const cycle of CYCLES) {
    service.tellSettled(DATE, cycle, 400)
  }
  const cwd = mkdtempSync(join(tmpdir(), 'cuadre-calm-'))
  await type(RUN, cwd)
  calm = databaseIn(join(cwd, 'data/cuadre.db'))
  rmSync(cwd, { recursive: true, force: true })
})
afterAll(() => service.close())

const environment = () => ({ PATH: process.env.PATH ?? '', CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'a-key' })
const start = (words: readonly string[], cwd: string): ChildProcess =>
  spawn(process.execPath, [MAIN, ...words], { cwd, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
const ended = async (child: ChildProcess): Promise<Seen> => {
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  const [out, err, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: Number(status ?? `${signal}`.length), out, err }
}
const type = (line: string, cwd: string): Promise<Seen> => ended(start(line.split(' '), cwd))
const RUN = `run --date ${DATE} --quiet`
/** Commands that only read the database. */
const READING = [
  'status',
  `explain ${DATE} 11`,
  'discrepancies list',
  'db verify',
  `check --date ${DATE} --as-of 6 --out elsewhere --quiet`,
]
/** The output without the time of day. */
const timeless = ({ out, ...rest }: Seen): Seen => ({ ...rest, out: out.replace(/\d\d:\d\d:\d\d/g, '') })
/** An error of the disk is reported in one line that names a path on it. */
const TOLD = /^cuadre: DISK_(FULL|FAILED): [^\n]*cuadre\.db[^\n]*; [^\n]+\n$/m
/** A first run without room for its database leaves none, or a sound one. */
const SOUND = /^(cuadre: NO_DATABASE: .*\n)?$/

/** The contents of the database, without the parts that differ between two equal runs. */
const databaseIn = (path: string): string => {
  const sqlite = new Database(path, { readonly: true })
  const rows = (query: string) => sqlite.prepare(query).raw().all()
  const ofSlot = (columns: string, table: string) =>
    rows(
      `SELECT s.date, s.cycle, ${columns}, v.to_pull IS NULL FROM ${table} v JOIN slot s ON s.id = v.slot ORDER BY 1, 2, 3, 4`,
    )
  const database = [
    ofSlot('v.invoice_id, v.amount, v.paid', 'version'),
    ofSlot('v.collected, v.payout', 'settlement_version'),
    rows('SELECT hex(digest) FROM body ORDER BY 1'),
    rows(`SELECT count(*) FROM pull WHERE state = 'open'`),
  ]
  sqlite.close()
  return JSON.stringify(database)
}

/** A file system of this many bytes in memory; null when this user may not make one. */
const smallDisk = (folder: string, bytes: number): (() => void) | null => {
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder])
  return mounted.status === 0 ? () => execFileSync('umount', ['-l', folder]) : null
}
const place = mkdtempSync(join(tmpdir(), 'cuadre-may-mount-'))
const probe = smallDisk(place, 65_536)
probe?.()
rmSync(place, { recursive: true, force: true })
const MAY_MOUNT = probe !== null

test.each([10, 1000])(
  'a limit of %i KiB on the size of files ends a run with 6; without it the night is as ever',
  async (kib) => {
    const cwd = emptyFolder()
    const limited = spawn(
      'bash',
      ['-c', `ulimit -f ${kib}; exec "$@"`, 'bash', process.execPath, MAIN, ...RUN.split(' ')],
      { cwd, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const { status, err } = await ended(limited)
    expect([status, err]).toEqual([6, expect.stringMatching(TOLD)])
    expect((await type('db verify', cwd)).err).toMatch(SOUND)
    expect((await type(RUN, cwd)).status).toBe(0)
    expect(databaseIn(join(cwd, 'data/cuadre.db'))).toBe(calm)
  },
)

describe.skipIf(!MAY_MOUNT)('a disk in trouble (only root may make one)', () => {
  const withDisk = async (bytes: number, work: (cwd: string, disk: string) => Promise<void>): Promise<void> => {
    const cwd = emptyFolder()
    const disk = join(cwd, 'disk')
    const unmount = smallDisk(disk, bytes)
    try {
      await work(cwd, disk)
    } finally {
      unmount?.()
    }
  }

  test('that fills up during a run ends it with 6; with room again the night is the same as ever', () =>
    withDisk(8_000_000, async (cwd, disk) => {
      const first = await type(`${RUN} --cycle 11 --db disk/cuadre.db --create --out out`, cwd)
      expect(first.status).toBe(0)
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(statfsSync(disk).bavail * statfsSync(disk).bsize - 400_000))
      const { status, err } = await type(`${RUN} --db disk/cuadre.db --out out`, cwd)
      expect(status).toBe(6)
      expect(err).toMatch(/^cuadre: DISK_FULL: [^\n]*disk\/cuadre\.db[^\n]*; [^\n]+\n$/m)
      rmSync(join(disk, 'ballast'))
      execFileSync('mount', ['-o', 'remount,size=20000000', disk])
      expect((await type('db verify --db disk/cuadre.db', cwd)).status).toBe(0)
      expect((await type(`${RUN} --db disk/cuadre.db --out out`, cwd)).status).toBe(0)
      await type(`${RUN} --cycle 11 --db calm/cuadre.db --create`, cwd)
      await type(`${RUN} --db calm/cuadre.db`, cwd)
      expect(databaseIn(join(disk, 'cuadre.db'))).toBe(databaseIn(join(cwd, 'calm/cuadre.db')))
    }))

  test.each([160, 1100])('of %i KiB ends a first run with 6; on a larger one the night is as ever', (kib) =>
    withDisk(kib * 1024, async (cwd, disk) => {
      const { status, err } = await type(`${RUN} --create --db disk/cuadre.db`, cwd)
      expect([status, err]).toEqual([6, expect.stringMatching(TOLD)])
      expect((await type('db verify --db disk/cuadre.db', cwd)).err).toMatch(SOUND)
      execFileSync('mount', ['-o', 'remount,size=20000000', disk])
      expect((await type(`${RUN} --create --db disk/cuadre.db`, cwd)).status).toBe(0)
      expect(databaseIn(join(disk, 'cuadre.db'))).toBe(calm)
    }),
  )

  test.each([
    ['is full', (disk: string) => execFileSync('sh', ['-c', `cat /dev/zero > ${disk}/ballast 2>/dev/null || true`])],
    ['is read-only', (disk: string) => execFileSync('mount', ['-o', 'remount,ro', disk])],
  ])('that %s is read as any other', (_, harm) =>
    withDisk(20_000_000, async (cwd, disk) => {
      await type(`${RUN} --create --db disk/cuadre.db`, cwd)
      const reading = async () =>
        (await Promise.all(READING.map((line) => type(`${line} --db disk/cuadre.db`, cwd)))).map(timeless)
      const before = await reading()
      harm(disk)
      expect(await reading()).toEqual(before)
      expect(before.map(({ status }) => status)).toEqual(READING.map(() => 0))
    }),
  )

  test.each([0, 20, 32])('with %i KiB left when a later night begins is told as full, with its file', (kib) =>
    withDisk(8_000_000, async (cwd, disk) => {
      expect((await type(`${RUN} --db disk/cuadre.db --create`, cwd)).status).toBe(0)
      writeFileSync(join(disk, 'ballast'), Buffer.alloc(statfsSync(disk).bavail * statfsSync(disk).bsize - kib * 1024))
      const { status, err } = await type(`${RUN} --db disk/cuadre.db`, cwd)
      expect([status, err]).toEqual([6, expect.stringMatching(/^cuadre: DISK_FULL: [^\n]*disk\/cuadre\.db[^\n]*\n$/m)])
    }),
  )

  test('that has no room for the reports ends a run with 6, and leaves no half file', () =>
    withDisk(65_536, async (cwd, disk) => {
      const { status, err } = await type(`${RUN} --out disk/out`, cwd)
      expect([status, err]).toEqual([6, expect.stringMatching(/cuadre: DISK_FULL: [^\n]*disk\/out/)])
      const left = readdirSync(disk, { recursive: true, encoding: 'utf8' })
      expect(left.filter((name) => name.endsWith('.tmp'))).toEqual([])
    }))

  test('that has no room for a backup ends it with 6 and leaves nothing half', () =>
    withDisk(100_000, async (cwd, disk) => {
      await type(RUN, cwd)
      const { status, err } = await type('db backup disk/copy.db', cwd)
      expect([status, err]).toEqual([6, expect.stringMatching(/^cuadre: DISK_FULL: [^\n]*disk\/copy\.db[^\n]*\n$/)])
      expect(readdirSync(disk)).toEqual([])
      expect((await type('db verify', cwd)).status).toBe(0)
    }))

  test('that is read-only ends a run, a backup and a restore with 6 that names the place', () =>
    withDisk(20_000_000, async (cwd, disk) => {
      await type(`${RUN} --db disk/cuadre.db --create`, cwd)
      await type('db backup good.db --db disk/cuadre.db', cwd)
      const before = readFileSync(join(disk, 'cuadre.db'))
      execFileSync('mount', ['-o', 'remount,ro', disk])
      for (const line of [
        `${RUN} --db disk/cuadre.db`,
        `${RUN} --db other.db --create --out disk/out`,
        'db backup disk/copy.db --db good.db',
        'db restore good.db --db disk/new.db',
        'db backup --db disk/cuadre.db',
      ]) {
        const { status, err } = await type(line, cwd)
        expect([line, status, err]).toEqual([
          line,
          6,
          expect.stringMatching(/^cuadre: [A-Z_]+: [^\n]*disk\/[^\n]*; [^\n]+\n$/),
        ])
      }
      expect(readFileSync(join(disk, 'cuadre.db')).equals(before)).toBe(true)
      execFileSync('mount', ['-o', 'remount,rw', disk])
    }))
})

describe('a backup', () => {
  test('taken during a run is whole, holds up neither, and the run after its restore gives the same database', async () => {
    const cwd = emptyFolder()
    await type(`${RUN} --cycle 11`, cwd)
    let during: Promise<Seen> | null = null
    service.refuse((path) => {
      if (during === null && path.includes('settlementCycle=20')) during = type('db backup during.db', cwd)
      return null
    })
    const run = start(RUN.split(' '), cwd)
    const [ran, backedUp] = await Promise.all([ended(run), waitFor(() => during)])
    service.refuse(null)
    expect([ran.status, ran.err]).toEqual([0, ''])
    expect([backedUp.status, backedUp.err]).toEqual([0, ''])
    expect((await type('db verify --db during.db', cwd)).status).toBe(0)
    expect((await type('db restore during.db --db back/cuadre.db', cwd)).status).toBe(0)
    expect((await type(`${RUN} --db back/cuadre.db --out back/out`, cwd)).status).toBe(0)
    expect(databaseIn(join(cwd, 'back/cuadre.db'))).toBe(databaseIn(join(cwd, 'data/cuadre.db')))
    for (const name of ['settlement-ledger.csv', 'invoice-ledger.csv', 'discrepancies.csv']) {
      // The time of the first reading differs between the two nights.
      const told = (out: string) =>
        readFileSync(join(cwd, out, DATE, name), 'utf8').replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '')
      expect(told('back/out')).toBe(told('out'))
    }
  })

  test('that is stopped leaves nothing behind, and the next one clears what a killed one left', async () => {
    const cwd = emptyFolder()
    await type(RUN, cwd)
    makeLarge(join(cwd, 'data/cuadre.db'))
    const backups = join(cwd, 'data/backups')
    const child = start(['db', 'backup'], cwd)
    const end = ended(child)
    const begun = new RegExp(`^\\.cuadre-.*\\.${child.pid}\\..*\\.tmp$`)
    await vi.waitFor(() => expect(readdirSync(backups)).toContainEqual(expect.stringMatching(begun)), {
      timeout: 300_000,
      interval: 1,
    })
    child.kill('SIGTERM')
    const { status, err } = await end
    expect([status, err]).toEqual([143, expect.stringMatching(/^cuadre: INTERRUPTED: stopped by SIGTERM; [^\n]+\n$/)])
    expect(readdirSync(backups)).toEqual([])
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    writeFileSync(join(backups, `.cuadre-20260101T000000Z.db.${dead}.0123456789abcdef.tmp`), 'half of a copy')
    expect((await type('db backup', cwd)).status).toBe(0)
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^cuadre-.*\.db$/)])
    expect(existsSync(join(cwd, 'data/cuadre.db.lock.txt'))).toBe(false)
  })
})

/** Adds free pages, which a backup copies too: it lasts many times longer than a signal takes to arrive. */
const makeLarge = (path: string): void => {
  const sqlite = new Database(path)
  sqlite.exec(`CREATE TABLE ballast (bytes); INSERT INTO ballast VALUES (zeroblob(${BALLAST})); DROP TABLE ballast`)
  sqlite.close()
}
const BALLAST = 256 * 1024 * 1024

/** Waits for something that another part of the test has started. */
const waitFor = async <T>(begun: () => Promise<T> | null): Promise<T> => {
  for (;;) {
    const promise = begun()
    if (promise !== null) return promise
    await new Promise((resolve) => setImmediate(resolve))
  }
}
