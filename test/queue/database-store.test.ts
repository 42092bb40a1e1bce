import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseStoreAt } from '../../src/queue/store/database-store.ts'
import { emptyFolder } from '../empty-folder.ts'

const NEVER = new AbortController().signal

test.each([
  [{ folder: 'none' }, /: it could not be read$/, /: no se pudo leer$/],
  [{ fetch: ['no-such-program'], give: ['true'] }, /: it could not be started$/, /: no se pudo iniciar$/],
  [{ fetch: ['false'], give: ['true'] }, /false: it ended with 1$/, /false: terminó con 1$/],
] as const)('a store that fails says so in both languages: %j', async (place, en, es) => {
  const folder = emptyFolder()
  const store = databaseStoreAt(place, { home: folder, env: process.env, show: () => undefined })
  await expect(store.fetch('casa/1', join(folder, 'file'), NEVER)).rejects.toMatchObject({
    code: 'STORE_FAILED',
    texts: { message: { en: expect.stringMatching(en), es: expect.stringMatching(es) } },
  })
})

test('a command of a store may leave a program behind that keeps its standard error open', async () => {
  const folder = emptyFolder()
  const lines: string[] = []
  const commands = { home: folder, env: process.env, show: (line: string) => void lines.push(line) }
  const left = 'echo one >&2; sleep 600 & echo $! > left; printf two >&2'
  const store = databaseStoreAt({ fetch: ['sh', '-c', left], give: ['true'] }, commands)
  await store.fetch('casa/1', join(folder, 'file'), NEVER)
  process.kill(Number(readFileSync(join(folder, 'left'), 'utf8')))
  expect(lines).toEqual(['one'])
})
