import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { roomsAsTheyAre, type Size } from './lines.mjs'

/** The lines and files of each room. A commit of its own raises a budget, and says what a user gets for it. */
const BUDGET: Readonly<Record<string, Size>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8'),
)

const rooms = roomsAsTheyAre()

test('each room is within its budget; `npm run lines` shows them', () => {
  const above = Object.entries(rooms).flatMap(([room, size]) => {
    const allowed = BUDGET[room]
    const isWithin = allowed !== undefined && size.lines <= allowed.lines && size.files <= allowed.files
    return isWithin ? [] : [{ room, ...size, allowed }]
  })
  expect(above).toEqual([])
})

test('no budget is for a room that is gone', () => {
  expect(Object.keys(BUDGET).filter((room) => !(room in rooms))).toEqual([])
})
