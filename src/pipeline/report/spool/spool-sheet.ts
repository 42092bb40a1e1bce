import type { Row } from '../../../domain/cell.ts'
import { type DeflatedChunk, deflateChunk } from '../../../publish/deflate.ts'
import { ROWS_AT_ONCE, sheetRows } from '../../../publish/xlsx/sheet-rows.ts'
import type { TotalledColumns } from '../../../publish/xlsx/totals.ts'
import type { MadeRows } from '../../../publish/xlsx/workbook.ts'
import type { NamelessFile, Span } from '../../../std/files/nameless-file.ts'
import { writingTo } from '../../../std/files/writing-to.ts'

/** A compressed chunk in the file. */
interface SpooledChunk extends Omit<DeflatedChunk, 'deflated'> {
  readonly span: Span
}

/**
 * Makes the XML of one list's rows in the invoice sheet, and stores it compressed. One chunk is compressed while the
 * next is made. Every method throws the error of the system when the file cannot be written.
 */
export const spoolSheet = (table: TotalledColumns, firstRow: number, file: NamelessFile) => {
  const rows = sheetRows(table, firstRow)
  const chunks: SpooledChunk[] = []
  let deflating: Promise<DeflatedChunk> | null = null

  const store = async (): Promise<void> => {
    if (deflating === null) return
    const { deflated, crc, bytes } = await deflating
    chunks.push({ span: file.append(deflated), crc, bytes })
    deflating = null
  }
  const deflateNext = async (): Promise<void> => {
    await store()
    if (rows.hasXml()) deflating = deflateChunk(rows.take())
  }
  return {
    add: async (more: readonly Row[]): Promise<void> => {
      for (let at = 0; at < more.length; at += ROWS_AT_ONCE) {
        rows.add(more.slice(at, at + ROWS_AT_ONCE))
        if (rows.hasChunk()) await deflateNext()
      }
    },
    /** `folder` is named when the file can no longer be read. */
    end: async (folder: string): Promise<MadeRows> => {
      await deflateNext()
      await store()
      const { changes, totals } = rows
      const made = { firstRow, rows: rows.nextRow() - firstRow, bytes: rows.bytes(), changes, totals }
      return { ...made, chunks: () => chunksIn(file, chunks, folder) }
    },
  }
}

export type SpooledSheet = ReturnType<typeof spoolSheet>

async function* chunksIn(
  file: NamelessFile,
  chunks: readonly SpooledChunk[],
  folder: string,
): AsyncGenerator<DeflatedChunk> {
  for (const { span, crc, bytes } of chunks)
    yield { deflated: await writingTo(folder, async () => file.read(span)), crc, bytes }
}
