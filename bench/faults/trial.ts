import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Ending } from '../typed.ts'
import { type CallGroup, type FaultName, injectedIn, isInjected, type Strike } from './injection.ts'
import { callsLogged, type Deed, type Environment, runHere, runProgram, runStruck } from './program.ts'
import { ENQUEUE_AGAIN, endingOfNight, endLeases, type Scene } from './scenes.ts'

/** The result of an undisturbed command of a scene: after one run, and after a repetition. */
export interface Reference {
  readonly statuses: readonly (number | null)[]
  /** The exit status when there is nothing left to do: an inbox without work ends with 0. */
  readonly statusWhenDone: number | null
  readonly once: string
  readonly twice: string
  /** The logs of strace for a run, by group of calls. */
  readonly logs: ReadonlyMap<CallGroup, string>
}

/** One fault at one call. */
export interface Point extends Strike {
  readonly scene: Scene
  readonly group: CallGroup
}

/** A copy of the files before a command. */
interface Place extends Environment {
  readonly scene: Scene
}

export interface Trial {
  readonly point: Point
  /** `missed` when the run made fewer calls than the undisturbed one. */
  readonly outcome: 'held' | 'missed' | 'failed'
  readonly failures: readonly string[]
}

export const referenceOf = async (root: string, scene: Scene, groups: readonly CallGroup[]): Promise<Reference> => {
  const logs = new Map<CallGroup, string>()
  for (const group of groups) {
    const at = await placeOf(scene, join(root, `calls-${scene.name}-${group.name}`))
    logs.set(group, await callsLogged(at, scene.deed, group))
    await leave(at)
  }
  const at = await placeOf(scene, join(root, `reference-${scene.name}`))
  const first = await endingAt(at, await runHere(at, scene.deed))
  const once = contentOf(at.folder)
  const second = await repeated(at, scene.again)
  const twice = contentOf(at.folder)
  const third = await repeated(at, scene.deed)
  await leave(at)
  return { statuses: [first.status, second.status], statusWhenDone: third.status, once, twice, logs }
}

/** Runs the command with its fault, verifies the database, and repeats the command without a fault. */
export const tryPoint = async (root: string, point: Point, reference: Reference): Promise<Trial> => {
  const { scene, group, call, fault, nth } = point
  const at = await placeOf(scene, join(root, `${scene.name}-${group.name}-${call}-${fault}-${nth}`))
  const run = await runStruck(at, scene.deed, group, point)
  const isStruck = isInjected(run.log, fault)
  const failures = isStruck ? await failuresAfter(at, await endingAt(at, run), reference, fault) : []
  if (failures.length > 0) return { point, outcome: 'failed', failures: [...failures, injectedIn(run.log, fault)] }
  await leave(at)
  return { point, outcome: isStruck ? 'held' : 'missed', failures }
}

/** A copy of the scene's folder and queue. */
const placeOf = (scene: Scene, folder: string): Promise<Place> => {
  rmSync(folder, { recursive: true, force: true })
  cpSync(scene.folder, folder, { recursive: true })
  return placeAt(scene, folder)
}

const placeAt = async (scene: Scene, folder: string): Promise<Place> => {
  const { dist, now, baseUrl, queues } = scene
  return { scene, dist, folder, now, baseUrl, queue: (await queues?.copy(basename(folder))) ?? null }
}

const leave = async ({ scene, folder }: Place): Promise<void> => {
  await scene.queues?.drop(basename(folder))
  for (const path of [folder, `${folder}.strace`]) rmSync(path, { recursive: true, force: true })
}

/** Repeats the command; a night returns to its queue first. */
const repeated = async (at: Environment, deed: Deed): Promise<Ending> => {
  if (at.queue === null) return runHere(at, deed)
  await endLeases(at.queue)
  const back = await runHere(at, ENQUEUE_AGAIN)
  return back.status === 0 ? endingAt(at, await runHere(at, deed)) : back
}

const endingAt = async ({ queue }: Environment, ending: Ending): Promise<Ending> =>
  queue === null ? ending : endingOfNight(queue, ending)

/** A run must end with 6 and name the path, or complete all its work nevertheless. */
const endingFailures = (run: Ending, reference: Reference, fault: FaultName): readonly string[] => {
  if (fault === 'kill' || run.status === reference.statuses[0]) return []
  if (run.status === 6 && run.stderr.includes('/')) return []
  return [`the run ended with ${run.status}: ${lineOf(run)}`]
}

/** The failures after a fault: in the run's end, the database, the repetition, or its files. */
const failuresAfter = async (
  at: Place,
  struck: Ending,
  reference: Reference,
  fault: FaultName,
): Promise<readonly string[]> => {
  const { once, twice } = reference
  const verify = await runHere(at, ['db', 'verify'])
  const again = await repeated(at, at.scene.deed)
  const content = contentOf(at.folder)
  return [
    ...endingFailures(struck, reference, fault),
    ...(isSound(verify) ? [] : [`db verify ended with ${verify.status}: ${lineOf(verify)}`]),
    ...(mayFollow(again, struck, reference) ? [] : [`the next run ended with ${again.status}: ${lineOf(again)}`]),
    ...(content === once || content === twice
      ? []
      : [`the files after the next run differ: ${differenceOf(content, once)}`]),
  ]
}

/**
 * Only a command that reported its end, or was killed, may have left nothing to do; one that ended with 6 left work.
 */
const mayFollow = (again: Ending, struck: Ending, { statuses, statusWhenDone }: Reference): boolean =>
  statuses.includes(again.status) ||
  (again.status === statusWhenDone && (struck.status === statuses[0] || struck.status === null))

/** When the run ended before its database existed or had its schema, there is nothing to verify. */
const isSound = (verify: Ending): boolean =>
  verify.status === 0 || /^cuadre: (NO|OLDER)_DATABASE: /m.test(verify.stderr)

const differenceOf = (content: string, expected: string): string => {
  const [now, before] = [content.split('\n'), expected.split('\n')]
  const more = now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
  const less = before.filter((line) => !now.includes(line)).map((line) => `- ${line}`)
  return [...more, ...less].join(', ')
}

const lineOf = ({ stderr }: Ending): string => stderr.trim().split('\n').at(-1) ?? ''

/**
 * The names of all files of a folder, with the digest for ledgers. Left out are files that SQLite creates next to a
 * database that is only read, and the note that names the holder of a lock, which the next holder replaces.
 */
const contentOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(-wal|-shm|\.lock\.txt)$/.test(name))
    .sort()
    .map((name) => (name.endsWith('.csv') ? `${name} ${digestOf(join(folder, name))}` : name))
    .join('\n')

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

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
      const trial = await tryDisk(await placeAt(scene, folder), kib, reference)
      yield trial
      if (trial.outcome !== 'held') return
    } finally {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
      await scene.queues?.drop(basename(folder))
    }
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
