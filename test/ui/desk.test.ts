import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { acquireLock } from '../../src/store/connection/lock.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { demoMerchant, type OpenDesk, openDesk, send, tokenIn, type User, valuesOf } from './desk.ts'

/** The command as installed; needs `npm run build`. */
const BUILT = join(import.meta.dirname, '../../bin/cuadre.js')

let user: User

const folder = folderForAll()

beforeAll(async () => {
  user = await demoMerchant(folder)
})

const PAGES = [
  '',
  'index.html',
  'todo',
  'bank',
  'month',
  'statement',
  'in-transit',
  'fees',
  'chargebacks',
  'merchants',
  'settings',
]
const OTHER_PAGES = [
  '2026-03-12/report.html',
  'settlement?date=2026-03-12&cycle=11',
  'find?text=ARR',
  'todo?who=operator&least=1000000',
]

/** The files of the merchant, with the time of their last change; those beside a database that is open come and go. */
const filesOf = (): readonly string[] =>
  readdirSync(join(folder, 'cuadre-demo'), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('cuadre.db-'))
    .map((name) => `${name} ${statSync(join(folder, 'cuadre-demo', name)).mtimeMs}`)

/** Everything a person can decide, as commands say it: nothing of it may change by looking or by a refused act. */
const stateOf = async ({ type }: User): Promise<string> =>
  (
    await Promise.all([
      type(['discrepancies', 'list', '--json']),
      type(['bank', 'list', '--json']),
      type(['bank', 'files', '--json']),
    ])
  )
    .map(({ out }) => out)
    .join('\n')

test('every page has its ways, the command that says the same, and says nothing to others', async () => {
  const desk = await openDesk(user)
  const before = await stateOf(user)
  const files = filesOf()
  for (const path of [...PAGES, ...OTHER_PAGES]) {
    const { status, text, headers } = await desk.get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    expect(text).toContain('The same on the command line')
    expect(text).toContain(`${new URL(desk.root).pathname}todo`)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['content-security-policy']).toMatch(/script-src 'self'.*frame-ancestors 'none'/)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(text).not.toMatch(/<script(?! src=)/)
  }
  expect((await desk.get('2026-03-12/ledger.xlsx')).status).toBe(200)
  expect((await desk.get('nothing')).status).toBe(404)
  expect((await desk.get('../../etc/passwd')).status).toBe(403)
  expect(filesOf()).toEqual(files)
  expect(await stateOf(user)).toBe(before)
})

test('a command that a page names says the same when it is typed', async () => {
  const desk = await openDesk(user)
  for (const path of ['bank', 'month', 'chargebacks', 'todo?who=operator']) {
    const { text } = await desk.get(path)
    const typed = /command line: <code>([^<]+)<\/code>/.exec(text)?.[1] ?? ''
    expect((await user.typeWhole(typed.split(' ').slice(2))).status).toBe(0)
  }
})

/** A case of the list, with the token of its page. */
const aCase = async (desk: OpenDesk) => {
  const { text } = await desk.get('todo')
  const value = valuesOf(text, 'case').at(-1) ?? ''
  return { token: tokenIn(text), value, id: value.split('.')[0] ?? '' }
}

test('an act writes what its command writes, once however often the button is pressed', async () => {
  const desk = await openDesk(user, ['--by=marta'])
  const { token, value, id } = await aCase(desk)
  const fields = [
    ['token', token],
    ['back', 'todo'],
    ['case', value],
    ['kind', 'claim'],
    ['reason', 'asked <b>them</b>'],
    ['ticket', 'PQR-1'],
  ] as const
  const answers = await Promise.all([desk.post('act/decide', fields), desk.post('act/decide', fields)])
  expect(
    [...answers, await desk.post('act/decide', fields)].map(({ status, headers }) => [status, headers.location]),
  ).toEqual([1, 2, 3].map(() => [303, '../todo']))
  const { history, state } = JSON.parse((await user.type(['discrepancies', 'show', id, '--json'])).out).discrepancy
  expect(state).toBe('claimed')
  expect(history.filter(({ by }: { by: string | null }) => by === 'marta')).toMatchObject([
    { event: 'claimed', reason: 'asked <b>them</b>', ticket: 'PQR-1' },
  ])
  const { text } = await desk.get(`discrepancy?id=${id}`)
  expect(text).toContain('asked &lt;b&gt;them&lt;/b&gt;')
  // Its page decides about it as well.
  expect(valuesOf(text, 'case').map((one) => one.split('.')[0])).toEqual([id])
  const reopen = await aCase(desk)
  const again = [
    ['token', reopen.token],
    ['back', 'todo'],
    ['case', valuesOf((await desk.get('todo?state=claimed')).text, 'case')[0] ?? ''],
    ['kind', 'reopen'],
    ['reason', 'not paid'],
  ] as const
  expect((await desk.post('act/decide', again)).status).toBe(303)
})

test('an act about figures that have changed since is refused, and nothing is written', async () => {
  const desk = await openDesk(user)
  const { token, value, id } = await aCase(desk)
  await user.type(['discrepancies', 'accept', id, '--reason=meanwhile'])
  const before = await stateOf(user)
  const refused = await desk.post('act/decide', [
    ['token', token],
    ['back', 'todo'],
    ['case', value],
    ['kind', 'claim'],
    ['reason', 'late'],
  ])
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(id)
  expect(await stateOf(user)).toBe(before)
  await user.type(['discrepancies', 'reopen', id, '--reason=again'])
})

test('what a command refuses is shown as it would print it, and nothing is written', async () => {
  const desk = await openDesk(user)
  const { token, value } = await aCase(desk)
  const before = await stateOf(user)
  const refused = await desk.post('act/decide', [
    ['token', token],
    ['back', 'todo'],
    ['case', value],
    ['kind', 'accept'],
    ['reason', ''],
  ])
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('a reason; add --reason TEXT')
  // Without a case the command would ask for ids, and that of a letter would claim all that is owed.
  for (const path of ['act/decide', 'act/claim-letter']) {
    const nothing = await desk.post(path, [
      ['token', token],
      ['back', 'todo'],
      ['reason', 'why'],
    ])
    expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining('Fill in: the boxes of the cases')])
  }
  expect(await stateOf(user)).toBe(before)
})

test('forty hostile requests are refused, and change nothing', async () => {
  const desk = await openDesk(user)
  const { token, value: ofCase } = await aCase(desk)
  const before = await stateOf(user)
  const fields = new URLSearchParams([
    ['token', token],
    ['back', 'todo'],
    ['case', ofCase],
    ['kind', 'accept'],
    ['reason', 'x'],
  ])
  const { cookie, origin, root } = desk
  const good = { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
  const act = `${root}act/decide`
  const post = (headers: Readonly<Record<string, string>>, body = String(fields), url = act, method = 'POST') =>
    send(url, { method, headers: { ...good, ...headers }, body })
  const hosts = [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '169.254.169.254',
    '0.0.0.0',
    '[::2]',
    'localhost:80:80',
    '2130706433',
  ]
  const origins = [
    'http://evil.example',
    'null',
    'https://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost',
    `${origin}.evil.example`,
    'file://',
  ]
  const types = ['text/plain', 'application/json', 'multipart/form-data; boundary=x', 'application/xml', '']
  const bodies = [
    '',
    'token=',
    `token=${token.slice(0, -2)}`,
    `token=${token}x`,
    'token=a.b&kind=accept',
    '%',
    'x'.repeat(70_000),
  ]
  const verbs = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']
  const told = [
    ...(await Promise.all(hosts.map((host) => post({ host })))),
    ...(await Promise.all(origins.map((one) => post({ origin: one })))),
    ...(await Promise.all(['cross-site', 'same-site', 'none'].map((site) => post({ 'sec-fetch-site': site })))),
    ...(await Promise.all(types.map((type) => post({ 'content-type': type })))),
    ...(await Promise.all(bodies.map((body) => post({}, body)))),
    ...(await Promise.all(verbs.map((verb) => post({}, '', act, verb)))),
    await post({ cookie: '' }),
    await post({ cookie: `${cookie}x` }),
    await send(desk.entrance),
    await send(`${origin}/act/decide`, { method: 'POST', headers: good, body: String(fields) }),
  ]
  expect(told.map(({ status }) => status).filter((status) => status < 400)).toEqual([])
  expect(told.length).toBeGreaterThanOrEqual(40)
  // A page is read, whatever its address says.
  expect((await desk.get(`act/decide?${fields}`)).status).toBe(404)
  expect((await desk.get(`todo?${fields}`)).status).toBe(200)
  expect(await stateOf(user)).toBe(before)
  expect(desk.told()).toContain('opened a second time')
})

test('a desk for reading has no forms and takes no act', async () => {
  const desk = await openDesk(user, ['--read-only'])
  const { text } = await desk.get('todo')
  expect(text).not.toContain('method="post"')
  const before = await stateOf(user)
  expect(
    (
      await desk.post('act/decide', [
        ['kind', 'note'],
        ['reason', 'x'],
      ])
    ).status,
  ).toBe(415)
  expect(await stateOf(user)).toBe(before)
})

test('a day that was read is found as its page, as it is written', async () => {
  const desk = await openDesk(user)
  for (const text of ['2026-03-12', '12/03/2026']) {
    const { status, headers } = await desk.get(`find?text=${text}`)
    expect([status, headers.location]).toEqual([303, `${new URL(desk.root).pathname}2026-03-12/report.html`])
  }
  expect((await desk.get('find?text=1999-03-12')).status).toBe(200)
})

test('names of customers are shown only when asked for, which is told', async () => {
  const desk = await openDesk(user)
  const masked = await desk.get('find?text=ARR-202603-000398')
  expect(desk.told()).not.toContain('--names')
  const shown = await desk.get('find?text=ARR-202603-000398&names=1')
  expect([masked, shown].map(({ text }) => text.includes('data-label="Customer"'))).toEqual([false, true])
  expect([masked, shown].map(({ text }) => /data-label="Document">\d/.test(text))).toEqual([false, true])
  expect(desk.told()).toContain('find --names')
  // What was looked for may be a name or a document.
  expect(desk.told()).not.toContain('ARR-202603-000398')
})

/** Sends a file to be looked at. */
const upload = async (desk: OpenDesk, name: string, bytes: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.set('token', tokenIn((await desk.get('bank')).text))
  form.set('back', 'bank')
  form.set('file', new File([bytes], name))
  const sent = new Response(form)
  const body = new Uint8Array(await sent.arrayBuffer())
  const headers = { cookie: desk.cookie, origin: desk.origin, 'content-type': sent.headers.get('content-type') ?? '' }
  return send(`${desk.root}act/preview`, { method: 'POST', headers, body })
}

test('a file that is no statement is refused when it is looked at', async () => {
  const desk = await openDesk(user)
  const files = (await user.type(['bank', 'files', '--json'])).out
  const looked = await upload(desk, '../../<b>.csv', 'not a statement of a bank')
  expect(looked.status).toBe(422)
  expect(looked.text).not.toContain('<b>.csv')
  expect(looked.text).toContain('_b_.csv')
  // Its form is known, and a line of it is not; or its columns are only proposed.
  const whole = readFileSync(join(folder, 'cuadre-demo/Extracto bancario.csv'), 'latin1').split('\n')
  const refused = [
    ['cut.csv', whole.with(9, 'xx;yy').join('\n'), 'It would be refused: line 10'],
    [
      'own.csv',
      'Fecha;Descripcion;Valor\n2026-03-10;ABONO;1000\n2026-03-11;ABONO;2000\n',
      'put them into the settings',
    ],
  ] as const
  for (const [name, bytes, why] of refused) {
    const { status, text } = await upload(desk, name, bytes)
    expect([status, text.includes('act/import'), text.includes('act/preview')]).toEqual([422, false, true])
    expect(text).toContain(why)
  }
  expect((await upload(desk, 'a.csv', new Uint8Array(33 * 2 ** 20))).status).toBe(413)
  expect((await user.type(['bank', 'files', '--json'])).out).toBe(files)
})

test('a file of the bank is looked at, then imported by a process of its own, whose page follows it', async () => {
  const desk = await openDesk({ ...user, instead: { ...user.instead, main: BUILT } })
  const looked = await upload(desk, 'Extracto.csv', readFileSync(join(folder, 'cuadre-demo/Extracto bancario.csv')))
  expect([looked.status, looked.text]).toEqual([200, expect.stringContaining('2026-03-12')])
  const fields = [['token', tokenIn(looked.text)]] as const
  const answers = [await desk.post('act/import', fields), await desk.post('act/import', fields)]
  expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual(
    [1, 2].map(() => [303, '../work?id=1']),
  )
  await expect.poll(async () => (await desk.get('work?id=1')).text, { timeout: 30_000 }).toContain('Done.')
  expect((await desk.get('work?id=1')).text).toContain('Extracto.csv')
  expect((await desk.get('work?id=2')).status).toBe(404)
})

test('a run is started from the page, and what it says of itself stands on a page', async () => {
  const desk = await openDesk({ ...user, instead: { ...user.instead, main: BUILT } })
  const token = tokenIn((await desk.get('index.html')).text)
  const { headers } = await desk.post('act/run', [['token', token]])
  expect(headers.location).toBe('../work?id=1')
  await expect.poll(async () => (await desk.get('work?id=1')).text, { timeout: 30_000 }).toContain('NO_SERVICE')
  const made = [
    ['journal', 'Journal'],
    ['statement', 'Account'],
    ['fees', 'Fees'],
    ['pack', 'Pack for the auditor'],
  ] as const
  for (const [at, [kind, title]] of made.entries()) {
    const month = (await desk.get('month')).text
    await desk.post('act/make', [
      ...[['token', tokenIn(month)] as const, ['month', '2026-03'] as const, ['kind', kind] as const],
    ])
    // A pack is of a closed month.
    const end = kind === 'pack' ? 'It failed.' : 'Done.'
    const page = `work?id=${at + 2}`
    await expect.poll(async () => (await desk.get(page)).text, { timeout: 30_000 }).toContain(end)
    expect((await desk.get(page)).text).toContain(`<h1>${title}</h1>`)
  }
})

test('a month is closed from its page, and its pack is made, offered, and proven', async () => {
  const cwd = emptyFolder()
  cpSync(join(folder, 'cuadre-demo'), join(cwd, 'cuadre-demo'), { recursive: true })
  const config = join(cwd, 'cuadre-demo/cuadre.config.json')
  // The month is over.
  writeFileSync(config, readFileSync(config, 'utf8').replace('2026-03-13T', '2026-04-06T'))
  const late = { ...user.instead, cwd, main: BUILT }
  const desk = await openDesk({ instead: late })
  const open = (await desk.get('month?month=2026-03')).text
  const closed = await desk.post('act/close', [
    ...[['token', tokenIn(open)] as const, ['back', 'month?month=2026-03'] as const, ['month', '2026-03'] as const],
    ...[['seen', valuesOf(open, 'seen')[0] ?? ''] as const, ['through', '2026-03-31'] as const],
    ...[['reason', 'as it is'] as const, ['force', 'yes'] as const],
  ])
  expect(closed.status).toBe(303)
  const then = (await desk.get('month?month=2026-03')).text
  const fields = [['token', tokenIn(then)] as const, ['month', '2026-03'] as const, ['kind', 'pack'] as const]
  await desk.post('act/make', fields)
  await expect.poll(async () => (await desk.get('work?id=1')).text, { timeout: 60_000 }).toContain('Done.')
  const link = /href="[^"]*(desk\/pack-[^"]+\.zip)"/
  const [made, offered] = [await desk.get('work?id=1'), await desk.get('month?month=2026-03')]
  const zip = link.exec(offered.text)?.[1] ?? ''
  expect([link.exec(made.text)?.[1], (await desk.get(zip)).text.slice(0, 2)]).toEqual([zip, 'PK'])
  expect((await type(['audit', `--verify=${join(cwd, 'cuadre-demo/out', zip)}`], late)).status).toBe(0)
}, 120_000)

test('the settings say what each decides; the service is asked when a button says so, never by looking', async () => {
  const desk = await openDesk({ ...user, instead: { ...user.instead, main: BUILT } })
  const { text } = await desk.get('settings')
  expect(text).toContain('Invoices asked for per page.')
  expect(text).toContain('6 undocumented interpretations')
  expect(text).not.toContain('no base URL is set')
  const { headers } = await desk.post('act/doctor', [
    ['token', tokenIn(text)],
    ['back', 'settings'],
  ])
  expect(headers.location).toBe('../work?id=1')
  await expect.poll(async () => (await desk.get('work?id=1')).text, { timeout: 30_000 }).toContain('no base URL is set')
})

test('a settlement shows its history, what changed between two readings, and the answers as they came', async () => {
  const desk = await openDesk(user)
  const slot = 'date=2026-03-12&cycle=11'
  const { text } = await desk.get(`settlement?${slot}`)
  const number = /answers\?date=2026-03-12&amp;cycle=11&amp;number=(\d+)/.exec(text)?.[1]
  expect(text).toContain('first read: 23 invoices')
  const [masked, named] = [
    await desk.get(`answers?${slot}&number=${number}`),
    await desk.get(`answers?${slot}&number=${number}&names=1`),
  ]
  expect(masked.text).toContain('amountCollected')
  expect(masked.text).toContain('***')
  expect(named.text).not.toContain('&quot;***&quot;')
  expect(desk.told()).toContain(`answers 2026-03-12 11 ${number} --names`)
  expect((await desk.get(`between?${slot}&from=0&to=${number}`)).text).toContain('COLLECTED_MISMATCH')
  expect((await desk.get(`between?${slot}&from=${number}&to=${number}`)).text).toContain('Nothing changed.')
})

test('a view is a sheet that can be filled in, and a text for the operator', async () => {
  const desk = await openDesk(user)
  const view = 'todo?who=tenant&month=2026-03'
  const page = await desk.get(view)
  const cases = valuesOf(page.text, 'case').map((value) => value.split('.')[0])
  const { text: sheet, headers } = await desk.get(`todo.csv?who=tenant&month=2026-03`)
  expect(headers['content-type']).toContain('text/csv')
  expect(cases.filter((id) => !sheet.includes(id ?? ''))).toEqual([])
  expect(sheet.trim().split('\n').length - 1).toBe(cases.length)
  const all = (await desk.get('todo')).text
  const [first = ''] = valuesOf(all, 'case')
  const letter = await desk.post('act/letter', [
    ['token', tokenIn(all)],
    ['back', 'todo'],
    ['case', first],
  ])
  expect([letter.status, letter.text]).toEqual([200, expect.stringContaining('92,038,180')])
})

test('what a page names leads to its page, and a page that cannot be made says why', async () => {
  const desk = await openDesk(user)
  const root = new URL(desk.root).pathname
  const { text } = await desk.get('month')
  expect(text).toContain(`href="${root}bank"><code>`)
  expect(text).toMatch(new RegExp(`${root}settlement\\?date=2026-03-\\d\\d&amp;cycle=\\d\\d`))
  expect(text).toMatch(new RegExp(`${root}discrepancy\\?id=[0-9a-f]{16}`))
  const wrong = await desk.get('statement?month=1999-01')
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('cuadre: ')])
  expect((await desk.get('2026-03-12/report.html')).text).not.toContain('This page names customers')
})

test.each([
  'fees',
  'statement',
  'receivables',
  'index.html',
  '2026-03-12/report.html',
  'bank',
  'in-transit',
  'chargebacks',
])('every link of %s leads to a page of the desk', async (path) => {
  const desk = await openDesk(user)
  const { text } = await desk.get(path)
  const hrefs = [...text.matchAll(/href="([^"#]+)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const places = [...new Set(hrefs.map((href) => new URL(href, `${desk.root}${path}`)))].filter(
    ({ protocol }) => protocol === 'http:',
  )
  expect(places.filter(({ href }) => !href.startsWith(desk.root)).map(({ href }) => href)).toEqual([])
  for (const { pathname, search } of new Set(places)) {
    const { status } = await desk.get(`${pathname}${search}`.slice(new URL(desk.root).pathname.length))
    expect([pathname, status]).toEqual([pathname, 200])
  }
})

test('what the operator owes is claimed by letter, from the list and from the ledger of claims', async () => {
  const desk = await openDesk(user)
  const todo = (await desk.get('todo?who=operator&state=new')).text
  const [first = ''] = valuesOf(todo, 'case')
  const claimed = await desk.post('act/claim-letter', [
    ['token', tokenIn(todo)],
    ['back', 'todo'],
    ['case', first],
  ])
  expect([claimed.status, claimed.headers.location]).toEqual([303, '../claims'])
  const { text } = await desk.get('claims')
  const zip = /href="[^"]*(desk\/letter-[^"]+\.zip)"/.exec(text)?.[1] ?? ''
  const file = await desk.get(zip)
  expect([file.status, file.text.slice(0, 2)]).toEqual([200, 'PK'])
  const [seen = ''] = valuesOf(text, 'seen')
  const told = [
    ['token', valuesOf(text, 'token')[1] ?? ''],
    ['seen', seen],
    ['letter', '1'],
    ['ticket', 'PQR-4711'],
  ] as const
  expect((await desk.post('act/ticket', told)).status).toBe(303)
  const late = [['token', valuesOf(text, 'token')[2] ?? ''], ...told.slice(1)] as const
  expect((await desk.post('act/ticket', late)).status).toBe(409)
  const { letters } = JSON.parse((await user.type(['claims', 'list', '--json'])).out)
  expect(letters).toMatchObject([{ letter: 1, ticket: 'PQR-4711' }])
  const then = (await desk.get('claims')).text
  const [entry = ''] = valuesOf((await desk.get('bank')).text, 'entry')
  const settled = await desk.post('act/claim-settle', [
    ...[['token', tokenIn(then)] as const, ['seen', valuesOf(then, 'seen')[0] ?? ''] as const],
    ...[['letter', '1'] as const, ['entry', entry] as const, ['reason', 'paid by it'] as const],
  ])
  expect([settled.status, settled.headers.location]).toEqual([303, '../claims'])
  const after = JSON.parse((await user.type(['claims', 'list', '--json'])).out).letters
  expect(after[0].left).toBeLessThan(letters[0].left)
  // Settled once more by the same entry, from the list, it is as it was: as its command says.
  const list = (await desk.get('todo?state=claimed&who=operator')).text
  const value = valuesOf(list, 'case').find((one) => one.startsWith(first.slice(0, 16))) ?? ''
  const again = [
    ...[['token', tokenIn(list)] as const, ['back', 'todo'] as const, ['case', value] as const],
    ...[['settlement', ''] as const, ['entry', entry] as const, ['reason', 'paid by it'] as const],
  ] as const
  expect((await desk.post('act/settle', again)).status).toBe(303)
  const shown = JSON.parse((await user.type(['discrepancies', 'show', value.slice(0, 16), '--json'])).out)
  const said = shown.discrepancy.history.filter(({ reason }: { reason: string | null }) => reason === 'paid by it')
  expect(said).toHaveLength(1)
})

test('two tabs: what one decided, the other cannot decide again', async () => {
  const desk = await openDesk(user)
  const tabs = [await aCase(desk), await aCase(desk)]
  const answers: number[] = []
  for (const { token, value } of tabs) {
    const fields = [
      ...[['token', token] as const, ['back', 'todo'] as const, ['case', value] as const],
      ...[['kind', 'accept'] as const, ['reason', 'agreed'] as const],
    ]
    answers.push((await desk.post('act/decide', fields)).status)
  }
  expect(answers).toEqual([303, 409])
})

test('while a run holds the lock an act is refused, and the page says so', async () => {
  const desk = await openDesk(user)
  const { token, value } = await aCase(desk)
  const lock = acquireLock(join(folder, 'cuadre-demo/cuadre.db'), { pid: process.pid, at: 0, job: 'run' })
  const fields = [
    ...[['token', token] as const, ['back', 'todo'] as const, ['case', value] as const],
    ...[['kind', 'note'] as const, ['reason', 'seen'] as const],
  ]
  const refused = await desk.post('act/decide', fields)
  lock.release()
  expect([refused.status, refused.text]).toEqual([423, expect.stringContaining('A run is on')])
  expect((await desk.post('act/decide', fields)).status).toBe(303)
})

test('in Spanish every page and refusal is in Spanish, and what others wrote is text', async () => {
  const cwd = join(folder, 'es')
  mkdirSync(cwd)
  const spanish = await demoMerchant(cwd, 'es')
  const desk = await openDesk(spanish)
  for (const path of [...PAGES, ...OTHER_PAGES]) {
    const { text } = await desk.get(path)
    expect(text).toContain('<html lang="es"')
    expect(text).toContain('Lo mismo en la línea de comandos')
    expect(text).not.toMatch(/>(To do|Settings|Accept|Close)</)
  }
  const { token, value } = await aCase(desk)
  const hostile = '"><script>alert(1)</script>\u202e'
  const fields = [
    ...[['token', token] as const, ['back', hostile] as const, ['case', value] as const],
    ...[['kind', 'note'] as const, ['reason', hostile] as const],
  ]
  expect((await desk.post('act/decide', fields)).headers.location).toBe('../todo')
  const { text } = await desk.get(`discrepancy?id=${value.slice(0, 16)}`)
  expect(text).toContain('&gt;&lt;script&gt;')
  expect(text).not.toMatch(/<script(?! src=)|\u202e/)
  expect((await desk.get('month')).text).toMatch(/settlement\?date=2026-03-\d\d&amp;cycle=\d\d"/)
})

test('it ends when nobody used it for so long, and on a signal after the act it is in', async () => {
  const desk = await openDesk(user)
  const { token, value } = await aCase(desk)
  const fields = [
    ...[['token', token] as const, ['back', 'todo'] as const, ['case', value] as const],
    ...[['kind', 'note'] as const, ['reason', 'the last word'] as const],
  ]
  const act = desk.post('act/decide', fields)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const ended = desk.stop()
  expect((await act).status).toBe(303)
  expect((await ended).status).toBe(0)
  expect((await user.type(['discrepancies', 'show', value.slice(0, 16)])).out).toContain('the last word')
  await expect(desk.get('todo')).rejects.toThrow()
})

test('what is wrong with its flags is told', async () => {
  for (const words of [['--port=x'], ['--port=70000'], ['--idle=0'], ['--idle=1.5']])
    expect((await user.typeWhole(['ui', '--no-open', ...words])).status).toBe(2)
})
