import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../../core/cell.ts'
import type { Measure } from '../../std/files/whole-file.ts'
import { isObject } from '../../std/json/json-object.ts'
import { jsonText } from '../json.ts'
import { amongOthers, type DocumentOf, free, list, number, shape, text, truth, wordOf } from '../shape.ts'

export const MANIFEST = 'manifest.json'
const SCHEMA_VERSION = 1

/** The facts about a published file in its manifest. */
export interface FileEntry extends Measure {
  readonly name: string
  /** SHA-256 of everything the file was made from. */
  readonly madeFrom: string
}

/** A setting that decides what the service's description leaves open. */
const ASSUMPTION = shape<{ readonly setting: string; readonly value: string; readonly meaning: string }>()({
  setting: text,
  value: text,
  meaning: text,
})
export type AssumptionDocument = DocumentOf<typeof ASSUMPTION>

/** The facts about a whole folder: the run that last wrote to it, and the assumptions of its figures. */
export interface Provenance {
  readonly merchant: string
  readonly run: { readonly id: string; readonly job: string; readonly at: string }
  readonly policy: { readonly [setting: string]: Json }
  readonly assumptions: readonly AssumptionDocument[]
  readonly versions: { readonly cuadre: string; readonly [part: string]: string }
  /** Whether the files are copies for others, without document numbers and names. */
  readonly masked: boolean
  /** The place in the event sequence as of which the files show the past; null for the present. */
  readonly asOf?: { readonly number: number } | null
}

/** `manifest.json` in the folder of a day: the sources of its files. */
export const MANIFEST_DOCUMENT = shape<Provenance & { readonly files: readonly FileEntry[] }>()({
  schemaVersion: wordOf([SCHEMA_VERSION])(() => SCHEMA_VERSION),
  merchant: text,
  run: shape<Provenance['run']>()({ id: text, job: text, at: text }).as('The run that last wrote to the folder.'),
  asOf: number.orAbsent(
    ({ asOf }) => asOf?.number,
    'The number in the history as of which the files show the past; absent for the present.',
  ),
  versions: amongOthers(shape<{ readonly cuadre: string }>()({ cuadre: text }), text),
  masked: truth.orAbsent(({ masked }) => masked || undefined, 'Whether the files hide document numbers and names.'),
  policy: free,
  assumptions: list(ASSUMPTION),
  files: list(
    shape<FileEntry>()({
      name: text,
      madeFrom: text.as('SHA-256 of everything the file was made from.'),
      rows: number,
      bytes: number,
      sha256: text,
    }),
  ),
})
export type ManifestDocument = DocumentOf<typeof MANIFEST_DOCUMENT>

/** The text of a manifest. */
export const manifestText = (provenance: Provenance, files: readonly FileEntry[]): string =>
  `${jsonText(MANIFEST_DOCUMENT.of({ ...provenance, files }))}\n`

/** The facts of an earlier manifest that decide whether files are written again. */
export interface KnownManifest {
  /** The merchant of the reports; null in manifests of older versions, which do not name it. */
  readonly merchant: string | null
  /** The id of the run that last wrote to the folder; null when it is not given. */
  readonly run: string | null
  /** The version of cuadre that wrote the files. */
  readonly version: string
  /** The policy behind the figures, in the form that `samePolicy` compares. */
  readonly policy: string
  readonly masked: boolean
  /**
   * The place in the event sequence as of which the files show the past; null when they show the present of their run.
   */
  readonly asOf: number | null
  readonly files: readonly FileEntry[]
}

export const samePolicy = (known: KnownManifest, policy: Json): boolean =>
  known.policy === JSON.stringify(JSON.parse(jsonText(policy)))

/**
 * Reads a folder's manifest. Null when it is absent, unreadable or damaged: nothing is then known of the folder's
 * files, and they are written again.
 */
export const readManifest = async (folder: string): Promise<KnownManifest | null> => {
  try {
    const path = join(folder, MANIFEST)
    return (await stat(path)).isFile() ? manifestIn(JSON.parse(await readFile(path, 'utf8'))) : null
  } catch {
    return null
  }
}

const manifestIn = (document: unknown): KnownManifest | null => {
  if (!isObject(document) || document.schemaVersion !== SCHEMA_VERSION) return null
  const { merchant = null, run, versions, policy, masked, asOf = null, files } = document
  if (!isObject(versions) || typeof versions.cuadre !== 'string') return null
  if (!Array.isArray(files) || !files.every(isEntry)) return null
  if (asOf !== null && !isNumber(asOf)) return null
  const owner = typeof merchant === 'string' ? merchant : null
  const writer = isObject(run) && typeof run.id === 'string' ? run.id : null
  const text = JSON.stringify(policy) ?? ''
  return {
    merchant: owner,
    run: writer,
    version: versions.cuadre,
    policy: text,
    masked: masked === true,
    asOf,
    files,
  }
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

const isEntry = (value: unknown): value is FileEntry =>
  isObject(value) &&
  [value.name, value.madeFrom, value.sha256].every((text) => typeof text === 'string') &&
  [value.rows, value.bytes].every((count) => Number.isSafeInteger(count))
