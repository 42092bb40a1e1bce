import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { startService } from '../stories/service.ts'
import { settlement, somePaid } from '../stories/told.ts'

/** The built package. Requires `npm run build`. */
const ROOT = join(import.meta.dirname, '../..')
const DATE = '2026-03-12'
const CHAPTER = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')
const EXAMPLES = [...CHAPTER.matchAll(/^## (.+)\n\n```js\n([\s\S]+?)^```$/gm)].map(
  ([, title = '', text = '']) => [title, text] as const,
)

/** The output of each example. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'Read and check': /^differs 5\n$/,
  'Follow a job': /^not read: 2026-03-11 11 HTTP_STATUS\n$/,
  'Discrepancies and errors': /^2026-03-12 11 COUNT_MISMATCH 1\n0 possible causes\nNOT_OVER .+\n$/,
  'Your own checks': /^invoice:2026-03-12-11-003 a rent of COP 1,003,000\n$/,
  'The service alone': /^3006000 3006000\n$/,
  'Notifications in your own server': /^$/,
}

test('each example of the chapter has a test', () => {
  expect(EXAMPLES.map(([title]) => title)).toEqual(Object.keys(PRINTED))
})

test.each(EXAMPLES)('the example "%s" runs as it stands', async (title, text) => {
  const service = await startService(Date.now)
  onTestFinished(() => service.close())
  const invoices = somePaid(DATE, '11', 3)
  service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices, { numberOfInvoices: 4 }), invoices })
  service.refuse((path) => (path.includes('/2026-03-11/11') ? { status: 400, body: { error: 'no' } } : null))
  const folder = emptyFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules/cuadre'))
  writeFileSync(join(folder, 'example.mjs'), text)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['example.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'a-key' },
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(PRINTED[title] ?? /never/)
})
