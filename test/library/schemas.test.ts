import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import { NOTICE } from '../../reports/documents/notice.ts'
import { jsonText } from '../../src/print/json.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { type } from '../cli/terminal.ts'
import { slot } from '../core/a.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { sampled } from '../trials.ts'

const SCHEMAS = join(import.meta.dirname, '../../dist/schemas')
const schemaOf = (name: string) => JSON.parse(readFileSync(join(SCHEMAS, `${name}.json`), 'utf8'))

const expectToFit = (name: string, document: unknown): void => {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schemaOf(name))
  validate(document)
  expect(validate.errors ?? []).toEqual([])
}

test.each([
  ['run', 'run'],
  ['check', 'run'],
  ['inbox', 'inbox'],
  ['webhooks replay nothing', 'inbox'],
  ['sweep', 'sweep'],
  ['status --as-of yesterday', 'failure'],
])('%s, where nothing is set up, fits %s', async (line, name) => {
  const { status, out } = await type(`${line} --json`, { cwd: emptyFolder() })
  expect(status).toBe(2)
  expectToFit(name, JSON.parse(out))
})

describe('the documents of the demo', () => {
  const cwd = folderForAll()
  beforeAll(async () => {
    expect((await type('demo', { cwd })).status).toBe(0)
    // The demo's tariff and bank do not apply under the settings of this folder, which have neither.
    const first = await idOf('COLLECTED_MISMATCH')
    for (const line of [`note ${first} --text checked`, `accept ${first} --reason agreed`])
      expect((await say(`discrepancies ${line} --by ana`)).status).toBe(0)
  })

  const say = (line: string) =>
    type(`${line} --json --config cuadre-demo/cuadre.config.json --out cuadre-demo/out`, { cwd, newRunId: randomUUID })
  const printed = async (line: string): Promise<unknown> => JSON.parse((await say(line)).out)
  const listed = async () =>
    ((await printed('discrepancies list')) as { discrepancies: { id: string; code: string }[] }).discrepancies
  const idsOf = async () => (await listed()).map(({ id }) => id)
  const idOf = async (wanted: string) => (await listed()).find(({ code }) => code === wanted)?.id ?? ''

  test.each([
    ['check', 'run'],
    ['check --date 2026-03-12 --as-of 40 --out then', 'run'],
    ['run --date 2026-03-12', 'run'],
    ['status', 'status'],
    ['status --as-of 40', 'status'],
    ['statement', 'statement'],
    ['fees', 'fees'],
    ['statement --month 2026-03 --as-of 40 --out then', 'statement'],
    ['discrepancies list', 'discrepancies-list'],
    ['discrepancies list --state resolved', 'discrepancies-list'],
    ['close --through 2026-03-11', 'close'],
    ['explain 2026-01-01 11', 'failure'],
    ['history 2026-03-12 nope!', 'failure'],
  ])('%s fits %s', async (line, name) => {
    const out = line.includes('--out') ? '' : ' --out cuadre-demo/out'
    const seen = await type(`${line}${out} --json --config cuadre-demo/cuadre.config.json`, {
      cwd,
      newRunId: randomUUID,
    })
    expectToFit(name, JSON.parse(seen.out))
  })

  test('explain and history of settlements', async () => {
    const { calendar } = (await printed('status')) as { calendar: { date: string; cycle: string; verdict: string }[] }
    const stored = calendar.filter(({ verdict }) => !['not-pulled', 'not-due'].includes(verdict))
    expect(stored.length).toBeGreaterThan(30)
    for (const { date, cycle } of sampled(stored, 8)) {
      expectToFit('explain', await printed(`explain ${date} ${cycle}`))
      expectToFit('history', await printed(`history ${date} ${cycle}`))
    }
  })

  test('every discrepancy, and what people do to it', async () => {
    const ids = await idsOf()
    expect(ids.length).toBeGreaterThan(5)
    for (const id of sampled(ids, 5)) expectToFit('discrepancies-show', await printed(`discrepancies show ${id}`))
    const first = await idOf('COLLECTED_MISMATCH')
    expectToFit('disposition', await printed(`discrepancies reopen ${first} --reason no --by ana`))
    expectToFit('disposition', await printed(`discrepancies accept ${first} --reason yes --until 2026-04-30 --by ana`))
    expectToFit('disposition', await printed(`discrepancies note ${first} --text seen --by ana`))
  })

  test('days closed by force and opened again', async () => {
    expectToFit('close', await printed('close --through 2026-03-11 --force --reason disputed --by ana'))
    expectToFit('history', await printed('history 2026-03-11 11'))
    expectToFit('status', await printed('status'))
    expectToFit('close', await printed('close --undo --reason early --by ana'))
  })

  test('the manifest of each day, and that of a pack', async () => {
    const days = readdirSync(join(cwd, 'cuadre-demo/out')).filter((name) => /^\d{4}-/.test(name))
    expect(days).toHaveLength(8)
    for (const day of days)
      expectToFit('manifest', JSON.parse(readFileSync(join(cwd, 'cuadre-demo/out', day, 'manifest.json'), 'utf8')))
    await type('audit 2026-03-12 11 --out pack --config cuadre-demo/cuadre.config.json', { cwd })
    expectToFit('pack-manifest', JSON.parse(readFileSync(join(cwd, 'pack/manifest.json'), 'utf8')))
  })
})

test('what is posted to notifyUrl', () => {
  const change = {
    id: '0123456789abcdef',
    slot: slot('2026-03-12', '11'),
    code: 'RESTATED',
    before: null,
    after: 'error',
  }
  const changes = { appeared: [change], worse: [], resolved: [{ ...change, before: 'error', after: null }] } as never
  const news = { merchant: 'a', job: 'run', runId: 'r', at: 0, outcome: 'differs', exitCode: 3, code: null, changes }
  for (const money of [positionOf([]), null])
    expectToFit('notification', JSON.parse(jsonText(NOTICE.of({ ...news, money, transition: 'as-before' }))))
})

test('a member that no type names is refused', () => {
  const validate = new Ajv().compile(schemaOf('failure'))
  const failure = { schemaVersion: 1, command: 'run', exitCode: 2, error: { code: 'A', message: 'b', next: 'c' } }
  expect(validate(failure)).toBe(true)
  expect(validate({ ...failure, more: 1 })).toBe(false)
  expect(validate({ ...failure, schemaVersion: 2 })).toBe(false)
})
