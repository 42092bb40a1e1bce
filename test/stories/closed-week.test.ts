import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_WEEK, startSandbox } from '../../src/sandbox/index.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'

/** The parts of answers that this story needs. */
interface Said {
  readonly items: readonly { readonly id: string }[]
  readonly fees: number
  readonly paymentAmount: number
}

/** The made-up week in a sandbox whose clock we move, and a person who types commands at its times. */
const startWeek = async () => {
  const sandbox = await startSandbox({ scenario: 'demo-week', assumptions: { dateHeader: 'sandbox' } })
  const cwd = emptyFolder()
  onTestFinished(() => sandbox.close())
  let now = Date.parse(DEMO_WEEK.clock)
  let runs = 0
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${sandbox.controlUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(response.status, `${method} ${path}`).toBe(200)
    return response.json()
  }
  return {
    cwd,
    control,
    /** The service's answer to a merchant. */
    ask: async (path: string): Promise<Said> => {
      const headers = { authorization: `Bearer ${sandbox.apiKey}` }
      return (await fetch(`${sandbox.baseUrl}${path}`, { headers })).json() as Promise<Said>
    },
    to: async (time: string) => {
      now = Date.parse(`${time}:00-05:00`)
      await control('POST', '/clock', { now: new Date(now).toISOString() })
    },
    type: (line: string) =>
      type(line, {
        cwd,
        now: () => now,
        env: { CUADRE_BASE_URL: sandbox.baseUrl, CUADRE_API_KEY: sandbox.apiKey },
        newRunId: () => `run-${++runs}`,
      }),
  }
}
type Week = Awaited<ReturnType<typeof startWeek>>

const filesIn = (folder: string, ends: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ends))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

/** The ids of a slot's invoices, in order. */
const invoicesOf = async ({ ask }: Week, date: string, cycle: string): Promise<readonly string[]> => {
  const { items } = await ask(`/invoices?settlementDate=${date}&settlementCycle=${cycle}&limit=100`)
  return items.map(({ id }) => id).sort()
}

test('a week that is closed, and changes behind its back', async () => {
  const week = await startWeek()
  const { cwd } = week
  const outAt = (night: number) => join(cwd, `night-${night}`)
  const keep = (night: number) => cpSync(join(cwd, 'out'), outAt(night), { recursive: true })
  await week.type(`run --from ${DEMO_WEEK.from} --to ${DEMO_WEEK.to}`)
  keep(1)
  await week.to('2026-03-13T09:00')
  expect((await week.type('close --through 2026-03-08 --by ana')).status).toBe(3)
  const closed = await week.type('close --through 2026-03-08 --by ana --force --reason disputed')
  expect([closed.status, closed.err]).toEqual([0, expect.anything()])
  const closedFiles = filesIn(join(cwd, 'out/2026-03-06'), '')

  const [moving = '', chargedBack = '', vanishing = '', short = ''] = await invoicesOf(week, '2026-03-06', '16')
  const { fees, paymentAmount } = await week.ask('/settlements/2026-03-06/13')
  await week.control('PATCH', '/settlements/2026-03-06/13', {
    set: { fees: fees + 1_000, paymentAmount: paymentAmount - 1_000 },
  })
  await week.control('PUT', `/invoices/${moving}/slot`, { date: '2026-03-06', cycle: '20' })
  await week.control('POST', `/invoices/${chargedBack}/chargeback`)
  await week.control('DELETE', `/invoices/${vanishing}`)
  await week.control('PATCH', `/invoices/${short}`, { set: { paymentAmount: 1 } })
  await week.to('2026-03-13T22:30')
  expect((await week.type('run')).status).toBe(3)
  keep(2)
  await week.control('PATCH', '/settlements/2026-03-06/13', {
    set: { fees: fees + 5_000, paymentAmount: paymentAmount - 5_000 },
  })
  await week.to('2026-03-14T22:30')
  await week.type('run')
  await week.type('run --date 2026-03-06 --cycle 13')
  keep(3)
  const answers = async (asOf = '') => {
    const days = '--from 2026-03-02 --to 2026-03-08'
    const questions = [`fees ${days}`, `statement ${days}`, 'chargebacks list', 'month 2026-03', 'status']
    const typed = await Promise.all(questions.map((one) => week.type(`${one} --json ${asOf}`)))
    return typed.map(({ out }) => ({ ...JSON.parse(out), asOf: null, files: null }))
  }
  const printed = await answers()
  const third = Number(JSON.parse((await week.type('status --json --as-of 2026-03-14')).out).asOf.number)
  await week.to('2026-03-15T22:30')
  await week.type('run')

  expect(filesIn(join(cwd, 'out/2026-03-06'), '')).toEqual(closedFiles)
  const told = [moving, chargedBack, vanishing, short].reduce(
    (text, id, at) => text.replaceAll(id, `<${['moving', 'charged-back', 'vanishing', 'short'][at]}>`),
    filesIn(join(cwd, 'out/2026-03-13'), 'restatements.csv')['restatements.csv'] ?? '',
  )
  expect(told).toMatchInlineSnapshot(`
    "id,merchant,date,cycle,subject,unit,before,after,difference,closed_at,found_at,state
    bcc49d77d94439a5,default,2026-03-06,13,settlement.fees,COP,241460,242460,1000,2026-03-13 09:00:00,2026-03-13 22:30:00,resolved
    4fdf091d95da2b09,default,2026-03-06,13,settlement.payout,COP,40353540,40352540,-1000,2026-03-13 09:00:00,2026-03-13 22:30:00,resolved
    6246cac8acf739ed,default,2026-03-06,16,invoice:<moving>,,paid,,,2026-03-13 09:00:00,2026-03-13 22:30:00,new
    e189a1a7e7ecf7c4,default,2026-03-06,16,invoice:<charged-back>.status,,paid,chargeback,,2026-03-13 09:00:00,2026-03-13 22:30:00,new
    55d6c061f7071ddb,default,2026-03-06,16,invoice:<vanishing>,,paid,,,2026-03-13 09:00:00,2026-03-13 22:30:00,new
    c59ba9b21a4354f2,default,2026-03-06,16,invoice:<short>.paid,COP,1240000,1,-1239999,2026-03-13 09:00:00,2026-03-13 22:30:00,new
    d342b455ed8a9896,default,2026-03-06,16,list,COP,55870000,52175001,-3694999,2026-03-13 09:00:00,2026-03-13 22:30:00,new
    e73b95c01eed4ec6,default,2026-03-06,20,invoice:<moving>,,,paid,,2026-03-13 09:00:00,2026-03-13 22:30:00,new
    7741bd7ec3cc2511,default,2026-03-06,20,list,COP,66105000,67530000,1425000,2026-03-13 09:00:00,2026-03-13 22:30:00,new
    "
  `)
  expect(filesIn(join(cwd, 'out/2026-03-14'), 'restatements.csv')['restatements.csv']).toMatchInlineSnapshot(`
    "id,merchant,date,cycle,subject,unit,before,after,difference,closed_at,found_at,state
    bcc49d77d94439a5,default,2026-03-06,13,settlement.fees,COP,241460,246460,5000,2026-03-13 09:00:00,2026-03-14 22:30:00,open
    4fdf091d95da2b09,default,2026-03-06,13,settlement.payout,COP,40353540,40348540,-5000,2026-03-13 09:00:00,2026-03-14 22:30:00,open
    "
  `)

  expect(await answers(`--as-of ${third} --out told`)).toEqual(printed)
  expect((await week.type(`check --as-of ${third} --out then`)).status).toBe(3)
  expect(filesIn(join(cwd, 'then'), '.csv')).toEqual(filesIn(outAt(3), '.csv'))
  expect((await week.type('check --as-of 2026-03-12 --out first')).status).toBe(3)
  expect(filesIn(join(cwd, 'first'), '.csv')).toEqual(filesIn(outAt(1), '.csv'))
})
