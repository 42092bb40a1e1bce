import { fork } from 'node:child_process'
import { readInputNote } from './input-note.ts'

/** A program that hands in inputs, each of which it notes first. */
export interface InputProgram<T> {
  readonly program: string
  /** It is sent to the program. */
  readonly task: T
  /** Where the program notes its inputs. */
  readonly note: string
  /** So long it may stay at one of them. */
  readonly waitMs: number
  readonly heapMb: number
}

/** How the program ended before it told its result, and at which input. */
export interface Ended {
  readonly kind: 'ended'
  readonly why: string
  readonly number: number
  readonly input: Buffer
  /** The end of what it said on standard error. */
  readonly stderr: string
}

const LOOKS_MS = 250
const STDERR_LENGTH = 4_000

/**
 * Runs the program in a process of its own, whose heap is bounded, and gives what it sends. It is ended when it stays at one input for too
 * long: a loop without end is seen from outside only.
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
