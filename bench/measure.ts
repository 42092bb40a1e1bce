import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** One whole process, from its start to its end. */
export interface Sample {
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMb: number
  readonly stdout: string
}

export interface Program {
  /** The compiled file, relative to this folder. */
  readonly file: string
  readonly args: readonly string[]
  /** An empty folder of the process's own; its usage is noted there too. */
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  /** The expected exit status; 0 by default. */
  readonly status?: number
}

const HOOK = new URL('./usage-at-exit.js', import.meta.url).href

export const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Runs a program to its end and returns its cost; throws when it fails. */
export const measured = async ({ file, args, folder, env = {}, status = 0 }: Program): Promise<Sample> => {
  const usage = join(folder, 'usage.json')
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', HOOK, pathOf(file), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, CUADRE_BENCH_USAGE: usage },
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const wallMs = performance.now() - began
  if (code !== status) throw new Error(`${file} ended with ${code}: ${`${stderr}${stdout}`.slice(0, 600)}`)
  return { wallMs, stdout, ...(JSON.parse(readFileSync(usage, 'utf8')) as { cpuMs: number; peakMb: number }) }
}

/**
 * A B A B: every round runs each subject once, so that other load on the machine affects all alike. Ratios are computed
 * within a round, and their median is taken, since neighbouring runs have similar conditions.
 */
export const interleaved = async <Subject extends string>(
  rounds: number,
  subjects: Readonly<Record<Subject, () => Promise<Sample>>>,
): Promise<Readonly<Record<Subject, Sample>>[]> => {
  const taken: Record<Subject, Sample>[] = []
  const entries = Object.entries(subjects) as [Subject, () => Promise<Sample>][]
  for (let round = 0; round < rounds; round += 1) {
    const samples = {} as Record<Subject, Sample>
    for (const [subject, run] of entries) samples[subject] = await run()
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
