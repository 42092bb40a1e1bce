import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Scene } from './scene.ts'

const PROGRAM = fileURLToPath(new URL('./server/main.js', import.meta.url))

/** A running server, whose address stays the same when the scene changes: a database belongs to one address. */
export interface Serving {
  readonly baseUrl: string
  /** Serves another scene from now on. */
  readonly show: (scene: Scene) => Promise<void>
}

/** Serves a scene during `work`. */
export const serving = async <T>(scene: Scene, work: (serving: Serving) => Promise<T>): Promise<T> => {
  let server = await started(scene, 0)
  const { port } = server
  const show = async (other: Scene): Promise<void> => {
    await stopped(server.process)
    server = await started(other, port)
  }
  try {
    return await work({ baseUrl: `http://127.0.0.1:${port}/v1`, show })
  } finally {
    await stopped(server.process)
  }
}

const started = async (scene: Scene, port: number): Promise<{ process: ChildProcess; port: number }> => {
  const process = fork(PROGRAM, [JSON.stringify(scene), String(port)])
  const [answer] = await Promise.race([once(process, 'message'), once(process, 'exit')])
  if (process.exitCode !== null) throw new Error(`the local server ended with ${process.exitCode}`)
  return { process, port: Number(answer) }
}

const stopped = async (process: ChildProcess): Promise<void> => {
  if (process.exitCode !== null) return
  const ended = once(process, 'exit')
  process.kill()
  await ended
}
