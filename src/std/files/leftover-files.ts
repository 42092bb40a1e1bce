import { createHash, randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errnoOf } from '../errors.ts'

/** The processes whose ids can be asked about from here: those of this container, or of this machine. */
const processSpace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}
const PLACE = createHash('sha256').update(`${hostname()}\n${processSpace()}`).digest('hex').slice(0, 8)

/** Distinguishes this process's temporary files from those of a killed process with the same id, as in a container. */
const THIS_PROCESS = randomBytes(4).toString('hex')

/** A hidden name beside the file, which tells who writes it and where. */
export const temporaryName = (name: string): string =>
  `.${name}.${process.pid}.${PLACE}-${THIS_PROCESS}${randomBytes(4).toString('hex')}.tmp`

/** Names of before have no place; no earlier version wrote one folder from several containers. */
const LEFTOVER = /^\..+\.(\d+)\.(?:([0-9a-f]{8})-)?([0-9a-f]{8})[0-9a-f]{8}\.tmp$/

/**
 * Leftovers of killed processes in a folder: files, and folders of files. Files of running processes do not count. A
 * process of another container or machine cannot be asked: its files count once they are a day old.
 */
export const leftoverFiles = async (folder: string): Promise<readonly string[]> => {
  const leftovers: string[] = []
  for (const entry of await readdir(folder)) if (await isLeftover(folder, entry)) leftovers.push(entry)
  return leftovers
}

export const removeLeftovers = async (folder: string): Promise<void> => {
  for (const entry of await leftoverFiles(folder)) await rm(join(folder, entry), { recursive: true, force: true })
}

const isLeftover = async (folder: string, entry: string): Promise<boolean> => {
  const [, pid, place = PLACE, process] = LEFTOVER.exec(entry) ?? []
  if (pid === undefined || process === THIS_PROCESS) return false
  return place === PLACE ? !isOtherProcess(Number(pid)) : isDayOld(join(folder, entry))
}

const DAY_MS = 86_400_000

const isDayOld = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > DAY_MS
}

/** Whether another running process has this id. */
const isOtherProcess = (pid: number): boolean => {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errnoOf(error) !== 'ESRCH'
  }
}
