import type { SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Cell, Row } from '../../core/cell.ts'
import type { Piece } from '../../std/files/whole-file.ts'
import { PARQUET_TYPES, type ParquetColumn, type ParquetValue, parquetValue } from './parquet-types.ts'

/** The number of rows in a row group, which is in memory at once. */
const ROW_GROUP = 20_000

/** A Parquet file in pieces, one for each row group; only one group is in memory at a time. */
export async function* parquetPieces(
  columns: readonly ParquetColumn[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Piece> {
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'cuadre' })
  let group: Row[] = []
  for await (const rows of batches) {
    group.push(...rows)
    if (group.length < ROW_GROUP) continue
    await writer.write({ columnData: dataOf(columns, group), rowGroupSize: group.length })
    yield { text: take(bytes), rows: group.length }
    group = []
  }
  if (group.length > 0) await writer.write({ columnData: dataOf(columns, group), rowGroupSize: group.length })
  await writer.finish()
  yield { text: take(bytes), rows: group.length }
}

const schemaOf = (columns: readonly ParquetColumn[]): SchemaElement[] => [
  { name: 'cuadre', num_children: columns.length },
  ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...PARQUET_TYPES[type].element })),
]

const dataOf = (columns: readonly ParquetColumn[], rows: readonly Row[]) =>
  columns.map(({ name, type, at, zone }) => ({
    name,
    data: rows.map((row): ParquetValue => parquetValue(type, cellAt(row, at), zone)),
  }))

const cellAt = (row: Row, at: number): Cell => row[at] ?? null

/** The bytes since the last piece; the writer keeps counting from the start of the file. */
const take = (bytes: ByteWriter): Uint8Array => {
  const taken = bytes.getBytes().slice()
  bytes.index = 0
  return taken
}
