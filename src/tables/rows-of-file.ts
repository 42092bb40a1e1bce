import { csvRows, delimiterOf, type FileRow } from './csv-rows.ts'
import { textOfFile } from './file-fault.ts'
import { kindOfFile } from './kind-of-file.ts'
import { workbookRows } from './workbook-rows.ts'

/** The rows of a workbook; null for a text. */
export const sheetIn = (bytes: Uint8Array): readonly FileRow[] | null =>
  kindOfFile(bytes) === 'workbook' ? workbookRows(bytes) : null

/** How a text is read; null where the bytes say it. */
interface TextForm {
  readonly encoding: Parameters<typeof textOfFile>[1]
  readonly delimiter: string | null
}

/** The rows of a text in columns. */
export const textRows = (bytes: Uint8Array, { encoding, delimiter }: TextForm): readonly FileRow[] => {
  const text = textOfFile(bytes, encoding)
  return csvRows(text, delimiter ?? delimiterOf(text))
}
