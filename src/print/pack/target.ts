import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { leftoverFiles, removeLeftovers, temporaryName } from '../../std/files/leftover-files.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { type Piece, syncFolder, writeNew, writeWhole } from '../../std/files/whole-file.ts'
import { writingTo } from '../../std/files/writing-to.ts'
import { type ZipPart, zipped } from '../zip.ts'
import { PACK_MANIFEST, readPackManifest, SUMS } from './manifest.ts'

/** Files for a pack, each made before the next one is asked for. */
export type PackParts = AsyncIterable<ZipPart>

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

/** Writes a pack, whole or not at all, to a folder or a zip that must not exist yet. */
export const writeTarget = async (path: string, parts: PackParts, signal: AbortSignal): Promise<void> => {
  await refuseOccupied(path)
  await (isZip(path)
    ? writeWhole(dirname(path), basename(path), piecesOf(zipped(parts)), signal)
    : writeFolder(path, parts, signal))
}

async function* piecesOf(chunks: ZipPart['chunks']): AsyncGenerator<Piece> {
  for await (const chunk of chunks) yield { text: chunk, rows: 0 }
}

/**
 * The files are written to a hidden folder, which is renamed when the pack is complete. When the folder of the pack
 * already exists, the hidden folder is in it, and its contents are moved out.
 */
const writeFolder = async (path: string, parts: PackParts, signal: AbortSignal): Promise<void> => {
  const isThere = existsSync(path)
  const home = isThere ? path : dirname(path)
  const hidden = join(home, temporaryName(basename(path)))
  await writingTo(path, () => makeHidden(home, hidden))
  try {
    for await (const { path: name, chunks } of parts) {
      const file = join(hidden, name)
      await writingTo(path, async () => makeFolder(dirname(file)))
      await writeNew(file, piecesOf(chunks), signal, join(path, name))
    }
    await writingTo(path, () => (isThere ? moveOut(path, hidden) : rename(hidden, path)))
    await syncFolder(home)
  } catch (error) {
    await takeBack(path, hidden).catch(() => {})
    throw error
  }
}

const makeHidden = async (home: string, hidden: string): Promise<void> => {
  makeFolder(home)
  await removeLeftovers(home)
  await mkdir(hidden, { mode: 0o700 })
}

/** The manifest is moved last, since it lists the files moved before it. */
const moveOut = async (path: string, hidden: string): Promise<void> => {
  const names = (await readdir(hidden)).filter((name) => name !== PACK_MANIFEST)
  for (const name of [...names, PACK_MANIFEST]) await rename(join(hidden, name), join(path, name))
  await rmdir(hidden)
}

/** Removes unfinished packs of killed processes from their folder. */
const removeUnfinished = async (path: string): Promise<void> => {
  for (const name of await leftoverFiles(path)) await takeBack(path, join(path, name))
}

/** Removes a hidden folder, and the files already moved out of it. */
const takeBack = async (path: string, hidden: string): Promise<void> => {
  for (const name of await movedOut(hidden)) await rm(join(path, name), { recursive: true, force: true })
  await rm(hidden, { recursive: true, force: true })
}

const movedOut = async (hidden: string): Promise<readonly string[]> => {
  const bytes = await readFile(join(hidden, PACK_MANIFEST)).catch(() => null)
  const read = bytes === null ? null : readPackManifest(bytes)
  if (read?.ok !== true) return []
  const left = await readdir(hidden)
  const names = [SUMS, ...read.manifest.files.map(({ name }) => name.split('/')[0] ?? '')]
  return [...new Set(names)].filter((name) => name !== '' && !left.includes(name))
}
