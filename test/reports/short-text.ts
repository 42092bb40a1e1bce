const WIDTH = 140

/** JSON text with a line for whatever fits into one, so that a document of a thousand members can be read. */
export const shortJson = (value: unknown, indent = ''): string => {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const inner = `${indent} `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Array.isArray(value)
    ? value.map((one) => shortJson(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${shortJson(one, inner)}`)
  return `${open}\n${members.map((member) => `${inner}${member}`).join(',\n')}\n${indent}${close}`
}

/** Fewer lines than this are said again. */
const SHORTEST = 4

/** Lines that follow each other as they did before are named by their numbers: nothing is lost. */
export const withoutRepeats = (text: string): string => {
  const lines = text.split('\n')
  const lengthFrom = (before: number, at: number): number => {
    let length = 0
    while (before + length < at && at + length < lines.length && lines[before + length] === lines[at + length])
      length += 1
    return length
  }
  const told: string[] = []
  for (let at = 0; at < lines.length; ) {
    const lengths = Array.from({ length: at }, (_, before) => lengthFrom(before, at))
    const longest = Math.max(0, ...lengths)
    const first = lengths.indexOf(longest) + 1
    told.push(longest < SHORTEST ? (lines[at] ?? '') : `(lines ${first} to ${first + longest - 1} again)`)
    at += longest < SHORTEST ? 1 : longest
  }
  return told.join('\n')
}
