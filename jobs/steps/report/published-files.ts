import { join } from 'node:path'
import type { Row } from '../../../src/core/cell.ts'
import type { Moment } from '../../../src/core/past-run.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { csvPieces } from '../../../src/print/csv/csv.ts'
import { MANIFEST } from '../../../src/print/files/manifest.ts'
import {
  digestOf,
  digestOfPieces,
  type FileToPublish,
  publishFolder,
  publishText,
} from '../../../src/print/files/publish.ts'
import type { Workbook } from '../../../src/print/xlsx/workbook.ts'
import { workbookPieces } from '../../../src/print/xlsx/xlsx.ts'
import { sha256Of } from '../../../src/std/files/whole-file.ts'
import type { JobContext } from '../run/context.ts'
import { provenanceOf } from '../run/record-run.ts'

/** The format of the files next to a page. */
export type FileFormat = 'csv' | 'xlsx'

/** A file that is made twice, once for its digest and once for writing, so that its rows are never all in memory. */
export const csvFile = async (
  { file, heads }: { readonly file: string; readonly heads: readonly string[] },
  batches: () => Iterable<readonly Row[]>,
  { settings }: JobContext,
  isWanted = true,
): Promise<FileToPublish> => {
  const pieces = () => csvPieces(heads, batches(), settings.csvProfile)
  return { name: file, madeFrom: await digestOfPieces(pieces()), pieces: isWanted ? pieces : null }
}

export const workbookFile = (name: string, workbook: Workbook, isWanted: boolean): FileToPublish => {
  const { cover, tables } = workbook
  return {
    name,
    madeFrom: digestOf([textOfFacts([cover, cover.notes([]), tables])]),
    pieces: isWanted ? () => workbookPieces(workbook) : null,
  }
}

/** Facts as text for a digest, since JSON has no bigint. */
export const textOfFacts = (facts: unknown): string =>
  JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

/** A folder with a page, and what its files are of. */
interface FolderToWrite {
  readonly folder: string
  /** The name of the page. */
  readonly page: string
  readonly files: readonly FileToPublish[]
  readonly job: string
  readonly merchant: string
  readonly policy: Policy
  /** The closing that the files are of. */
  readonly asOf: Moment | null
}

/** Writes the files and their manifest, and the page; returns the paths. */
export const writeFolder = async (
  { settings, version, now, newRunId, signal }: JobContext,
  { folder, page, files, job, merchant, policy, asOf }: FolderToWrite,
  /** The page shows the digest of the manifest, so the manifest cannot list the page. */
  pageOf: (manifest: string) => string,
): Promise<readonly string[]> => {
  const run = { id: newRunId(), job, at: now() }
  const provenance = provenanceOf({ settings: { ...settings, policy }, version }, { merchant, run, asOf })
  const { paths } = await publishFolder(folder, files, provenance, { signal })
  const manifest = await sha256Of(join(folder, MANIFEST))
  return [await publishText(folder, page, pageOf(manifest ?? ''), signal), ...paths]
}
