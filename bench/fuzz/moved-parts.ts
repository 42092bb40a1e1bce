import fc from 'fast-check'
import type { BankFormat } from '../../src/core/bank/bank-statement.ts'
import type { SandboxStatement } from '../../src/sandbox/bank/sandbox-statement.ts'
import { STATEMENT_FORMS, type StatementForm } from '../../src/sandbox/bank/statement-forms.ts'

/** What is inserted between parts: signs that frame or separate, and tags of the formats. */
const INSERTED = [
  ...['\u001a', '\ufeff', '\u0001', '\u0003', '\f', ' ', '\t', '\r', '\n', '\r\n\r\n', '"', ';', ',', '-', '-}', '$'],
  ...['{1:F01COBBAXXX}{2:I940N}{4:', '-}{5:{CHK:1}}', ':20:X\n', ':25:77\n', ':86:X\n', ':940:\n', '\u001a:20:X\n'],
  ...[':62F:C260314COP1,00\n', 'TEXTO', '</STMTRS><STMTRS>', '</Stmt><Stmt>'],
  ...'<!-- --> <![CDATA[ ]]> <?x?> <OFX> <STMTTRN> </STMTTRN> <BANKTRANLIST> </BANKTRANLIST> <MEMO> <a>'.split(' '),
  ...'</a> <CREDITCARDMSGSRSV1> <INTU.BID> <Ntry> </Ntry> <NtryDtls> </NtryDtls>'.split(' '),
]

type Span = readonly [start: number, end: number]

/**
 * A valid text whose parts were cut, doubled or moved, or between whose parts something was inserted; a part of another
 * text may stand in it.
 */
export const movedParts = (texts: readonly string[]): fc.Arbitrary<Buffer> =>
  fc
    .record({ text: fc.nat(texts.length - 1), changes: fc.array(CHANGE, { minLength: 1, maxLength: 4 }) })
    .map(({ text, changes }) =>
      Buffer.from(changes.reduce((before, change) => changed(before, change, texts), texts[text] ?? '')),
    )

const CHANGE = fc.record({
  how: fc.constantFrom('cut', 'double', 'copy', 'move', 'insert', 'insert', 'bring'),
  span: fc.nat(),
  length: fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(60) }),
  to: fc.nat(),
  isNatural: fc.nat(3).map((number) => number > 0),
})
type Change = typeof CHANGE extends fc.Arbitrary<infer T> ? T : never

const changed = (text: string, change: Change, texts: readonly string[]): string => {
  const { how, to } = change
  const [start, end] = spanOf(text, change)
  const part = text.slice(start, end)
  const without = `${text.slice(0, start)}${text.slice(end)}`
  if (how === 'cut') return without
  if (how === 'double') return insertAt(text, end, part)
  if (how === 'copy') return insertAt(text, placeIn(text, to), part)
  if (how === 'move') return insertAt(without, placeIn(without, to), part)
  if (how === 'insert') return insertAt(text, placeIn(text, to), INSERTED[change.span % INSERTED.length] ?? '')
  const other = texts[change.span % texts.length] ?? ''
  const [from, until] = spanOf(other, change)
  return insertAt(text, placeIn(text, to), other.slice(from, until))
}

const insertAt = (text: string, at: number, part: string): string => `${text.slice(0, at)}${part}${text.slice(at)}`

/** The places between lines, tags, fields and cells, the first of them near that number. */
const placesFrom = (text: string, number: number, count: number): readonly number[] => {
  const places: number[] = []
  for (let at = number % (text.length + 1); at < text.length && places.length < count; at += 1)
    if (BEFORE.includes(text[at] ?? '') || BEHIND.includes(text[at - 1] ?? '')) places.push(at)
  return places.length < count ? [...places, text.length] : places
}
const BEFORE = '<:;,"'
const BEHIND = '>\n;,'

const placeIn = (text: string, number: number): number =>
  number % 20 === 0 ? 0 : (placesFrom(text, number, 1)[0] ?? text.length)

const spanOf = (text: string, { span, length, isNatural }: Change): Span =>
  (isNatural ? naturalSpan(text, span, length) : null) ?? anySpan(text, span, length)

const anySpan = (text: string, span: number, length: number): Span => {
  const places = placesFrom(text, span, length + 2)
  return [places[0] ?? 0, places.at(-1) ?? text.length]
}

/** Lines, an element with all in it, a statement of MT940, or the whole. */
const naturalSpan = (text: string, span: number, length: number): Span | null => {
  const at = span % (text.length + 1)
  if (span % 16 === 0) return [0, text.length]
  if (text.includes('<')) return elementFrom(text, text.indexOf('<', at))
  return span % 4 === 0 ? messageFrom(text, text.indexOf(':20:', at)) : linesFrom(text, at, length)
}

const elementFrom = (text: string, start: number): Span | null => {
  const [name] = start === -1 ? [] : (/^[A-Za-z]\w*/.exec(text.slice(start + 1, start + 30)) ?? [])
  const end = text.indexOf(`</${name}>`, start)
  return name === undefined || end === -1 ? null : [start, end + `</${name}>`.length]
}

const messageFrom = (text: string, start: number): Span | null => {
  const next = text.indexOf(':20:', start + 4)
  return start === -1 ? null : [start, next === -1 ? text.length : next]
}

const linesFrom = (text: string, at: number, length: number): Span => {
  const start = text.lastIndexOf('\n', at) + 1
  let end = start
  for (let line = 0; line <= length && end < text.length; line += 1) end = text.indexOf('\n', end) + 1 || text.length
  return [start, end]
}

/**
 * The number of entries that anybody can see in a text of that format, counted without reading it: fields, elements
 * outside of comments and texts, or lines with a day.
 */
export const visibleEntries = (text: string, format: BankFormat): number => {
  if (format === 'mt940') return count(text, /:61:/g)
  if (format === 'ofx') return count(withoutComments(text), /<(\w+:)?STMTTRN\s*\/?>/g)
  if (format === 'camt') return count(withoutComments(text), /<(\w+:)?Ntry[\s/>]/g)
  // A row of another bank above the names of columns is a letterhead: days stand where those of most rows do.
  const columns = text.split(/\r\n|\r|\n/).flatMap((line) => columnOfDay(line) ?? [])
  const most = columns.toSorted((a, b) => a - b)[columns.length >> 1]
  return columns.filter((column) => column === most).length
}

/** The number of delimiters before the day of a row; null for a line without a day and a number that fill cells. */
const columnOfDay = (line: string): number | null => {
  const at = line.search(DAY)
  return at === -1 || !NUMBER.test(line.slice(at)) ? null : line.slice(0, at).split(DELIMITER).length - 1
}

const DELIMITER = /[;,\t|]/
const NUMBER = /[;,\t|] *"?-?[\d.,]*\d"? *([;,\t|\r]|$)/

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const withoutComments = (text: string): string =>
  text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g, '')

const DAY = /(\b2026\d{4}|\b2026-\d\d-\d\d|\b\d\d\/\d\d\/2026)( \d\d:\d\d(:\d\d)?)?\s*[;,\t|]/

/** Two statements; sums that cancel out, so that balances do not notice every part that is gone. */
const STATEMENTS: readonly SandboxStatement[] = [
  {
    account: '40600001122',
    from: '2026-03-12',
    to: '2026-03-14',
    opening: 100_000,
    entries: [
      { day: '2026-03-12', centavos: 4_459_000_000, text: 'ABONO OPERADOR', reference: 'R1' },
      { day: '2026-03-12', centavos: -4_459_000_000, text: 'PAGO "A" & B; C, D', reference: 'R2' },
      { day: '2026-03-13', centavos: 250_000, text: 'CONSIGNACION', reference: 'R3' },
      { day: '2026-03-13', centavos: -250_000, text: 'IMPTO GOBIERNO 4X1000', reference: 'R4' },
      { day: '2026-03-14', centavos: 12_345_678, text: 'CONSIGNACION', reference: 'R5' },
    ],
  },
  {
    account: '40600001122',
    from: '2026-03-15',
    to: '2026-03-15',
    opening: 12_445_678,
    entries: [
      { day: '2026-03-15', centavos: 90_000, text: 'ABONO OPERADOR', reference: 'S1' },
      { day: '2026-03-15', centavos: -90_000, text: 'PAGO', reference: 'S2' },
    ],
  },
]

const written = (form: StatementForm): readonly [string, string] => {
  const [first = '', second = ''] = STATEMENTS.map((one) => STATEMENT_FORMS[form].write(one).toString('utf8'))
  return [first, second]
}

/** Both statements of a form in one file: the parts of the second that a file has once are left out. */
const joined = ([first, second]: readonly [string, string], start: string, end: string): string => {
  const at = first.lastIndexOf(end)
  return `${first.slice(0, at)}${second.slice(second.indexOf(start), second.lastIndexOf(end))}${first.slice(at)}`
}

const inBlocks = (text: string): string =>
  text.replaceAll(':20:', '{1:F01COBBAXXX}{2:I940XN}{4:\r\n:20:').replaceAll('\r\n-\r\n', '\r\n-}{5:{CHK:1}}\r\n')

/** OFX 2: each value has its end tag. */
const inXml = (text: string): string =>
  `<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n${text
    .slice(text.indexOf('<OFX>'))
    .replace(/<(\w+)>([^<>\r\n]+)/g, '<$1>$2</$1>')}`

/** Reports within the day and notifications have no balances. */
const asMessage = (text: string, message: string, report: string): string =>
  text
    .replaceAll(/<Bal>.*<\/Bal>\r?\n?/g, '')
    .replaceAll('BkToCstmrStmt', message)
    .replaceAll(/(<\/?)Stmt>/g, `$1${report}>`)
    .replaceAll('camt.053', message === 'BkToCstmrAcctRpt' ? 'camt.052' : 'camt.054')

const [MT940, CAMT, OFX] = [written('mt940'), written('camt'), written('ofx')]
const TWO_CAMT = joined(CAMT, '<Stmt>', '</BkToCstmrStmt>')
const TWO_OFX = joined(OFX, '<STMTTRNRS>', '</BANKMSGSRSV1>')

/** Statements of each format of messages, with one statement and with two. */
export const MESSAGE_TEXTS: readonly string[] = [
  ...MT940,
  MT940.join(''),
  inBlocks(MT940.join('')),
  `\u0001${inBlocks(MT940[0])}\u0003`,
  ...CAMT,
  TWO_CAMT,
  CAMT[0].replace('<Document', '<Envelope><AppHdr/><Document').replace('</Document>', '</Document></Envelope>'),
  asMessage(TWO_CAMT, 'BkToCstmrAcctRpt', 'Rpt').replace('<Sts>BOOK', '<Sts>PDNG'),
  asMessage(TWO_CAMT, 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'),
  ...OFX,
  TWO_OFX,
  inXml(TWO_OFX),
]

/** Statements of each format of tables. */
export const TABLE_TEXTS: readonly string[] = (
  ['bancolombia-csv', 'bancolombia-text', 'davivienda-csv', 'csv'] as const
).flatMap((form) => written(form))
