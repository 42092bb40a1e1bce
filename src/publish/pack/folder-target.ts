import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { leftoverFiles, removeLeftovers, temporaryName } from '../../std/files/leftover-files.ts'
import { makeFolder } from '../../std/files/make-folder.ts'
import { syncFolder, writeNew } from '../../std/files/whole-file.ts'
import { writingTo } from '../../std/files/writing-to.ts'
import { PACK_MANIFEST, readPackManifest, SUMS } from './manifest.ts'
import type { PackTarget } from './pack-target.ts'

/**
 * A pack as a folder. Its files are written to a hidden folder, which is renamed when the pack is complete. When the
 * folder of the pack already exists, the hidden folder is in it, and its contents are moved out.
 */
export const folderTarget = async (path: string, signal: AbortSignal): Promise<PackTarget> => {
  const isThere = existsSync(path)
  const home = isThere ? path : dirname(path)
  const hidden = join(home, temporaryName(basename(path)))
  await writingTo(path, () => makeHidden(home, hidden))
  return {
    put: async (name, pieces) => {
      const file = join(hidden, name)
      await writingTo(path, async () => makeFolder(dirname(file)))
      await writeNew(file, pieces, signal, join(path, name))
    },
    end: async () => {
      await writingTo(path, () => (isThere ? moveOut(path, hidden) : rename(hidden, path)))
      await syncFolder(home)
    },
    abandon: () => takeBack(path, hidden).catch(() => {}),
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
export const removeUnfinished = async (path: string): Promise<void> => {
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
