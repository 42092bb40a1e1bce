import { parseArgs } from 'node:util'
import { addClaims } from './generate/add-claims.ts'
import { addDues } from './generate/add-dues.ts'
import { addNotices } from './generate/add-notices.ts'
import { addStatements } from './generate/add-statements.ts'
import { addSweeps } from './generate/add-sweeps.ts'
import { addTariff } from './generate/add-tariff.ts'
import { generateStory } from './generate/generate-story.ts'
import { type Disagreement, type Part, play, playTogether } from './play.ts'
import { Coverage, testText } from './report.ts'
import { type PlayedService, startPlayedService } from './service.ts'
import { shrink } from './shrink.ts'
import type { Story } from './story.ts'

/** Plays made-up stories for this many nights; ends with 1 when program and oracle disagree. */
const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      nights: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
      seconds: { type: 'string', default: 'Infinity' },
      length: { type: 'string', default: '12' },
      'keep-going': { type: 'boolean', default: false },
      'as-found': { type: 'boolean', default: false },
      webhooks: { type: 'boolean', default: false },
      bank: { type: 'boolean', default: false },
      receivables: { type: 'boolean', default: false },
      claims: { type: 'boolean', default: false },
      packs: { type: 'boolean', default: false },
      merchants: { type: 'string', default: '1' },
      together: { type: 'boolean', default: false },
    },
  })
  const [nightsMax, first, length] = [values.nights, values.seed, values.length].map(Number) as [number, number, number]
  const services: PlayedService[] = []
  while (services.length < Number(values.merchants)) services.push(await startPlayedService())
  const coverage = new Coverage()
  const began = Date.now()
  let [nights, found] = [0, 0]
  say(`stories from --seed ${first} on, of up to ${length} nights`)
  for (let seed = first; nights < nightsMax && Date.now() - began < Number(values.seconds) * 1_000; seed += 1) {
    const timesSeed = values.together ? seed : undefined
    const story = (at: number): Story => {
      const own = storyOf(seed + at * NEXT_MERCHANT, timesSeed, length, values)
      return values.packs ? { ...own, isPacked: true } : own
    }
    const parts = services.map((service, at) => ({ service, story: story(at) }))
    const played = await playTogether(parts)
    nights += played.nights
    coverage.add(played)
    if (played.disagreement === null) continue
    found += 1
    say(`\nseed ${seed}, night ${played.disagreement.night + 1}: ${played.disagreement.lines[0]}`)
    if (!values['as-found']) await tell(parts, played.disagreement)
    if (!values['keep-going']) break
  }
  for (const service of services) await service.close()
  say(coverage.text())
  const { user, system } = process.cpuUsage()
  const [elapsed, busy] = [Date.now() - began, (user + system) / 1_000].map((ms) => Math.round(ms / 1_000))
  say(`\n${nights} nights in ${elapsed} s (${busy} s of processor time); disagreements: ${found}`)
  return found === 0 ? 0 : 1
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Letters and code of a line: smaller stories must fail in the same way. */
const kindOf = (line: string): string => line.replace(/[\d-]+|record:\w+/g, '#')

/** The seeds of merchants side by side lie this far apart. */
const NEXT_MERCHANT = 10_000_000

const storyOf = (
  seed: number,
  timesSeed: number | undefined,
  length: number,
  { webhooks, bank, receivables, claims }: Readonly<Record<'webhooks' | 'bank' | 'receivables' | 'claims', boolean>>,
): Story => {
  if (receivables) return addDues(addTariff(generateStory(seed, length, timesSeed, true), seed), seed)
  const made = generateStory(seed, length, timesSeed)
  const plain = addSweeps(addTariff(claims ? addClaims(made, seed) : made, seed), seed)
  const noticed = webhooks ? addNotices(plain, seed) : plain
  return bank ? addStatements(noticed, seed) : noticed
}

/** Of merchants side by side, the story that failed is made smaller only where it fails alone, too. */
const tell = async (parts: readonly Part[], disagreement: Disagreement): Promise<void> => {
  const { story, service } = parts[disagreement.story] as Part
  const kind = kindOf(disagreement.lines[0] ?? '')
  const fails = async (smaller: Story): Promise<boolean> =>
    (await play(smaller, service)).disagreement?.lines.some((line) => kindOf(line) === kind) ?? false
  if (parts.length > 1 && !(await fails(story)))
    return say(`only beside the other merchants:\n${disagreement.lines.join('\n')}`)
  const until = { ...story, nights: story.nights.slice(0, disagreement.night + 1) }
  const smallest = await shrink(until, fails)
  const { disagreement: last } = await play(smallest, service)
  say(`made smaller:\n${testText(smallest, last ?? disagreement)}`)
}

process.exitCode = await main()
