/**
 * `npm run faults [-- --sample N --seed S --lanes L --scene first --fault kill]`: a first run, a later night and an upgrade, with a fault at
 * every call on a file. After each the database verifies, and the next run gives the files of an undisturbed one.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CALL_GROUPS, FAULT_NAMES } from './injection.ts'
import { sampleOf } from './sample.ts'
import { withScenes } from './scenes.ts'
import { type Point, type Reference, referenceOf, type Trial, tryPoint } from './trial.ts'

const { values: flags } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
    scene: { type: 'string' },
    fault: { type: 'string' },
    group: { type: 'string' },
  },
})

const isAsked = (asked: string | undefined, name: string): boolean => asked === undefined || asked === name

const sweep = async (root: string): Promise<readonly Trial[]> =>
  withScenes(root, async (all) => {
    const scenes = all.filter(({ name }) => isAsked(flags.scene, name))
    const groups = CALL_GROUPS.filter(({ name }) => isAsked(flags.group, name))
    const references = new Map<string, Reference>()
    for (const scene of scenes) references.set(scene.name, await referenceOf(root, scene, groups))
    const points = scenes.flatMap((scene) =>
      groups.flatMap((group) =>
        FAULT_NAMES.filter((name) => isAsked(flags.fault, name)).flatMap((fault) =>
          Array.from({ length: references.get(scene.name)?.calls.get(group) ?? 0 }, (_, index): Point => {
            return { scene, group, fault, nth: index + 1 }
          }),
        ),
      ),
    )
    const chosen = flags.sample === undefined ? points : sampleOf(points, Number(flags.sample), Number(flags.seed))
    process.stderr.write(`${chosen.length} of ${points.length} points\n`)
    return inLanes(chosen, Number(flags.lanes), async (point) => {
      const reference = references.get(point.scene.name)
      if (reference === undefined) throw new Error(`no reference for ${point.scene.name}`)
      const trial = await tryPoint(root, point, reference)
      if (trial.outcome === 'failed') process.stderr.write(`${nameOf(trial)}\n  ${trial.failures.join('\n  ')}\n`)
      return trial
    })
  })

const nameOf = ({ point: { scene, group, fault, nth } }: Trial): string =>
  `${scene.name}: ${fault} at ${group.name} call ${nth}`

/** So many points at once, each lane taking the next one. */
const inLanes = async <T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = []
  const queue = items[Symbol.iterator]()
  const lane = async (): Promise<void> => {
    for (const item of queue) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

/** A line for each scene, group and fault: how many points held. */
const linesOf = (trials: readonly Trial[]): string => {
  const counts = new Map<string, { held: number; tried: number; missed: number }>()
  for (const { point, outcome } of trials) {
    const name = `${point.scene.name} ${point.group.name} ${point.fault}`
    const count = counts.get(name) ?? { held: 0, tried: 0, missed: 0 }
    if (outcome === 'missed') count.missed += 1
    else count.tried += 1
    if (outcome === 'held') count.held += 1
    counts.set(name, count)
  }
  return [...counts]
    .map(
      ([name, { held, tried, missed }]) =>
        `${name}: ${held} of ${tried} held${missed > 0 ? `, ${missed} not reached` : ''}`,
    )
    .join('\n')
}

if (spawnSync('strace', ['-V']).status !== 0) {
  process.stderr.write(
    'strace is missing, and no fault can be injected without it; install it (apt-get install strace)\n',
  )
  process.exit(2)
}
const root = mkdtempSync(join(tmpdir(), 'cuadre-faults-'))
const trials = await sweep(root)
const failed = trials.filter(({ outcome }) => outcome === 'failed').length
process.stdout.write(`${linesOf(trials)}\n${trials.length} points, ${failed} failed\n`)
if (failed === 0) rmSync(root, { recursive: true, force: true })
else process.stdout.write(`the folders of those that failed are under ${root}\n`)
process.exitCode = failed === 0 ? 0 : 1
