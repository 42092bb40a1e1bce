import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { UNIT_MAX_BYTES } from '../utf8-chunk.ts'
import { temporaryName } from './leftover-files.ts'

/** A range of bytes in a file. */
export interface Span {
  readonly at: number
  readonly bytes: number
}

/** A temporary file for what this process reads again. */
export interface NamelessFile {
  /** Appends bytes, or text as UTF-8. */
  append(content: string | Uint8Array): Span
  /** Reads a span, into `room` when it fits. */
  read(span: Span, room?: Buffer): Buffer
  close(): void
}

/**
 * Opens a new file in that folder and unlinks it at once: nobody else can open it, and the system frees its bytes when
 * this process ends in any way. Every method throws the error of the system.
 */
export const openNamelessFile = (folder: string): NamelessFile => {
  const file = openWithoutName(join(folder, temporaryName('spool')))
  let end = 0
  /** Reused for each text, since garbage collection lets tens of megabytes of buffers accumulate. */
  let room = Buffer.alloc(0)
  const bytesOf = (text: string): Buffer => {
    if (room.length < text.length * UNIT_MAX_BYTES) room = Buffer.allocUnsafe(text.length * UNIT_MAX_BYTES)
    return room.subarray(0, room.write(text))
  }
  return {
    append: (content) => {
      const at = end
      const bytes = typeof content === 'string' ? bytesOf(content) : content
      const total = bytes.byteLength
      for (let done = 0; done < total; ) done += writeSync(file, bytes, done, total - done, at + done)
      end += total
      return { at, bytes: total }
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

/** Tries again when the disk failed for a moment: it may take long until another run removes the file. */
const takeNameAway = (path: string): void => {
  try {
    unlinkSync(path)
  } catch {
    unlinkSync(path)
  }
}
