import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { line, type Measurement } from '../line.ts'
import { costOf, cuadre, inRounds, measured, medianOf, night, ratioOf, settle } from '../measure.ts'
import { LAST_DAY, sceneOf, serving } from '../scene.ts'
import { inFolder, KEY, PROGRAM, programAt, whileServing } from '../tool.ts'

/** What a command costs before it does anything. */
export const startUp: Measurement = {
  name: 'start-up',
  measure: async ({ starts }) => {
    const scene = sceneOf(5, 10)
    const taken = await inFolder((folder) =>
      serving(scene, async (baseUrl) => {
        settle(folder, { baseUrl, xlsx: false })
        await night(folder, scene)
        return inRounds(starts, async () => ({
          bare: await measured({ words: [programAt('usage-at-exit.js')], folder }),
          config: await cuadre(folder, ['config']),
          status: await cuadre(folder, ['status']),
        }))
      }),
    )
    return (
      [
        ['config', 3],
        ['status', 4],
      ] as const
    ).map(([name, aim]) => {
      const detail = `${costOf(taken, name)}; over ${costOf(taken, 'bare')}`
      return line(`cuadre ${name} over a Node that does nothing`, ratioOf(taken, name, 'bare'), '', aim, detail)
    })
  },
}

/** A long list as a workbook and as CSV, in bounded memory. */
export const exported: Measurement = {
  name: 'export',
  measure: async ({ rounds, exported: invoices }) => {
    const scene = sceneOf(1, invoices)
    const taken = await inFolder(async (folder) => {
      await serving(scene, (baseUrl) => {
        settle(folder, { baseUrl, xlsx: false })
        return night(folder, scene)
      })
      const exportAs = (format: string) =>
        cuadre(folder, ['export', '--from', LAST_DAY, '--to', LAST_DAY, '--format', format])
      return inRounds(Math.min(rounds, 3), async () => ({ xlsx: await exportAs('xlsx'), csv: await exportAs('csv') }))
    })
    return (['xlsx', 'csv'] as const).map((format) =>
      line(
        `export of ${invoices} invoices as ${format}: memory`,
        medianOf(taken, (round) => round[format].peakMb),
        'MB',
        200,
        costOf(taken, format),
      ),
    )
  },
}

/** The sender's measurements. */
interface Heard {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly refused: number
}

const CONNECTIONS = 64

/** Notifications taken in, each durably before its answer, and the wait of their senders. */
export const receiver: Measurement = {
  name: 'webhook receiver',
  measure: async ({ rounds, deliveries }) => {
    const taken = await inRounds(Math.min(rounds, 3), async (folder) => ({
      ours: await heardBy([PROGRAM, 'webhooks', 'serve', '--port', '0', '--json'], folder, deliveries),
      bare: await heardBy([programAt('bare-receiver.js'), 'bare.db'], folder, deliveries),
    }))
    const of = (who: 'ours' | 'bare', figure: keyof Heard): number => medianOf(taken, (round) => round[who][figure])
    const rate = (who: 'ours' | 'bare'): string =>
      `${Math.round(of(who, 'perSecond')).toLocaleString('en-US')} a second`
    const times = medianOf(taken, ({ ours, bare }) => bare.perSecond / ours.perSecond)
    const waits = `half of them ${of('ours', 'p50').toFixed(1)} ms; at a bare receiver ${of('bare', 'p99').toFixed(0)} ms`
    return [
      line(
        'time for a notification over a bare receiver that commits each',
        times,
        '',
        0.25,
        `${rate('ours')}; over ${rate('bare')}`,
      ),
      line(`99 of 100 senders (${CONNECTIONS} connections) wait at most`, of('ours', 'p99'), 'ms', 50, waits),
    ]
  },
}

let runs = 0

/** Ids differ in every run of the sender, since a repeated one would be answered without a write. */
const heardBy = (words: readonly string[], folder: string, count: number): Promise<Heard> => {
  const env = { CUADRE_DB: join(folder, 'cuadre.db'), CUADRE_INTEGRITY_KEY: KEY }
  return whileServing<{ url: string }, Heard>(words, { cwd: folder, env }, async ({ url }) => {
    runs += 1
    const asked = [new URL(url).port, `run${runs}`, String(count), String(CONNECTIONS)]
    const [heard] = (await once(fork(programAt('sender.js'), asked), 'message')) as [Heard]
    if (heard.refused > 0) throw new Error(`${heard.refused} of ${count} deliveries were refused`)
    return heard
  })
}
