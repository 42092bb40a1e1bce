import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { sandbox } from '../../src/cli/commands/sandbox.ts'
import { Interrupted, type Io } from '../../src/cli/framework/io.ts'
import { parse } from '../../src/cli/framework/parse.ts'
import { ASSUMPTIONS } from '../../src/sandbox/assumptions.ts'
import { SCENARIOS } from '../../src/sandbox/index.ts'
import { emptyFolder } from '../empty-folder.ts'

const ioWith = (stdout: Io['stdout'], controller: AbortController): Io => ({
  stdout,
  stderr: () => undefined,
  screen: null,
  log: 'off',
  env: {},
  cwd: tmpdir(),
  now: Date.now,
  random: Math.random,
  sleep: async () => undefined,
  newRunId: () => 'none',
  signal: controller.signal,
  language: 'en',
})

/** Runs the command until it has printed its address, uses it, and stops it with a signal. */
const running = async (words: readonly string[], whenReady: (text: string) => Promise<void>) => {
  const asked = await parse(['sandbox', ...words], sandbox, '0', 'en')
  if (asked.kind !== 'command') throw new Error('it should have run')
  const controller = new AbortController()
  let ready = Promise.resolve()
  const io = ioWith(async (text) => {
    ready = whenReady(text).finally(() => controller.abort(new Interrupted('SIGTERM')))
  }, controller)
  const status = await asked.command.execute(asked.given, io)
  await ready
  return status
}

describe('cuadre sandbox', () => {
  test('prints exactly one JSON line when it is ready, serves, and ends with 0 on a signal', async () => {
    const status = await running(['--port', '0', '--json', '--clock', '2026-03-12T17:00:00Z'], async (text) => {
      expect(text).toMatch(/^\{[^\n]*\}\n$/)
      const said: Record<string, string> = JSON.parse(text)
      expect(Object.keys(said)).toEqual(['baseUrl', 'controlUrl', 'apiKey', 'integrityKey'])
      const headers = { authorization: `Bearer ${said.apiKey}` }
      expect((await fetch(`${said.baseUrl}/invoices`, { headers })).status).toBe(200)
      expect(await (await fetch(`${said.controlUrl}/clock`)).json()).toEqual({
        now: '2026-03-12T17:00:00.000Z',
        fixed: true,
      })
    })
    expect(status).toBe(0)
  })

  test('without --json it tells people where it is, and the demo keys', async () => {
    await running(['--port=0', '--scenario', 'demo-week'], async (text) => {
      expect(text).toContain('/v1')
      expect(text).toContain('sandbox-api-key')
      expect(text).toContain('/sandbox/assumptions\n')
      expect(text).toContain('clock          2026-03-13T03:30:00.000Z, until it is moved\n')
      expect(text).toContain('days to ask    --from 2026-03-05 --to 2026-03-12\n')
    })
  })

  test('an empty one in real time names no days and no clock', async () => {
    await running(['--port=0'], async (text) => expect(text).not.toMatch(/days|clock/))
  })

  test('its help lists every scenario with a sentence', async () => {
    const asked = await parse(['sandbox', '--help'], sandbox, '0', 'en')
    const text = asked.kind === 'text' ? asked.text : ''
    for (const { name, sentence } of SCENARIOS) expect(text).toMatch(new RegExp(`${name} +${sentence.slice(0, 20)}`))
  })

  test.each([
    ['--port', 'abc'],
    ['--port', '65536'],
    ['--port', '1.5'],
    ['--seed', 'x'],
    ['--days', '1e3'],
    ['--merchants', '0'],
    ['--clock', 'noon'],
    ['--clock', '2026-03-12T17:00:00'],
    ['--scenario', 'nothing-like-it'],
    ['--webhook-url', 'mailto:a@b.example'],
    ['--assume', 'creationStatus'],
    ['--assume', 'creationStatus=often'],
    ['--assume', 'colour=blue'],
    ['--db', '/nowhere/at/all.db'],
    ['--db', import.meta.filename],
    ['--host', '192.0.2.1'],
    ['--port', '0', '--port', '1'],
    ['--prot', '1'],
    ['--json', 'yes'],
  ])('%s %s is refused before anything is served', async (...words) => {
    const refusal = running([...words], async () => undefined)
    await expect(refusal).rejects.toMatchObject({ name: 'CuadreError', next: expect.stringMatching(/\w/) })
  })

  test('a taken port is a usage error that says what to do', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(running(['--port', String(port)], async () => undefined)).rejects.toThrow('the port is taken')
    server.close()
  })

  test('a database of somebody else is refused and stays as it was', async () => {
    const folder = emptyFolder()
    const file = join(folder, 'books.db')
    const database = new Database(file)
    database.exec('CREATE TABLE accounts (name TEXT)')
    database.close()
    const before = readFileSync(file)
    await expect(running(['--port', '0', '--db', file], async () => undefined)).rejects.toThrow(
      'not one of this sandbox',
    )
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('a file of its own keeps what was made', async () => {
    const folder = emptyFolder()
    const words = [
      '--port',
      '0',
      '--json',
      '--db',
      join(folder, 'kept.db'),
      '--days',
      '2',
      '--invoices-per-day',
      '5',
      '--clock',
      '2026-03-12T17:00:00Z',
    ]
    const lists: string[] = []
    const read = async (text: string) => {
      const said: Record<string, string> = JSON.parse(text)
      const headers = { authorization: `Bearer ${said.apiKey}` }
      lists.push(await (await fetch(`${said.baseUrl}/invoices`, { headers })).text())
    }
    await running(words, read)
    await running(words, read)
    expect(lists[0]).toMatch(/"count":[1-9]/)
    expect(lists[1]).toBe(lists[0])
  })
})

const chapter = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'sandbox.md'), 'utf8')

test('the manual names each assumption of the sandbox; the sandbox itself says what each may have', () => {
  expect(ASSUMPTIONS.filter(({ name }) => !chapter.includes(`\`${name}\``))).toEqual([])
})
