import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { type Piece, writeWhole } from '../../std/files/whole-file.ts'
import { writingTo } from '../../std/files/writing-to.ts'
import { folderTarget, removeUnfinished } from './folder-target.ts'
import type { PackTarget, Pieces } from './pack-target.ts'

/** A path that ends in .zip is one file, any other a folder. */
const isZip = (path: string): boolean => /\.zip$/i.test(path)

/** Refuses a target that exists. Leftovers of a killed process are removed and do not count. */
export const refuseOccupied = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => null)
  if (found === null && (await lstat(path).catch(() => null)) === null) return
  if (isZip(path))
    throw targetTakenError(
      { en: `${path} already exists`, es: `${path} ya existe` },
      { en: 'name a file that is not there yet', es: 'indique un archivo que aún no exista' },
    )
  if (found?.isDirectory() !== true) {
    throw targetTakenError(
      { en: `${path} is not a folder`, es: `${path} no es una carpeta` },
      {
        en: 'name a folder that is new or empty, or a file that ends in .zip',
        es: 'indique una carpeta nueva o vacía, o un archivo que termine en .zip',
      },
    )
  }
  await writingTo(path, () => removeUnfinished(path))
  const entries = await writingTo(path, () => readdir(path))
  if (entries.length > 0)
    throw targetTakenError(
      { en: `${path} is not empty`, es: `${path} no está vacía` },
      { en: 'name a folder that is new or empty', es: 'indique una carpeta nueva o vacía' },
    )
}

const targetTakenError = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('PACK_TARGET_TAKEN', message, next)

export const openTarget = async (path: string, signal: AbortSignal): Promise<PackTarget> => {
  await refuseOccupied(path)
  return isZip(path) ? zipAt(path, signal) : folderTarget(path, signal)
}

/** The date of every file in every zip, so that the same files give the same zip anywhere. */
const NO_DATE = new Date(1980, 0, 1)
const OPTIONS = { mtime: NO_DATE, mode: 0o100600, forceDosTimestamp: true, compress: true }

/** Writes the zip, whole or not at all, while its files are added. */
const zipAt = (path: string, signal: AbortSignal): PackTarget => {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream)
  const written = writeWhole(dirname(path), basename(path), asPieces(output), signal)
  written.catch(() => {})
  // Errors of the zip surface at its reader or writer.
  output.on('error', () => {})
  zip.on('error', () => {})
  const unlessItFails = async (done: Promise<void>): Promise<void> => {
    await Promise.race([done, written])
  }
  return {
    put: (name, pieces) =>
      unlessItFails(
        new Promise((resolve, reject) => {
          const source = Readable.from(textsOf(pieces))
          source.once('error', reject).once('close', resolve)
          zip.addReadStream(source, name, OPTIONS)
        }),
      ),
    end: async () => {
      zip.end()
      await written
    },
    abandon: async () => {
      output.destroy(new Error('abandoned'))
      await written.catch(() => {})
    },
  }
}

async function* asPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  for await (const chunk of chunks) yield { text: chunk, rows: 0 }
}

async function* textsOf(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for await (const { text } of pieces) yield typeof text === 'string' ? Buffer.from(text) : text
}
