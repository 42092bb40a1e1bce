import { createHash } from 'node:crypto'
import { CuadreError } from '../../std/errors.ts'
import type { Piece } from '../../std/files/whole-file.ts'
import {
  MANIFEST_MAX_BYTES,
  PACK_MANIFEST,
  type PackAbout,
  type PackEntry,
  packManifestText,
  SUMS,
  sumsText,
} from './manifest.ts'
import type { PackTarget } from './pack-target.ts'
import { openTarget } from './target.ts'

/** A file of a pack, before it is made. */
export interface PackFile {
  readonly name: string
  readonly pieces: AsyncIterable<Piece> | Iterable<Piece>
}

/** The result of writing a pack. */
export interface PackSummary {
  /** SHA-256 of the manifest, in lower-case hex: with it the pack can be verified. */
  readonly manifestSha256: string
  readonly files: number
  readonly bytes: number
}

/** Writes a pack, whole or not at all: first its files, one at a time, then SHA256SUMS and the manifest. */
export const writePack = async (
  path: string,
  files: AsyncIterable<PackFile>,
  about: PackAbout,
  signal: AbortSignal,
): Promise<PackSummary> => {
  const target = await openTarget(path, signal)
  try {
    const entries: PackEntry[] = []
    for await (const { name, pieces } of files) entries.push(await put(target, name, pieces))
    const manifest = packManifestText({ about, files: entries })
    refuseTooLarge(path, manifest, entries.length)
    const proof = await put(target, PACK_MANIFEST, [{ text: manifest, rows: 0 }])
    const sums = await put(target, SUMS, [{ text: sumsText([...entries, proof]), rows: 0 }])
    await target.end()
    const all = [...entries, proof, sums]
    return {
      manifestSha256: proof.sha256,
      files: all.length,
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  } catch (error) {
    await target.abandon()
    throw error
  }
}

/** Refuses a pack whose manifest is too large to be verified. */
const refuseTooLarge = (path: string, manifest: string, files: number): void => {
  if (Buffer.byteLength(manifest) <= MANIFEST_MAX_BYTES) return
  throw new CuadreError(
    'PACK_TOO_LARGE',
    {
      en: `${path} was not made: the list of its ${files} files is larger than ${MANIFEST_MAX_BYTES / 1024 / 1024} MiB`,
      es: `no se hizo ${path}: la lista de sus ${files} archivos pasa de ${MANIFEST_MAX_BYTES / 1024 / 1024} MiB`,
    },
    {
      en: 'copy the whole database as evidence, with "cuadre db backup"',
      es: 'copie toda la base de datos como soporte, con "cuadre db backup"',
    },
  )
}

/** Writes a file and measures it. */
const put = async (target: PackTarget, name: string, pieces: PackFile['pieces']): Promise<PackEntry> => {
  const hash = createHash('sha256')
  let bytes = 0
  await target.put(
    name,
    (async function* () {
      for await (const piece of pieces) {
        const text = typeof piece.text === 'string' ? Buffer.from(piece.text) : piece.text
        hash.update(text)
        bytes += text.byteLength
        yield { text, rows: piece.rows }
      }
    })(),
  )
  return { name, bytes, sha256: hash.digest('hex') }
}
