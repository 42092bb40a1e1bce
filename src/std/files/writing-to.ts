import { CuadreError, errnoOf } from '../errors.ts'

type PublishCode = 'OUT_NOT_A_FOLDER' | 'OUT_READ_ONLY' | 'DISK_FULL' | 'OUT_NOT_WRITTEN'

/** Does something to `path`; what the operating system says against it becomes a fault that names the path and what to do. */
export const writingTo = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw faultAt(path, error)
  }
}

const faultAt = (path: string, error: unknown): unknown => {
  const errno = errnoOf(error)
  if (errno === null) return error
  const { code, happened, next } = MEANINGS[errno] ?? OTHERWISE
  return new CuadreError(code, `${path} ${happened} (${errno})`, next, { cause: error })
}

interface Meaning {
  readonly code: PublishCode
  readonly happened: string
  readonly next: string
}

const NOT_A_FOLDER: Meaning = {
  code: 'OUT_NOT_A_FOLDER',
  happened: 'cannot be used: it, or a folder above it, is not a folder',
  next: 'give another output folder with --out, or move what stands there',
}
const READ_ONLY: Meaning = {
  code: 'OUT_READ_ONLY',
  happened: 'may not be written',
  next: 'make the folder writable for this user, or give another with --out',
}
const FULL: Meaning = {
  code: 'DISK_FULL',
  happened: 'could not be written whole: no room is left',
  next: 'free some space and run again; the file of before is untouched',
}
const OTHERWISE: Meaning = {
  code: 'OUT_NOT_WRITTEN',
  happened: 'could not be written',
  next: 'look at the folder and its disk, or give another folder with --out; the file of before is untouched',
}

const MEANINGS: Readonly<Record<string, Meaning | undefined>> = {
  EEXIST: NOT_A_FOLDER,
  ENOENT: NOT_A_FOLDER,
  ENOTDIR: NOT_A_FOLDER,
  ELOOP: NOT_A_FOLDER,
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
}
