import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sha256Of } from '../../std/files/whole-file.ts'

/**
 * The SHA-256 of each report under a folder, by its path. Manifests are left out, since they name the time and the run.
 */
export const digestsIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const digests = new Map<string, string>()
  for (const path of paths) digests.set(relative(folder, path), (await sha256Of(path)) ?? '')
  return digests
}
