/** `npm run bench [-- --quick] [--json] [--only text]`: measures the built command as used, and prints one table. */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { FULL, type Line, type Measurement, QUICK, tableOf } from './line.ts'
import { exported, receiver, startUp } from './measurements/commands.ts'
import { growth } from './measurements/histories.ts'
import { bigNight, smallMerchant } from './measurements/nights.ts'

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, only: { type: 'string' } },
})

/** In the order of the table. */
const MEASUREMENTS: readonly Measurement[] = [bigNight, smallMerchant, growth, startUp, receiver, exported]

const lines: Line[] = []
const faults: { readonly measurement: string; readonly reason: string }[] = []
for (const { name, measure } of MEASUREMENTS) {
  if (!name.includes(flags.only ?? '')) continue
  process.stderr.write(`measuring: ${name}\n`)
  // A failed measurement does not prevent the others.
  try {
    lines.push(...(await measure(flags.quick ? QUICK : FULL)))
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
    ...(flags.quick ? ['A first look, at a fraction of the sizes that the aims are meant for.'] : []),
    ...faults.map(({ measurement, reason }) => `could not measure ${measurement}: ${reason}`),
  ].join('\n\n')
const asJson = (): string => JSON.stringify({ machine, lines, faults }, null, 2)

process.stdout.write(`${flags.json ? asJson() : asText()}\n`)
// A missed aim is a finding, not a failure; only a failed measurement is.
process.exitCode = faults.length > 0 ? 1 : 0
