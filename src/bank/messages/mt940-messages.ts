import { faultAt, LINES } from '../bank-file-fault.ts'

/** A field of a SWIFT message: `:61:...`, with the lines that continue it. */
export interface SwiftField {
  readonly tag: string
  readonly lines: readonly string[]
  /** The line on which it starts. */
  readonly position: number
}

/** The tags of MT940 and those that banks add to it; other colons may start a line of text, such as `:22:30`. */
const TAG = /^:(13D|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS):(.*)$/

/** The fields of each message: from one `:20:` to the next, or to the end of the message (`-` or `-}`). */
export const mt940Messages = (text: string): readonly (readonly SwiftField[])[] => {
  const messages: { tag: string; lines: string[]; position: number }[][] = []
  let isOpen = false
  for (const [index, whole] of text.split(/\r\n|\r|\n/).entries()) {
    const line = whole.replace(/^(\{[1-5]:[^{}]*\})*\{4:/, '').trimEnd()
    const [, tag, rest = ''] = TAG.exec(line) ?? []
    if (tag === '20') messages.push([])
    if (tag !== undefined) isOpen = true
    const message = messages.at(-1)
    if (/^-(\}.*)?$/.test(line)) isOpen = false
    else if (tag !== undefined && message !== undefined) message.push({ tag, lines: [rest], position: index + 1 })
    else if (isOpen && message !== undefined) message.at(-1)?.lines.push(line)
    else if (tag !== undefined) throw outside(index + 1)
  }
  return messages
}

const outside = (position: number) =>
  faultAt(LINES, position, {
    en: 'a field stands before the first :20:, so the beginning is missing',
    es: 'hay un campo antes del primer :20:, así que falta el comienzo',
  })
