import { spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { type Answer, startService } from './service.ts'
import { settlement, somePaid } from './told.ts'

/** The built command in separate processes, which share a database under several names. Requires `npm run build`. */
const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')
const DATE = '2026-03-12'

/** A database with one night in it, and a service that can keep a run waiting in the middle of the next one. */
const startMerchant = async () => {
  const folder = emptyFolder()
  const service = await startService(() => Date.now())
  onTestFinished(() => service.close())
  const invoices = somePaid(DATE, '11', 2)
  const told = { settlement: settlement(DATE, '11', invoices), invoices }
  service.tell(DATE, '11', told)
  const cuadre = async (words: string, db: string) => {
    const env = { PATH: process.env.PATH ?? '', CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'story-key' }
    const child = spawn(process.execPath, [MAIN, ...words.split(' ')], {
      cwd: folder,
      env: { ...env, CUADRE_DB: db },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { status: Number(status), out, code: /^cuadre: ([A-Z_]+): /m.exec(err)?.[1] ?? null }
  }
  const run = (db: string) => cuadre(`run --date ${DATE} --cycle 11`, db)
  mkdirSync(join(folder, 'data'))
  expect((await run('data/cuadre.db')).status).toBe(0)
  /** Runs under one name; while its settlement is being read, does something else. */
  const runWhile = async <T>(db: string, work: () => Promise<T>) => {
    const gate = new EventEmitter()
    const isReached = once(gate, 'reached')
    const settle = (): Answer => {
      gate.emit('reached')
      service.tell(DATE, '11', told)
      return { body: told.settlement, after: once(gate, 'open').then(() => undefined) }
    }
    service.tell(DATE, '11', { ...told, settle })
    const first = run(db)
    await isReached
    const done = await work()
    gate.emit('open')
    return [await first, done] as const
  }
  const verify = () => cuadre('db verify', 'data/cuadre.db')
  return { folder, run, runWhile, verify }
}

/** Mounts something a second time; false where this may not be done. */
const mounted = (from: string, to: string): boolean => {
  if (spawnSync('mount', ['--bind', from, to]).status !== 0) return false
  onTestFinished(() => void spawnSync('umount', [to]))
  return true
}
const NO_MOUNT = 'mount --bind is not allowed here'

describe('two runs on one database', () => {
  test('through links to the file and to its folder: the second ends with 7, and everything lies beside the file', async () => {
    const { folder, run, runWhile, verify } = await startMerchant()
    symlinkSync('data/cuadre.db', join(folder, 'link.db'))
    symlinkSync('data', join(folder, 'linked'))
    const [first, second] = await runWhile('link.db', () => run('data/cuadre.db'))
    const [third, fourth] = await runWhile('data/cuadre.db', () => run('linked/cuadre.db'))
    expect([first.status, third.status]).toEqual([0, 0])
    expect([second, fourth].map(({ status, code }) => [status, code])).toEqual([
      [7, 'LOCKED'],
      [7, 'LOCKED'],
    ])
    expect((await verify()).status).toBe(0)
    expect(readdirSync(folder).filter((entry) => entry.startsWith('link.db.'))).toEqual([])
  })

  test('through a second mount of its folder: the second ends with 7', async ({ skip }) => {
    const { folder, run, runWhile, verify } = await startMerchant()
    mkdirSync(join(folder, 'mounted'))
    skip(!mounted(join(folder, 'data'), join(folder, 'mounted')), NO_MOUNT)
    const [first, second] = await runWhile('mounted/cuadre.db', () => run('data/cuadre.db'))
    expect([first.status, second.status, second.code]).toEqual([0, 7, 'LOCKED'])
    expect((await verify()).status).toBe(0)
  })

  test('through a mount of the file alone: that name is refused', async ({ skip }) => {
    const { folder, run, runWhile, verify } = await startMerchant()
    writeFileSync(join(folder, 'alone.db'), '')
    skip(!mounted(join(folder, 'data/cuadre.db'), join(folder, 'alone.db')), NO_MOUNT)
    const [first, second] = await runWhile('data/cuadre.db', () => run('alone.db'))
    expect([first.status, second.status, second.code]).toEqual([0, 2, 'SEVERAL_NAMES'])
    expect((await verify()).status).toBe(0)
  })

  test('through a hard link: both names are refused, since neither shows the journal of the other', async () => {
    const { folder, run, verify } = await startMerchant()
    linkSync(join(folder, 'data/cuadre.db'), join(folder, 'hard.db'))
    const both = await Promise.all([run('hard.db'), run('data/cuadre.db')])
    expect(both.map(({ status, code }) => [status, code])).toEqual([
      [2, 'SEVERAL_NAMES'],
      [2, 'SEVERAL_NAMES'],
    ])
    expect((await verify()).status).toBe(0)
  })

  test('where the lock does not hold, the first run is taken over: it commits nothing more, and ends with 7', async () => {
    const { folder, run, runWhile, verify } = await startMerchant()
    // Without its file the lock is as on a disk where locks of files do not work: the second run takes it, too.
    const [first, second] = await runWhile('data/cuadre.db', () => {
      rmSync(join(folder, 'data/cuadre.db.lock'))
      return run('data/cuadre.db')
    })
    expect([second.status, first.status, first.code]).toEqual([0, 7, 'TAKEN_OVER'])
    expect((await verify()).status).toBe(0)
    expect((await run('data/cuadre.db')).status).toBe(0)
  })

  test('a link that leads nowhere makes no new database: the disk of its target may not be mounted', async () => {
    const { folder, run } = await startMerchant()
    mkdirSync(join(folder, 'disk'))
    symlinkSync('disk/cuadre.db', join(folder, 'unmounted.db'))
    const { status, code } = await run('unmounted.db')
    expect([status, code, readdirSync(join(folder, 'disk'))]).toEqual([2, 'NO_DATABASE', []])
  })
})
