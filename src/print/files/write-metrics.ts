import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { writeWhole } from '../../std/files/whole-file.ts'

/** A metric for a monitoring system: one number for each set of labels. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]
}

/** The collector runs as another user and must be able to read the file, which has no personal data. */
const READABLE = 0o644

/** Writes metrics in the text format of Prometheus, whole or not at all: a collector never reads a partial file. */
export const writeMetrics = async (path: string, metrics: readonly Metric[]): Promise<void> => {
  // The library is CommonJS: once bundled, it has only a default export.
  const { Gauge, Registry } = (await import('prom-client')).default
  const registry = new Registry()
  for (const { name, help, values } of metrics) {
    const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels)))]
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const { labels, value } of values) gauge.set({ ...labels }, value)
  }
  const text = await registry.metrics()
  await writeWhole(dirname(path), basename(path), [{ text, rows: 0 }], undefined, READABLE)
}

/** The first value of that name in an existing metrics file; null when there is none. */
export const metricIn = async (path: string, name: string): Promise<number | null> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  const [, value] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text) ?? []
  const number = Number(value ?? 'none')
  return Number.isFinite(number) ? number : null
}
