/** Classes with a meaning for the reader: a difference, a total, a bad sentence. */
const TELLING = /^(total|sum|off|bad|warning|good|neutral|differs|dense|wide|s-.*|v-.*|shade-.*|b-.*|join|axis|result)$/

const attribute = (attributes: string, name: string): string | null =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? null

const marksOf = (attributes: string): string => {
  const told = (attribute(attributes, 'class') ?? '').split(' ').filter((name) => TELLING.test(name))
  const shown = ['href', 'title', 'colspan', 'aria-label'].flatMap((name) => {
    const value = attribute(attributes, name)
    return value === null ? [] : [`${name}=${value}`]
  })
  const all = [...told, ...shown, ...(/\sopen(=|$)/.test(attributes) ? ['open'] : [])]
  return all.length === 0 ? '' : `{${all.join(' ')}} `
}

/** Shapes of a chart by position and length, without the grid. */
const shapeOf = (tag: string, attributes: string): string => {
  const marks = marksOf(attributes)
  if (marks === '' && tag !== 'circle') return ''
  const [x, y, width] = ['x', 'y', 'width', 'x1', 'cx', 'cy']
    .map((name) => attribute(attributes, name))
    .filter((value) => value !== null)
  return `\n${tag} ${marks}${[x, y, width].filter((value) => value !== undefined).join(' ')}`
}

const BLOCKS =
  /^(p|h1|h2|h3|h4|div|section|header|main|footer|table|caption|tr|ul|li|details|summary|pre|article|nav|figure|figcaption|svg|br)$/
/** Elements whose text is a separate word, set apart by style. */
const SPACED = /^(span|b|i|em|small|a)$/
const SHAPES = /^(rect|line|circle)$/

const textOfTag = (isEnd: boolean, tag: string, attributes: string): string => {
  if (tag === 'td' || tag === 'th') return isEnd ? ' | ' : marksOf(attributes)
  if (SHAPES.test(tag)) return isEnd ? '' : shapeOf(tag, attributes)
  if (BLOCKS.test(tag)) return isEnd ? '\n' : `\n${marksOf(attributes)}`
  if (isEnd) return SPACED.test(tag) ? ' ' : ''
  return marksOf(attributes)
}

/**
 * The contents of a page, one line for each row of a table: its words and figures, with colours and links in braces.
 */
export const pageText = (html: string): string =>
  `${html
    .replace(/^.*<body>/s, '')
    .replace(/<(\/?)(\w+)([^>]*)>/g, (_, end: string, tag: string, attributes: string) =>
      textOfTag(end === '/', tag, attributes),
    )
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replace(/[\u00a0\u202f ]+/g, ' ')
    .split('\n')
    .map((line) => line.trim().replace(/ \|$/, ''))
    .filter((line) => line !== '')
    .join('\n')}\n`
