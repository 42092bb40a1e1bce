import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leftoverFiles, temporaryName } from '../../../src/std/files/leftover-files.ts'
import { writingTo } from '../../../src/std/files/writing-to.ts'

/** The folders in their names; other programs leave files in the same place. */
const NAME = 'cuadre-dry-run'

/** Runs the work with a folder and removes it afterwards. Removes leftovers of killed dry runs. */
export const inDryRunFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  await removeLeftovers()
  const folder = join(tmpdir(), temporaryName(NAME))
  await writingTo(folder, () => mkdir(folder, { mode: 0o700 }))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const removeLeftovers = async (): Promise<void> => {
  const leftovers = await leftoverFiles(tmpdir())
  for (const name of leftovers.filter((leftover) => leftover.startsWith(`.${NAME}.`))) {
    // A folder of another user cannot be removed, and does not matter to this run.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}
