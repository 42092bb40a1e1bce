import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { type Service, startService } from '../stories/service.ts'

/** The output of a run on a real terminal, made by `script`. Requires `npm run build`. */
const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')
const HAS_SCRIPT = spawnSync('script', ['--version']).status === 0
const DATE = '2026-03-12'

let service: Service
beforeAll(async () => {
  service = await startService(Date.now)
  for (const cycle of ['11', '13']) {
    service.tellSettled(DATE, cycle, 300)
  }
})
afterAll(() => service.close())

const ESC = '\u001b'

/** Everything written to the terminal, standard output and standard error together. */
const shown = async (flags: string, env: Record<string, string> = {}): Promise<string> => {
  const line = `stty cols 120 rows 40; ${process.execPath} ${MAIN} run --date ${DATE} --cycle 11 --cycle 13 ${flags}`
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: emptyFolder(),
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm', CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'k', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(status).toBe(0)
  return out.replaceAll('\r', '')
}

describe.skipIf(!HAS_SCRIPT)('on a terminal', () => {
  it('there is one line while it works, lines for a person where asked for, and the table at the end', async () => {
    const out = await shown('--verbose')
    expect(out).toMatch(/\S+ \d\/2 settlements \| \d pages? \| \d+ invoices \| \d+\/s/)
    expect(out).toMatch(/INFO.*settlement read.*"cycle":"13","pages":3,"invoices":300,"retries":0/)
    expect(out).toContain(`${ESC}[32m`)
    const [, afterBars = ''] = out.split('run ended')
    expect(afterBars).toContain(`${ESC}[32mBoth settlements add up; COP 689,100,`)
    expect(afterBars).toMatch(/^2026-03-12 +2 add up/m)
  })

  it.each([
    ['--verbose', { NO_COLOR: '1' }],
    ['--verbose', { TERM: 'dumb' }],
  ])('without colour where there shall be none: %s %j', async (flags, env) => {
    const out = await shown(flags, env)
    expect(out).toContain('INFO: settlement read')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    expect(out).not.toMatch(/\u001b\[[0-9;]*m/)
  })

  it('the log of each step is for who asks for it', async () => {
    expect(await shown('')).not.toContain('settlement read')
    expect(await shown('', { CUADRE_LOG: 'text', NO_COLOR: '1' })).toContain('INFO: settlement read')
  })

  it.each([
    ['--quiet', {}],
    ['', { CI: '1', CUADRE_LOG: 'off' }],
  ])('nothing moves with %s %j', async (flags, env) => {
    const out = await shown(flags, env)
    const withoutColour = out.replaceAll(`${ESC}[32m`, '').replaceAll(`${ESC}[0m`, '')
    expect(withoutColour).not.toContain(ESC)
    expect(withoutColour).toMatch(/^Both settlements add up; COP 689,100,\d{3} paid out\.\n/)
  })
})
