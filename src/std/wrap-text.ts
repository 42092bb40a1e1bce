/** Narrow enough for a window beside a spreadsheet. */
const SCREEN = 96

/** Spaces at which a line may end: not the one between the mark of a currency and its number. */
const BREAKS = /(?<!(?:^|[\s(-])(?:COP|\$)) /

/** Text broken at spaces into lines that fit, the first behind its label, the others below where it began. A longer word stands alone. */
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
