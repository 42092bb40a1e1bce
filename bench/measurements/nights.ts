import { copyFileSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Line, line, type Measurement, type Plan } from '../line.ts'
import {
  asMegabytes,
  asSeconds,
  databaseIn,
  drain,
  interleaved,
  medianOf,
  night,
  nightIn,
  peakOf,
  perSecond,
  ratioOf,
  type Sample,
  secondsOf,
} from '../measure.ts'
import { type Scene, sceneOf, serving } from '../scene.ts'
import { inFolder } from '../tool.ts'

/** The cost of storing, checking and reporting in addition to reading: the night as used, and without the workbook. */
export const wholeJob: Measurement = {
  name: 'whole job over drain and parse',
  measure: async ({ ordinary, rounds }) => {
    const scene = sceneOf(1, ordinary)
    const taken = await serving(scene, (baseUrl) =>
      interleaved(rounds, {
        drain: () => drain(baseUrl, scene),
        usual: () => night(baseUrl, scene, true),
        plain: () => night(baseUrl, scene),
      }),
    )
    const linesOf = (name: string, which: 'usual' | 'plain', rate: number, cpu: number | null): readonly Line[] => {
      const wallMs = medianOf(taken, (round) => round[which].wallMs)
      const drained = `drain ${secondsOf(taken, 'drain')}, job ${asSeconds(wallMs)}, ${perSecond(ordinary, wallMs)}`
      const worked = `drain ${secondsOf(taken, 'drain', 'cpuMs')}, job ${secondsOf(taken, which, 'cpuMs')}`
      const most = cpu === null ? null : { atMost: cpu }
      return [
        line(
          `${name}: rate over drain and parse`,
          ratioOf(taken, 'drain', which, 'wallMs'),
          '',
          { atLeast: rate },
          drained,
        ),
        line(
          `${name}: CPU time over that of drain and parse`,
          ratioOf(taken, which, 'drain', 'cpuMs'),
          '',
          most,
          worked,
        ),
        line(
          `${name}: peak memory`,
          peakOf(taken, which),
          'MB',
          { atMost: 220 },
          `drain ${asMegabytes(peakOf(taken, 'drain'))}`,
        ),
      ]
    }
    return [
      ...linesOf(`night of ${ordinary} invoices`, 'usual', 0.2, 5),
      ...linesOf('the same without the workbook', 'plain', 0.25, null),
    ]
  },
}

/** A slot ten times as large takes about ten times as long, and no more memory. */
export const tenTimesAsLarge: Measurement = {
  name: 'ten times as large',
  measure: async ({ large: { from, to }, rounds }) => {
    const [small, large] = [sceneOf(1, from), sceneOf(1, to)]
    const taken = await serving(small, (smaller) =>
      serving(large, (larger) =>
        interleaved(rounds, { small: () => night(smaller, small), large: () => night(larger, large) }),
      ),
    )
    const cpu = ratioOf(taken, 'large', 'small', 'cpuMs').toFixed(2)
    const times = `${secondsOf(taken, 'large')} against ${secondsOf(taken, 'small')}; by CPU time ${cpu}`
    const ratio = ratioOf(taken, 'large', 'small', 'wallMs')
    const memory = `${asMegabytes(peakOf(taken, 'small'))} at ${from}`
    return [
      line(`time at ${to} over time at ${from}`, ratio, '', { atMost: 10.5 }, times),
      line(`peak memory at ${to}`, peakOf(taken, 'large'), 'MB', { atMost: 220 }, memory),
    ]
  },
}

/** The night of one day, with a short and a long history: stored data must not cost time every night. */
export const longHistory: Measurement = {
  name: 'long history',
  measure: async ({ history: { short, long, rounds } }) => {
    /** Reads all days, then the last of them again. */
    const lastNight = (baseUrl: string, slots: number): Promise<Sample> =>
      inFolder(async (folder) => {
        const all = sceneOf(slots, 10)
        const last = all.slots.at(-1)?.date
        await nightIn(folder, baseUrl, all)
        return nightIn(folder, baseUrl, { ...all, slots: all.slots.filter(({ date }) => date === last) })
      })
    const taken = await serving(sceneOf(long, 10), (baseUrl) =>
      interleaved(rounds, { short: () => lastNight(baseUrl, short), long: () => lastNight(baseUrl, long) }),
    )
    const cpu = ratioOf(taken, 'long', 'short', 'cpuMs').toFixed(2)
    const times = `${secondsOf(taken, 'long')} against ${secondsOf(taken, 'short')}; by CPU time ${cpu}`
    const name = `night of one day with ${long} settlements stored, over one with ${short}`
    return [line(name, ratioOf(taken, 'long', 'short', 'wallMs'), '', { atMost: 3 }, times)]
  },
}

const LATENCY_MS = 20
const AT_ONCE = 4

/** Over a real network every page costs a round trip: writing must overlap with it, and slots must share it. */
export const slowLine: Measurement = {
  name: `${LATENCY_MS} ms latency`,
  measure: async ({ distant: invoices, rounds }) => {
    const four = sceneOf(AT_ONCE, invoices, { latencyMs: LATENCY_MS })
    const one = { ...four, slots: four.slots.slice(0, 1) }
    const taken = await serving(four, (baseUrl) =>
      interleaved(rounds, {
        drain: () => drain(baseUrl, one),
        one: () => night(baseUrl, one),
        four: () => night(baseUrl, four),
      }),
    )
    const [alone, drained] = [secondsOf(taken, 'one'), secondsOf(taken, 'drain')]
    const [over, together] = [
      ratioOf(taken, 'drain', 'one', 'wallMs'),
      AT_ONCE * ratioOf(taken, 'one', 'four', 'wallMs'),
    ]
    const name = `at ${LATENCY_MS} ms`
    return [
      line(`${name}: one slot of ${invoices} over drain`, over, '', { atLeast: 0.8 }, `drain ${drained}, job ${alone}`),
      line(
        `${name}: rate of ${AT_ONCE} slots over one`,
        together,
        '',
        { atLeast: 2.5 },
        `${AT_ONCE} slots ${secondsOf(taken, 'four')}, one ${alone}`,
      ),
    ]
  },
}

const CHANGED = 0.01

/** The cost of reading the same slot again: without changes, with new cursors, with some changed invoices. */
export const secondNight: Measurement = {
  name: 'second night',
  measure: async (plan) => {
    const nights = async (rounds: number, also: Partial<Scene>): Promise<readonly TwoNights[]> => {
      const taken: TwoNights[] = []
      const scene = sceneOf(1, plan.ordinary, also)
      for (let round = 0; round < rounds; round += 1) taken.push(await inFolder((folder) => twoNights(scene, folder)))
      return taken
    }
    const fresh = await nights(1, { freshCursors: true })
    const changed = await nights(1, { changed: CHANGED })
    const grown = medianOf(fresh, ({ grown }) => grown / plan.ordinary)
    return [
      ...unchanged(plan, await nights(plan.rounds, {})),
      line('growth per invoice when only the cursors changed', grown, 'bytes', null, times(fresh)),
      line(
        `re-pull with ${CHANGED * 100} % of the invoices changed, over first run`,
        ratio(changed),
        '',
        null,
        times(changed),
      ),
    ]
  },
}

const unchanged = ({ ordinary }: Plan, taken: readonly TwoNights[]): readonly Line[] => {
  const cpu = medianOf(taken, ({ first, second }) => second.cpuMs / first.cpuMs).toFixed(2)
  const size = `${asMegabytes(medianOf(taken, ({ bytes }) => bytes / 2 ** 20))} after one run, evidence and keys included`
  const share = medianOf(taken, ({ bytes }) => bytes / ordinary)
  const grown = 100 * medianOf(taken, (nights) => nights.grown / nights.bytes)
  return [
    line('unchanged re-pull over first run', ratio(taken), '', { atMost: 0.33 }, `${times(taken)}; by CPU time ${cpu}`),
    line(
      'database bytes per invoice',
      share,
      'bytes',
      { atMost: 500 },
      `${size}; ${grown.toFixed(2)} % more after a second`,
    ),
  ]
}

const ratio = (taken: readonly TwoNights[]): number =>
  medianOf(taken, ({ first, second }) => second.wallMs / first.wallMs)

const times = (taken: readonly TwoNights[]): string =>
  `${asSeconds(medianOf(taken, ({ second }) => second.wallMs))} after ${asSeconds(medianOf(taken, ({ first }) => first.wallMs))}`

/** Two runs over the same slots, one after the other, and the changes by the second one. */
interface TwoNights {
  readonly first: Sample
  readonly second: Sample
  readonly bytes: number
  readonly grown: number
}

const twoNights = async (scene: Scene, folder: string): Promise<TwoNights> => {
  const [database, earlier, later] = [databaseIn(folder), join(folder, 'earlier.db'), join(folder, 'later.db')]
  let port = '0'
  const first = await serving(scene, (baseUrl) => {
    ;({ port } = new URL(baseUrl))
    return nightIn(folder, baseUrl, scene)
  })
  copyDatabase(database, earlier)
  const second = await serving({ ...scene, night: 2 }, (baseUrl) => nightIn(folder, baseUrl, scene), port)
  copyDatabase(database, later)
  return { first, second, bytes: bytesOf(earlier), grown: bytesOf(later) - bytesOf(earlier) }
}

/** The size of all files of the database, in bytes. */
const bytesOf = (database: string): number =>
  [database, `${database}-wal`].filter((file) => existsSync(file)).reduce((sum, file) => sum + statSync(file).size, 0)

/** Copies the database with its write-ahead log. */
const copyDatabase = (database: string, to: string): void => {
  const db = new Database(database, { fileMustExist: true })
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  copyFileSync(database, to)
}
