import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Ending } from './ending.ts'
import { type CallGroup, type FaultName, injectedIn, isInjected, type Strike } from './injection.ts'
import { callsLogged, type Deed, type Environment, runHere, runStruck } from './program.ts'
import { endingOfNight, endLeases } from './queue-of-scene.ts'
import { ENQUEUE_AGAIN, type Scene } from './scenes.ts'

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
export interface Place extends Environment {
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
const placeOf = async (scene: Scene, folder: string): Promise<Place> => {
  rmSync(folder, { recursive: true, force: true })
  cpSync(scene.folder, folder, { recursive: true })
  return {
    scene,
    dist: scene.dist,
    folder,
    now: scene.now,
    baseUrl: scene.baseUrl,
    queue: await queueOf(scene, folder),
  }
}

export const queueOf = async ({ queues }: Scene, folder: string): Promise<string | null> =>
  queues === null ? null : queues.copy(basename(folder))

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

export const endingAt = async ({ queue }: Environment, ending: Ending): Promise<Ending> =>
  queue === null ? ending : endingOfNight(queue, ending)

/** A run must end with 6 and name the path, or complete all its work nevertheless. */
const endingFailures = (run: Ending, reference: Reference, fault: FaultName): readonly string[] => {
  if (fault === 'kill' || run.status === reference.statuses[0]) return []
  if (run.status === 6 && run.stderr.includes('/')) return []
  return [`the run ended with ${run.status}: ${lineOf(run)}`]
}

/** The failures after a fault: in the run's end, the database, the repetition, or its files. */
export const failuresAfter = async (
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
