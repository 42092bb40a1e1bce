import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Line, line, type Measurement, type Plan } from '../line.ts'
import {
  asMegabytes,
  asSeconds,
  databaseIn,
  filesIn,
  interleaved,
  measured,
  medianOf,
  nightIn,
  peakOf,
  perSecond,
  ratioOf,
  type Sample,
  secondsOf,
} from '../measure.ts'
import { flagsFor, type Scene, sceneOf, serving } from '../scene.ts'
import { DIST, inFolder, PROGRAM, programAt } from '../tool.ts'

/** 100,000 rows take at most a second and a half. */
const ROWS_A_MS = 100_000 / 1_500

/**
 * The cost of the workbook and the page of a day: the extra time of a check that writes them, and of an export by
 * itself.
 */
export const workbook: Measurement = {
  name: 'workbook and page',
  measure: async (plan) => [...(await ofADay(plan)), ...(await exported(plan))],
}

const ofADay = ({ rounds, aDay }: Plan): Promise<readonly Line[]> =>
  inDatabase(sceneOf(1, aDay), async (command, scene, folder) => {
    const check = (without: string | null): Promise<Sample> => {
      if (without !== null) rmSync(join(filesIn(folder), dayOf(scene), without))
      return command('check', ...flagsFor(scene))
    }
    const taken = await interleaved(rounds, {
      unchanged: () => check(null),
      workbook: () => check('ledger.xlsx'),
      page: () => check('report.html'),
    })
    return (['workbook', 'page'] as const).map((which) => {
      const more = medianOf(taken, (round) => round[which].wallMs - round.unchanged.wallMs)
      const cpu = asSeconds(medianOf(taken, (round) => round[which].cpuMs - round.unchanged.cpuMs))
      const name = `${which} of a day of ${aDay} invoices`
      const told = `a check with it over one without, which takes ${secondsOf(taken, 'unchanged')}; ${cpu} of CPU`
      const needed = { atMost: Math.round(aDay / ROWS_A_MS) }
      return line(name, more, 'ms', needed, `${told}; ${asMegabytes(peakOf(taken, which))} in all`)
    })
  })

const exported = ({ exported: invoices, rounds }: Plan): Promise<readonly Line[]> =>
  inDatabase(sceneOf(1, invoices), async (command, scene) => {
    const exporting = (format: string) => () =>
      command('export', '--from', dayOf(scene), '--to', dayOf(scene), '--format', format)
    const taken = await interleaved(Math.min(rounds, 3), { xlsx: exporting('xlsx'), csv: exporting('csv') })
    const took = medianOf(taken, (round) => round.xlsx.wallMs)
    const csv = `as CSV ${secondsOf(taken, 'csv')}, ${asMegabytes(peakOf(taken, 'csv'))}`
    const told = `${asSeconds(took)}, ${perSecond(invoices, took)}; ${csv}`
    const name = `peak memory of an export of ${invoices} invoices, workbook`
    return [line(name, peakOf(taken, 'xlsx'), 'MB', { atMost: 200 }, told)]
  })

type Command = (...words: readonly string[]) => Promise<Sample>

/** After a night with its pulls and reports, the workbook included. */
const inDatabase = <T>(
  scene: Scene,
  work: (command: Command, scene: Scene, folder: string) => Promise<T>,
): Promise<T> =>
  inFolder(async (folder) => {
    await serving(scene, (baseUrl) => nightIn(folder, baseUrl, scene, true))
    const places = ['--db', databaseIn(folder), '--out', filesIn(folder), '--json']
    return work((...words) => measured({ words: [PROGRAM, ...words, ...places], folder }), scene, folder)
  })

const dayOf = ({ slots }: Scene): string => slots[0]?.date ?? ''

/** The waiting time of a person who only asks for help, minus that of a Node that does nothing. */
export const startUp: Measurement = {
  name: 'start-up',
  measure: async () => {
    const run = (...words: readonly string[]) => inFolder((folder) => measured({ words, folder }))
    const binary = join(DIST, '../bin/cuadre.js')
    const taken = await interleaved(10, {
      bare: () => run(programAt('usage-at-exit.js')),
      help: () => run(binary, '--help'),
      version: () => run(binary, '--version'),
    })
    const bare = `Node ${secondsOf(taken, 'bare')}`
    return (['help', 'version'] as const).map((which) => {
      const told = `${secondsOf(taken, which)}, ${bare}; by CPU time ${ratioOf(taken, which, 'bare', 'cpuMs').toFixed(2)}`
      const name = `cuadre --${which} over a Node that does nothing`
      return line(name, ratioOf(taken, which, 'bare', 'wallMs'), '', { atMost: 2.5 }, told)
    })
  },
}
