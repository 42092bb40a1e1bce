import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryName } from './whole-file.ts'

/** Where some bytes stand in a file. */
export interface Span {
  readonly at: number
  readonly bytes: number
}

/** A file for text that this process reads again. */
export interface NamelessFile {
  /** Writes at the end, as UTF-8. */
  append(text: string): Span
  /** What stands there, in that room where it fits. */
  read(span: Span, room?: Buffer): Buffer
  close(): void
}

/** UTF-8 of one UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3

/**
 * Opens a new file in that folder and takes its name away at once: nobody else can open it, and the system removes its bytes when this
 * process ends, however it ends. Every method throws the error of the system.
 */
export const openNamelessFile = (folder: string): NamelessFile => {
  const file = openWithoutName(join(folder, temporaryName('spool')))
  let end = 0
  /** Used again for each text: the collector of garbage lets tens of megabytes of buffers wait. */
  let room = Buffer.alloc(0)
  return {
    append: (text) => {
      const at = end
      if (room.length < text.length * MOST_BYTES_A_UNIT) room = Buffer.allocUnsafe(text.length * MOST_BYTES_A_UNIT)
      const bytes = room.write(text)
      for (let done = 0; done < bytes; ) done += writeSync(file, room, done, bytes - done, at + done)
      end += bytes
      return { at, bytes }
    },
    read: ({ at, bytes }, into = Buffer.alloc(0)) => {
      const buffer = into.length < bytes ? Buffer.allocUnsafe(bytes) : into.subarray(0, bytes)
      for (let done = 0; done < bytes; ) {
        const more = readSync(file, buffer, done, bytes - done, at + done)
        if (more === 0) throw new Error(`The nameless file ends at ${at + done}, before ${at + bytes}`)
        done += more
      }
      return buffer
    },
    close: () => closeSync(file),
  }
}

const openWithoutName = (path: string): number => {
  const file = openSync(path, 'wx+', 0o600)
  try {
    takeNameAway(path)
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Once more where the disk failed for a moment: it may be long until another run comes by and removes what is left. */
const takeNameAway = (path: string): void => {
  try {
    unlinkSync(path)
  } catch {
    unlinkSync(path)
  }
}
