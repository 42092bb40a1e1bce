import { basename, dirname, join } from 'node:path'
import { type Measure, type Piece, type StagedFile, stageFile } from '../../std/files/whole-file.ts'

export interface FileToWrite {
  /** Its path in the folder. */
  readonly name: string
  readonly pieces: AsyncIterable<Piece> | Iterable<Piece>
}

export interface WrittenFile extends Measure {
  readonly path: string
}

/** Writes the files of one folder and of folders in it, all of them or none: nothing is put over what stands there before the last of them is whole on the disk. */
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
