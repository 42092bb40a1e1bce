/**
 * `npm run bits -- [--flips N] [--seed S] [--only TABLE] [--written] [--db FILE]`: turns single bits of a database, one at a time, and tells how many
 * of them "db verify" sees. Without a file it makes one: that of the demo, with people's work on it. A file is copied first.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { answerReader } from '../../src/pipeline/pull/answer-reader.ts'
import { versionOfPackage } from '../../src/std/version-of-package.ts'
import { inFolder } from '../folder.ts'
import { type Flip, flipped } from './flips.ts'

const { values: flags } = parseArgs({
  options: {
    flips: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    written: { type: 'boolean' },
    db: { type: 'string' },
  },
})
const plan = { flips: Number(flags.flips), seed: Number(flags.seed), only: flags.only, written: flags.written }
if (!Number.isSafeInteger(plan.flips) || !Number.isSafeInteger(plan.seed))
  throw new Error('--flips and --seed are whole numbers')

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

/** The week of the demo, with an act of a person and an evidence pack. */
const demoDatabase = (folder: string): string => {
  const path = join(folder, 'cuadre-demo/cuadre.db')
  const cuadre = (...args: readonly string[]): string => {
    const env = { PATH: process.env.PATH, HOME: folder, CUADRE_DB: path, CUADRE_OUT: join(folder, 'out') }
    return execFileSync(process.execPath, [MAIN, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
  }
  cuadre('demo')
  const { discrepancies } = JSON.parse(cuadre('discrepancies', 'list', '--json')) as { discrepancies: { id: string }[] }
  for (const { id } of discrepancies.slice(0, 3)) cuadre('discrepancies', 'note', id, 'asked the operator')
  cuadre('audit', '2026-03-12', '11', '--out', join(folder, 'pack'))
  return path
}

const tableOf = (flips: readonly Flip[]): string => {
  const objects = [...new Set(flips.map(({ object }) => object))].sort()
  const count = (object: string | null, outcome: Flip['outcome']): string =>
    String(flips.filter((flip) => (object === null || flip.object === object) && flip.outcome === outcome).length)
  const row = (name: string, object: string | null): string[] => [
    name,
    count(object, 'harmless'),
    count(object, 'seen'),
    count(object, 'unseen'),
  ]
  return [['pages of', 'harmless', 'seen', 'unseen'], ...objects.map((one) => row(one, one)), row('all', null)]
    .map(([name = '', ...cells]) => name.padEnd(34) + cells.map((cell) => cell.padStart(10)).join(''))
    .join('\n')
}

await inFolder(async (folder) => {
  const path = join(folder, 'turned.db')
  copyFileSync(flags.db ?? demoDatabase(folder), path)
  const flips: Flip[] = []
  for await (const flip of flipped(path, answerReader(versionOfPackage()), plan)) {
    flips.push(flip)
    if (flip.outcome === 'unseen')
      process.stderr.write(`unseen: bit ${flip.bit} of byte ${flip.byte}, in ${flip.object}\n`)
  }
  process.stdout.write(`${tableOf(flips)}\n`)
  process.exitCode = flips.some(({ outcome }) => outcome === 'unseen') ? 1 : 0
})
