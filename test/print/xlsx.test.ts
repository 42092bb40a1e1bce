import { type CellValue, readXlsx } from 'hucre/xlsx'
import { describe, expect, it, test } from 'vitest'
import type { Row } from '../../src/core/cell.ts'
import { fromCentavos } from '../../src/core/money.ts'
import type { SheetLimits } from '../../src/print/xlsx/table.ts'
import type { Column, Cover, Table, WrittenTable } from '../../src/print/xlsx/workbook.ts'
import { workbookPieces } from '../../src/print/xlsx/xlsx.ts'
import { partsOf, sheetXmlOf } from './zip-parts.ts'

const column = (head: string, kind: Column['kind'] = 'text'): Column => ({ head, kind, width: 12 })
const table = (columns: readonly Column[], batches: Table['batches'], name = 'Rows'): Table => ({
  name,
  columns,
  frozen: 1,
  batches,
})
const cover = (notes: Cover['notes'] = () => []): Cover => ({
  name: 'Summary',
  title: 'A title',
  subtitle: 'of something',
  columns: [column('Figure'), column('2026-03', 'number')],
  rows: [{ cells: ['Collected', fromCentavos(610000_55n)], isStrong: true }],
  notes,
})

const written = async (tables: readonly Table[], limits?: SheetLimits, notes?: Cover['notes'], first?: Table) => {
  const chunks: Uint8Array[] = []
  let rows = 0
  for await (const piece of workbookPieces({ ...(first && { first }), cover: cover(notes), tables }, limits)) {
    chunks.push(Buffer.from(piece.text))
    rows += piece.rows
  }
  return { bytes: Buffer.concat(chunks), rows }
}

/** The rows as read by another library. */
const rowsReadOf = async (bytes: Uint8Array, name = 'Rows'): Promise<CellValue[][]> =>
  (await readXlsx(bytes)).sheets.find((sheet) => sheet.name === name)?.rows ?? []

const oneText = async (text: string): Promise<CellValue | undefined> =>
  (await rowsReadOf((await written([table([column('Text')], [[[text]]])])).bytes))[1]?.[0]

describe('a cell', () => {
  it('is what its row says, as another library reads it', async () => {
    const columns = ['text', 'date', 'time', 'number', 'number', 'number', 'number', 'text', 'number'] as const
    const row: Row = [
      '00000',
      '2026-03-12',
      '2026-03-12 22:30:15',
      fromCentavos(185_000_000n),
      fromCentavos(-5n),
      24,
      { decimal: '0.0135' },
      true,
      null,
    ]
    const { bytes } = await written([
      table(
        columns.map((kind) => column(kind, kind)),
        [[row]],
      ),
    ])
    const [, read] = await rowsReadOf(bytes)
    expect(read).toEqual([
      '00000',
      new Date('2026-03-12T00:00:00Z'),
      new Date('2026-03-12T22:30:15Z'),
      1_850_000,
      -0.05,
      24,
      0.0135,
      'true',
      null,
    ])
  })

  it.each([
    ['2026-02-30', 'date'],
    ['1899-12-31', 'date'],
    ['1900-02-28', 'date'],
    ['0000-01-01', 'date'],
    ['tomorrow', 'date'],
    ['2026-03-12T10:00:00', 'time'],
    ['2026-03-12 24:00:00', 'time'],
    ['2026-03-12 10:60:00', 'time'],
    ['2026-03-12 10:00:0x', 'time'],
    ['2026-02-29 10:00:00', 'time'],
    ['2026-03-12', 'time'],
    ['2026-03-12', 'text'],
  ] as const)('that is not the day or time its column has stays text: %s as %s', async (text, kind) => {
    const { bytes } = await written([table([column('When', kind)], [[[text]]])])
    expect((await rowsReadOf(bytes))[1]).toEqual([text])
  })

  it('of a sum that a double cannot keep is text, in no total, and is told', async () => {
    const sums = [
      fromCentavos(9_007_199_254_740_991n),
      fromCentavos(-1_000_000_000_000_001n),
      fromCentavos(999_999_999_999_999n),
      fromCentavos(1_000_000_000_000_000n),
    ]
    let told: readonly WrittenTable[] = []
    const columns = [column('Who'), { ...column('Sum', 'number'), isSummed: true }]
    const { bytes } = await written(
      [{ ...table(columns, [sums.map((sum) => ['a', sum])]), total: 'Total' }],
      undefined,
      (all) => {
        told = all
        return ['something is to be told']
      },
    )
    expect((await rowsReadOf(bytes)).slice(1).map((row) => row[1])).toEqual([
      '90071992547409.91',
      '-10000000000000.01',
      9_999_999_999_999.99,
      10_000_000_000_000,
      19_999_999_999_999.99,
    ])
    expect(told).toEqual([{ cut: 0, replaced: 0, asText: 2, centavos: 3, sheets: [{ name: 'Rows', rows: 4 }] }])
    expect((await rowsReadOf(bytes, 'Summary')).at(-1)).toEqual(['something is to be told', null])
  })
})

describe('text from outside', () => {
  test.each([
    '=1+1',
    '@SUM(A1:A9)',
    "+cmd|' /C calc'!A0",
    '-2+3',
    '=HYPERLINK("http://evil.example","click")',
    '=DDE("cmd";"/C calc";"1")',
    '\t=1+1',
    "'=1+1",
    '<c><f>1+1</f></c>',
    ']]>&amp;<!--',
    '_x0041_ is no letter',
    '_x005F_x0041_',
    ' a space before and behind ',
    'two\nlines',
    '\u202e right to left',
    '😀 above the first plane',
    '',
  ])('stays what it is: %j', async (text) => {
    expect((await oneText(text)) ?? '').toBe(text)
  })

  test.each([
    ['NUL \u0000, ESC \u001b[31m', 'NUL \ufffd, ESC \ufffd[31m'],
    ['half \ud83d a pair', 'half \ufffd a pair'],
    ['\udc00', '\ufffd'],
    ['not a character \uffff', 'not a character \ufffd'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ])('that XML cannot hold is shown harmlessly: %j', async (text, shown) => {
    expect(await oneText(text)).toBe(shown)
  })

  it('longer than a cell is cut plainly, never within a character, and counted', async () => {
    let told: readonly WrittenTable[] = []
    const long = '😀'.repeat(500_000)
    const { bytes } = await written([table([column('Text')], [[[long], ['\u0000']]])], undefined, (all) => {
      told = all
      return []
    })
    const [, [text] = []] = await rowsReadOf(bytes)
    expect(String(text)).toMatch(/^(?:😀)+ \[…\]$/u)
    expect(String(text).length).toBeLessThanOrEqual(32_767)
    expect(told[0]).toMatchObject({ cut: 1, replaced: 1 })
  })

  it('is never a formula, a link, or a reference to elsewhere', async () => {
    const { bytes } = await written([table([column('=1+1')], [[['=1+1'], ['@x'], ['+x'], ['-x']]])])
    const parts = await partsOf(bytes)
    for (const { text } of parts.values()) expect(text).not.toMatch(/<f>|<f |hyperlink|externalLink|<ddeLink/)
    expect(parts.get('xl/worksheets/sheet2.xml')?.text.match(/t="inlineStr"/g)).toHaveLength(5)
  })
})

const numbered = (count: number): Row[] => Array.from({ length: count }, (_, at) => [at + 1])

describe('a table', () => {
  it('has its heads in sight and filters by them', async () => {
    const xml = (await sheetXmlOf((await written([table([column('A'), column('B')], [numbered(3)])])).bytes)).get(
      'Rows',
    )
    expect(xml).toContain('<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>')
    expect(xml).toContain('<autoFilter ref="A1:B4"/>')
    expect(xml).toContain('<col min="2" max="2" width="12" customWidth="1"/>')
  })

  it('ends each sheet with a row of totals below what is filtered; an empty column has none', async () => {
    const columns = [
      column('Who'),
      { ...column('Paid', 'number'), isSummed: true },
      { ...column('Count', 'number'), isSummed: true },
      { ...column('Never', 'number'), isSummed: true },
    ]
    const rows: Row[] = [
      ['a', fromCentavos(100_50n), 2, null],
      ['b', fromCentavos(-40_00n), 3, null],
      ['c', null, 1, null],
    ]
    const totalled = { ...table(columns, [rows]), total: 'Total' }
    const { bytes, rows: counted } = await written([totalled])
    const xml = (await sheetXmlOf(bytes)).get('Rows') ?? ''
    expect(xml).toContain('<autoFilter ref="A1:D4"/>')
    expect(xml.match(/<f>.*?<\/v>/g)).toEqual([
      '<f>SUBTOTAL(109,B2:B4)</f><v>60.5</v>',
      '<f>SUBTOTAL(109,C2:C4)</f><v>6</v>',
    ])
    expect(counted).toBe(3)
    const small = await sheetXmlOf((await written([totalled], { rows: 4, bytes: 1e9 })).bytes)
    expect([...small.values()].slice(1).map((sheet) => sheet.match(/SUBTOTAL\(109,C2:C\d\)/g))).toEqual([
      ['SUBTOTAL(109,C2:C3)'],
      ['SUBTOTAL(109,C2:C2)'],
    ])
  })

  it('sums rows with a value in a column apart from those without; a row of no rows is left out', async () => {
    const columns = [column('Who'), { ...column('Paid', 'number'), isSummed: true }, column('Difference', 'number')]
    const total = { column: 2, withValue: 'Compared', withoutValue: 'Not compared' }
    const sumsIn = async (rows: readonly Row[]): Promise<readonly string[]> => {
      const xml = (await sheetXmlOf((await written([{ ...table(columns, [rows]), total }])).bytes)).get('Rows') ?? ''
      return [...xml.matchAll(/<t>((?:Not c|C)ompared)<.*?<v>(.*?)<\/v>/g)].map(
        ([, label, value]) => `${label} ${value}`,
      )
    }
    const compared: Row[] = [
      ['a', fromCentavos(100_00n), fromCentavos(0n)],
      ['b', fromCentavos(7_00n), fromCentavos(-1_00n)],
    ]
    const notCompared: Row[] = [['c', fromCentavos(30_00n), null]]
    expect(await sumsIn([...compared, ...notCompared])).toEqual(['Compared 107', 'Not compared 30'])
    expect(await sumsIn(compared)).toEqual(['Compared 107'])
    expect(await sumsIn(notCompared)).toEqual(['Not compared 30'])
  })

  it('has words and truths in the language of its reader, with the colours of the words before', async () => {
    const words = { reconciled: 'Cuadra', true: 'sí' }
    const tones = { reconciled: 'good' } as const
    const columns = [{ ...column('Resultado'), words, tones }]
    const { bytes } = await written([table(columns, [[['reconciled'], [true], ['other']]])])
    expect((await rowsReadOf(bytes)).slice(1).flat()).toEqual(['Cuadra', 'sí', 'other'])
    const styleOf = (word: string, xml: string) => new RegExp(`s="(\\d+)" t="inlineStr"><is><t>${word}<`).exec(xml)?.[1]
    const xml = (await sheetXmlOf(bytes)).get('Rows') ?? ''
    expect(styleOf('Cuadra', xml)).not.toBe(styleOf('other', xml))
  })

  it('goes on in a further sheet before the first is full, heads and all', async () => {
    let told: readonly WrittenTable[] = []
    const tables = [table([column('N', 'number')], [numbered(120), numbered(7)]), table([column('M')], [], 'Last')]
    const limits = { rows: 51, bytes: 1e9 }
    const { bytes, rows } = await written(tables, limits, (all) => {
      told = all
      return []
    })
    const names = ['Rows', 'Rows 2', 'Rows 3']
    expect([...(await sheetXmlOf(bytes)).keys()]).toEqual(['Summary', ...names, 'Last'])
    const read = await Promise.all(names.map((name) => rowsReadOf(bytes, name)))
    expect(read.map(([head]) => head)).toEqual([['N'], ['N'], ['N']])
    expect(read.flatMap(([, ...body]) => body.flat())).toEqual([...numbered(120), ...numbered(7)].flat())
    expect(read.map(({ length }) => length)).toEqual([51, 51, 28])
    expect(rows).toBe(127)
    expect(told.map(({ sheets }) => sheets.map(({ name }) => name))).toEqual([names, ['Last']])
  })

  it('needs no second sheet when it fills the first exactly', async () => {
    const { bytes } = await written([table([column('N')], [numbered(50)])], { rows: 51, bytes: 1e9 })
    expect([...(await sheetXmlOf(bytes)).keys()]).toEqual(['Summary', 'Rows'])
  })

  it('also goes on when a sheet grows beyond what a zip holds', async () => {
    const long = Array.from({ length: 200 }, (): Row => ['x'.repeat(1_000)])
    const { bytes } = await written([table([column('T')], [long])], { rows: 1_000, bytes: 100_000 })
    const names = [...(await sheetXmlOf(bytes)).keys()].slice(1)
    expect(names.length).toBeGreaterThan(1)
    const read = await Promise.all(names.map((name) => rowsReadOf(bytes, name)))
    expect(read.flatMap(([, ...body]) => body)).toHaveLength(200)
  })
})

describe('the cover', () => {
  it('has no filter, and wraps its notes across the table', async () => {
    const { bytes } = await written([table([column('N')], [numbered(2)])], undefined, () => ['a note '.repeat(20)])
    const xml = (await sheetXmlOf(bytes)).get('Summary') ?? ''
    expect(xml).not.toContain('<autoFilter')
    expect(xml).toContain('<mergeCells count="2"><mergeCell ref="A2:B2"/><mergeCell ref="A7:B7"/></mergeCells>')
    expect(xml).toMatch(/<row r="7" ht="90" customHeight="1">/)
  })
})

describe('a workbook', () => {
  it('has one format for its sums: with centavos where one has some', async () => {
    const formatOf = async (centavos: bigint): Promise<string | undefined> => {
      const rows = [[fromCentavos(200n)], [fromCentavos(centavos)]]
      const whole: Cover = { ...cover(), rows: [] }
      const chunks: Buffer[] = []
      const workbook = { cover: whole, tables: [table([column('Sum', 'number')], [rows])] }
      for await (const { text } of workbookPieces(workbook)) chunks.push(Buffer.from(text))
      const styles = (await partsOf(Buffer.concat(chunks))).get('xl/styles.xml')?.text ?? ''
      return /numFmtId="167" formatCode="([^;]*)/.exec(styles)?.[1]
    }
    expect([await formatOf(100n), await formatOf(150n)]).toEqual(['#,##0', '#,##0.00'])
  })

  it('opens on its first sheet: the cover, or the table before it, which the notes of the cover are about, too', async () => {
    const first = table([column('Text')], [[['x'.repeat(40_000)]]], 'To do')
    const notes: Cover['notes'] = (all) => all.map(({ sheets: [sheet], cut }) => `${sheet?.name} ${cut}`)
    const { bytes } = await written([table([column('N')], [numbered(2)])], undefined, notes, first)
    const sheets = await sheetXmlOf(bytes)
    expect([...sheets.keys()]).toEqual(['To do', 'Summary', 'Rows'])
    expect(sheets.get('Summary')).toMatch(/To do 1.*Rows 0/)
    expect((await readXlsx(bytes)).sheets.map(({ name }) => name)).toEqual(['To do', 'Summary', 'Rows'])
    const xml = (await partsOf(bytes)).get('xl/workbook.xml')?.text
    expect(xml).toContain('activeTab="0"')
    expect([...sheets.values()].join('')).not.toContain('tabSelected')
  })

  it('of the same rows has the same bytes, however they come, and no time in it', async () => {
    const columns = [column('N', 'number')]
    const one = await written([table(columns, [numbered(500)])])
    const other = await written([
      table(
        columns,
        numbered(500).map((row) => [row]),
      ),
    ])
    expect(other.bytes.equals(one.bytes)).toBe(true)
    const times = [...(await partsOf(one.bytes)).values()].map(({ changed }) => changed)
    expect(new Set(times)).toEqual(new Set(['33 0']))
  })

  it('whose rows fail is an error, and lets go of them when nobody reads on', async () => {
    const failing = async function* (): AsyncGenerator<readonly Row[]> {
      yield numbered(10)
      throw new Error('the rows ended')
    }
    await expect(written([table([column('N')], failing())])).rejects.toThrow('the rows ended')

    let isLetGo = false
    const endless = async function* (): AsyncGenerator<readonly Row[]> {
      try {
        for (;;) yield Array.from({ length: 500 }, () => [Math.random()])
      } finally {
        isLetGo = true
      }
    }
    for await (const piece of workbookPieces({ cover: cover(), tables: [table([column('N')], endless())] })) {
      if (piece.rows > 0) break
    }
    expect(isLetGo).toBe(true)
  })
})
