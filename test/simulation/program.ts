import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Ending, flagsOf, keysOf, type Place } from './driver.ts'

/** The installed command, in a separate process with a fixed clock. */
export interface Program {
  readonly ended: Promise<Ending>
  readonly kill: () => void
}

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'bin/cuadre.js')) ? folder : rootAbove(dirname(folder))

const COMMAND = join(rootAbove(dirname(fileURLToPath(import.meta.url))), 'bin/cuadre.js')

/** A module, loaded before the program, that fixes its clock. */
const clockAt = (now: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    const Real = Date
    globalThis.Date = new Proxy(Real, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [${now}] : given),
      get: (target, name) => (name === 'now' ? () => ${now} : Reflect.get(target, name)),
    })`)}`

export const startProgram = (place: Place, now: number, words: readonly string[]): Program => {
  const child = spawn(process.execPath, ['--import', clockAt(now), COMMAND, ...words, ...flagsOf(place)], {
    cwd: place.folder,
    env: { PATH: process.env.PATH, ...keysOf(place), CUADRE_LOG: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status: status ?? -1, out, err }))
  })
  return { ended, kill: () => child.kill('SIGKILL') }
}
