import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { acquireLock } from '../../src/store/connection/lock.ts'
import type { Store } from '../../src/store/store.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { trials, tryWithin } from '../trials.ts'
import { bigNight, FIRST_COMMITTED, NIGHTS, RUN_BEGUN, SLOTS } from './big-night.ts'
import { rowsOf } from './keeping.ts'
import { listedBy, openTestStore } from './night.ts'

/** The number of moments at which a run is killed, spread over the night. */
const MOMENTS = trials(6)
const ROOT = resolve(import.meta.dirname, '../..')

/** A separate process needs JavaScript: the store and the night are compiled for it. */
const compiled = folderForAll()
const script = join(compiled, 'test/store/killed-night.js')
beforeAll(() => {
  const config = join(compiled, 'tsconfig.json')
  const options = { outDir: compiled, rootDir: ROOT, noCheck: true, typeRoots: [join(ROOT, 'node_modules/@types')] }
  const files = ['test/store/killed-night.ts', 'src/store/connection/lock.ts'].map((file) => join(ROOT, file))
  writeFileSync(
    config,
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions: options, include: [], files }),
  )
  writeFileSync(join(compiled, 'package.json'), '{"type":"module"}')
  symlinkSync(join(ROOT, 'node_modules'), join(compiled, 'node_modules'))
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config], { cwd: ROOT, stdio: 'inherit' })
  symlinkSync(join(ROOT, 'src/store/migrations'), join(compiled, 'src/store/migrations'))
})

/**
 * Runs the second night, and kills it this long after its start, or between the commits of its slots; never when that is
 * null. Returns its duration.
 */
const runNight = (path: string, killAfter: number | 'between' | null): Promise<number> =>
  new Promise((done, failed) => {
    const words = killAfter === 'between' ? [script, path, killAfter] : [script, path]
    const night = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    let begun = performance.now()
    createInterface({ input: night.stdout }).on('line', (line) => {
      if (`${line}\n` === FIRST_COMMITTED) night.kill('SIGKILL')
      if (`${line}\n` !== RUN_BEGUN) return
      begun = performance.now()
      if (typeof killAfter === 'number') void sleep(killAfter).then(() => night.kill('SIGKILL'))
    })
    night.on('error', failed)
    night.on('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? done(performance.now() - begun) : failed(new Error(`it ended with ${code}`)),
    )
  })

/** The list of each slot as of its last whole pull, and the time of that pull. */
const told = async (store: Store) =>
  Promise.all(
    (await store.slots.states()).map(async ({ slot, pull }) => ({
      cycle: slot.cycle,
      at: pull?.at ?? null,
      listed: pull === null ? [] : await listedBy(store, pull),
      departed: pull === null ? 0 : (await store.pulls.departures(slot, pull)).length,
    })),
  )

/** Rows without what another attempt leaves behind: its run and pull. */
const contentOf = (path: string) => {
  const { body = [], version = [], departure = [], quarantine = [] } = rowsOf(path)
  const versions = version.map((row) =>
    JSON.stringify(Array.isArray(row) ? [row[1], row[4], row[6], row[3] === null] : row),
  )
  return { bodies: body.length, versions: versions.sort(), departures: departure.length, quarantine }
}

test('killed at any moment, the database is as before or as after, and the next run makes it whole', async () => {
  const folder = emptyFolder()
  const first = join(folder, 'first.db')
  const store = await openTestStore(first)
  await bigNight(store, NIGHTS.first)
  const before = await told(store)
  await store.close()

  const undisturbed = join(folder, 'undisturbed.db')
  copyFileSync(first, undisturbed)
  const lasted = await runNight(undisturbed, null)
  const whole = await openTestStore(undisturbed)
  const after = await told(whole)
  await whole.close()
  const content = contentOf(undisturbed)
  expect(before.map(({ at }) => at)).toEqual([1, 1])
  expect(after.map(({ at, departed }) => [at, departed])).toEqual([
    [2, 6],
    [2, 6],
  ])

  /** The number of the night of each slot after the kill. */
  const nightsAfter = async (killAfter: number | 'between', name: string): Promise<string> => {
    const path = join(folder, `killed-${name}.db`)
    copyFileSync(first, path)
    await runNight(path, killAfter)
    const again = await openTestStore(path)
    const found = await told(again)
    expect(found).toHaveLength(SLOTS.length)
    for (const [index, slot] of found.entries()) expect([before[index], after[index]]).toContainEqual(slot)
    const pulls = rowsOf(path).pull ?? []
    expect(pulls.length).toBeGreaterThan(0)
    expect(pulls.filter((row) => JSON.stringify(row).includes('"open"'))).toEqual([])
    await bigNight(again, { ...NIGHTS.second, run: `again-${name}` })
    expect(await told(again)).toEqual(after)
    await again.close()
    expect(contentOf(path)).toEqual(content)
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
    return found.map(({ at }) => at).join()
  }
  const seen = new Set<string>()
  await tryWithin(60, MOMENTS, async (moment) => {
    seen.add(await nightsAfter((lasted * moment) / MOMENTS, `${moment}`))
  })
  expect(seen).toContain('1,1')
  expect(await nightsAfter('between', 'between')).toBe('2,1')
})

test('the lock stays though nothing refers to it, and goes with its holder, however that ends', async () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const holder = spawn(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '--eval',
    `const { acquireLock } = await import(${JSON.stringify(join(compiled, 'src/store/connection/lock.js'))})
     acquireLock(${JSON.stringify(path)}, { pid: process.pid, at: 0, job: 'run' })
     await new Promise((turn) => setImmediate(turn))
     gc()
     process.stdout.write('held')
     setInterval(() => {}, 1000)`,
  ])
  await new Promise((held) => holder.stdout.once('data', held))
  expect(() => acquireLock(path, { pid: 1, at: 0, job: 'check' })).toThrow(`run (process ${holder.pid}, since 1970`)
  const ended = new Promise((exit) => holder.once('exit', exit))
  holder.kill('SIGKILL')
  await ended
  acquireLock(path, { pid: 1, at: 0, job: 'check' }).release()
})
