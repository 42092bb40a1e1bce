import { inFolder } from '../folder.ts'
import type { Line, Measurement } from '../line.ts'
import { interleaved, measured, medianOf, type Sample } from '../measure.ts'

const ROUNDS = 10

/** The waiting time of a person who only asks for help, minus that of a Node that does nothing. */
export const startUp: Measurement = {
  name: 'start-up',
  measure: async () => {
    const run = (file: string, ...args: readonly string[]): Promise<Sample> =>
      inFolder((folder) => measured({ file, args, folder }))
    const taken = await interleaved(ROUNDS, {
      bare: () => run('nothing.js'),
      help: () => run('../../bin/cuadre.js', '--help'),
      version: () => run('../../bin/cuadre.js', '--version'),
    })
    const bare = medianOf(taken, (round) => round.bare.wallMs)
    const line = (which: 'help' | 'version'): Line => ({
      name: `cuadre --${which} over a Node that does nothing`,
      figure: medianOf(taken, (round) => round[which].wallMs / round.bare.wallMs),
      unit: '',
      needed: { atMost: 2.5 },
      detail: `${medianOf(taken, (round) => round[which].wallMs).toFixed(0)} ms, Node ${bare.toFixed(0)} ms; by CPU time ${medianOf(taken, (round) => round[which].cpuMs / round.bare.cpuMs).toFixed(2)}`,
    })
    return [line('help'), line('version')]
  },
}
