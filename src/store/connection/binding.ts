import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { eachOf } from '../../std/both.ts'
import { CuadreError, codeOf } from '../../std/errors.ts'
import { quoteForShell } from '../../std/quote-for-shell.ts'

/** The first npm that runs install scripts only of approved packages. */
const NPM_OF_APPROVALS = 12
/** The first Node for which better-sqlite3 13 has ready binaries, without an install script. */
const NODE_OF_READY_BINARIES = 22

/** The error for a native binding of SQLite that is missing or built for another Node; null for any other error. */
export const bindingFault = (error: unknown): CuadreError | null => {
  const cause = causesOf(error).find(isBindingError)
  if (cause === undefined) return null
  const [line = ''] = cause.message.split('\n')
  const why = line.replace(/\.? Tried:$/, '')
  const message = {
    en: `SQLite cannot be loaded by Node ${process.version}: ${why}`,
    es: `Node ${process.version} no puede cargar SQLite: ${why}`,
  }
  return new CuadreError(
    'NO_BINDING',
    message,
    eachOf({ en: 'get its native binding', es: 'instale su binario nativo' }, (what) => `${what}: ${commandToBuild()}`),
    { cause },
  )
}

const causesOf = (error: unknown): readonly Error[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [])

const isBindingError = (error: Error): boolean =>
  error.message.startsWith('Could not locate the bindings file') ||
  (error.message.includes('better_sqlite3.node') &&
    ['ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND'].includes(codeOf(error) ?? ''))

/** The command that builds the binding, for the installed npm. */
export const commandToBuild = (): string => buildingCommand(folderOfInstallation(), majorOfNode(), majorOfNpm())

export const buildingCommand = (folder: string, node: number, npm: number): string =>
  `cd ${process.platform === 'win32' ? `"${folder}"` : quoteForShell(folder)} && ${commandHere(node, npm)}`

const commandHere = (node: number, npm: number): string => {
  if (node >= NODE_OF_READY_BINARIES) return 'npm install --no-save better-sqlite3@13'
  const rebuild = 'npm rebuild better-sqlite3 --ignore-scripts=false'
  return npm < NPM_OF_APPROVALS ? rebuild : `npm install-scripts approve better-sqlite3 && ${rebuild}`
}

const majorOfNode = (): number => Number.parseInt(process.versions.node, 10)

/** The folder whose node_modules contains better-sqlite3. */
const folderOfInstallation = (): string =>
  dirname(dirname(dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'))))

/** 0 when npm is not available. */
const majorOfNpm = (): number => {
  const { stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  return Number.parseInt(stdout ?? '', 10) || 0
}
