import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLOCK, flagsFor, invoicesOf, type Scene } from './scene.ts'
import { inFolder, PROGRAM, run } from './tool.ts'

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
  /** Another program than Node; it notes its usage itself. */
  readonly command?: string
}

const HOOK = new URL('./programs/usage-at-exit.js', import.meta.url).href

/** Runs a program to its end and returns its cost; throws when it fails. */
export const measured = async ({ words, folder, env, status: expected = 0, command }: Program): Promise<Sample> => {
  const usage = join(folder, 'usage.json')
  mkdirSync(folder, { recursive: true })
  const began = performance.now()
  const surroundings = { cwd: folder, env: { ...env, CUADRE_BENCH_USAGE: usage } }
  const started = command === undefined ? ['--import', HOOK, ...words] : words
  const { status, stdout, stderr } = await run(started, surroundings, command)
  const wallMs = performance.now() - began
  if (status !== expected) throw new Error(`${words[0]} ended with ${status}: ${`${stderr}${stdout}`.slice(0, 600)}`)
  return { wallMs, stdout, ...(JSON.parse(readFileSync(usage, 'utf8')) as { cpuMs: number; peakMb: number }) }
}

/** The samples of a round by subject. */
export type Round<Subject extends string> = Readonly<Record<Subject, Sample>>

/**
 * Every round measures each subject once, in a folder of its own, so that other load on the machine affects all alike.
 * Ratios are computed within a round, and their median is taken, since neighbouring runs have similar conditions.
 */
export const inRounds = async <T>(rounds: number, round: (folder: string) => Promise<T>): Promise<readonly T[]> => {
  const taken: T[] = []
  for (let number = 0; number < rounds; number += 1) taken.push(await inFolder(round))
  return taken
}

export const medianOf = <T>(rounds: readonly T[], figure: (round: T) => number): number => {
  const sorted = rounds.map(figure).sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [below = 0, above = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (below + above) / 2
}

/** The CPU time of one subject over that of another. */
export const ratioOf = <S extends string>(taken: readonly Round<S>[], one: S, other: S): number =>
  medianOf(taken, (round) => round[one].cpuMs / round[other].cpuMs)

/** What a subject cost, as text. */
export const costOf = <S extends string>(taken: readonly Round<S>[], subject: S): string => {
  const of = (figure: 'cpuMs' | 'wallMs' | 'peakMb'): number => medianOf(taken, (round) => round[subject][figure])
  return `${asSeconds(of('cpuMs'))} of CPU, ${asSeconds(of('wallMs'))}, ${of('peakMb').toFixed(0)} MB`
}

const asSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`

/** Commands of the built program, as users start them, in a folder that holds settings, database and reports. */
export const settle = (folder: string, settings: object): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify({ clock: CLOCK, ...settings }))
}

export const cuadre = (folder: string, words: readonly string[], keys?: NodeJS.ProcessEnv): Promise<Sample> =>
  measured({
    words: [PROGRAM, ...words, '--json'],
    folder,
    env: { CUADRE_API_KEY: 'bench', CUADRE_LOG: 'off', ...keys },
  })

/** `cuadre run` for the slots of the scene, or with other flags for as many. */
export const night = async (folder: string, scene: Scene, flags = flagsFor(scene)): Promise<Sample> => {
  const sample = await cuadre(folder, ['run', ...flags, '--fail-on', 'never'])
  requireAgreement(sample.stdout, invoicesOf(scene))
  return sample
}

interface Outcome {
  readonly outcome: string
  readonly slots: readonly { readonly read: { readonly kept: number } | null }[]
}

/** A run that read too little, or found damage in an intact database, would be fast for the wrong reason. */
export const requireAgreement = (stdout: string, invoices: number): void => {
  const { outcome, slots } = JSON.parse(stdout) as Outcome
  const kept = slots.reduce((sum, slot) => sum + (slot.read?.kept ?? 0), 0)
  if (outcome !== 'agrees' || kept !== invoices)
    throw new Error(`the run kept ${kept} of ${invoices} invoices and ended with "${outcome}"`)
}
