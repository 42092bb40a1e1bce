import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { folderForAll } from '../empty-folder.ts'
import { type } from './terminal.ts'

/** What people read. */
const COMMANDS = [
  ...['config', 'doctor', 'doctor --all', 'status', 'status --all', 'status --runs', 'merchants list', 'month'],
  ...['check', 'discrepancies list', 'discrepancies show bda4edc4', 'chargebacks list', 'webhooks list'],
  ...['explain 2026-03-12 11', 'explain 2026-03-09 13', 'history 2026-03-12 11', 'find ARR-202603-001077'],
  ...['bank list', 'bank list --all', 'bank files', 'bank files --accounts', 'readings', 'in-transit --at 2026-03-10'],
  ...['fees', 'fees fit', 'statement'],
] as const

const LANGUAGES = { en: 'en_US.UTF-8', es: 'es_CO.UTF-8' } as const

const folders = { en: folderForAll(), es: folderForAll() }
beforeAll(async () => {
  for (const language of ['en', 'es'] as const) {
    await type('demo', { cwd: folders[language], env: { LANG: LANGUAGES[language] }, newRunId: randomUUID })
  }
}, 120_000)

const seen = async (command: string, language: 'en' | 'es', columns: number): Promise<readonly string[]> => {
  const io = {
    cwd: join(folders[language], 'cuadre-demo'),
    env: { LANG: LANGUAGES[language] },
    columns,
    newRunId: randomUUID,
  }
  const { out } = await type(command, { ...io, env: { ...io.env, NO_COLOR: '1' } })
  return out.trimEnd().split('\n')
}

/** A command to paste, a path and a link stay on one line. */
const MAY_BE_LONG = /(?:cuadre |Next|Siguiente|file:|[/\\]\S{40,}|https?:)/

/** A sum goes on in the next line: it ends in a separator of thousands, or a currency stands alone before it. */
const BROKEN = /(?:\d[.,]|\b(?:COP|\$))$/

test.each(COMMANDS.flatMap((command) => [80, 100, 120].map((width) => [command, width] as const)))(
  '%s fits %i columns, and breaks no sum',
  async (command, width) => {
    for (const language of ['en', 'es'] as const) {
      const lines = await seen(command, language, width)
      const wrong = lines.filter((line) => line.length > width && !MAY_BE_LONG.test(line))
      const broken = lines.filter((line, at) => BROKEN.test(line) && /^\s*\d{3}\b/.test(lines[at + 1] ?? ''))
      expect([wrong, broken]).toEqual([[], []])
    }
  },
)
