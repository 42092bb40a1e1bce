import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movedMessages, movedTables } from '../../bench/fuzz/doors/files.ts'
import { MESSAGE_TEXTS, movedParts, TABLE_TEXTS } from '../../bench/fuzz/moved-parts.ts'

/** `npm run fuzz -- --door "moved messages" --door "moved tables"` tries any number. */
const DOORS = [
  { door: movedMessages, texts: MESSAGE_TEXTS },
  { door: movedTables, texts: TABLE_TEXTS },
]

describe.each(DOORS)('$door.name', ({ door, texts }) => {
  test('the files are read whole before a part of them is moved', async () => {
    for (const text of texts) expect(await door.enter(Buffer.from(text))).toBe('taken')
  })

  test('no visible entry is lost in silence', async () => {
    let taken = 0
    const property = fc.asyncProperty(movedParts(texts), async (input) => {
      if ((await door.enter(input)) === 'taken') taken += 1
    })
    await fc.assert(property, { numRuns: 300, seed: 44 })
    expect(taken).toBeGreaterThan(10)
  })
})
