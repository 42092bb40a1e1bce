import { join } from 'node:path'
import { type Line, line, type Measurement } from '../line.ts'
import { costOf, cuadre, inRounds, medianOf, night, type Round, ratioOf, type Sample, settle } from '../measure.ts'
import { sceneOf, serving } from '../scene.ts'
import { inFolder } from '../tool.ts'

/** Days before the last one that a night reads again: thirty settlements, which the smallest database has. */
const LOOKBACK_DAYS = 5
const NIGHT = sceneOf(30, 10)

/** With aims for the largest history over the base. The month is whole in 250 settlements, which are fifty days. */
const QUESTIONS = [
  { words: ['statement', '--month', '2026-02'], base: 250, aim: 1.5 },
  { words: ['status'], base: 30, aim: 2 },
  { words: ['find', 'ARR-2026-03-12-20-3'], base: 30, aim: 2 },
] as const

/** How the cost of what users do most grows with the settlements that are stored. */
export const growth: Measurement = {
  name: 'growth',
  measure: ({ rounds, histories }) =>
    inFolder((folder) =>
      serving(sceneOf(Math.max(...histories), 10), async (baseUrl) => {
        const loads: Record<string, Sample> = {}
        for (const size of histories) {
          settle(join(folder, String(size)), { baseUrl, xlsx: false, lookbackDays: LOOKBACK_DAYS })
          loads[`load ${size}`] = await night(join(folder, String(size)), sceneOf(size, 10))
        }
        const taken = await inRounds(rounds, () => askedOf(folder, histories))
        return linesOf(histories, [loads], taken)
      }),
    ),
}

/** An ordinary night, of which nothing is new, and the questions. */
const askedOf = async (folder: string, histories: readonly number[]): Promise<Round<string>> => {
  const samples: Record<string, Sample> = {}
  for (const size of histories) {
    const at = join(folder, String(size))
    samples[`night ${size}`] = await night(at, NIGHT, [])
    for (const { words, base } of QUESTIONS)
      if (size === base || size === histories.at(-1)) samples[`${words[0]} ${size}`] = await cuadre(at, words)
  }
  return samples
}

const linesOf = (
  histories: readonly number[],
  loads: readonly Round<string>[],
  taken: readonly Round<string>[],
): readonly Line[] => {
  const [most, least] = [Math.max(...histories), Math.min(...histories)]
  const cpu = (name: string, size: number, base: number, aim: number): Line => {
    const detail = `${costOf(taken, `${name} ${size}`)}; over ${costOf(taken, `${name} ${base}`)}`
    return line(
      `${name}, ${size} settlements stored over ${base}`,
      ratioOf(taken, `${name} ${size}`, `${name} ${base}`),
      '',
      aim,
      detail,
    )
  }
  const memory = (rounds: readonly Round<string>[], name: string): number =>
    medianOf(rounds, (round) => (round[`${name} ${most}`]?.peakMb ?? 0) / (round[`${name} ${least}`]?.peakMb ?? 0))
  const load = `${costOf(loads, `load ${most}`)}; over ${costOf(loads, `load ${least}`)}`
  return [
    ...histories.slice(1).map((size) => cpu('night', size, least, 1.3)),
    line(`night, ${most} settlements stored over ${least}: memory`, memory(taken, 'night'), '', 1.2, 'peaks, as above'),
    ...QUESTIONS.map(({ words: [name], base, aim }) => cpu(name, most, base, aim)),
    line(`first load of ${most} settlements over one of ${least}: memory`, memory(loads, 'load'), '', 1.3, load),
  ]
}
