/**
 * `npm run fuzz -- [--inputs N] [--seed S] [--door NAME]...`: changes valid documents, and passes them to the entry
 * points for foreign bytes, each in a separate process. Each must be accepted, or refused with a code, in time and
 * within memory (limits.ts); anything else is a bug, and its input is stored in test/fuzz/corpus. Stored inputs are
 * tried first.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeScene } from '../bits/scene.ts'
import { inFolder, wholeNumber } from '../tool.ts'
import type { Door } from './door.ts'
import type { DoorTask } from './door-process.ts'
import { doorsIn } from './doors.ts'
import { type DoorResult, LIMITS, NO_COST } from './run-door.ts'
import { type Ended, watchInputs } from './watch-inputs.ts'

const { values: flags } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    door: { type: 'string', multiple: true },
  },
})
const [inputs, seed] = [wholeNumber('inputs', flags.inputs), wholeNumber('seed', flags.seed)]

const PROGRAM = fileURLToPath(new URL('./door-process.js', import.meta.url))
/** A door itself reports an input without an answer; this is for one that blocks the event loop. */
const STUCK_MS = LIMITS.waitMs + 5_000

const HEAP_MB = 512

const corpusOf = (door: string): string => join('test/fuzz/corpus', door.replaceAll(' ', '-'))

const keptAt = (folder: string): readonly Buffer[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name))) : []

const keep = ({ door, broken }: DoorResult): void => {
  if (broken === null) return
  const folder = corpusOf(door)
  const path = join(folder, createHash('sha256').update(broken.input).digest('hex').slice(0, 12))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, broken.input)
  process.stderr.write(`${door}: ${path}, seed ${seed}, breaks it: ${broken.error}\n`)
}

const lineOf = ({ door, taken, refused, most, broken }: DoorResult): string => {
  const cells = [taken, refused, most.ms, most.cpuMs, most.growthMb, most.memoryMb]
  return `${door.padEnd(26)}${cells.map((cell) => String(Math.round(cell)).padStart(10)).join('')}  ${broken === null ? '' : 'broken'}\n`
}

const HEAD = ['taken', 'refused', 'most ms', 'cpu ms', 'growth MB', 'peak MB'].map((title) => title.padStart(10))

const resultOf = async (
  door: Door,
  index: number,
  count: number,
  folder: string,
  database: string,
): Promise<DoorResult> => {
  mkdirSync(folder)
  const note = `${folder}.input`
  const task: DoorTask = { index, count, seed, corpus: keptAt(corpusOf(door.name)), note, folder, database }
  const result = await watchInputs<DoorTask, DoorResult>({
    ...{ program: PROGRAM, task, note },
    ...{ waitMs: STUCK_MS, heapMb: HEAP_MB },
  })
  return 'kind' in result ? endedResult(door.name, result) : result
}

const endedResult = (door: string, { why, number, input, stderr }: Ended): DoorResult => ({
  ...{ door, taken: 0, refused: 0, most: NO_COST },
  broken: { input, error: `${why}, at input ${number}\n${stderr}` },
})

const namesAndShares = async (folder: string, database: string): Promise<readonly Door[]> => {
  mkdirSync(folder)
  const doors = await doorsIn(folder, database)
  for (const { close } of doors) await close?.()
  return doors
}

await inFolder(async (folder) => {
  const { database } = makeScene(folder)
  const doors = await namesAndShares(join(folder, 'doors'), database)
  const asked = doors.filter(({ name }) => flags.door?.includes(name) ?? true)
  if (asked.length === 0) throw new Error(`--door names none of: ${doors.map(({ name }) => name).join(', ')}`)
  const shares = asked.reduce((sum, { share }) => sum + share, 0)
  process.stdout.write(`${inputs} inputs, seed ${seed}\n${'door'.padEnd(26)}${HEAD.join('')}\n`)
  for (const [index, door] of doors.entries()) {
    if (!asked.includes(door)) continue
    const count = Math.max(1, Math.round((inputs * door.share) / shares))
    const result = await resultOf(door, index, count, join(folder, `door-${index}`), database)
    process.stdout.write(lineOf(result))
    keep(result)
    if (result.broken !== null) process.exitCode = 1
  }
})
