import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** A separate PostgreSQL in a temporary folder. */
export interface TestPostgres {
  readonly url: string
  readonly port: number
  readonly stop: () => void
  readonly start: () => void
  /** Stops it and removes its folder. */
  readonly remove: () => void
}

const DEBIAN = '/usr/lib/postgresql'

/** The folder with the programs of PostgreSQL; null when it is not installed. Debian has them outside the PATH. */
const folderOfPrograms = (): string | null => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
  const places = [...versions.sort().reverse(), ...(process.env.PATH ?? '').split(':')]
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'pg_ctl'))) ?? null
}

const programs = folderOfPrograms()

/** Why a test is skipped. */
export const NO_POSTGRES = programs === null ? 'PostgreSQL is not installed (apt-get install postgresql)' : null

/** PostgreSQL refuses to run as root; "nobody" exists on every system. */
const NOBODY = 65_534

const call = (program: string, words: readonly string[]): void => {
  const asOther = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const { status, stderr } = spawnSync(join(programs ?? '', program), words, {
    ...asOther,
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', program === 'pg_ctl' ? 'ignore' : 'pipe'],
  })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr ?? ''}`)
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

export const startPostgres = async (): Promise<TestPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-postgres-'))
  if (userInfo().uid === 0) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  call('initdb', ['-D', data, '-U', 'cuadre', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'])
  const port = await freePort()
  const start = (): void =>
    call('pg_ctl', [
      '-D',
      data,
      '-l',
      join(folder, 'log'),
      '-w',
      '-o',
      `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} -F`,
      'start',
    ])
  const stop = (): void => call('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
  start()
  return {
    url: `postgres://cuadre@127.0.0.1:${port}/postgres`,
    port,
    start,
    stop,
    remove: () => {
      try {
        stop()
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
