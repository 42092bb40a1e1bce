import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryName } from './whole-file.ts'

/** Where some bytes stand in a file. */
export interface Span {
  readonly at: number
  readonly bytes: number
}

/** A file for bytes that this process reads again. */
export interface NamelessFile {
  /** Writes at the end. */
  append(bytes: Uint8Array): Span
  read(span: Span): Uint8Array<ArrayBuffer>
  close(): void
}

/**
 * Opens a new file in that folder and takes its name away at once: nobody else can open it, and the system removes its bytes when this
 * process ends, however it ends. Every method throws the error of the system.
 */
export const openNamelessFile = (folder: string): NamelessFile => {
  const path = join(folder, temporaryName('spool'))
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  let end = 0
  return {
    append: (bytes) => {
      const at = end
      for (let done = 0; done < bytes.byteLength; )
        done += writeSync(file, bytes, done, bytes.byteLength - done, at + done)
      end += bytes.byteLength
      return { at, bytes: bytes.byteLength }
    },
    read: ({ at, bytes }) => {
      const buffer = new Uint8Array(bytes)
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
