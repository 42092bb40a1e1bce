import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/cell.ts'
import { fromCentavos } from '../../src/core/money.ts'
import { jsonPieces, jsonText } from '../../src/print/json.ts'

describe('a JSON document', () => {
  it('holds money with all of its digits', () => {
    const sums = [0n, 5n, -150n, 61_000_055n, 9_007_199_254_740_993n, 123_456_789_012_345_678_901n].map(fromCentavos)
    expect(jsonText(sums).replace(/\s/g, '')).toBe('[0,0.05,-1.5,610000.55,90071992547409.93,1234567890123456789.01]')
  })

  it('is indented by two, and short where nothing is in it', () => {
    const document = { a: [], b: {}, c: [1, 'x'], d: { e: null, f: true } }
    expect(jsonText(document)).toBe(JSON.stringify(document, null, 2))
  })

  it('obeys nothing on a terminal, and says the same', () => {
    const text = 'a\u001b[31m\u009b31m\u202eb\u2066\u200e\u007f'
    const written = jsonText({ [text]: text })
    expect(written.replaceAll('\n', '')).not.toMatch(/[\p{Cf}\p{Cc}]/u)
    expect(JSON.parse(written)).toEqual({ [text]: text })
  })

  it('is the same text in pieces, however deep, and no piece holds more than one of many members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => [...jsonPieces(value as Json)].join('') === jsonText(value as Json)),
    )
    const document = { slots: [{ discrepancies: Array.from({ length: 1000 }, (_, id) => ({ id, causes: [] })) }] }
    const pieces = [...jsonPieces(document)]
    expect(pieces.join('')).toBe(jsonText(document))
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100)
  })

  it('reads back as what it was, for anything without money', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonText(value as Json))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
