import { fork } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A program that tries inputs, and records each one first. */
interface InputProgram<T> {
  readonly program: string
  /** Sent to the program. */
  readonly task: T
  /** The file in which the program records its inputs. */
  readonly note: string
  /** The longest time for one input, in ms. */
  readonly waitMs: number
  readonly heapMb: number
}

/** How the program ended without a result, and at which input. */
export interface Ended {
  readonly kind: 'ended'
  readonly why: string
  readonly number: number
  readonly input: Buffer
  /** The end of its output on standard error. */
  readonly stderr: string
}

const LOOKS_MS = 250
const STDERR_LENGTH = 4_000

/**
 * Runs the program in a separate process with a limited heap, and returns its message. The process is killed when it
 * takes too long for one input: an endless loop can only be detected from outside.
 */
export const watchInputs = <T, R>({ program, task, note, waitMs, heapMb }: InputProgram<T>): Promise<R | Ended> =>
  new Promise((resolve, reject) => {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    let stderr = ''
    child.stderr?.on('data', (chunk) => {
      stderr = `${stderr}${chunk}`.slice(-STDERR_LENGTH)
    })
    let [last, looks, isStuck] = [0, 0, false]
    const look = setInterval(() => {
      const number = readInputNote(note)?.number ?? 0
      looks = number === 0 || number !== last ? 0 : looks + 1
      last = number
      isStuck ||= looks * LOOKS_MS > waitMs
      if (isStuck) child.kill('SIGKILL')
    }, LOOKS_MS)
    let result: R | null = null
    child.once('message', (sent) => {
      result = sent as R
    })
    child.once('error', reject)
    child.once('close', (status, signal) => {
      clearInterval(look)
      if (result !== null) return resolve(result)
      const { number, input } = readInputNote(note) ?? { number: 0, input: Buffer.alloc(0) }
      const why = isStuck ? `no answer to an input within ${waitMs} ms` : `the process ended with ${signal ?? status}`
      resolve({ kind: 'ended', why, number, input, stderr })
    })
    child.send(task as object)
  })

/** The last input, and the number of inputs before it. */
interface InputNote {
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
