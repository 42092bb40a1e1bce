import { describe, expect, test } from 'vitest'
import { readSheet } from '../../src/print/csv/read-sheet.ts'
import { CuadreError } from '../../src/std/errors.ts'

const UTF8 = (text: string) => Buffer.from(text, 'utf8')
const LATIN = (text: string) => Buffer.from(text, 'latin1')
const UTF16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('a sheet is read as spreadsheets save it', () => {
  const ROWS: readonly (readonly [string, Uint8Array])[] = [
    ['as we print it', UTF8('id,reason\n1,señora\n2,"a,b"\n')],
    ['with a byte order mark, semicolons and CRLF', UTF8('\uFEFFid;reason\r\n1;señora\r\n2;a,b\r\n')],
    ['in Windows-1252', LATIN('id;reason\r\n1;señora\r\n2;a,b\r\n')],
    ['as Unicode text with tabs', UTF16('id\treason\r\n1\tseñora\r\n2\ta,b\r\n')],
    ['as big-endian UTF-16', UTF16('id\treason\n1\tseñora\n2\ta,b\n').swap16()],
    ['with old line ends', UTF8('id;reason\r1;señora\r2;a,b')],
    ['with a line that says the delimiter', UTF8('sep=;\r\nid;reason\r\n1;señora\r\n2;a,b\r\n')],
    ['with every cell quoted', UTF8('"id";"reason"\n"1";"señora"\n"2";"a,b"\n')],
  ]
  test.each(ROWS)('%s', (_, bytes) => {
    const { header, rows } = readSheet(bytes, 'id')
    expect(header).toEqual(['id', 'reason'])
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['1', 'señora'],
      ['2', 'a,b'],
    ])
  })
})

test('a row is known by the line it begins on, also behind cells of several lines and empty rows', () => {
  const text = 'sep=;\r\nid;reason\r\n1;"two\r\nlines"\r\n\r\n;;\r\n2;x\r\n'
  expect(readSheet(UTF8(text), 'id').rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [3, '1'],
    [7, '2'],
  ])
})

test('rows may be shorter or longer than the header, and what was guarded is as it was', () => {
  expect(readSheet(UTF8("ID;reason\n1\n2;'=x;3\n3;'quoted'\n"), 'id').rows.map(({ cells }) => cells)).toEqual([
    ['1'],
    ['2', '=x', '3'],
    ['3', "'quoted'"],
  ])
})

test.each<readonly [string, Uint8Array, RegExp]>([
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20]), /workbook/],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), /workbook/],
  ['a picture', Buffer.from([0x89, 0x50, 0, 1]), /not text/],
  ['nothing', Buffer.alloc(0), /no column id/],
  ['another table', UTF8('name;age\nAna;7\n'), /no column id/],
  ['a reported delimiter that makes no header', UTF8('sep=,\nid;reason\n'), /no column id/],
  ['a table of too many rows', UTF8(`id;reason\n${'1;x\n'.repeat(100_001)}`), /more than 100000 rows/],
  [
    'a row without end',
    UTF8(`id;reason\n1;x\n${'x;'.repeat(200_000)}\n`),
    /not valid CSV from line 3 onwards: a row has more than/,
  ],
  ['a quote that is never closed', UTF8('id;reason\n1;x\n2;"y\n3;z\n'), /not valid CSV from line 3 onwards/],
])('%s is refused', (_, bytes, why) => {
  expect(() => readSheet(bytes, 'id')).toThrow(CuadreError)
  expect(() => readSheet(bytes, 'id')).toThrow(why)
})

test('blank rows, of which spreadsheets may save a million, are not counted', () => {
  expect(readSheet(UTF8(`id;reason\n1;x\n${';\n'.repeat(150_000)}`), 'id').rows).toHaveLength(1)
})
