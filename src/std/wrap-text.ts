/** In characters: narrow enough for a window next to a spreadsheet. */
const SCREEN = 96

/** Spaces at which a line may break: not the one between a number and its currency or percent sign. */
const BREAKS = /(?<!(?:^|[\s(-])(?:COP|\$)) (?!%)/

/**
 * Breaks text at spaces into lines of `width`: the first after its label, the others aligned below its text. A longer
 * word gets a line of its own.
 */
export const wrapText = (label: string, text: string, width = SCREEN): string[] => {
  const indent = ' '.repeat(label.length)
  const lines: string[] = []
  let line = label
  let isEmpty = true
  for (const word of text.split(BREAKS)) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line)
      line = indent
      isEmpty = true
    }
    line = isEmpty ? `${line}${word}` : `${line} ${word}`
    isEmpty = false
  }
  return [...lines, line.trimEnd()]
}
