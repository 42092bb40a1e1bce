import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSettings } from '../../../src/input/settings.ts'
import { type Door, refusedOr } from '../door.ts'

const VALUES = [
  ['CUADRE_BASE_URL', 'https://service.example/v1'],
  ['CUADRE_API_KEY', 'sk-fuzz-0123456789'],
  ['CUADRE_INTEGRITY_KEY', "'an integrity key'"],
  ['CUADRE_DB', 'data/cuadre.db'],
  ['CUADRE_OUT', '"out"'],
  ['CUADRE_MERCHANT', 'default'],
] as const

const FILE = VALUES.map(([name, value]) => `${name}=${value}`).join('\n')

/** Variables that are rarely set; the file of a key replaces its variable. */
const OTHERS = [
  'CUADRE_API_KEY_FILE=some.key',
  'CUADRE_INTEGRITY_KEY_PREVIOUS=before',
  'CUADRE_DATABASE_KEY=a key of databases',
  'CUADRE_QUEUE=postgres://cuadre:secret@queue.example:5432/cuadre?sslmode=require',
  'CUADRE_LOG=debug',
  'CUADRE_BASE_URL=http://127.0.0.1:8080/v1',
  'NODE_TLS_REJECT_UNAUTHORIZED=0',
].join('\n')

/** Variables of the process, and of an env file. */
export const variablesDoor = (folder: string): Door => {
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify({ envFile: 'cuadre.env' }))
  writeFileSync(join(folder, 'some.key'), 'sk-fuzz-0123456789', { mode: 0o600 })
  return {
    name: 'variables',
    share: 40_000,
    valid: [
      Buffer.from(FILE),
      Buffer.from(`# keys\r\nexport ${FILE.replaceAll('\n', '\r\n')}\r\n`),
      Buffer.from(OTHERS),
    ],
    words: ['export', '=', '#', '$HOME', '`id`', '\\', 'CUADRE_API_KEY_FILE', 'CUADRE_QUEUE', '__proto__=', '${'],
    enter: (input) =>
      refusedOr(() => {
        writeFileSync(join(folder, 'cuadre.env'), input)
        const names = input
          .toString('utf8')
          .split('\n')
          .filter((line) => line.includes('=') && !line.includes('\0'))
        const env = Object.fromEntries(
          names.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
        )
        loadSettings({ flags: {}, env, cwd: folder })
        loadSettings({ flags: {}, env: {}, cwd: folder })
      }),
  }
}
