import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CallGroup, FaultName } from './injection.ts'
import { injectedIn } from './injection.ts'
import { type Ending, runFaulty, runProgram } from './program.ts'
import { RUN, type Scene } from './scenes.ts'

/** What an undisturbed run of a scene comes to: after one run, and after the same run again. */
export interface Reference {
  readonly status: number | null
  readonly once: string
  readonly twice: string
  readonly calls: ReadonlyMap<CallGroup, number>
}

export interface Point {
  readonly scene: Scene
  readonly group: CallGroup
  readonly fault: FaultName
  readonly nth: number
}

/** How a point went: `missed` when the run made fewer calls than that, `failures` when it did not hold. */
export interface Trial {
  readonly point: Point
  readonly outcome: 'held' | 'missed' | 'failed'
  readonly failures: readonly string[]
}

export const referenceOf = async (root: string, scene: Scene, groups: readonly CallGroup[]): Promise<Reference> => {
  const calls = new Map<CallGroup, number>()
  for (const group of groups) {
    const folder = copyOf(scene, join(root, `count-${scene.name}-${group.name}`))
    calls.set(group, (await runFaulty({ ...scene, folder }, RUN, group, null, 0)).calls)
  }
  const folder = copyOf(scene, join(root, `reference-${scene.name}`))
  const { status } = await runProgram({ ...scene, folder }, RUN)
  const once = contentOf(folder)
  await runProgram({ ...scene, folder }, RUN)
  return { status, once, twice: contentOf(folder), calls }
}

/** The run with its fault; then the database is verified, and the run repeated without one. */
export const tryPoint = async (root: string, point: Point, reference: Reference): Promise<Trial> => {
  const { scene, group, fault, nth } = point
  const folder = copyOf(scene, join(root, `${scene.name}-${group.name}-${fault}-${nth}`))
  const at = { ...scene, folder }
  const run = await runFaulty(at, RUN, group, fault, nth)
  if (!run.log.includes(fault === 'kill' ? '+++ killed by SIGKILL' : '(INJECTED)')) {
    remove(folder)
    return { point, outcome: 'missed', failures: [] }
  }
  const verify = await runProgram(at, ['db', 'verify'])
  const again = await runProgram(at, RUN)
  const failures = [
    ...endingFailures(run, reference, fault),
    ...verifyFailures(verify),
    ...(again.status === reference.status ? [] : [`the next run ended with ${again.status}: ${lineOf(again)}`]),
    ...contentFailures(contentOf(folder), reference),
  ]
  if (failures.length === 0) remove(folder)
  const at_ = failures.length === 0 ? [] : injectedIn(run.log).slice(0, 1)
  return { point, outcome: failures.length === 0 ? 'held' : 'failed', failures: [...failures, ...at_] }
}

const endingFailures = (run: Ending, reference: Reference, fault: FaultName): readonly string[] => {
  if (fault === 'kill') return []
  if (run.status === reference.status) return []
  if (run.status === 6 && run.stderr.includes('/')) return []
  return [`the run ended with ${run.status}: ${lineOf(run)}`]
}

/** Where the run was ended before its database was there, or on its schema, there is none to verify. */
const verifyFailures = (verify: Ending): readonly string[] =>
  verify.status === 0 || /: (NO|OLDER)_DATABASE: /.test(verify.stderr)
    ? []
    : [`db verify ended with ${verify.status}: ${lineOf(verify)}`]

const contentFailures = (content: string, { once, twice }: Reference): readonly string[] =>
  content === once || content === twice ? [] : [`the files after the next run differ: ${differenceOf(content, once)}`]

const differenceOf = (content: string, expected: string): string => {
  const lines = new Set(expected.split('\n'))
  return content
    .split('\n')
    .filter((line) => !lines.has(line))
    .join(', ')
}

const lineOf = ({ stderr }: Ending): string => stderr.trim().split('\n').at(-1) ?? ''

const copyOf = ({ folder }: Scene, copy: string): string => {
  rmSync(copy, { recursive: true, force: true })
  cpSync(folder, copy, { recursive: true })
  return copy
}

const remove = (folder: string): void => {
  for (const path of [folder, `${folder}.strace`]) rmSync(path, { recursive: true, force: true })
}

/** The names of all files of a folder, those of ledgers with their digest. */
const contentOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => (name.endsWith('.csv') ? `${name} ${digestOf(join(folder, name))}` : name))
    .join('\n')

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
