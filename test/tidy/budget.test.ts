import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { roomsAsTheyAre, type Size } from './lines.mjs'

/** The lines and files of each room. A commit of its own raises a budget, and says what a user gets for it. */
const BUDGET: Readonly<Record<string, Size>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8'),
)

test.each(Object.entries(roomsAsTheyAre()))('%s is within its budget', (room, { files, lines }) => {
  const allowed = BUDGET[room]
  expect(allowed, `${room} has no budget`).toBeDefined()
  expect(lines, `npm run lines shows every room`).toBeLessThanOrEqual(allowed?.lines ?? 0)
  expect(files, `npm run lines shows every room`).toBeLessThanOrEqual(allowed?.files ?? 0)
})

test('no budget is for a room that is gone', () => {
  expect(Object.keys(BUDGET).filter((room) => !(room in roomsAsTheyAre()))).toEqual([])
})
