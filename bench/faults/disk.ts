import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runProgram } from './program.ts'
import type { Scene } from './scenes.ts'
import { endingAt, failuresAfter, type Place, queueOf, type Reference } from './trial.ts'

/** A disk of a given size, filled by the command of a scene. */
export interface DiskTrial {
  readonly scene: Scene
  readonly kib: number
  /** `whole` when there was room for everything. */
  readonly outcome: 'held' | 'whole' | 'failed'
  readonly failures: readonly string[]
}

const ROOMY_KIB = 256 * 1024

/**
 * Runs the command of a scene on disks of increasing size: from room for only the existing files to room for
 * everything.
 */
export async function* trialsOfDisk(
  root: string,
  { scene, reference, stepKib }: { readonly scene: Scene; readonly reference: Reference; readonly stepKib: number },
): AsyncGenerator<DiskTrial> {
  for (let kib = stepKib; kib < ROOMY_KIB; kib += stepKib) {
    const folder = join(root, `disk-${scene.name}`)
    mountDisk(folder, kib)
    try {
      if (!isCopied(scene.folder, folder)) continue
      const trial = await tryDisk(await placeOn(scene, folder), kib, reference)
      yield trial
      if (trial.outcome !== 'held') return
    } finally {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
      await scene.queues?.drop(basename(folder))
    }
  }
}

const placeOn = async (scene: Scene, folder: string): Promise<Place> => {
  return {
    scene,
    dist: scene.dist,
    folder,
    now: scene.now,
    baseUrl: scene.baseUrl,
    queue: await queueOf(scene, folder),
  }
}

/** Runs the command on the disk; then the disk grows, the database is verified, and the command runs again. */
const tryDisk = async (at: Place, kib: number, reference: Reference): Promise<DiskTrial> => {
  const run = await endingAt(at, await runProgram(at, at.scene.deed))
  mountDisk(at.folder, ROOMY_KIB, 'remount')
  const failures = await failuresAfter(at, run, reference, 'full')
  const outcome = failures.length > 0 ? 'failed' : run.status === reference.statuses[0] ? 'whole' : 'held'
  return { scene: at.scene, kib, outcome, failures }
}

const mountDisk = (folder: string, kib: number, how?: 'remount'): void => {
  mkdirSync(folder, { recursive: true })
  const options = [...(how === undefined ? [] : [how]), `size=${kib}k`, 'mode=700'].join(',')
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`no disk can be mounted on ${folder}: ${stderr.trim()}`)
}

/** False when the disk has no room for the existing files. */
const isCopied = (from: string, to: string): boolean => {
  try {
    cpSync(from, to, { recursive: true })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
