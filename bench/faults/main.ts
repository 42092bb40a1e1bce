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
import { type DiskTrial, trialsOfDisk } from './disk.ts'
import { CALL_GROUPS, strikesIn } from './injection.ts'
import { type Options, optionsIn } from './options.ts'
import { sampleOf } from './sample.ts'
import { type Scene, withScenes } from './scenes.ts'
import { type Point, type Reference, referenceOf, type Trial, tryPoint } from './trial.ts'

const sweep = (root: string, options: Options): Promise<readonly Trial[]> =>
  withScenes(root, asksForScene(options), async (scenes) => {
    const references = new Map<Scene, Reference>()
    for (const scene of scenes) {
      references.set(scene, await referenceOf(root, scene, CALL_GROUPS))
    }
    const points = [...references].flatMap(([scene, { logs }]) => pointsOf(scene, logs, options))
    if (points.length === 0)
      throw new Error('strace has seen no call on a file: this machine may forbid ptrace, or nothing was asked for')
    const chosen = options.sample === null ? points : sampleOf(points, options.sample, options.seed, kindOf)
    process.stderr.write(`${chosen.length} of ${points.length} points\n`)
    return inLanes(chosen, options, async (point) => {
      const reference = references.get(point.scene)
      if (reference === undefined) throw new Error(`no reference for ${point.scene.name}`)
      const trial = await tryPoint(root, point, reference)
      if (trial.outcome === 'failed')
        process.stderr.write(`${kindOf(point)} ${point.nth}\n  ${trial.failures.join('\n  ')}\n`)
      return trial
    })
  })

const asksForScene =
  ({ isAsked }: Options) =>
  (name: string): boolean =>
    isAsked('scene', name)

const pointsOf = (scene: Scene, logs: Reference['logs'], { isAsked }: Options): readonly Point[] =>
  CALL_GROUPS.flatMap((group) =>
    strikesIn(logs.get(group) ?? '', group)
      .filter(({ call, fault }) => isAsked('call', call) && isAsked('fault', fault))
      .map((strike) => ({ ...strike, scene, group })),
  )

const kindOf = ({ scene, call, fault }: Point): string => `${scene.name}: ${fault} at ${call}`

/** Works on several items at once; each lane takes the next item while there is time. */
const inLanes = async <T, R>(
  items: readonly T[],
  { lanes, seconds }: Options,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = []
  const queue = items[Symbol.iterator]()
  const end = seconds === null ? null : performance.now() + seconds * 1000
  const lane = async (): Promise<void> => {
    while (end === null || performance.now() < end) {
      const { value, done } = queue.next()
      if (done === true) return
      results.push(await work(value))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
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
const fillDisks = (root: string, options: Options, stepKib: number): Promise<readonly DiskTrial[]> =>
  withScenes(root, asksForScene(options), async (scenes) => {
    const trials: DiskTrial[] = []
    for (const scene of scenes) {
      const reference = await referenceOf(root, scene, [])
      for await (const trial of trialsOfDisk(root, { scene, reference, stepKib })) {
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

const options = optionsIn(process.argv.slice(2))
const root = mkdtempSync(join(tmpdir(), 'cuadre-faults-'))
if (options.diskStepKib !== null) {
  process.exitCode = reportDisks(root, await fillDisks(root, options, options.diskStepKib))
} else if (spawnSync('strace', ['-V']).status === 0) {
  process.exitCode = report(root, await sweep(root, options))
} else {
  process.stderr.write('strace is missing, and nothing else injects faults; install it: apt-get install strace\n')
  process.exitCode = 2
}
