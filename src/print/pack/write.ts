import { createHash } from 'node:crypto'
import { CuadreError } from '../../std/errors.ts'
import type { Piece } from '../../std/files/whole-file.ts'
import type { ZipPart } from '../zip.ts'
import {
  MANIFEST_MAX_BYTES,
  PACK_MANIFEST,
  type PackAbout,
  type PackEntry,
  packManifestText,
  SUMS,
  sumsText,
} from './manifest.ts'
import { writeTarget } from './target.ts'

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
  const entries: PackEntry[] = []
  let manifestSha256 = ''
  async function* parts(): AsyncGenerator<ZipPart> {
    for await (const file of files) yield measured(file, (entry) => entries.push(entry))
    const manifest = packManifestText({ about, files: entries })
    refuseTooLarge(path, manifest, entries.length)
    yield measured({ name: PACK_MANIFEST, pieces: [{ text: manifest, rows: 0 }] }, (entry) => {
      manifestSha256 = entry.sha256
      entries.push(entry)
    })
    const sums = [{ text: sumsText(entries), rows: 0 }]
    yield measured({ name: SUMS, pieces: sums }, (entry) => entries.push(entry))
  }
  await writeTarget(path, parts(), signal)
  return { manifestSha256, files: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) }
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

/** A file that is measured while it is written. */
const measured = ({ name, pieces }: PackFile, tell: (entry: PackEntry) => void): ZipPart => ({
  path: name,
  chunks: (async function* () {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const { text } of pieces) {
      const chunk = typeof text === 'string' ? Buffer.from(text) : text
      hash.update(chunk)
      bytes += chunk.byteLength
      yield chunk
    }
    tell({ name, bytes, sha256: hash.digest('hex') })
  })(),
})
