import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOtherProcess } from '../../std/files/leftover-files.ts'

/** The prefix of folders for copies of a dry run; the number of the process follows. */
const PREFIX = 'cuadre-dry-run-'
const NAME = /^cuadre-dry-run-(\d+)-.{6}$/

/** The folders of this process. A killed process in a container may have had the same number. */
const own = new Set<string>()

/** Runs the work with a folder and removes it afterwards. Removes leftovers of killed dry runs. */
export const inDryRunFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  await removeLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  own.add(folder)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    own.delete(folder)
  }
}

const removeLeftovers = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = NAME.exec(name) ?? []
    const folder = join(tmpdir(), name)
    if (pid === undefined || own.has(folder) || isOtherProcess(Number(pid))) continue
    // A folder of another user cannot be removed, and does not matter to this run.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
