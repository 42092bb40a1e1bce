import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { startNights } from '../stories/night.ts'
import { paid } from '../stories/told.ts'
import { openDesk, send, tokenIn, valuesOf } from './desk.ts'

const MERCHANTS = ['casa', 'torre']

test('several merchants have a page over all of them, and a desk each, whose acts are of that merchant alone', async () => {
  const nights = await startNights()
  const invoices = [1, 2, 3].map((n) => paid('2026-03-12', '11', n, { paymentAmount: 900_000 }))
  nights.service.tellSettled('2026-03-12', '11', invoices)
  const cwd = emptyFolder()
  for (const merchant of MERCHANTS)
    await nights.run(
      {},
      { merchant, merchants: MERCHANTS, db: join(cwd, 'cuadre.db'), out: join(cwd, 'out', merchant) },
    )
  writeFileSync(
    join(cwd, 'cuadre.config.json'),
    JSON.stringify({ db: 'cuadre.db', merchants: MERCHANTS.map((name) => ({ name })) }),
  )
  const desk = await openDesk({ instead: { cwd, main: join(cwd, 'cuadre.js') } }, [], 'cuadre.config.json')
  const over = await desk.get('')
  expect([over.status, over.text]).toEqual([200, expect.stringContaining('torre')])
  const folders = MERCHANTS.map(encodeURIComponent)
  const waiting = async (folder: string): Promise<readonly string[]> =>
    valuesOf((await desk.get(`${folder}/todo?state=new`)).text, 'case')
  const [before, ofOther] = [await waiting(folders[0] ?? ''), await waiting(folders[1] ?? '')]
  const { text } = await desk.get(`${folders[0]}/todo`)
  expect(/command line: <code>([^<]+)/.exec(text)?.[1]).toContain('--merchant casa')
  expect(before.length).toBeGreaterThan(0)
  expect(text).toContain(`<a href="${new URL(desk.root).pathname}">All merchants</a>`)
  const { status, headers } = await desk.post(`${folders[0]}/act/decide`, [
    ['token', tokenIn(text)],
    ['back', 'todo'],
    ['case', before[0] ?? ''],
    ['kind', 'accept'],
    ['reason', 'agreed'],
  ])
  expect([status, headers.location]).toEqual([303, '../todo'])
  expect(await waiting(folders[0] ?? '')).toHaveLength(before.length - 1)
  expect(await waiting(folders[1] ?? '')).toEqual(ofOther)
  // Where nothing was imported yet, the first file can be.
  expect((await desk.get('casa/bank')).text).toContain('act/preview')
  expect((await desk.get('other/todo')).status).toBe(404)
  expect((await send(`${desk.root}other/act/decide`, { method: 'POST' })).status).toBe(403)
}, 60_000)
