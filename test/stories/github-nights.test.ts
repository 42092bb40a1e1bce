import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'

const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')
const CLOCK = '2026-03-13T03:30:00Z'
const isThere = ['jq', 'zip', 'unzip', 'openssl'].every((program) => spawnSync('which', [program]).status === 0)

/** The part of GitHub's program that the workflow uses, over answers in files. */
const GH = `#!/bin/bash
shift
for word; do case $word in repos/*) place=\${word%%\\?*} ;; esac; done
case $place in
  */zip) id=\${place%/zip}; exec cat "$ANSWERS/\${id##*/}.zip" ;;
  */artifacts) file=artifacts.json ;;
  *) file=run-\${place##*/}.json ;;
esac
if [ "\${*: -2:1}" = --jq ]; then exec jq -r "\${*: -1}" "$ANSWERS/$file"; else exec cat "$ANSWERS/$file"; fi
`

describe.skipIf(!isThere)('the nights of a GitHub workflow', () => {
  let service: Sandbox
  beforeAll(async () => {
    service = await startSandbox({
      clock: CLOCK,
      days: 2,
      invoicesPerDay: 3,
      merchants: ['casa', 'torre'].map((name) => ({ name, apiKey: `key-of-${name}` })),
      assumptions: { dateHeader: 'sandbox' },
    })
  })
  afterAll(() => service?.close())

  const keys = { KEY_CASA: 'key-of-casa', KEY_TORRE: 'key-of-torre', CUADRE_API_KEY: 'key-of-casa' }
  /** A checkout on a new machine, with the workflow that these settings print. */
  const checkout = async (settings: object, answers: string) => {
    const cwd = emptyFolder()
    const bin = emptyFolder()
    writeFileSync(
      join(cwd, 'cuadre.config.json'),
      JSON.stringify({ baseUrl: service.baseUrl, xlsx: false, ...settings }),
    )
    writeFileSync(join(bin, 'gh'), GH)
    writeFileSync(join(bin, 'cuadre'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`)
    for (const name of ['gh', 'cuadre']) chmodSync(join(bin, name), 0o755)
    const { out } = await type('schedule --print github', { cwd, env: keys })
    const { env, steps } = parse(out).jobs.night
    const here = { ...env, ...keys, GITHUB_REPOSITORY: 'o/r', GITHUB_RUN_ID: '70', GITHUB_REF_NAME: 'main' }
    const all = { PATH: `${bin}:${process.env.PATH}`, ANSWERS: answers, DATABASE_KEY: 'a key of this test', ...here }
    const scripts = new Map<string, string>(steps.map(({ name, run }: Record<string, string>) => [name, run]))
    const step = (name: string) => {
      const { status, stderr } = spawnSync('bash', ['-e', '-c', scripts.get(name) ?? 'exit 99'], { cwd, env: all })
      return { status, said: String(stderr) }
    }
    const artifact = steps.find(({ uses = '' }) => uses.startsWith('actions/upload-artifact')).with
    return { cwd, env: all, step, artifact, scripts }
  }
  /** What GitHub answers: our artifact, and newer ones that others made, or could have. */
  const answersWith = (path: string, name: string): string => {
    const answers = join(path, '..')
    spawnSync('zip', ['-q', '-j', join(answers, '7.zip'), path])
    const digest = `sha256:${createHash('sha256')
      .update(readFileSync(join(answers, '7.zip')))
      .digest('hex')}`
    const made = (id: number, day: number, of: object = {}, as: object = {}) => ({
      id,
      name,
      digest,
      expired: false,
      created_at: `2026-03-${day}T04:00:00Z`,
      workflow_run: { id: id * 10, head_branch: 'main', repository_id: 1, head_repository_id: 1, ...of },
      ...as,
    })
    const artifacts = [
      made(6, 11),
      made(7, 12),
      made(8, 13, { head_branch: 'theirs' }),
      made(9, 14, { head_repository_id: 2 }),
      made(10, 15),
      made(11, 16),
      made(12, 17, {}, { expired: true }),
    ]
    writeFileSync(join(answers, 'artifacts.json'), JSON.stringify({ artifacts }))
    for (const { id } of artifacts) {
      const run = { workflow_id: id === 10 ? 2 : 1, event: id === 11 ? 'pull_request' : 'schedule' }
      writeFileSync(join(answers, `run-${id}0.json`), JSON.stringify(run))
    }
    return answers
  }

  it.each([
    ['one database for all merchants', { apiKeyVariable: 'KEY_CASA' }, ['cuadre.db']],
    [
      'a database for each merchant',
      {
        merchants: [
          { name: 'casa', apiKeyVariable: 'KEY_CASA', db: 'one.db' },
          { name: 'torre', apiKeyVariable: 'KEY_TORRE', db: 'two.db' },
        ],
      },
      ['casa.db', 'torre.db'],
    ],
  ])('give the next one %s, from their own artifact alone, if it is whole', async (_, settings, databases) => {
    const answers = emptyFolder()
    const first = await checkout(settings, answers)
    for (const script of first.scripts.values())
      if (script !== undefined) expect(spawnSync('bash', ['-n', '-c', script]).status).toBe(0)
    await type('run', { ...first, now: () => Date.parse(CLOCK) })
    expect(readdirSync(join(first.cwd, 'data')).filter((name) => name.endsWith('.db'))).toEqual(databases)
    expect(first.step('Store the database')).toMatchObject({ status: 0 })
    const stored = join(answers, first.artifact.path)
    writeFileSync(stored, readFileSync(join(first.cwd, first.artifact.path)))
    answersWith(stored, first.artifact.name)

    const second = await checkout(settings, answers)
    expect(second.step('Restore the database')).toMatchObject({ status: 0 })
    expect(readdirSync(join(second.cwd, 'data')).filter((name) => name.endsWith('.db'))).toEqual(databases)
    expect((await type('db verify', second)).status).toBe(0)
    expect(readdirSync(second.cwd).sort()).toEqual(['cuadre.config.json', 'data'])

    writeFileSync(join(answers, '7.zip'), Buffer.concat([readFileSync(join(answers, '7.zip')), Buffer.from(' ')]))
    const third = await checkout(settings, answers)
    expect(third.step('Restore the database')).toMatchObject({
      status: 1,
      said: expect.stringContaining('did NOT match'),
    })
    expect(existsSync(join(third.cwd, 'data'))).toBe(false)
  })
})
