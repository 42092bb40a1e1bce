import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inFolder } from '../folder.ts'
import { databaseIn, filesIn, job } from '../job.ts'
import type { Line, Measurement } from '../line.ts'
import { interleaved, measured, medianOf, type Sample } from '../measure.ts'
import type { Plan } from '../plan.ts'
import { flagsFor, type Scene, sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'
import { asMegabytes, asSeconds, perSecond } from '../wording.ts'

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
  inDatabase(sceneOf(1, aDay), async (scene, folder) => {
    const taken = await interleaved(rounds, {
      unchanged: () => check(scene, folder, null),
      workbook: () => check(scene, folder, 'ledger.xlsx'),
      page: () => check(scene, folder, 'report.html'),
    })
    const more = (which: 'workbook' | 'page'): number =>
      medianOf(taken, (round) => round[which].wallMs - round.unchanged.wallMs)
    const peak = (which: 'workbook' | 'page'): string => asMegabytes(medianOf(taken, (round) => round[which].peakMb))
    const line = (name: string, which: 'workbook' | 'page'): Line => ({
      name,
      figure: more(which),
      unit: 'ms',
      needed: { atMost: Math.round(aDay / ROWS_A_MS) },
      detail: `a check with it over one without, which takes ${asSeconds(medianOf(taken, (round) => round.unchanged.wallMs))}; ${asSeconds(medianOf(taken, (round) => round[which].cpuMs - round.unchanged.cpuMs))} of CPU; ${peak(which)} in all`,
    })
    return [
      line(`workbook of a day of ${aDay} invoices`, 'workbook'),
      line(`page of a day of ${aDay} invoices`, 'page'),
    ]
  })

const exported = ({ exported: invoices, rounds }: Plan): Promise<readonly Line[]> =>
  inDatabase(sceneOf(1, invoices), async (scene, folder) => {
    const taken = await interleaved(Math.min(rounds, 3), {
      xlsx: () => exporting(scene, folder, 'xlsx'),
      csv: () => exporting(scene, folder, 'csv'),
    })
    const took = medianOf(taken, (round) => round.xlsx.wallMs)
    return [
      {
        name: `peak memory of an export of ${invoices} invoices, workbook`,
        figure: medianOf(taken, (round) => round.xlsx.peakMb),
        unit: 'MB',
        needed: { atMost: 200 },
        detail: `${asSeconds(took)}, ${perSecond(invoices, took)}; as CSV ${asSeconds(medianOf(taken, (round) => round.csv.wallMs))}, ${asMegabytes(medianOf(taken, (round) => round.csv.peakMb))}`,
      },
    ]
  })

/** After a night with its pulls and reports, the workbook included. */
const inDatabase = <T>(scene: Scene, work: (scene: Scene, folder: string) => Promise<T>): Promise<T> =>
  inFolder(async (folder) => {
    await serving(scene, async ({ baseUrl }) => void (await job(baseUrl, scene, folder, true)))
    return work(scene, folder)
  })

const command = (folder: string, ...args: readonly string[]): Promise<Sample> =>
  measured({
    file: '../src/cli/main.js',
    args: [...args, '--db', databaseIn(folder), '--out', filesIn(folder), '--json'],
    folder,
  })

const dayOf = ({ slots }: Scene): string => slots[0]?.date ?? ''

const check = (scene: Scene, folder: string, without: string | null): Promise<Sample> => {
  if (without !== null) rmSync(join(filesIn(folder), dayOf(scene), without))
  return command(folder, 'check', ...flagsFor(scene))
}

const exporting = (scene: Scene, folder: string, format: 'csv' | 'xlsx'): Promise<Sample> =>
  command(folder, 'export', '--from', dayOf(scene), '--to', dayOf(scene), '--format', format)
