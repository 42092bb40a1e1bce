import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { startSandbox } from '../../src/sandbox/index.ts'
import { emptyFolder } from '../empty-folder.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** The log of a run on standard error, line by line, over real HTTP. */
const week = await demoWeekForAll()
const { service } = week
const at = (env: Record<string, string> = {}, instead: Partial<Io> = {}) => week.at(emptyFolder(), { env, ...instead })
const RUN = 'run --date 2026-03-12'
const linesOf = (err: string) =>
  err
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('where nobody watches', () => {
  it('each step is one line of JSON', async () => {
    const { status, err } = await type(RUN, at({}, { log: 'json' }))
    const lines = linesOf(err)
    expect(status).toBe(3)
    expect(lines.map(({ msg }) => msg)).toEqual([
      'run began',
      'settlements to read',
      ...Array(5).fill('settlement read'),
      'settlements checked',
      'files are up to date',
      'run ended',
    ])
    expect(lines[0]).toEqual({
      level: 'info',
      time: '2026-03-13T03:30:00.000Z',
      run: 'a-run',
      job: 'run',
      merchant: 'default',
      msg: 'run began',
    })
    const first = { run: 'a-run', date: '2026-03-12', cycle: '11', pages: 1, invoices: 23, retries: 0 }
    expect(lines.find(({ cycle }) => cycle === '11')).toMatchObject(first)
    expect(lines.at(-1)).toMatchObject({ level: 'info', outcome: 'differs', exitCode: 3 })
  })

  it('a dry run tells of no files', async () => {
    const { err } = await type(`${RUN} --dry-run`, at({}, { log: 'json' }))
    expect(linesOf(err).map(({ msg }) => msg)).not.toContain('files are up to date')
    expect(linesOf(err).at(-1)).toMatchObject({ msg: 'run ended', outcome: 'differs' })
  })

  it('a person reads it in the language of the settings, a program in English', async () => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ language: 'es' }))
    const person = await type(RUN, at({}, { cwd, log: 'text' }))
    const sentences = person.err.split('\n').map((line) => line.replace(/^\S+ \w+: | \{.*$/g, ''))
    expect(new Set(sentences)).toEqual(
      new Set([
        'empezó la ejecución',
        'liquidaciones por leer',
        'se leyó una liquidación',
        'liquidaciones conciliadas',
        'los archivos están al día',
        'terminó la ejecución',
        '',
      ]),
    )
    const { err } = await type('check --date 2026-03-12', at({}, { cwd, log: 'json', newRunId: () => 'b' }))
    expect(linesOf(err).map(({ msg }) => msg)).toContain('settlements checked')
  })

  it('--verbose tells each page too, --quiet nothing that is no error', async () => {
    const verbose = await type(`${RUN} --verbose`, at({}, { log: 'json' }))
    expect(linesOf(verbose.err).filter(({ msg }) => msg === 'page read')).toHaveLength(6)
    expect((await type(`${RUN} --quiet`, at({}, { log: 'json' }))).err).toBe('')
  })

  it('a slot that could not be read is an error, and a failure ends with its plain line', async () => {
    const gone = await startSandbox()
    await gone.close()
    const env = { CUADRE_BASE_URL: gone.baseUrl }
    const { status, err } = await type(`${RUN} --cycle 11 --quiet`, at(env, { log: 'json' }))
    expect([status, linesOf(err).map(({ level, msg }) => `${level} ${msg}`)]).toEqual([
      5,
      ['error settlement could not be read whole'],
    ])
    const rejected = await type(`${RUN} --quiet`, at({ CUADRE_API_KEY: 'sk_other_0123456789' }, { log: 'json' }))
    expect([rejected.status, rejected.err]).toEqual([
      4,
      expect.stringMatching(/^cuadre: CREDENTIALS_REJECTED: [^\n]+\n$/),
    ])
  })

  it('no key, name or document stands in it', async () => {
    const { err } = await type(`${RUN} --verbose`, at({}, { log: 'json' }))
    expect(err).not.toContain(service.apiKey)
    expect(err).not.toMatch(/customer|document|name/i)
  })
})

it('a person reads the same, with the time of the database and without colour when NO_COLOR is set', async () => {
  const { err } = await type(`${RUN} --cycle 11`, at({ CUADRE_LOG: 'text', NO_COLOR: '1' }))
  expect(err.split('\n')[0]).toBe('[22:30:00] INFO: run began {"job":"run","merchant":"default"}')
  expect(err).not.toContain('\u001b')
})

it.each([
  [`${RUN} --quiet --verbose`, {}, '--quiet excludes --verbose'],
  [RUN, { CUADRE_LOG: 'loud' }, 'CUADRE_LOG must be one of text, json, off'],
])('%s is refused', async (line, env, message) => {
  const { status, err } = await type(line, at(env))
  expect([status, err]).toEqual([2, expect.stringContaining(message)])
})
