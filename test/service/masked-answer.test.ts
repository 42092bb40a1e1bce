import { describe, expect, it, test } from 'vitest'
import { hiderOf } from '../../src/core/personal/personal.ts'
import { maskAnswer } from '../../src/service/http/mask-answer.ts'

const NOBODY = (text: string): string => text

/** The masked answer, and the number of hidden document numbers; -1 when nothing is hidden. */
const masked = (text: string, hide = NOBODY) => {
  const { bytes, isMasked, documents } = maskAnswer(Buffer.from(text), hide)
  return [Buffer.from(bytes).toString(), isMasked ? documents : -1]
}
const NINA = '"customerDocumentNumber":"1032456789","customerName":"Niña Zárate"'

describe('an answer shown to others', () => {
  const ROWS: readonly (readonly [why: string, text: string, shown: string, hidden: number])[] = [
    [
      'has its customers hidden, and everything else as it came to the byte',
      `{ "items" :[{"id":"a", ${NINA},"amount":610000.50,\n"paymentUrl":"https://p/1"}],"cursor":null,"count":1}`,
      `{ "items" :[{"id":"a", "customerDocumentNumber":"***","customerName":"***","amount":610000.50,\n"paymentUrl":"***"}],"cursor":null,"count":1}`,
      1,
    ],
    [
      'has them hidden in the texts of every record, before and behind',
      `{"items":[{"reference":"F-1032456789",${NINA},"description":"canon ZARATE"},{"reference":"F-1032456789"}]}`,
      `{"items":[{"reference":"F-***","customerDocumentNumber":"***","customerName":"***","description":"canon ***"},{"reference":"F-***"}]}`,
      1,
    ],
    [
      'hides whatever nobody documented, however deep, and whom it names',
      `{"id":"a","person":{"customerName":"Nina","tags":["x",1,true,null,{"y":[]}]},"description":"de NINA"}`,
      `{"id":"a","person":{"customerName":"***","tags":["***","***","***",null,{"y":[]}]},"description":"de ***"}`,
      0,
    ],
    [
      'hides a document that is a number, and one named twice or in escapes',
      '{"customerDocumentNumber":1032456789,"customer\\u004eame":"A","customerName":null,"customerName":"Bea","contract":"1032456789"}',
      '{"customerDocumentNumber":"***","customer\\u004eame":"***","customerName":null,"customerName":"***","contract":"***"}',
      1,
    ],
    [
      'hides what stands where a text should',
      '{"description":{"a":"b"},"customerName":["Ana"],"items":["Ana",["x"]]}',
      '{"description":{"a":"***"},"customerName":["***"],"items":["***",["x"]]}',
      0,
    ],
    [
      'counts the document numbers that are hidden, not their records',
      `{"items":[{${NINA}},{${NINA}},{"customerDocumentNumber":"900123456"}]}`,
      `{"items":[{"customerDocumentNumber":"***","customerName":"***"},{"customerDocumentNumber":"***","customerName":"***"},{"customerDocumentNumber":"***"}]}`,
      2,
    ],
    [
      'hides a name that is an object of its parts, and a document that is a number, in every text',
      '{"customerName":{"first":"Ana","last":["Zárate"]},"customerDocumentNumber":1.032456789e9,"reference":"1032456789 ANA","description":"ZARATE"}',
      '{"customerName":{"first":"***","last":["***"]},"customerDocumentNumber":"***","reference":"*** ***","description":"***"}',
      1,
    ],
    [
      'hides whom the name of an undocumented field names',
      '{"customerName":"Ana Zárate","tenant_ZARATE":true,"1032456789":1}',
      '{"customerName":"***","tenant_***":"***","1032456789":"***"}',
      0,
    ],
    [
      'hides a cursor, which may hold anything',
      '{"items":[],"cursor":"MTAzMjQ1Njc4OQ==","count":0}',
      '{"items":[],"cursor":"***","count":0}',
      0,
    ],
    [
      'is the same where nothing is hidden',
      '{"date":"2026-03-12","fees":2000.00,"gateway":false}',
      '{"date":"2026-03-12","fees":2000.00,"gateway":false}',
      -1,
    ],
    ['is the same when it is an error', '{"error":"Not found"}', '{"error":"Not found"}', -1],
    ['is hidden whole when it is no JSON', 'Ana Zárate', '"***"', 0],
    ['is hidden whole when it is one value', '"Ana"', '"***"', 0],
    ['is nothing when it is null', 'null', 'null', -1],
    [
      'is read whatever its texts hold',
      '{"reference":"a,b]}:\\"{[","customerName":"}{"}',
      '{"reference":"a,b]}:\\"{[","customerName":"***"}',
      0,
    ],
  ]
  test.each(ROWS)('%s', (_, text, shown, hidden) => {
    expect(masked(text)).toEqual([shown, hidden])
  })

  it('hides whom others know, too', () => {
    const hide = hiderOf(['1032456789'], '***')
    expect(masked('{"reference":"F-1.032.456.789"}', hide)).toEqual(['{"reference":"F-***"}', 0])
  })

  it.each(['payment page', 'cursor'])('takes one text of 16 MB in the field %s', (field) => {
    const text = JSON.stringify({ [field]: `${'x'.repeat(16_000_000)}\\"`, customerName: 'Ana' })
    expect(masked(text)).toEqual([JSON.stringify({ [field]: '***', customerName: '***' }), 0])
  })

  it('keeps a byte order mark and takes any depth', () => {
    expect(masked('\uFEFF{"customerName":"Ana"}')).toEqual(['\uFEFF{"customerName":"***"}', 0])
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect(masked(deep)).toEqual([deep, -1])
  })
})
