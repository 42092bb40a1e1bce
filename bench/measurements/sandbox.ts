import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Pool } from 'undici'
import { inFolder } from '../folder.ts'
import type { Measurement } from '../line.ts'
import { medianOf, pathOf } from '../measure.ts'

/** The days over which the made-up invoices are spread. */
const DAYS = 10
/** Pages drained in one go, and lists drained side by side. */
const PAGES = 3_000
const LISTS = 4

/** How fast the sandbox serves its lists to a client, and its memory with a million invoices. */
export const sandbox: Measurement = {
  name: 'sandbox',
  measure: ({ seeded, rounds }) =>
    inFolder(async (folder) => {
      const served = await started(folder, seeded)
      try {
        const rates: number[] = []
        // The first round warms both sides up.
        await pagesPerSecond(served)
        for (let round = 0; round < rounds; round += 1) rates.push(await pagesPerSecond(served))
        return [
          {
            name: `sandbox: pages of 100 served a second, ${seeded} invoices`,
            figure: medianOf(rates, (rate) => rate),
            unit: '',
            needed: { atLeast: 1_500 },
            detail: `${PAGES} pages, ${LISTS} lists at once, drained and parsed by another process on the same two cores`,
          },
          {
            name: `sandbox: peak memory with ${seeded} invoices`,
            figure: peakMbOf(served.process),
            unit: 'MB',
            needed: { atMost: 250 },
            detail: 'sowing them included',
          },
        ]
      } finally {
        served.process.kill()
        await once(served.process, 'exit')
      }
    }),
}

interface Served {
  readonly process: ChildProcess
  readonly baseUrl: string
  readonly apiKey: string
}

const started = async (folder: string, invoices: number): Promise<Served> => {
  const words = ['--port', '0', '--json', '--clock', '2026-03-12T15:00:00Z', '--days', String(DAYS)]
  const perDay = ['--invoices-per-day', String(Math.ceil(invoices / DAYS))]
  const process = spawn(globalThis.process.execPath, [pathOf('../src/cli/main.js'), 'sandbox', ...words, ...perDay], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: process.stdout }), 'line')
  const { baseUrl, apiKey } = JSON.parse(String(line)) as { baseUrl: string; apiKey: string }
  return { process, baseUrl, apiKey }
}

/** Several lists are read at once, as when a run pulls several slots: with one, each side would wait for the other. */
const pagesPerSecond = async ({ baseUrl, apiKey }: Served): Promise<number> => {
  const { origin, pathname } = new URL(baseUrl)
  const pool = new Pool(origin, { connections: LISTS })
  const drained = async (): Promise<number> => {
    let cursor: string | null = null
    let pages = 0
    do {
      const query = new URLSearchParams({ limit: '100', ...(cursor === null ? {} : { cursor }) })
      const path = `${pathname}/invoices?${query}`
      const { body } = await pool.request({ path, method: 'GET', headers: { authorization: `Bearer ${apiKey}` } })
      ;({ cursor } = JSON.parse(await body.text()) as { cursor: string | null })
      pages += 1
    } while (cursor !== null && pages < PAGES / LISTS)
    return pages
  }
  const began = performance.now()
  const pages = await Promise.all(Array.from({ length: LISTS }, drained))
  const seconds = (performance.now() - began) / 1000
  await pool.close()
  return pages.reduce((sum, one) => sum + one, 0) / seconds
}

/** The kernel's own figure, read while the process is running. */
const peakMbOf = ({ pid }: ChildProcess): number => {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
