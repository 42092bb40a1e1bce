import { createHash } from 'node:crypto'
import type { Json } from '../../core/cell.ts'
import { CuadreError } from '../../std/errors.ts'
import type { Piece } from '../../std/files/whole-file.ts'
import { jsonText } from '../json.ts'
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

export const packFile = (name: string, text: Piece['text']): PackFile => ({ name, pieces: [{ text, rows: 0 }] })

export const packJson = (name: string, document: Json): PackFile => packFile(name, `${jsonText(document)}\n`)

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
  const summary = { manifestSha256: '', files: 0, bytes: 0 }
  async function* parts(): AsyncGenerator<ZipPart> {
    for await (const { name, pieces } of packedFiles(path, files, about, (made) => Object.assign(summary, made)))
      yield { path: name, chunks: chunksOf(pieces) }
  }
  await writeTarget(path, parts(), signal)
  return summary
}

/** The files of a pack with its manifest and SHA256SUMS, also as a part of another pack: what they came to is told when all are read. */
export async function* packedFiles(
  path: string,
  files: AsyncIterable<PackFile>,
  about: PackAbout,
  tell: (summary: PackSummary) => void,
): AsyncGenerator<PackFile> {
  const entries: PackEntry[] = []
  const measured = (file: PackFile): PackFile => measuredFile(file, (entry) => entries.push(entry))
  for await (const file of files) yield measured(file)
  const manifest = packManifestText({ about, files: entries })
  refuseTooLarge(path, manifest, entries.length)
  yield measured({ name: PACK_MANIFEST, pieces: [{ text: manifest, rows: 0 }] })
  const manifestSha256 = entries.at(-1)?.sha256 ?? ''
  yield measured({ name: SUMS, pieces: [{ text: sumsText(entries), rows: 0 }] })
  tell({ manifestSha256, files: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) })
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

/** A file that is measured while it is read. */
const measuredFile = ({ name, pieces }: PackFile, tell: (entry: PackEntry) => void): PackFile => ({
  name,
  pieces: (async function* () {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of chunksOf(pieces)) {
      hash.update(chunk)
      bytes += chunk.byteLength
      yield { text: chunk, rows: 0 }
    }
    tell({ name, bytes, sha256: hash.digest('hex') })
  })(),
})

async function* chunksOf(pieces: PackFile['pieces']): AsyncGenerator<Uint8Array> {
  for await (const { text } of pieces) yield typeof text === 'string' ? Buffer.from(text) : text
}
