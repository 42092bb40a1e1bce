/**
 * The reason to refuse JSON that repeats a member of an object, of which JSON.parse would take the last; null when no
 * name is repeated. `value` is the result of JSON.parse for `bytes`, which are known to be JSON.
 */
export const repeatedMember = (bytes: Uint8Array, value: unknown): string | null => {
  const name = repeatedName(bytes, value)
  return name === null ? null : `an object has the member${name === '' ? '' : ` ${name}`} twice`
}

/** The name of the first member repeated in its object; empty when the name may be personal, null when none is repeated. */
export const repeatedName = (bytes: Uint8Array, value: unknown): string | null => {
  if (possibleNames(bytes) === membersOf(value)) return null
  const name = firstRepeated(bytes)
  return name === null || PLAIN_NAME.test(name) ? name : ''
}

/** Names that may be quoted in a message; any other may be a person's, or a document number. */
const PLAIN_NAME = /^[A-Za-z_]{1,40}$/

/**
 * The number of colons after a quotation mark: at least the number of names. Counted for every page of a run, at a
 * third of the cost of looking at each byte.
 */
const possibleNames = (bytes: Uint8Array): number => {
  let names = 0
  for (let at = bytes.indexOf(COLON); at !== -1; at = bytes.indexOf(COLON, at + 1)) {
    let before = at - 1
    while (isSpace(bytes[before])) before -= 1
    if (bytes[before] === QUOTE) names += 1
  }
  return names
}

/** The members of all objects in a value, however deep it is nested. */
const membersOf = (value: unknown): number => {
  let members = 0
  const unseen: object[] = isNested(value) ? [value] : []
  for (let part = unseen.pop(); part !== undefined; part = unseen.pop()) {
    if (Array.isArray(part)) {
      for (const item of part) if (isNested(item)) unseen.push(item)
      continue
    }
    for (const name in part) {
      members += 1
      const item = (part as Readonly<Record<string, unknown>>)[name]
      if (isNested(item)) unseen.push(item)
    }
  }
  return members
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The first name that repeats within its object. Braces and colons in texts are skipped. */
const firstRepeated = (bytes: Uint8Array): string | null => {
  const objects: Set<string>[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === OPENING_BRACE) objects.push(new Set())
    if (bytes[at] === CLOSING_BRACE) objects.pop()
    if (bytes[at] !== QUOTE) continue
    const end = endOfText(bytes, at)
    const names = objects.at(-1)
    if (names !== undefined && isName(bytes, end)) {
      const name: string = JSON.parse(UTF8.decode(bytes.subarray(at, end)))
      if (names.has(name)) return name
      names.add(name)
    }
    at = end - 1
  }
  return null
}

/** The end of the text that starts there. */
const endOfText = (bytes: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at + 1
}

/** Whether the text is the name of a member: a colon follows. */
const isName = (bytes: Uint8Array, end: number): boolean => {
  let at = end
  while (isSpace(bytes[at])) at += 1
  return bytes[at] === COLON
}

const isSpace = (byte: number | undefined): boolean => byte !== undefined && byte <= 0x20
const UTF8 = new TextDecoder()
const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
