import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

const FILE = new URL('../expected/sentences-in-spanish.json', import.meta.url)
const sentences: Record<string, string> = JSON.parse(readFileSync(FILE, 'utf8'))

/**
 * Checks the Spanish sentence of a finding or a cause against the file, which has it with the English one.
 * `SENTENCES=write npx vitest run --no-file-parallelism test/rules` adds missing ones: read them as an accountant in
 * Bogota would.
 */
export const expectInSpanish = (code: string, english: string, spanish: string): void => {
  const name = `${code}: ${english}`
  if (process.env.SENTENCES === 'write') write(name, spanish)
  expect(spanish).toBe(sentences[name])
}

const write = (name: string, spanish: string): void => {
  sentences[name] = spanish
  const rows = Object.entries({ ...JSON.parse(readFileSync(FILE, 'utf8')), [name]: spanish })
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`)
}
