import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** The last input, and the number of inputs before it. */
export interface InputNote {
  readonly number: number
  readonly input: Buffer
}

/** Records each input in a file before it is used, so that it is known after the process was killed. */
export const openInputNote = (path: string): ((input: Buffer) => void) => {
  const file = openSync(path, 'w')
  process.once('exit', () => closeSync(file))
  let number = 0
  return (input) => {
    number += 1
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(number, 0)
    head.writeUInt32LE(input.length, 4)
    writeSync(file, Buffer.concat([head, input]), 0, null, 0)
  }
}

/** Null before the first input. */
export const readInputNote = (path: string): InputNote | null => {
  const bytes = readFileSync(path, { flag: 'a+' })
  if (bytes.length < HEAD_BYTES) return null
  return { number: bytes.readUInt32LE(0), input: bytes.subarray(HEAD_BYTES, HEAD_BYTES + bytes.readUInt32LE(4)) }
}

const HEAD_BYTES = 8
