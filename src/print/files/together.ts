import { basename, dirname, join } from 'node:path'
import { type Measure, type Piece, type StagedFile, stageFile } from '../../std/files/whole-file.ts'

export interface FileToWrite {
  /** Path within the folder. */
  readonly name: string
  readonly pieces: AsyncIterable<Piece> | Iterable<Piece>
}

export interface WrittenFile extends Measure {
  readonly path: string
}

/**
 * Writes files of a folder and its subfolders, all or none: nothing is replaced before the last new file is complete on
 * disk.
 */
export const writeTogether = async (
  folder: string,
  files: readonly FileToWrite[],
  signal?: AbortSignal,
): Promise<readonly WrittenFile[]> => {
  const staged: StagedFile[] = []
  try {
    for (const { name, pieces } of files) {
      const path = join(folder, name)
      staged.push(await stageFile(dirname(path), basename(path), pieces, signal))
    }
    for (const { publish } of staged) await publish()
  } catch (error) {
    for (const { discard } of staged) await discard()
    throw error
  }
  return files.flatMap(({ name }, at) => {
    const measure = staged[at]?.measure
    return measure === undefined ? [] : [{ path: join(folder, name), ...measure }]
  })
}
