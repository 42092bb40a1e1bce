/** `npm run bench [-- --quick] [--json] [--only text]`: measures the built command as used, and prints one table. */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { isMet, type Line, type Measurement } from './line.ts'
import { MEASUREMENTS } from './measurements.ts'
import { FULL, type Plan, QUICK } from './plan.ts'
import { tableOf } from './table.ts'

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, only: { type: 'string' } },
})

interface Fault {
  readonly measurement: string
  readonly reason: string
}

const lines: Line[] = []
const faults: Fault[] = []

/** A failed measurement does not prevent the others. */
const take = async ({ name, measure }: Measurement, plan: Plan): Promise<void> => {
  process.stderr.write(`measuring: ${name}\n`)
  try {
    lines.push(...(await measure(plan)))
  } catch (error) {
    faults.push({ measurement: name, reason: error instanceof Error ? error.message : String(error) })
  }
}

const machine = {
  node: process.version,
  system: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
}

const asText = (): string =>
  [
    `Node ${machine.node}, ${machine.system}, ${machine.cores} x ${machine.cpu}`,
    tableOf(lines),
    ...(flags.quick ? ['A first look, at a fraction of the size that what is needed is meant for.'] : []),
    ...faults.map(({ measurement, reason }) => `could not measure ${measurement}: ${reason}`),
  ].join('\n\n')

const asJson = (): string =>
  JSON.stringify({ machine, lines: lines.map((line) => ({ ...line, met: isMet(line) })), faults }, null, 2)

for (const measurement of MEASUREMENTS) {
  if (measurement.name.includes(flags.only ?? '')) await take(measurement, flags.quick ? QUICK : FULL)
}
process.stdout.write(`${flags.json ? asJson() : asText()}\n`)
// A missed requirement is a finding, not a failure; only a failed measurement is.
process.exitCode = faults.length > 0 ? 1 : 0
