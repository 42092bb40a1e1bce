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
  const store = databaseStoreAt(place, folder)
  await expect(store.fetch('casa/1', join(folder, 'file'), NEVER)).rejects.toMatchObject({
    code: 'STORE_FAILED',
    texts: { message: { en: expect.stringMatching(en), es: expect.stringMatching(es) } },
  })
})
