/**
 * `npm run faults [-- --sample N --seed S --seconds T --lanes L --scene
 * first|later|upgrade|receiver|inbox|backup|audit|close|worker --call rename|... --fault kill|eio|enospc|full]`, `npm
 * run faults -- --disk [--step KIB --scene ...]`: a first run, a later night, an upgrade, a notification stored and
 * processed, a backup, an audit, a closing and a night of a worker, with a fault at every file call, or on a disk of
 * every size. After each the database must verify, and a repetition must give the files of an undisturbed run.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { draw, wholeNumber } from '../tool.ts'
import { CALL_GROUPS, strikesIn } from './injection.ts'
import { type Scene, withScenes } from './scenes.ts'
import { type DiskTrial, type Point, type Reference, referenceOf, type Trial, trialsOfDisk, tryPoint } from './trial.ts'

const { values: flags } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    disk: { type: 'boolean' },
    step: { type: 'string', default: '1024' },
    lanes: { type: 'string', default: '2' },
    scene: { type: 'string', multiple: true },
    call: { type: 'string', multiple: true },
    fault: { type: 'string', multiple: true },
  },
})
/** Whether the scene, call or fault of that name is to be tried. */
const isAsked = (kind: 'scene' | 'call' | 'fault', name: string): boolean => flags[kind]?.includes(name) ?? true
const isSceneAsked = (name: string): boolean => isAsked('scene', name)

const sweep = (root: string): Promise<readonly Trial[]> =>
  withScenes(root, isSceneAsked, async (scenes) => {
    const references = new Map<Scene, Reference>()
    for (const scene of scenes) {
      references.set(scene, await referenceOf(root, scene, CALL_GROUPS))
    }
    const points = [...references].flatMap(([scene, { logs }]) => pointsOf(scene, logs))
    if (points.length === 0)
      throw new Error('strace has seen no call on a file: this machine may forbid ptrace, or nothing was asked for')
    const chosen = flags.sample === undefined ? points : sampleOf(points, wholeNumber('sample', flags.sample))
    process.stderr.write(`${chosen.length} of ${points.length} points\n`)
    return inLanes(chosen, async (point) => {
      const reference = references.get(point.scene)
      if (reference === undefined) throw new Error(`no reference for ${point.scene.name}`)
      const trial = await tryPoint(root, point, reference)
      if (trial.outcome === 'failed')
        process.stderr.write(`${kindOf(point)} ${point.nth}\n  ${trial.failures.join('\n  ')}\n`)
      return trial
    })
  })

const pointsOf = (scene: Scene, logs: Reference['logs']): readonly Point[] =>
  CALL_GROUPS.flatMap((group) =>
    strikesIn(logs.get(group) ?? '', group)
      .filter(({ call, fault }) => isAsked('call', call) && isAsked('fault', fault))
      .map((strike) => ({ ...strike, scene, group })),
  )

const kindOf = ({ scene, call, fault }: Point): string => `${scene.name}: ${fault} at ${call}`

/** Works on several items at once; each lane takes the next item while there is time. */
const inLanes = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = []
  const queue = items[Symbol.iterator]()
  const seconds = flags.seconds === undefined ? Number.POSITIVE_INFINITY : wholeNumber('seconds', flags.seconds)
  const end = performance.now() + seconds * 1000
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const { value, done } = queue.next()
      if (done === true) return
      results.push(await work(value))
    }
  }
  await Promise.all(Array.from({ length: wholeNumber('lanes', flags.lanes) }, lane))
  return results
}

/** One line for each scene and kind of call: how many points passed. */
const linesOf = (trials: readonly Trial[]): readonly string[] => {
  const nameOf = ({ point: { scene, call } }: Trial): string => `${scene.name} ${call}`
  return [...new Set(trials.map(nameOf))].sort().map((name) => {
    const count = (outcome: Trial['outcome']) =>
      trials.filter((trial) => nameOf(trial) === name && trial.outcome === outcome).length
    const missed = count('missed') === 0 ? '' : `, ${count('missed')} not reached`
    return `${name}: ${count('held')} of ${count('held') + count('failed')} held${missed}`
  })
}

const report = (root: string, trials: readonly Trial[]): number => {
  const failed = trials.filter(({ outcome }) => outcome === 'failed').length
  process.stdout.write(`${[...linesOf(trials), `${trials.length} points, ${failed} failed`].join('\n')}\n`)
  if (failed > 0) process.stdout.write(`the folders of those that failed are under ${root}\n`)
  else rmSync(root, { recursive: true, force: true })
  return failed === 0 ? 0 : 1
}

/** Disks are mounted one at a time. */
const fillDisks = (root: string): Promise<readonly DiskTrial[]> =>
  withScenes(root, isSceneAsked, async (scenes) => {
    const trials: DiskTrial[] = []
    for (const scene of scenes) {
      const reference = await referenceOf(root, scene, [])
      for await (const trial of trialsOfDisk(root, { scene, reference, stepKib: wholeNumber('step', flags.step) })) {
        trials.push(trial)
        process.stdout.write(
          `${trial.scene.name} on ${trial.kib} KiB: ${[trial.outcome, ...trial.failures].join('\n  ')}\n`,
        )
      }
    }
    return trials
  })

const reportDisks = (root: string, trials: readonly DiskTrial[]): number => {
  const failed = trials.filter(({ outcome }) => outcome === 'failed').length
  process.stdout.write(`${trials.length} disks, ${failed} failed\n`)
  rmSync(root, { recursive: true, force: true })
  return failed === 0 && trials.length > 0 ? 0 : 1
}

/**
 * A sample of the points, reproducible from the seed. Kinds take turns, so that a rare kind is complete before a frequent
 * one is tried more often.
 */
const sampleOf = (points: readonly Point[], size: number): readonly Point[] => {
  const seed = wholeNumber('seed', flags.seed)
  const chances = new Map(points.map((point, index) => [point, draw(seed, index, 0)]))
  const chanceOf = (point: Point): number => chances.get(point) ?? 0
  const turns = new Map<string, number>()
  const inTurns = points
    .toSorted((a, b) => chanceOf(a) - chanceOf(b))
    .map((point) => {
      const turn = (turns.get(kindOf(point)) ?? 0) + 1
      turns.set(kindOf(point), turn)
      return { point, turn }
    })
  return inTurns
    .sort((a, b) => a.turn - b.turn)
    .slice(0, size)
    .map(({ point }) => point)
}

const root = mkdtempSync(join(tmpdir(), 'cuadre-faults-'))
if (flags.disk) {
  process.exitCode = reportDisks(root, await fillDisks(root))
} else if (spawnSync('strace', ['-V']).status === 0) {
  process.exitCode = report(root, await sweep(root))
} else {
  process.stderr.write('strace is missing, and nothing else injects faults; install it: apt-get install strace\n')
  process.exitCode = 2
}
