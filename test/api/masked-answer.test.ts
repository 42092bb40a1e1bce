import { describe, expect, it, test } from 'vitest'
import { maskedAnswer } from '../../src/api/masked-answer.ts'

const masked = (text: string) => {
  const { bytes, hidden } = maskedAnswer(Buffer.from(text))
  return [Buffer.from(bytes).toString(), hidden]
}
const NINA = '"customerDocumentNumber":"1032456789","customerName":"Niña Zárate"'

describe('an answer shown to others', () => {
  const ROWS: readonly (readonly [why: string, text: string, shown: string, hidden: number])[] = [
    [
      'has its customers hidden, and everything else as it came to the byte',
      `{ "items" :[{"id":"a", ${NINA},"amount":610000.50,\n"paymentUrl":"https://p/1"}],"cursor":"x","count":1}`,
      `{ "items" :[{"id":"a", "customerDocumentNumber":"***","customerName":"***","amount":610000.50,\n"paymentUrl":"***"}],"cursor":"x","count":1}`,
      1,
    ],
    [
      'has them hidden in the texts of their own record, before and behind',
      `{"items":[{"reference":"F-1032456789",${NINA},"description":"canon ZARATE"},{"reference":"F-1032456789"}]}`,
      `{"items":[{"reference":"F-***","customerDocumentNumber":"***","customerName":"***","description":"canon ***"},{"reference":"F-1032456789"}]}`,
      1,
    ],
    [
      'hides whatever nobody documented, however deep, and whom it names',
      `{"id":"a","person":{"customerName":"Nina","tags":["x",1,true,null,{"y":[]}]},"description":"de NINA"}`,
      `{"id":"a","person":{"customerName":"***","tags":["***","***","***",null,{"y":[]}]},"description":"de ***"}`,
      1,
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
      '{"description":{"a":"***"},"customerName":["***"],"items":["Ana",["x"]]}',
      2,
    ],
    [
      'counts the records in which something is hidden',
      `{"items":[{${NINA}},{${NINA}}]}`,
      `{"items":[{"customerDocumentNumber":"***","customerName":"***"},{"customerDocumentNumber":"***","customerName":"***"}]}`,
      2,
    ],
    [
      'is the same where nothing is hidden',
      '{"date":"2026-03-12","fees":2000.00,"gateway":false}',
      '{"date":"2026-03-12","fees":2000.00,"gateway":false}',
      0,
    ],
    ['is the same when it is an error', '{"error":"Not found"}', '{"error":"Not found"}', 0],
    ['is hidden whole when it is no JSON', 'Ana Zárate', '"***"', 1],
    ['is hidden whole when it is one value', '"Ana"', '"***"', 1],
    ['is nothing when it is null', 'null', 'null', 0],
    [
      'is read whatever its texts hold',
      '{"reference":"a,b]}:\\"{[","customerName":"}{"}',
      '{"reference":"a,b]}:\\"{[","customerName":"***"}',
      1,
    ],
  ]
  test.each(ROWS)('%s', (_, text, shown, hidden) => {
    expect(masked(text)).toEqual([shown, hidden])
  })

  it('keeps a byte order mark and takes any depth', () => {
    expect(masked('\uFEFF{"customerName":"Ana"}')).toEqual(['\uFEFF{"customerName":"***"}', 1])
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect(masked(deep)).toEqual([deep, 0])
  })
})
