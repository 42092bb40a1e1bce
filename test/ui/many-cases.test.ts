import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { startNights } from '../stories/night.ts'
import { paid } from '../stories/told.ts'
import { openDesk } from './desk.ts'

/** More than any page of the desk has; 10,000 cases as rows would be ten times as much. */
const PAGE_BYTES = 250_000

test('of 10,000 open cases a page shows some, and says how many there are', async () => {
  const nights = await startNights()
  const days = ['07', '09', '10', '11', '12'].map((day) => `2026-03-${day}`)
  for (const date of days)
    for (const cycle of ['11', '13', '16', '18']) {
      const invoices = Array.from({ length: 500 }, (_, at) =>
        paid(date, cycle, at + 1, { paymentAmount: 900_000 + at }),
      )
      nights.service.tellSettled(date, cycle, invoices)
    }
  await nights.run()
  const cwd = emptyFolder()
  cpSync(join(nights.folder, 'cuadre.db'), join(cwd, 'cuadre.db'))
  const desk = await openDesk({ instead: { cwd, main: '' } }, ['--db=cuadre.db', '--out=out'], null)
  const { text } = await desk.get('todo')
  expect(text).toContain('/ 10')
  const sizes: Record<string, number> = {}
  for (const path of [
    'todo',
    'todo?from=9800',
    'index.html',
    'todo?who=tenant',
    'month',
    'settlement?date=2026-03-12&cycle=11',
  ])
    sizes[path] = (await desk.get(path)).text.length
  expect(Object.entries(sizes).filter(([, bytes]) => bytes > PAGE_BYTES)).toEqual([])
}, 120_000)
