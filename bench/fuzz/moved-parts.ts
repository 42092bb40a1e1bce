import fc from 'fast-check'

/** What is inserted between parts: signs that frame or separate, and tags of the formats. */
const INSERTED = [
  ...[
    '\u001a',
    '\ufeff',
    '\u0001',
    '\u0003',
    '\f',
    ' ',
    '\t',
    '\n',
    '\r\n\r\n',
    '"',
    ';',
    ',',
    '-',
    '-}',
    '$',
    'TEXTO',
  ],
  ...[
    '{1:F01COBBAXXX}{2:I940N}{4:',
    '-}{5:{CHK:1}}',
    ':20:X\n',
    ':25:77\n',
    ':86:X\n',
    ':940:\n',
    ':62F:C260314COP1,00\n',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x?>',
    '<OFX>',
    '<STMTTRN>',
    '</STMTTRN>',
    '<BANKTRANLIST>',
    '</BANKTRANLIST>',
  ],
  ...['</STMTRS><STMTRS>', '<CREDITCARDMSGSRSV1>', '<INTU.BID>', '<Ntry>', '</Ntry>', '</Stmt><Stmt>', '<a>', '</a>'],
  ...['<NtryDtls>', '</NtryDtls>', '<MEMO>', '\u001a:20:X\n', '\r'],
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
