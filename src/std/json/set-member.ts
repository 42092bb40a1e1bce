/** The path to an object in a document: names of members, and indexes in lists. */
export type JsonPath = readonly (string | number)[]

interface Span {
  readonly start: number
  readonly end: number
}

interface MemberSpan extends Span {
  readonly name: string | number
  /** Where its value starts. */
  readonly value: number
}

/**
 * Sets a member of an object in the text of a JSON document, and leaves every other character unchanged. The text must
 * be JSON, and the path must lead to an object; the value is JSON indented by two. When a name is repeated, the last
 * member is meant, as JSON parsers have it.
 */
export const setMember = (text: string, path: JsonPath, name: string, json: string): string => {
  const object = path.reduce<number>((at, step) => memberAt(text, at, step).value, skipSpace(text, 0))
  const parts = partsAt(text, object)
  const indent = ' '.repeat(2 * path.length + 2)
  const value = json.replaceAll('\n', `\n${indent}`)
  const known = parts.findLast((part) => part.name === name)
  if (known !== undefined) return text.slice(0, known.value) + value + text.slice(known.end)
  const last = parts.at(-1)
  const member = `\n${indent}${JSON.stringify(name)}: ${value}`
  if (last !== undefined) return `${text.slice(0, last.end)},${member}${text.slice(last.end)}`
  return `${text.slice(0, object + 1)}${member}\n${indent.slice(2)}${text.slice(endOfValue(text, object) - 1)}`
}

const memberAt = (text: string, at: number, step: string | number): MemberSpan => {
  const part = partsAt(text, at).findLast(({ name }) => name === step)
  if (part === undefined) throw new Error(`the document has no member ${step}`)
  return part
}

/** The members of the object, or the items of the list, that starts there. */
const partsAt = (text: string, start: number): readonly MemberSpan[] => {
  const parts: MemberSpan[] = []
  const isObject = text[start] === '{'
  let at = skipSpace(text, start + 1)
  while (text[at] !== '}' && text[at] !== ']') {
    const nameEnd = isObject ? endOfText(text, at) : at
    const value = isObject ? skipSpace(text, skipSpace(text, nameEnd) + 1) : at
    const end = endOfValue(text, value)
    parts.push({ name: isObject ? String(JSON.parse(text.slice(at, nameEnd))) : parts.length, start: at, value, end })
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return parts
}

const skipSpace = (text: string, start: number): number => {
  let at = start
  while (/[\s\uFEFF]/.test(text.charAt(at))) at += 1
  return at
}

/** The end of the text that begins there. Found by stepping, since a pattern would fail on a text of many megabytes. */
export const endOfText = (text: string, start: number): number => {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

const endOfValue = (text: string, start: number): number => {
  const first = text.charAt(start)
  if (first === '"') return endOfText(text, start)
  if (first === '{' || first === '[') {
    const last = partsAt(text, start).at(-1)
    return text.indexOf(first === '{' ? '}' : ']', last?.end ?? start) + 1
  }
  const end = text.slice(start).search(/[\s,}\]]/)
  return end === -1 ? text.length : start + end
}
