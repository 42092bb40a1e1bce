import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOtherProcess } from '../../std/files/whole-file.ts'

/** A folder for the copy of a dry run; the names carry the process that made them. */
const PREFIX = 'cuadre-dry-run-'
const NAME = /^cuadre-dry-run-(\d+)-.{6}$/

/** Folders of this process: in a container a killed one may have had its number. */
const own = new Set<string>()

/** Gives the work a folder that is gone when it ends. Copies that killed dry runs left are removed before. */
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
    // A folder of another user cannot be removed, and is no affair of this run.
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}
