import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { type } from './terminal.ts'

/** Spaces that nobody types: a search for `COP 1,850,000` would not find a sum that has one. */
const UNTYPABLE = /[\u00a0\u2007\u202f]/

const COMMANDS = [
  'status',
  'status --json',
  'explain 2026-03-12 11',
  'explain 2026-03-12 11 --json',
  'discrepancies list',
  'discrepancies list --json',
  'statement --month 2026-03 --out there --json',
  'fees',
  'history 2026-03-12 11',
  'bank list',
  'invoice create --amount 1 --base-url http://127.0.0.1:9/v1',
]

test.each(['en_US.UTF-8', 'es_CO.UTF-8'])('every sum can be found as it is typed, with LANG=%s', async (LANG) => {
  const cwd = emptyFolder()
  const env = { LANG, CUADRE_API_KEY: 'a-key' }
  const shown = [await type('demo', { cwd, env })]
  for (const words of COMMANDS) shown.push(await type(words, { cwd: join(cwd, 'cuadre-demo'), env }))
  const texts = shown.map(({ out, err }) => `${out}${err}`)
  expect(texts.join('')).toMatch(LANG.startsWith('es') ? /\$ 1\.850\.000/ : /COP 1,850,000/)
  expect(texts.filter((text) => UNTYPABLE.test(text))).toEqual([])
  const files = readdirSync(join(cwd, 'cuadre-demo/out'), { recursive: true, encoding: 'utf8' })
  const read = (end: string) =>
    files.filter((name) => name.endsWith(end)).map((name) => readFileSync(join(cwd, 'cuadre-demo/out', name), 'utf8'))
  expect(read('.csv').filter((text) => UNTYPABLE.test(text))).toEqual([])
  expect(read('index.html').every((text) => UNTYPABLE.test(text))).toBe(true)
})
