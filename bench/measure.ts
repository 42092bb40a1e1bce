import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flagsFor, invoicesOf, type Scene } from './scene.ts'
import { inFolder, PROGRAM, programAt, run } from './tool.ts'

/** One whole process, from its start to its end. */
export interface Sample {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMb: number
  readonly stdout: string
}

interface Program {
  readonly words: readonly string[]
  /** Its usage is noted there too. */
  readonly folder: string
  readonly env?: NodeJS.ProcessEnv
  /** The expected exit status; 0 by default. */
  readonly status?: number
}

const HOOK = new URL('./programs/usage-at-exit.js', import.meta.url).href

/** Runs a program to its end and returns its cost; throws when it fails. */
export const measured = async ({ words, folder, env, status: expected = 0 }: Program): Promise<Sample> => {
  const usage = join(folder, 'usage.json')
  const began = performance.now()
  const surroundings = { cwd: folder, env: { ...env, CUADRE_BENCH_USAGE: usage } }
  const { status, stdout, stderr } = await run(['--import', HOOK, ...words], surroundings)
  const wallMs = performance.now() - began
  if (status !== expected) throw new Error(`${words[0]} ended with ${status}: ${`${stderr}${stdout}`.slice(0, 600)}`)
  return { wallMs, stdout, ...(JSON.parse(readFileSync(usage, 'utf8')) as { cpuMs: number; peakMb: number }) }
}

/** The samples of a round by subject. */
export type Rounds<Subject extends string> = readonly Readonly<Record<Subject, Sample>>[]

/**
 * A B A B: every round runs each subject once, so that other load on the machine affects all alike. Ratios are computed
 * within a round, and their median is taken, since neighbouring runs have similar conditions.
 */
export const interleaved = async <Subject extends string>(
  rounds: number,
  subjects: Readonly<Record<Subject, () => Promise<Sample>>>,
): Promise<Rounds<Subject>> => {
  const taken: Record<Subject, Sample>[] = []
  const entries = Object.entries(subjects) as [Subject, () => Promise<Sample>][]
  for (let round = 0; round < rounds; round += 1) {
    const samples = {} as Record<Subject, Sample>
    for (const [subject, sample] of entries) samples[subject] = await sample()
    taken.push(samples)
  }
  return taken
}

export const medianOf = <T>(rounds: readonly T[], figure: (round: T) => number): number => {
  const sorted = rounds.map(figure).sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [below = 0, above = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (below + above) / 2
}

type Figure = 'wallMs' | 'cpuMs' | 'peakMb'

/** The figure of one subject over that of another. */
export const ratioOf = <S extends string>(taken: Rounds<S>, one: S, other: S, figure: Figure): number =>
  medianOf(taken, (round) => round[one][figure] / round[other][figure])

export const secondsOf = <S extends string>(taken: Rounds<S>, subject: S, figure: Figure = 'wallMs'): string =>
  asSeconds(medianOf(taken, (round) => round[subject][figure]))

export const peakOf = <S extends string>(taken: Rounds<S>, subject: S): number =>
  medianOf(taken, (round) => round[subject].peakMb)

export const asSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`

export const asMegabytes = (mb: number): string => `${mb.toFixed(0)} MB`

export const perSecond = (invoices: number, ms: number): string =>
  `${Math.round((invoices / ms) * 1_000).toLocaleString('en-US')} invoices/s`

export const databaseIn = (folder: string): string => join(folder, 'data', 'cuadre.db')
export const filesIn = (folder: string): string => join(folder, 'out')

/** `cuadre run` for the slots of the scene, as started by cron, in a folder of its own or a given one. */
export const night = (baseUrl: string, scene: Scene, xlsx = false): Promise<Sample> =>
  inFolder((folder) => nightIn(folder, baseUrl, scene, xlsx))

/** Without the workbook by default, whose cost is measured separately. */
export const nightIn = async (folder: string, baseUrl: string, scene: Scene, xlsx = false): Promise<Sample> => {
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify({ baseUrl, xlsx }))
  const sample = await measured({
    words: [PROGRAM, 'run', ...flagsFor(scene), '--fail-on', 'never', '--json'],
    folder,
    env: { CUADRE_API_KEY: 'bench', CUADRE_DB: databaseIn(folder), CUADRE_OUT: filesIn(folder) },
  })
  requireAgreement(sample.stdout, scene)
  return sample
}

interface Outcome {
  readonly outcome: string
  readonly slots: readonly { readonly read: { readonly kept: number } | null }[]
}

/** A run that read too little, or found damage in an intact database, would be fast for the wrong reason. */
const requireAgreement = (stdout: string, scene: Scene): void => {
  const { outcome, slots } = JSON.parse(stdout) as Outcome
  const kept = slots.reduce((sum, slot) => sum + (slot.read?.kept ?? 0), 0)
  if (outcome === 'agrees' && kept === invoicesOf(scene)) return
  throw new Error(`the run kept ${kept} of ${invoicesOf(scene)} invoices and ended with "${outcome}"`)
}

/** The yardstick: reads and parses the scene's first slot, and stores nothing. */
export const drain = (baseUrl: string, { slots: [slot] }: Scene): Promise<Sample> =>
  inFolder(async (folder) => {
    if (slot === undefined) throw new Error('a yardstick needs a slot')
    const sample = await measured({ words: [programAt('drain.js'), baseUrl, slot.date, slot.cycle], folder })
    if (Number(sample.stdout) === slot.invoices) return sample
    throw new Error(`the drain read ${sample.stdout.trim()} of ${slot.invoices} invoices`)
  })
