/**
 * `npm run bits -- [--flips N] [--seed S] [--of database|inbox|backup|pack|zip]... [--only TABLE] [--written] [--db
 * FILE]`: flips single bits of a database, its inbox, its backup and evidence packs, one at a time, and counts how many
 * "db verify" and "audit --verify" detect. Without a file it makes these: those of the demo, with acts of people and a
 * bank. A given file is copied first.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerReader } from '../../jobs/steps/pull/read-slot.ts'
import { versionOfPackage } from '../../src/std/version-of-package.ts'
import { inFolder, wholeNumber } from '../tool.ts'
import { type Flip, type FlipPlan, flipped, type Target, tableOfFlips } from './flips.ts'
import { makeScene } from './scene.ts'
import { databaseTarget, inboxTarget, packTarget } from './targets.ts'

const TARGET_NAMES = ['database', 'inbox', 'backup', 'pack', 'zip'] as const
type TargetName = (typeof TARGET_NAMES)[number]

const { values: flags } = parseArgs({
  options: {
    flips: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    of: { type: 'string', multiple: true, default: [...TARGET_NAMES] },
    only: { type: 'string' },
    written: { type: 'boolean' },
    db: { type: 'string' },
  },
})

const targetsIn = async (folder: string): Promise<ReadonlyMap<string, Target>> => {
  const reader = answerReader(versionOfPackage())
  if (flags.db !== undefined) {
    const copy = join(folder, 'turned.db')
    copyFileSync(flags.db, copy)
    return new Map([['database', databaseTarget(copy, reader)]])
  }
  const scene = makeScene(folder)
  const targets: Record<TargetName, Target> = {
    database: databaseTarget(scene.database, reader),
    inbox: inboxTarget(scene.inbox),
    backup: databaseTarget(scene.backup, reader),
    pack: await packTarget(scene.pack),
    zip: await packTarget(scene.zip),
  }
  return new Map(TARGET_NAMES.filter((name) => flags.of.includes(name)).map((name) => [name, targets[name]]))
}

const turnIn = async (name: string, target: Target, plan: FlipPlan): Promise<number> => {
  const flips: Flip[] = []
  for await (const flip of flipped(target, plan)) {
    flips.push(flip)
    if (flip.outcome === 'unseen')
      process.stderr.write(`unseen: ${name}, bit ${flip.bit} of byte ${flip.byte}, in ${flip.object}\n`)
  }
  process.stdout.write(`${tableOfFlips(name, flips)}\n`)
  return flips.filter(({ outcome }) => outcome === 'unseen').length
}

const seed = wholeNumber('seed', flags.seed)
const flips = wholeNumber('flips', flags.flips)
await inFolder(async (folder) => {
  const targets = await targetsIn(folder)
  if (targets.size === 0) throw new Error(`--of names none of ${TARGET_NAMES.join(', ')}`)
  process.stdout.write(`${flips} bits, seed ${seed}\n`)
  let unseen = 0
  for (const [index, [name, target]] of [...targets].entries()) {
    const plan = {
      flips: Math.ceil(flips / targets.size),
      seed: seed + index,
      only: flags.only,
      written: flags.written,
    }
    unseen += await turnIn(name, target, plan)
  }
  process.stdout.write(`peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`)
  process.exitCode = unseen > 0 ? 1 : 0
})
