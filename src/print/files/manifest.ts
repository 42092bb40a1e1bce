import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../../core/cell.ts'
import type { Measure } from '../../std/files/whole-file.ts'
import { isObject } from '../../std/json/json-object.ts'
import { jsonText } from '../json.ts'

export const MANIFEST = 'manifest.json'
const SCHEMA_VERSION = 1

/** The facts about a published file in its manifest. */
export interface FileEntry extends Measure {
  readonly name: string
  /** SHA-256 of everything the file was made from. */
  readonly madeFrom: string
}

/** The facts about a whole folder: the run that last wrote to it, and the assumptions of its figures. */
export interface Provenance {
  readonly merchant: string
  readonly run: { readonly id: string; readonly job: string; readonly at: string }
  readonly policy: Json
  readonly assumptions: readonly Json[]
  readonly versions: { readonly cuadre: string; readonly [part: string]: string }
  /** Whether the files are copies for others, without document numbers and names. */
  readonly masked: boolean
  /** The place in the event sequence as of which the files show the past; null for the present. */
  readonly asOf?: { readonly number: number } | null
}

/** The text of a manifest. */
export const manifestText = (
  { merchant, run, policy, assumptions, versions, masked, asOf }: Provenance,
  files: readonly FileEntry[],
): string => {
  const document: Json = {
    schemaVersion: SCHEMA_VERSION,
    merchant,
    run,
    ...(asOf ? { asOf: asOf.number } : {}),
    versions,
    ...(masked ? { masked } : {}),
    policy,
    assumptions,
    files: files.map((file) => ({ ...file })),
  }
  return `${jsonText(document)}\n`
}

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
