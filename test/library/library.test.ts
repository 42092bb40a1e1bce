import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CuadreError, openCuadre, type ProgressStep } from '../../src/index.ts'
import type { FileSetting } from '../../src/input/file-settings.ts'
import { createClient } from '../../src/library/create-client.ts'
import type { Cuadre } from '../../src/library/cuadre.ts'
import type { CuadreSettings } from '../../src/library/cuadre-settings.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type Service, startService } from '../stories/service.ts'
import { somePaid } from '../stories/told.ts'

const DATE = '2026-03-12'
const WHO = { by: 'ana', reason: 'the operator confirmed it' }

let folder: string
let service: Service
let cuadre: Cuadre
beforeEach(async () => {
  folder = emptyFolder()
  service = await startService(Date.now)
  onTestFinished(() => service.close())
  service.tellSettled(DATE, '11', 3, { numberOfInvoices: 4 })
  cuadre = open()
})

const settings = () => ({
  baseUrl: service.baseUrl,
  apiKey: 'a-key',
  db: join(folder, 'cuadre.db'),
  out: join(folder, 'out'),
  cycles: ['11'],
})

const open = (): Cuadre => {
  const opened = openCuadre(settings())
  onTestFinished(() => opened.close())
  return opened
}

describe('another program', () => {
  test('runs, checks, explains and lists, and gets what --json prints', async () => {
    const run = await cuadre.run({ date: DATE })
    expect(run).toMatchObject({ schemaVersion: 1, command: 'run', outcome: 'differs', exitCode: 3, error: null })
    expect(run.slots[0]).toMatchObject({ date: DATE, cycle: '11', reported: { payout: 3_000_000 } })
    expect(existsSync(join(folder, 'out', DATE, 'report.html'))).toBe(true)
    expect((await cuadre.check({ from: DATE, to: DATE })).slots).toMatchObject([{ verdict: 'discrepant' }])
    expect(await cuadre.explain(DATE, '11')).toMatchObject({ command: 'explain', slot: { verdict: 'discrepant' } })
    expect(await cuadre.discrepancies.list()).toMatchObject([{ code: 'COUNT_MISMATCH', difference: 1 }])
  })

  test('finds an invoice by what somebody knows of it, as the schema of the command says', async () => {
    await cuadre.run({ date: DATE })
    const [invoice] = somePaid(DATE, '11', 1)
    const found = await cuadre.find(` ${invoice?.id} `)
    expect(found).toMatchObject({
      command: 'find',
      match: 'exact',
      invoices: [{ id: invoice?.id, settlements: [{ date: DATE, cycle: '11' }] }],
    })
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/schemas/find.json'), 'utf8'))
    const fits = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema)
    expect([fits(JSON.parse(JSON.stringify(found))), fits.errors]).toEqual([true, null])
    expect((await cuadre.find('nobody')).invoices).toEqual([])
    await expect(cuadre.find(' ')).rejects.toThrow('the text to look for is blank')
    await expect(cuadre.find('x', { asOf: 'then' })).rejects.toThrow(CuadreError)
    await expect(cuadre.find('x', { asOf: '2020-01-01' })).rejects.toThrow('nothing')
  })

  test('imports a statement of the bank, ties and unties', async () => {
    const ofBank = openCuadre({ ...settings(), bankText: ['OPERADOR'] })
    onTestFinished(() => ofBank.close())
    await ofBank.run({ date: DATE })
    const file = join(folder, 'march.csv')
    const rows = ['20260312,,-7.00', '20260313,,2990000.00', '20260320,,-5.00']
    writeFileSync(file, rows.map((row) => `406-000011-22,406,,${row},2568,ABONO OPERADOR,0\n`).join(''))
    const { imports, ties } = await ofBank.bank.import([file], { by: 'ana' })
    expect([imports[0]?.added, ties]).toEqual([3, 0])
    const { open } = await ofBank.bank.list()
    expect(open).toMatchObject([
      { date: DATE, state: 'unconfirmed', payout: 3_000_000, proposed: { difference: -10_000, mayBe: [] } },
    ])
    const ids = open.flatMap(({ proposed }) => proposed?.entry.id ?? [])
    const { tie } = await ofBank.bank.tie([{ date: DATE, cycle: '11' }], ids, WHO)
    expect((await ofBank.discrepancies.list({ codes: ['BANK_DIFFERS'] }))[0]).toMatchObject({ difference: -10_000 })
    expect((await ofBank.bank.untie(tie.number, WHO)).tie.undone).toMatchObject({ by: 'ana' })
  })

  test('sees the steps of a job, until it stops listening', async () => {
    const steps: ProgressStep['kind'][] = []
    const stop = cuadre.on('progress', ({ kind }) => steps.push(kind))
    await cuadre.run({ date: DATE })
    expect(steps).toEqual(expect.arrayContaining(['run-began', 'slot-read', 'checked', 'written', 'run-ended']))
    stop()
    const before = steps.length
    await cuadre.check()
    expect(steps.length).toBe(before)
  })

  test('goes on when a listener fails, and warns', async () => {
    const warned = once(process, 'warning')
    const stop = cuadre.on('progress', () => {
      throw new Error('the program of others is wrong')
    })
    expect(await cuadre.run({ date: DATE })).toMatchObject({ command: 'run', error: null })
    stop()
    expect(await warned).toMatchObject([{ message: 'the program of others is wrong' }])
  })

  test('writes notes, accepts and reopens', async () => {
    await cuadre.run({ date: DATE })
    const [{ id } = { id: '' }] = await cuadre.discrepancies.list({ codes: ['COUNT_MISMATCH'] })
    const withoutEnd = { ...WHO, until: null } as unknown as typeof WHO
    expect((await cuadre.discrepancies.claim(id, withoutEnd)).history.at(-1)).toMatchObject({ event: 'claimed' })
    await cuadre.discrepancies.reopen(id, WHO)
    expect((await cuadre.discrepancies.note(id, WHO)).history.at(-1)).toMatchObject({ event: 'noted', by: 'ana' })
    expect(await cuadre.discrepancies.accept(id, { ...WHO, until: '2099-01-31' })).toMatchObject({ state: 'accepted' })
    expect(await cuadre.discrepancies.list({ states: ['open'] })).toEqual([])
    expect(await cuadre.discrepancies.reopen(id, WHO)).toMatchObject({ state: 'open' })
  })

  test('closes days and takes the closing back', async () => {
    await cuadre.run({ date: DATE })
    expect(await cuadre.period.status()).toBe(null)
    expect(await cuadre.period.close({ through: DATE, by: 'ana' })).toMatchObject({
      closing: null,
      exitCode: 3,
      error: { code: 'NOT_CLOSABLE' },
    })
    const closed = await cuadre.period.close({ through: DATE, force: true, ...WHO })
    expect(closed).toMatchObject({ closing: { through: DATE, forced: true }, error: null })
    expect(await cuadre.period.status()).toMatchObject({ through: DATE, by: 'ana' })
    expect(await cuadre.period.undo(WHO)).toMatchObject({ undone: true })
    expect(await cuadre.period.status()).toBe(null)
  })

  test('may call several things at once: those that write wait for each other', async () => {
    const [first, second, third] = await Promise.all([
      cuadre.run({ date: DATE }),
      cuadre.check({ date: DATE }),
      cuadre.run({ date: DATE, dryRun: true }),
    ])
    expect([first, second, third].map(({ outcome }) => outcome)).toEqual(['differs', 'differs', 'differs'])
  })

  test('closes: what is under way stops, what comes later is refused', async () => {
    service.refuse(() => {
      void cuadre.close()
      return null
    })
    await expect(cuadre.run({ date: DATE })).rejects.toMatchObject({ code: 'CLOSED' })
    await expect(cuadre.check()).rejects.toBeInstanceOf(CuadreError)
    service.refuse(null)
    expect(await open().run({ date: DATE })).toMatchObject({ outcome: 'differs' })
  })
})

/** Does not compile while the type of settings lacks one of the settings file. */
const LACKING: Record<Exclude<FileSetting, keyof CuadreSettings>, never> = {}

test('every setting of the file may be passed by a program, under its name', () => {
  expect(LACKING).toEqual({})
  const passed = { feesToleranceCop: 5, bankKeepAll: true, merchantsAtOnce: 2 }
  expect(() => openCuadre({ ...settings(), ...passed })).not.toThrow()
})

/** The calls as a JavaScript program may make them. */
type LooseCall = (...values: readonly unknown[]) => Promise<unknown>
type LooseCalls<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...values: never) => unknown
    ? LooseCall
    : LooseCalls<Calls[Name]>
}
type Loose = LooseCalls<Cuadre>

describe('what is wrong is a CuadreError', () => {
  const wrong = (instead: object | null) => () =>
    openCuadre(instead === null ? ('text' as never) : { ...settings(), ...instead })

  test.each([
    ['a setting of another name', { lookBackDays: 3 }, 'SETTING_UNKNOWN', /did you mean lookbackDays/],
    ['the file of a key', { apiKeyFile: './key.txt' }, 'SETTING_UNKNOWN', /take apiKeyFile; pass keys .*\(apiKey,/],
    ['the variable of a key', { integrityKeyVariable: 'K' }, 'SETTING_UNKNOWN', /take integrityKeyVariable; pass/],
    ['a file of variables', { envFile: './.env' }, 'SETTING_UNKNOWN', /take envFile; .* and variables as env/],
    ['a queue', { queue: 'postgres://h/q' }, 'SETTING_UNKNOWN', /take queue; pass/],
    ['the key of databases', { databaseKey: 'k' }, 'SETTING_UNKNOWN', /take databaseKey; pass/],
    ['a key of another name', { api_key: 'k' }, 'SETTING_UNKNOWN', /"api_key", .*; did you mean apiKey/],
    ['a value of another kind', { pageLimit: 0 }, 'SETTING_INVALID', /from openCuadre/],
    ['two settings that exclude each other', { invoiceMinCop: 9, invoiceMaxCop: 3 }, 'SETTING_CONTRADICTS', /invoiceM/],
    ['a path of another kind', { config: 5 }, 'SETTING_INVALID', /config is 5 and must be a path/],
    ['settings that are a text', null, 'USAGE', /settings must be an object/],
    ['variables that are a text', { env: 'x' }, 'USAGE', /env must be an object/],
    ['yes', { create: 'yes' }, 'USAGE', /create must be true or false/],
    ['a check that is none', { checks: [null] }, 'SETTING_INVALID', /make it with defineCheck/],
    ['checks that are no list', { checks: 5 }, 'SETTING_INVALID', /they are not a list/],
    [
      'a variable that is no text',
      { env: { CUADRE_API_KEY_FILE: 5 } },
      'SETTING_INVALID',
      /CUADRE_API_KEY_FILE of env/,
    ],
  ])('%s', (_, instead, code, message) => {
    const error = ((): unknown => {
      try {
        return wrong(instead)()
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(CuadreError)
    expect(error).toMatchObject({ code, exit: 2 })
    expect(`${(error as CuadreError).message}; ${(error as CuadreError).next}`).toMatch(message)
  })

  test.each<[string, (asked: Loose) => Promise<unknown>, string]>([
    ['run: dates', ({ run }) => run({ dates: DATE }), 'unknown option dates of run; did you mean date?'],
    ['run: asOf', ({ run }) => run({ asOf: 3 }), 'unknown option asOf of run'],
    ['run: a text', ({ run }) => run(DATE), 'the options of run must be an object'],
    ['run: null', ({ run }) => run(null), 'the options of run must be an object'],
    ['run: no cycle', ({ run }) => run({ cycles: [] }), 'cycles is empty; leave it out for all of them'],
    ['run: one cycle', ({ run }) => run({ cycles: '11' }), 'cycles must be a list'],
    ['run: a number', ({ run }) => run({ cycles: [11] }), 'cycles[0] must be a text of 1 to 16'],
    ['run: a day that is none', ({ run }) => run({ date: '2026-02-30' }), 'date is not a valid date'],
    ['run: null as a day', ({ run }) => run({ date: null }), 'date must be a date such as'],
    ['run: a day and a range', ({ run }) => run({ date: DATE, from: DATE }), 'give from and to, or date'],
    ['run: ten years and more', ({ run }) => run({ from: '2000-01-01', to: DATE }), 'is more than 3660 days'],
    ['run: a level', ({ run }) => run({ failOn: 'errors' }), 'failOn must be one of error, warning, info, never'],
    ['run: yes', ({ run }) => run({ dryRun: 'yes' }), 'dryRun must be true or false'],
    ['check: dryRun', ({ check }) => check({ dryRun: true }), 'unknown option dryRun of check'],
    ['check: a range without its end', ({ check }) => check({ from: DATE }), 'give from and to, or date'],
    ['explain: a number', ({ explain }) => explain(DATE, 11), 'cycle must be a text of 1 to 16 letters'],
    ['explain: a path', ({ explain }) => explain(DATE, '../11'), 'cycle is not a valid cycle'],
    ['explain: no cycle', ({ explain }) => explain(DATE), 'cycle is missing'],
    [
      'explain: a moment',
      ({ explain }) => explain(DATE, '11', { asOf: 'yesterday' }),
      'asOf must be a number that "cuadre history"',
    ],
    ['find: a number', ({ find }) => find(50), 'text must be a text'],
    ['find: names', ({ find }) => find('x', { name: true }), 'did you mean names?'],
    ['status: of a screen', ({ status }) => status({ all: true }), 'unknown option all of status'],
    ['feesFit: a date', ({ feesFit }) => feesFit({ date: DATE }), 'unknown option date of feesFit'],
    ['inTransit: on', ({ inTransit }) => inTransit({ on: DATE }), 'unknown option on of inTransit'],
    [
      'statement: a month',
      ({ statement }) => statement({ month: '2026-13' }),
      'month must be a month such as "2026-03"',
    ],
    ['statement: pdf', ({ statement }) => statement({ format: 'pdf' }), 'format must be one of csv, xlsx'],
    ['statement: a date', ({ statement }) => statement({ date: DATE }), 'unknown option date of statement'],
    ['fees: a text', ({ fees }) => fees({ billed: '12' }), 'billed must be a sum of COP'],
    ['list: code', ({ discrepancies }) => discrepancies.list({ code: ['CHARGEBACK'] }), 'did you mean codes?'],
    [
      'list: codes',
      ({ discrepancies }) => discrepancies.list({ codes: ['NEVER'] }),
      '"cuadre discrepancies list" shows',
    ],
    ['list: near', ({ discrepancies }) => discrepancies.list({ codes: ['CHARGEBAK'] }), 'did you mean CHARGEBACK?'],
    ['list: states', ({ discrepancies }) => discrepancies.list({ states: [] }), 'states is empty; name at least one'],
    [
      'list: a state',
      ({ discrepancies }) => discrepancies.list({ states: ['opened'] }),
      'states[0] must be one of new',
    ],
    ['list: ages', ({ discrepancies }) => discrepancies.list({ olderThanDays: 3, newerThanDays: 3 }), 'swap'],
    ['show: a number', ({ discrepancies }) => discrepancies.show(5), 'id must be the 16 hex digits'],
    ['accept: nothing', ({ discrepancies }) => discrepancies.accept('abcdef'), 'by is missing'],
    ['accept: no reason', ({ discrepancies }) => discrepancies.accept('abcdef', { by: 'a' }), 'reason is missing'],
    ['note: blank', ({ discrepancies }) => discrepancies.note('abcdef', { by: 'a', reason: ' ' }), 'reason is blank'],
    [
      'claim: untill',
      ({ discrepancies }) => discrepancies.claim('abcdef', { ...WHO, untill: DATE }),
      'did you mean until?',
    ],
    [
      'reopen: ticket',
      ({ discrepancies }) => discrepancies.reopen('abcdef', { ...WHO, ticket: 'T' }),
      'unknown option ticket',
    ],
    ['close: nothing', ({ period }) => period.close(), 'through is missing'],
    ['close: force', ({ period }) => period.close({ through: DATE, by: 'a', force: true }), 'reason is missing'],
    ['undo: nothing', ({ period }) => period.undo(), 'by is missing'],
    ['import: a path', ({ bank }) => bank.import('march.csv', { by: 'a' }), 'files must be a list'],
    ['import: nobody', ({ bank }) => bank.import(['march.csv']), 'by is missing'],
    ['bank list: as of', ({ bank }) => bank.list({ asof: 3 }), 'did you mean asOf?'],
    ['tie: one', ({ bank }) => bank.tie({ date: DATE, cycle: '11' }, ['abcdef'], WHO), 'settlements must be a list'],
    ['tie: no cycle', ({ bank }) => bank.tie([{ date: DATE }], ['abcdef'], WHO), 'cycle is missing'],
    [
      'tie: no entry',
      ({ bank }) => bank.tie([{ date: DATE, cycle: '11' }], [], WHO),
      'entries is empty; name at least one',
    ],
    ['untie: a text', ({ bank }) => bank.untie('1', WHO), 'number must be a whole number from 1'],
    ['runs: a job', ({ runs }) => runs.list({ job: 'nope' }), 'job must be one of run, check, sweep, inbox'],
    ['void: zero', ({ bank }) => bank.voidFile(0, WHO), 'number must be a whole number from 1'],
  ])('%s', async (_, call, text) => {
    const error = await call(cuadre as unknown as Loose).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CuadreError)
    const { code, exit, message, next } = error as CuadreError
    expect({ code, exit }).toEqual({ code: 'USAGE', exit: 2 })
    expect(`${message}; ${next}`).toContain(text)
    expect(existsSync(join(folder, 'cuadre.db'))).toBe(false)
  })

  test.each<[string, unknown, unknown, string]>([
    ['another event', 'progres', () => undefined, 'event must be one of progress'],
    ['no listener', 'progress', null, 'listener must be a function'],
  ])('%s is refused at once', (_, event, listener, text) => {
    expect(() => (cuadre as unknown as Loose).on(event, listener)).toThrow(text)
  })

  test('a program without settings has the defaults', async () => {
    const plain = openCuadre()
    await plain.close()
    expect(() => createClient()).toThrow(expect.objectContaining({ code: 'NO_SERVICE' }))
  })

  test('neither the environment nor a settings file is read unless the program says so', async () => {
    const variable = process.env.CUADRE_BASE_URL
    process.env.CUADRE_BASE_URL = 'not an address'
    try {
      expect(await open().run({ date: DATE })).toMatchObject({ outcome: 'differs' })
      expect(() => openCuadre({ env: process.env })).toThrow(/baseUrl/)
    } finally {
      if (variable === undefined) delete process.env.CUADRE_BASE_URL
      else process.env.CUADRE_BASE_URL = variable
    }
  })
})
