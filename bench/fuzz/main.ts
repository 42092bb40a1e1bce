/**
 * `npm run fuzz -- [--inputs N] [--seed S] [--door NAME]...`: changes documents that are valid, and hands them in where bytes of others come
 * in. Each is taken or refused with a code; anything else is a bug, and its input is kept in test/fuzz/corpus.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeScene } from '../bits/scene.ts'
import { inFolder } from '../folder.ts'
import { doorsIn } from './doors.ts'
import { type DoorResult, runDoor } from './run-door.ts'

const { values: flags } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    door: { type: 'string', multiple: true },
  },
})
const [inputs, seed] = [Number(flags.inputs), Number(flags.seed)]
if (!Number.isSafeInteger(inputs) || !Number.isSafeInteger(seed))
  throw new Error('--inputs and --seed are whole numbers')

const keep = ({ door, broken }: DoorResult): void => {
  if (broken === null) return
  const folder = join('test/fuzz/corpus', door.replaceAll(' ', '-'))
  const path = join(folder, createHash('sha256').update(broken.input).digest('hex').slice(0, 12))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, broken.input)
  process.stderr.write(`${door}: ${path} breaks it: ${broken.error}\n`)
}

const lineOf = ({ door, taken, refused, cpuMsMax, broken }: DoorResult): string =>
  `${door.padEnd(26)}${[taken, refused, Math.round(cpuMsMax)].map((value) => String(value).padStart(10)).join('')}  ${broken === null ? '' : 'broken'}\n`

await inFolder(async (folder) => {
  const doors = await doorsIn(folder, makeScene(folder).database)
  const asked = doors.filter(({ name }) => flags.door?.includes(name) ?? true)
  if (asked.length === 0) throw new Error(`--door names none of: ${doors.map(({ name }) => name).join(', ')}`)
  const shares = asked.reduce((sum, { share }) => sum + share, 0)
  process.stdout.write(`${inputs} inputs, seed ${seed}\n${'door'.padEnd(26)}     taken   refused  most ms\n`)
  for (const door of asked) {
    const result = await runDoor(door, Math.max(1, Math.round((inputs * door.share) / shares)), seed)
    process.stdout.write(lineOf(result))
    keep(result)
    if (result.broken !== null) process.exitCode = 1
  }
  for (const { close } of doors) await close?.()
  process.stdout.write(`peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`)
})
