import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CallGroup, type FaultName, injectedIn, isInjected } from './injection.ts'
import { type Ending, PROGRAM, runFaulty, runProgram } from './program.ts'
import type { Scene } from './scenes.ts'

/** What an undisturbed command of a scene comes to: after it was run once, and after its work was done again. */
export interface Reference {
  readonly statuses: readonly (number | null)[]
  /** How the command ends when it finds its work done: an inbox has nothing left to read, and ends with 0. */
  readonly statusWhenDone: number | null
  readonly once: string
  readonly twice: string
  /** What strace wrote of a run, by group of calls. */
  readonly logs: ReadonlyMap<CallGroup, string>
}

/** One fault at one call. */
export interface Point {
  readonly scene: Scene
  readonly group: CallGroup
  readonly fault: FaultName
  readonly nth: number
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
    const folder = copyOf(scene, join(root, `calls-${scene.name}-${group.name}`))
    logs.set(group, (await runFaulty({ ...scene, folder }, scene.command, group, null, 0)).log)
  }
  const folder = copyOf(scene, join(root, `reference-${scene.name}`))
  const first = await runProgram({ ...scene, folder }, scene.command)
  const once = contentOf(folder)
  const second = await runProgram({ ...scene, folder }, scene.again)
  const twice = contentOf(folder)
  const third = await runProgram({ ...scene, folder }, scene.command)
  return { statuses: [first.status, second.status], statusWhenDone: third.status, once, twice, logs }
}

/** The command with its fault; then the database is verified, and the command repeated without one. */
export const tryPoint = async (root: string, point: Point, reference: Reference): Promise<Trial> => {
  const { scene, group, fault, nth } = point
  const folder = copyOf(scene, join(root, `${scene.name}-${group.name}-${fault}-${nth}`))
  const at = { ...scene, folder }
  const run = await runFaulty(at, scene.command, group, fault, nth)
  const failures = isInjected(run.log, fault)
    ? [...endingFailures(run, reference, fault), ...(await failuresAfter(at, run, reference))]
    : []
  if (failures.length > 0) return { point, outcome: 'failed', failures: [...failures, injectedIn(run.log, fault)] }
  for (const path of [folder, `${folder}.strace`]) rmSync(path, { recursive: true, force: true })
  return { point, outcome: isInjected(run.log, fault) ? 'held' : 'missed', failures }
}

/** A run ends with 6 and names the place, or has done all its work nevertheless. */
export const endingFailures = (run: Ending, reference: Reference, fault: FaultName): readonly string[] => {
  if (fault === 'kill' || run.status === reference.statuses[0]) return []
  if (run.status === 6 && run.stderr.includes('/')) return []
  return [`the run ended with ${run.status}: ${lineOf(run)}`]
}

/** What is wrong after a fault: the database, the same command again, or the files it leaves. */
export const failuresAfter = async (at: Scene, struck: Ending, reference: Reference): Promise<readonly string[]> => {
  const { once, twice } = reference
  const verify = await runProgram(at, [PROGRAM, 'db', 'verify'])
  const again = await runProgram(at, at.command)
  const content = contentOf(at.folder)
  return [
    ...(isSound(verify) ? [] : [`db verify ended with ${verify.status}: ${lineOf(verify)}`]),
    ...(mayFollow(again, struck, reference) ? [] : [`the next run ended with ${again.status}: ${lineOf(again)}`]),
    ...(content === once || content === twice
      ? []
      : [`the files after the next run differ: ${differenceOf(content, once)}`]),
  ]
}

/** Only a command that said how its work ended, or was killed, may have left nothing to do; one that ended with 6 left work. */
const mayFollow = (again: Ending, struck: Ending, { statuses, statusWhenDone }: Reference): boolean =>
  statuses.includes(again.status) ||
  (again.status === statusWhenDone && (struck.status === statuses[0] || struck.status === null))

/** Where the run was ended before its database was there, or on its schema, there is none to verify. */
const isSound = (verify: Ending): boolean =>
  verify.status === 0 || /^cuadre: (NO|OLDER)_DATABASE: /m.test(verify.stderr)

const differenceOf = (content: string, expected: string): string => {
  const [now, before] = [content.split('\n'), expected.split('\n')]
  const more = now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`)
  const less = before.filter((line) => !now.includes(line)).map((line) => `- ${line}`)
  return [...more, ...less].join(', ')
}

const lineOf = ({ stderr }: Ending): string => stderr.trim().split('\n').at(-1) ?? ''

const copyOf = ({ folder }: Scene, copy: string): string => {
  rmSync(copy, { recursive: true, force: true })
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** The names of all files of a folder but those that SQLite keeps beside a database that is only read, those of ledgers with their digest. */
const contentOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/-(wal|shm)$/.test(name))
    .sort()
    .map((name) => (name.endsWith('.csv') ? `${name} ${digestOf(join(folder, name))}` : name))
    .join('\n')

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
