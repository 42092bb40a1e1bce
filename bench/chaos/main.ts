/**
 * `npm run chaos [-- --merchants 300 --kills 50 --workers 3 --at-once 2 --seed 1 --latency 40 --store]`: nights of many
 * merchants from a queue on a real PostgreSQL, while workers are killed, frozen and deprived of leases and PostgreSQL
 * is stopped; the results are then compared with the same nights in one process. With `--kills 0 --workers 1,2,4` it
 * reports the duration of a night by number of workers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ChaosReport, playChaos } from './play-chaos.ts'
import { NO_POSTGRES } from './postgres.ts'

const { values } = parseArgs({
  options: {
    merchants: { type: 'string', default: '300' },
    kills: { type: 'string', default: '50' },
    workers: { type: 'string', default: '3' },
    'at-once': { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'string', default: '40' },
    store: { type: 'boolean', default: false },
  },
})

const lineOf = (workers: number, report: ChaosReport): string =>
  `${workers} workers: ${report.done} of ${values.merchants} merchants done in ${report.seconds.toFixed(1)} s; ${report.kills} killed, ` +
  `${report.freezes} frozen, ${report.takeOvers} leases taken away, PostgreSQL stopped ${report.postgresStops} times; ` +
  `${report.triedAgain} nights tried again; ${report.flaws.length} flaws`

if (NO_POSTGRES !== null) {
  process.stderr.write(`${NO_POSTGRES}\n`)
  process.exitCode = 2
} else {
  for (const workers of values.workers.split(',').map(Number)) {
    const folder = mkdtempSync(join(tmpdir(), 'cuadre-chaos-'))
    try {
      const report = await playChaos({
        merchants: Number(values.merchants),
        workers,
        atOnce: Number(values['at-once']),
        kills: Number(values.kills),
        seed: Number(values.seed),
        latencyMs: Number(values.latency),
        inStore: values.store,
        folder,
      })
      process.stdout.write(`${[lineOf(workers, report), ...report.flaws.slice(0, 20)].join('\n  ')}\n`)
      if (report.flaws.length > 0) process.exitCode = 1
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
