import { readdirSync, readFileSync } from 'node:fs'
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

const DOCS = join(import.meta.dirname, '../../docs')
/** The bars of a table are no words. */
const wordsOf = (path: string): number => readFileSync(path, 'utf8').match(/\S*[\p{L}\d]\S*/gu)?.length ?? 0

test('the manual is short: 1,200 words of README, 25,000 of what users read', () => {
  const forDevelopers = ['ARCHITECTURE.md', 'GLOSSARY.md', 'figures.md', 'mutants.md']
  const chapters = readdirSync(DOCS).filter((name) => name.endsWith('.md') && !forDevelopers.includes(name))
  expect(wordsOf(join(DOCS, '../README.md'))).toBeLessThanOrEqual(1200)
  expect(chapters.reduce((sum, name) => sum + wordsOf(join(DOCS, name)), 0)).toBeLessThanOrEqual(25_000)
})
