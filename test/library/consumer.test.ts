import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { startService } from '../stories/service.ts'

/** The built package. Requires `npm run build`. */
const ROOT = join(import.meta.dirname, '../..')
const DATE = '2026-03-12'
const CHAPTER = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')
const EXAMPLES = [...CHAPTER.matchAll(/^## (.+)\n\n```js\n([\s\S]+?)^```$/gm)].map(
  ([, title = '', text = '']) => [title, text] as const,
)

/** The output of each example. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'Read and check': /^see \.\/out\/index\.html\n$/,
  'Follow a job': /^not read: 2026-03-11 11 HTTP_STATUS\n$/,
  'Discrepancies and errors': /^2026-03-12 11 COUNT_MISMATCH 1\nNO_JOURNAL .+\n$/,
  'Your own checks': /^invoice:2026-03-12-11-003 a rent of COP 1,003,000\n$/,
  'The service alone': /^3006000 3006000\n$/,
  'Notifications in your own server': /^$/,
}

const run = promisify(execFile)

/** An empty folder in which the package is installed. */
const folderWithPackage = (): string => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules/cuadre'))
  return folder
}

test('each example of the chapter has a test', () => {
  expect(EXAMPLES.map(([title]) => title)).toEqual(Object.keys(PRINTED))
})

test.each(EXAMPLES)('the example "%s" runs as it stands', async (title, text) => {
  const service = await startService(Date.now)
  onTestFinished(() => service.close())
  service.tellSettled(DATE, '11', 3, { numberOfInvoices: 4 })
  service.refuse((path) => (path.includes('/2026-03-11/11') ? { status: 400, body: { error: 'no' } } : null))
  const folder = folderWithPackage()
  writeFileSync(join(folder, 'example.mjs'), text)
  const { stdout, stderr } = await run(process.execPath, ['example.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'a-key' },
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(PRINTED[title] ?? /never/)
})

test('the examples compile as strict TypeScript', async () => {
  const folder = folderWithPackage()
  const names = EXAMPLES.map(([title, text]) => {
    const name = `${title.replaceAll(' ', '-')}.mts`
    writeFileSync(join(folder, name), text)
    return name
  })
  const strict = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck']
  const node = [
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--typeRoots',
    join(ROOT, 'node_modules/@types'),
    '--types',
    'node',
  ]
  const compiled = run(join(ROOT, 'node_modules/.bin/tsc'), [...names, ...strict, ...node], { cwd: folder })
  expect(
    await compiled.then(
      () => '',
      ({ stdout }) => stdout,
    ),
  ).toBe('')
})

/** What comes after the example of a server: a sender that leaves, one that sends too much, and one without a signature. */
const SENDERS = `
import { once } from 'node:events'
import { connect } from 'node:net'

await once(server, 'listening')
const { port } = server.address()
const leaving = connect(port, '127.0.0.1')
await once(leaving, 'connect')
leaving.end('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 9\\r\\n\\r\\nhalf')
await once(leaving.resume(), 'close')
for (const bytes of [1024 * 1024 + 1, 1024 * 1024, 2]) {
  const { status } = await fetch('http://127.0.0.1:' + port, { method: 'POST', body: new Uint8Array(bytes) })
  console.log(status)
}
process.exit()
`

test('the server of the example survives a dropped connection, and refuses a body above 1 MiB', async () => {
  const folder = folderWithPackage()
  const server = EXAMPLES.find(([title]) => title === 'Notifications in your own server')?.[1]
  writeFileSync(join(folder, 'server.mjs'), `${server}${SENDERS}`)
  const { stdout, stderr } = await run(process.execPath, ['server.mjs'], { cwd: folder })
  expect(stdout).toBe('413\n401\n401\n')
  expect(stderr).toContain('aborted')
})
