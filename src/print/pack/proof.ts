import { createHash } from 'node:crypto'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import {
  MANIFEST_MAX_BYTES,
  PACK_MANIFEST,
  type PackAbout,
  type PackEntry,
  type PackManifest,
  readPackManifest,
  SUMS,
  sumsText,
} from './manifest.ts'
import { openSource, type PackFileSource, type PackSource } from './source.ts'

/** A problem with one file of a pack. */
export interface PackProblem {
  readonly file: string
  readonly what: 'altered' | 'added' | 'missing'
  readonly why: Both<string>
}

/** The result of verifying a pack. It is intact when there are no problems. */
export interface PackProof {
  /** Null when the manifest cannot be read. */
  readonly manifestSha256: string | null
  /** The manifest's facts about the pack; null when it cannot be read. */
  readonly about: PackAbout | null
  /** The number of files in the manifest. */
  readonly files: number
  readonly problems: readonly PackProblem[]
  /** Whether there are more problems than are listed. */
  readonly more: boolean
}

/** At most this many problems are reported: a folder may hold millions of foreign files. */
const PROBLEMS_MAX = 1000

/**
 * Compares a pack with its manifest, and the manifest with the digest that was stored apart, if given. Reads only the
 * pack, and trusts neither its names nor its sizes.
 */
export const provePack = async (path: string, digest: string | null, signal: AbortSignal): Promise<PackProof> => {
  const source = await openSource(path)
  try {
    return await proofOf(source, digest, signal)
  } finally {
    source.close()
  }
}

const proofOf = async (source: PackSource, digest: string | null, signal: AbortSignal): Promise<PackProof> => {
  const read = await smallFile(source, PACK_MANIFEST)
  if ('problem' in read) return unproven(null, read.problem)
  const sha256 = sha256Of(read.bytes)
  const manifest = readPackManifest(read.bytes)
  if (!manifest.ok) return unproven(sha256, { file: PACK_MANIFEST, what: 'altered', why: manifest.reason })
  const { about, files } = manifest.manifest
  const proof = { name: PACK_MANIFEST, bytes: read.bytes.byteLength, sha256 }
  const problems = [
    ...againstDigest(sha256, digest),
    ...(await againstSums(source, files, proof, digest !== null)),
    ...(await againstFiles(source, manifest.manifest, signal)),
  ]
  const isTooMany = problems.length > PROBLEMS_MAX
  return {
    manifestSha256: sha256,
    about,
    files: files.length,
    problems: problems.slice(0, PROBLEMS_MAX),
    more: isTooMany,
  }
}

const unproven = (manifestSha256: string | null, problem: PackProblem): PackProof => ({
  manifestSha256,
  about: null,
  files: 0,
  problems: [problem],
  more: false,
})

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const againstDigest = (sha256: string, digest: string | null): readonly PackProblem[] =>
  digest === null || digest === sha256
    ? []
    : [
        {
          file: PACK_MANIFEST,
          what: 'altered',
          why: {
            en: `its SHA-256 is ${sha256}, and not the one given`,
            es: `su SHA-256 es ${sha256}, y no el que se dio`,
          },
        },
      ]

/**
 * Compares SHA256SUMS with the manifest and its digest. When the two disagree, only a digest from elsewhere shows which
 * is right.
 */
const againstSums = async (
  source: PackSource,
  files: readonly PackEntry[],
  proof: PackEntry,
  isManifestKnown: boolean,
): Promise<readonly PackProblem[]> => {
  const read = await smallFile(source, SUMS)
  if ('problem' in read) return [read.problem]
  const text = Buffer.from(read.bytes).toString('latin1')
  if (text === sumsText([...files, proof])) return []
  const why = { en: `it does not say what ${PACK_MANIFEST} says`, es: `no dice lo que dice ${PACK_MANIFEST}` }
  if (isManifestKnown || text.endsWith(sumsText([proof]))) return [{ file: SUMS, what: 'altered', why }]
  return [
    {
      file: PACK_MANIFEST,
      what: 'altered',
      why: {
        en: `it does not match ${SUMS}: one of the two was altered`,
        es: `no coincide con ${SUMS}: uno de los dos se alteró`,
      },
    },
  ]
}

const MANIFEST_MAX_MIB = MANIFEST_MAX_BYTES / 1024 / 1024
const TOO_LARGE: Both<string> = {
  en: `it is larger than ${MANIFEST_MAX_MIB} MiB; no pack has one so large`,
  es: `pesa más de ${MANIFEST_MAX_MIB} MiB, y el de ningún paquete pesa tanto`,
}
const UNPROVABLE: Both<string> = {
  en: 'without it nothing can be proven',
  es: 'sin él no se puede probar nada',
}

type SmallFile = { readonly bytes: Uint8Array } | { readonly problem: PackProblem }

const smallFile = async (source: PackSource, name: string): Promise<SmallFile> => {
  const found = await source.find(name)
  if (found === null) return { problem: { file: name, what: 'missing', why: UNPROVABLE } }
  const odd = problemOfKind(found)
  if (odd !== null) return { problem: { file: name, what: 'altered', why: odd } }
  if (found.bytes > MANIFEST_MAX_BYTES) return { problem: { file: name, what: 'altered', why: TOO_LARGE } }
  try {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of found.open()) {
      bytes += chunk.byteLength
      if (bytes > MANIFEST_MAX_BYTES) return { problem: { file: name, what: 'altered', why: TOO_LARGE } }
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks) }
  } catch (error) {
    return { problem: { file: name, what: 'altered', why: unreadable(error) } }
  }
}

const problemOfKind = ({ kind }: PackFileSource): Both<string> | null => {
  switch (kind) {
    case 'file':
      return null
    case 'folder':
      return { en: 'it is a folder, not a file', es: 'es una carpeta, no un archivo' }
    case 'link':
      return { en: 'it is a symbolic link, not a file', es: 'es un enlace simbólico, no un archivo' }
    case 'other':
      return { en: 'it is not a regular file', es: 'no es un archivo común' }
  }
}

const unreadable = (error: unknown): Both<string> => {
  const why = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
  return { en: `it cannot be read (${why})`, es: `no se puede leer (${why})` }
}

/** Checks that every file of the manifest is there unaltered, and that there is no other file. */
const againstFiles = async (
  source: PackSource,
  { files }: PackManifest,
  signal: AbortSignal,
): Promise<readonly PackProblem[]> => {
  const expected = new Map(files.map((entry) => [entry.name, entry]))
  const folders = new Set(files.flatMap(({ name }) => foldersOf(name)))
  const seen = new Set<string>()
  const problems: PackProblem[] = []
  for await (const found of source.all()) {
    signal.throwIfAborted()
    if (problems.length > PROBLEMS_MAX) return problems
    const { name, kind } = found
    const entry = expected.get(name)
    if (seen.has(name)) problems.push({ file: name, what: 'added', why: TWICE })
    else if (entry !== undefined) problems.push(...(await againstEntry(found, entry)))
    else if (!(kind === 'folder' && folders.has(name)) && name !== PACK_MANIFEST && name !== SUMS)
      problems.push({ file: name, what: 'added', why: problemOfKind(found) ?? UNNAMED })
    seen.add(name)
  }
  const missing = files.filter(({ name }) => !seen.has(name))
  return [...problems, ...missing.map(({ name }): PackProblem => ({ file: name, what: 'missing', why: NAMED }))]
}

const TWICE: Both<string> = { en: 'the zip contains it twice', es: 'el zip lo contiene dos veces' }
const UNNAMED: Both<string> = { en: `${PACK_MANIFEST} does not name it`, es: `${PACK_MANIFEST} no lo nombra` }
const NAMED: Both<string> = { en: `${PACK_MANIFEST} names it`, es: `${PACK_MANIFEST} lo nombra` }

const foldersOf = (name: string): readonly string[] => {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

const againstEntry = async (
  found: PackFileSource,
  { name, bytes, sha256 }: PackEntry,
): Promise<readonly PackProblem[]> => {
  const why = problemOfKind(found) ?? (await whyOther(found, bytes, sha256))
  return why === null ? [] : [{ file: name, what: 'altered', why }]
}

/** Why a file is not the one of the manifest; null if it is. Reads no more than the expected size. */
const whyOther = async (found: PackFileSource, bytes: number, sha256: string): Promise<Both<string> | null> => {
  if (found.bytes !== bytes)
    return { en: `it has ${found.bytes} bytes, and not ${bytes}`, es: `tiene ${found.bytes} bytes, y no ${bytes}` }
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of found.open()) {
      read += chunk.byteLength
      if (read > bytes) return { en: `it has more than ${bytes} bytes`, es: `tiene más de ${bytes} bytes` }
      hash.update(chunk)
    }
  } catch (error) {
    return unreadable(error)
  }
  const is = hash.digest('hex')
  return is === sha256
    ? null
    : { en: `its SHA-256 is ${is}, and not ${sha256}`, es: `su SHA-256 es ${is}, y no ${sha256}` }
}

/** The error for a pack that is not intact; null when it is. */
export const packDamage = (path: string, { problems, more }: PackProof): CuadreError | null => {
  const [first] = problems
  if (first === undefined) return null
  const rest = problems.length - 1
  const others = rest === 0 ? '' : ` and ${rest} ${more ? 'or more others' : rest === 1 ? 'other' : 'others'}`
  const otros = rest === 0 ? '' : ` y ${rest} ${more ? 'o más' : 'más'}`
  return new CuadreError(
    'PACK_DAMAGED',
    {
      en: `${path} is not the pack that was made: ${first.file}${others}`,
      es: `${path} no es el paquete que se hizo: ${first.file}${otros}`,
    },
    {
      en: 'do not rely on it; get the pack once more from whoever made it, or make it again',
      es: 'no confíe en él; pida de nuevo el paquete a quien lo hizo, o hágalo otra vez',
    },
  )
}
