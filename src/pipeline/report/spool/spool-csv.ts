import type { Row } from '../../../domain/cell.ts'
import type { csvOf } from '../../../publish/csv/csv.ts'
import type { NamelessFile, Span } from '../../../std/files/nameless-file.ts'
import type { Piece } from '../../../std/files/whole-file.ts'
import { writingTo } from '../../../std/files/writing-to.ts'

/** Makes the CSV rows of one list and stores them. Adding throws the error of the system when the file cannot be written. */
export const spoolCsv = (encode: ReturnType<typeof csvOf>, file: NamelessFile) => {
  const spans: Span[] = []
  let made = 0
  return {
    rows: (): number => made,
    add: (more: readonly Row[]): void => {
      for (const { text, rows } of encode(more)) {
        spans.push(file.append(text))
        made += rows
      }
    },
    /** `folder` is named when the file can no longer be read. */
    pieces: async function* (folder: string): AsyncGenerator<Piece> {
      // One piece is written while the next one is read.
      const longest = spans.reduce((most, { bytes }) => Math.max(most, bytes), 0)
      const rooms = [Buffer.alloc(longest), Buffer.alloc(longest)]
      for (const [at, span] of spans.entries()) {
        yield { text: await writingTo(folder, async () => file.read(span, rooms[at % 2])), rows: at === 0 ? made : 0 }
      }
    },
  }
}

export type SpooledCsv = ReturnType<typeof spoolCsv>
