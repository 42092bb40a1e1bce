import type { Json } from '../../core/cell.ts'
import type { Both } from '../../std/both.ts'
import { isObject, type JsonObject } from '../../std/json/json-object.ts'
import { jsonText } from '../json.ts'
import { amongOthers, anything, type DocumentOf, list, number, shape, text, truth, wordOf } from '../shape.ts'

/*
 * The manifest has the SHA-256 of every other file. SHA256SUMS repeats these in the format of sha256sum and adds the
 * manifest itself. The SHA-256 of the manifest is stored apart from the pack and proves it.
 */
export const PACK_MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'
const KIND = 'cuadre audit pack'
const SCHEMA_VERSION = 1

/**
 * Room for the answers of some ten million invoices. A larger manifest would exhaust the memory of whoever verifies it.
 */
export const MANIFEST_MAX_BYTES = 16 * 1024 * 1024
/** More files than the largest manifest can name, since a digest alone takes 64 bytes. */
export const ENTRIES_MAX = MANIFEST_MAX_BYTES / 64

/** One file of a pack; its digest is in lower-case hex. */
export interface PackEntry {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** The members of the manifest other than its files, in the order in which they are written. It is of a settlement, a letter or a month. */
export interface PackAbout {
  readonly merchant: string
  readonly date?: string
  readonly cycle?: string
  readonly letter?: number
  readonly month?: string
  /** When the pack was made. Nothing else in a pack depends on the time: the same database gives the same files. */
  readonly madeAt: string
  readonly masked: boolean
  readonly [fact: string]: Json
}

export interface PackManifest {
  readonly about: PackAbout
  readonly files: readonly PackEntry[]
}

type KnownAbout = Pick<PackAbout, 'merchant' | 'date' | 'cycle' | 'letter' | 'month' | 'madeAt' | 'masked'>
const ABOUT_MEMBERS = {
  merchant: text,
  date: text.orAbsent,
  cycle: text.orAbsent,
  letter: number.orAbsent,
  month: text.orAbsent,
  madeAt: text,
  masked: truth,
}
export const ABOUT_PACK = amongOthers(shape<KnownAbout>()(ABOUT_MEMBERS), anything)

interface ListedMembers extends KnownAbout {
  readonly schemaVersion: typeof SCHEMA_VERSION
  readonly kind: typeof KIND
  readonly files: readonly PackEntry[]
}

/** `manifest.json` of an evidence pack, with further facts of the settlement. */
export const PACK_MANIFEST_DOCUMENT = amongOthers(
  shape<ListedMembers>()({
    schemaVersion: wordOf([SCHEMA_VERSION]),
    kind: wordOf([KIND]),
    ...ABOUT_MEMBERS,
    files: list(shape<PackEntry>()({ name: text, bytes: number, sha256: text })),
  }),
  anything,
)
export type PackManifestDocument = DocumentOf<typeof PACK_MANIFEST_DOCUMENT>

export const packManifestText = ({ about, files }: PackManifest): string => {
  const entries = files.map((file) => ({ ...file }))
  return `${jsonText(PACK_MANIFEST_DOCUMENT.of({ schemaVersion: SCHEMA_VERSION, kind: KIND, ...about, files: entries }))}\n`
}

/** The text of SHA256SUMS, for `sha256sum -c`. */
export const sumsText = (entries: readonly Pick<PackEntry, 'name' | 'sha256'>[]): string =>
  entries.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')

/** A manifest, or the reason why the bytes are not one. */
export type ParsedManifest =
  | { readonly ok: true; readonly manifest: PackManifest }
  | { readonly ok: false; readonly reason: Both<string> }

/** Reads an untrusted manifest. All names are checked before any is used. */
export const readPackManifest = (bytes: Uint8Array): ParsedManifest => {
  const document = parseOrUndefined(bytes)
  if (!isObject(document)) return unreadableManifest({ en: 'it is not a JSON object', es: 'no es un objeto JSON' })
  if (document.kind !== KIND || document.schemaVersion !== SCHEMA_VERSION)
    return unreadableManifest({ en: 'it is not that of a cuadre pack', es: 'no es el de un paquete de cuadre' })
  const { schemaVersion: _, kind: __, files, ...about } = document
  if (!isAbout(about)) return unreadableManifest({ en: 'it does not say what it is of', es: 'no dice de qué es' })
  if (!Array.isArray(files) || !files.every(isEntry))
    return unreadableManifest({ en: 'its list of files cannot be read', es: 'no se puede leer su lista de archivos' })
  const unsafe = files.find(({ name }) => !isSafe(name))
  if (unsafe !== undefined) {
    const name = JSON.stringify(unsafe.name.slice(0, 100))
    return unreadableManifest({
      en: `it names a file that no pack has: ${name}`,
      es: `nombra un archivo que ningún paquete tiene: ${name}`,
    })
  }
  const names = new Set<string>()
  for (const { name } of files) {
    if (names.has(name)) return unreadableManifest({ en: `it names ${name} twice`, es: `nombra ${name} dos veces` })
    names.add(name)
  }
  return { ok: true, manifest: { about, files } }
}

const unreadableManifest = (reason: Both<string>): ParsedManifest => ({ ok: false, reason })

const parseOrUndefined = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

/**
 * Whether the name of a file is safe: plain words that do not leave the folder, and neither of the two files that prove
 * the others.
 */
const isSafe = (name: string): boolean =>
  name.length <= 200 &&
  /^[A-Za-z0-9][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9][A-Za-z0-9_.-]*)*$/.test(name) &&
  name !== PACK_MANIFEST &&
  name !== SUMS

const isAbout = (about: JsonObject): about is JsonObject & PackAbout =>
  ['merchant', 'madeAt'].every((fact) => typeof about[fact] === 'string') &&
  typeof about.masked === 'boolean' &&
  (['date', 'cycle'].every((fact) => typeof about[fact] === 'string') ||
    typeof about.letter === 'number' ||
    typeof about.month === 'string')

const isEntry = (value: unknown): value is PackEntry =>
  isObject(value) &&
  typeof value.name === 'string' &&
  typeof value.sha256 === 'string' &&
  /^[0-9a-f]{64}$/.test(value.sha256) &&
  typeof value.bytes === 'number' &&
  Number.isSafeInteger(value.bytes) &&
  value.bytes >= 0
