import fc from 'fast-check'
import { parse } from 'papaparse'
import { describe, expect, it } from 'vitest'
import { type Cell, CSV_PROFILES, type CsvProfile, type Row } from '../../src/core/cell.ts'
import { fromCentavos } from '../../src/core/money.ts'
import { csvPieces, withoutGuard } from '../../src/print/csv/csv.ts'
import { trials } from '../trials.ts'

const csv = async (rows: readonly Row[], profile: CsvProfile, columns = ['a', 'b']): Promise<string> => {
  let text = ''
  for await (const piece of csvPieces(columns, [rows], profile)) text += piece.text
  return text
}
/** One cell, next to an empty one in a file. */
const cell = async (value: Cell, profile: CsvProfile = 'standard'): Promise<string> => {
  const text = await csv([[value, null]], profile)
  const end = text.endsWith('\r\n') ? 2 : 1
  return text.slice(text.indexOf('\n') + 1, -end - 1)
}

/** cell, as written by each profile */
const CELLS: readonly (readonly [Cell, Readonly<Record<CsvProfile, string>>])[] = [
  ['María', { standard: 'María', 'excel-co': 'María', 'excel-us': 'María', raw: 'María' }],
  ['', { standard: '', 'excel-co': '', 'excel-us': '', raw: '' }],
  [null, { standard: '', 'excel-co': '', 'excel-us': '', raw: '' }],
  [true, { standard: 'true', 'excel-co': 'true', 'excel-us': 'true', raw: 'true' }],
  [false, { standard: 'false', 'excel-co': 'false', 'excel-us': 'false', raw: 'false' }],
  [0, { standard: '0', 'excel-co': '0', 'excel-us': '0', raw: '0' }],
  [-24, { standard: '-24', 'excel-co': '-24', 'excel-us': '-24', raw: '-24' }],
  [1_000_000, { standard: '1000000', 'excel-co': '1000000', 'excel-us': '1000000', raw: '1000000' }],
  [fromCentavos(61_000_000), { standard: '610000', 'excel-co': '610000', 'excel-us': '610000', raw: '610000' }],
  [
    fromCentavos(61_000_055),
    { standard: '610000.55', 'excel-co': '"610000,55"'.replaceAll('"', ''), 'excel-us': '610000.55', raw: '610000.55' },
  ],
  [fromCentavos(-5), { standard: '-0.05', 'excel-co': '-0,05', 'excel-us': '-0.05', raw: '-0.05' }],
  [fromCentavos(0), { standard: '0', 'excel-co': '0', 'excel-us': '0', raw: '0' }],
  [
    fromCentavos(123_456_789_012_345_678_901_234n),
    {
      standard: '1234567890123456789012.34',
      'excel-co': '1234567890123456789012,34',
      'excel-us': '1234567890123456789012.34',
      raw: '1234567890123456789012.34',
    },
  ],
  [{ decimal: '0.0135' }, { standard: '0.0135', 'excel-co': '0,0135', 'excel-us': '0.0135', raw: '0.0135' }],
  [{ decimal: '-1.5000' }, { standard: '-1.5000', 'excel-co': '-1,5000', 'excel-us': '-1.5000', raw: '-1.5000' }],
  ['a,b', { standard: '"a,b"', 'excel-co': 'a,b', 'excel-us': '"a,b"', raw: '"a,b"' }],
  ['a;b', { standard: 'a;b', 'excel-co': '"a;b"', 'excel-us': 'a;b', raw: 'a;b' }],
  [
    'say "hi"',
    { standard: '"say ""hi"""', 'excel-co': '"say ""hi"""', 'excel-us': '"say ""hi"""', raw: '"say ""hi"""' },
  ],
  ...['a\nb', 'a\rb', 'a\r\nb'].map((text): readonly [Cell, Readonly<Record<CsvProfile, string>>] => {
    const quoted = `"${text}"`
    return [text, { standard: quoted, 'excel-co': quoted, 'excel-us': quoted, raw: quoted }]
  }),
  ['=1+1', { standard: "'=1+1", 'excel-co': "'=1+1", 'excel-us': "'=1+1", raw: '=1+1' }],
  ['-5', { standard: "'-5", 'excel-co': "'-5", 'excel-us': "'-5", raw: '-5' }],
  // What a spreadsheet would change as a number; an id of hexadecimal digits may look like one with an exponent.
  ...['00000', '1234567890123456', '12345e67', '1E5', '900.123.456', '1.5', ' 7'].map(
    (text): readonly [Cell, Readonly<Record<CsvProfile, string>>] => [
      text,
      { standard: text, 'excel-co': `"=""${text}"""`, 'excel-us': text, raw: text },
    ],
  ),
  ['1,5', { standard: '"1,5"', 'excel-co': '"=""1,5"""', 'excel-us': '"1,5"', raw: '"1,5"' }],
  ['0', { standard: '0', 'excel-co': '0', 'excel-us': '0', raw: '0' }],
  ...['1020304050', '123456789012345', '0033A', '12e', 'e5', '1e5f', '2026-03-12'].map(
    (text): readonly [Cell, Readonly<Record<CsvProfile, string>>] => [
      text,
      { standard: text, 'excel-co': text, 'excel-us': text, raw: text },
    ],
  ),
]

describe.each(CSV_PROFILES)('profile %s', (profile) => {
  it.each(CELLS)('writes %s', async (value, written) => {
    expect(await cell(value, profile)).toBe(written[profile])
  })
})

describe('the profile of a file', () => {
  const rows: readonly Row[] = [
    ['x', fromCentavos(150)],
    ['y', null],
  ]
  it.each([
    ['standard', 'a,b\nx,1.5\ny,\n'],
    ['raw', 'a,b\nx,1.5\ny,\n'],
    ['excel-co', '\uFEFFa;b\r\nx;1,5\r\ny;\r\n'],
    ['excel-us', '\uFEFFa,b\r\nx,1.5\r\ny,\r\n'],
  ] as const)('of %s', async (profile, text) => {
    expect(await csv(rows, profile)).toBe(text)
  })

  it('is a header alone without rows', async () => {
    expect(await csv([], 'standard')).toBe('a,b\n')
    expect(await csv([], 'excel-us')).toBe('\uFEFFa,b\r\n')
  })

  it('comes in pieces that count their rows, and are the same file whatever the batches', async () => {
    const many: Row[] = Array.from({ length: 1_203 }, (_, at) => [`row ${at}`, at])
    const pieces: { text: string | Uint8Array; rows: number }[] = []
    for await (const piece of csvPieces(['a', 'b'], [many.slice(0, 700), [], many.slice(700)], 'standard'))
      pieces.push(piece)
    expect(pieces.reduce((sum, { rows: count }) => sum + count, 0)).toBe(1_203)
    expect(Math.max(...pieces.map(({ rows: count }) => count))).toBeLessThanOrEqual(250)
    expect(pieces.map(({ text }) => text).join('')).toBe(await csv(many, 'standard'))
  })
})

it('is another number in no cell of excel-co, and comes back as it was', async () => {
  const texts = fc.stringMatching(/^[0-9.,]{0,9}[0-9][0-9.,]{0,9}(?:[eE][0-9]{1,6})?$/)
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const written = parse<string[]>(await cell(text, 'excel-co'), { delimiter: ';' }).data[0]?.[0] ?? ''
      const number = Number(text.replaceAll('.', '').replace(',', '.'))
      if (!Number.isNaN(number) && String(number) !== text) expect(written).toBe(`="${text}"`)
      expect(withoutGuard(written)).toBe(text)
    }),
    { numRuns: trials(200) },
  )
})

describe('text that a spreadsheet would run', () => {
  const RUNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁺', '⁼', '₊', '₌', '⩵', '⩶', '﬩']
  const BEFORE = [
    '',
    ' ',
    '  ',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\u0000',
    '\u0007',
    '\u00a0',
    '\u200b',
    '\ufeff',
    '\u202e',
    '\u0085',
    ' \t\u0000',
  ]
  it.each(BEFORE.flatMap((before) => RUNS.map((sign) => [`${before}${sign}1+1`])))('is guarded: %j', async (text) => {
    const [row] = parse<string[]>(`${await cell(text)},`).data
    expect(row?.[0]).toBe(`'${text}`)
  })

  it.each(['\tx', '\rx', '\nx'])('is guarded when it begins with a tab or a line end: %j', async (text) => {
    expect(parse<string[]>(`${await cell(text)},`).data[0]?.[0]).toBe(`'${text}`)
  })

  it.each(['a=1', '5-3', ' x', "'=1", '"=1', '#REF!', '¿=?', '1@2', 'ñ=1'])(
    'is left alone when it is none: %j',
    async (text) => {
      expect(parse<string[]>(`${await cell(text)},`).data[0]?.[0]).toBe(text)
    },
  )
})

describe('any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        ' ',
        '\t',
        '\r',
        '\n',
        '\u0000',
        '"',
        "'",
        ',',
        ';',
        'a',
        '＝',
        '\u200b',
        'ñ',
      ),
    }),
  )
  const rowsOfText = fc.array(fc.tuple(anyText, anyText, anyText), { maxLength: 8 })

  it.each(CSV_PROFILES)('survives the journey through a file (%s)', async (profile) => {
    await fc.assert(
      fc.asyncProperty(rowsOfText, async (rows) => {
        const text = await csv(rows, profile, ['a', 'b', 'c'])
        const records = parse<string[]>(text.replace(/^\uFEFF/, ''), {
          delimiter: profile === 'excel-co' ? ';' : ',',
          newline: profile.startsWith('excel') ? '\r\n' : '\n',
        }).data
        expect(records.slice(1, -1)).toHaveLength(rows.length)
        for (const [at, row] of rows.entries()) {
          for (const [column, original] of row.entries()) {
            expect([original, `'${original}`, `="${original}"`]).toContain(records[at + 1]?.[column])
            if (profile === 'raw') expect(records[at + 1]?.[column]).toBe(original)
          }
        }
      }),
      { numRuns: trials(100) },
    )
  })

  it('never begins as a formula in the standard profile', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const read = parse<string[]>(`${await cell(text)},x\n`, { delimiter: ',', newline: '\n' }).data[0]?.[0] ?? ''
        const significant = [...read.normalize('NFKC')].find((letter) => !/[\s\p{Cc}\p{Cf}]/u.test(letter)) ?? ''
        expect(['=', '+', '-', '@']).not.toContain(significant)
      }),
      { numRuns: trials(200) },
    )
  })
})
