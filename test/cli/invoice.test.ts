import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Interrupted, type Io } from '../../src/cli/framework/io.ts'
import type { Rule } from '../../src/sandbox/fault.ts'
import { emptyFolder } from '../empty-folder.ts'
import { openService, type Service } from '../sandbox/service.ts'
import { json, type Reply, serve } from '../service/service.ts'
import { type Seen, type } from './terminal.ts'

/** The four endpoints on the command line, over real HTTP, at noon on a Thursday in Bogota. */
let service: Service
beforeEach(async () => {
  service = await openService()
  onTestFinished(() => service.close())
})

const NAME = 'Ana Peña Ruiz'
const DOCUMENT = '1032456789'
const WORDS: Readonly<Record<string, string>> = {
  reference: 'ARR-7',
  amount: '1850000',
  description: 'Arriendo marzo, Apto 301',
  'redirect-url': 'https://inmobiliaria.example/volver',
  document: DOCUMENT,
}
const createWords = (changes: Readonly<Record<string, string | null>> = {}): readonly string[] => [
  'invoice',
  'create',
  ...Object.entries({ ...WORDS, ...changes }).flatMap(([flag, value]) =>
    value === null ? [] : [`--${flag}=${value}`],
  ),
]

const at = (baseUrl: string, instead: Partial<Io> = {}): Partial<Io> => ({
  env: { CUADRE_BASE_URL: baseUrl, CUADRE_API_KEY: service.apiKey },
  ...instead,
})
const typed = (line: string | readonly string[], instead: Partial<Io> = {}): Promise<Seen> =>
  type(line, at(service.baseUrl, instead))
const withSettings = (settings: object): Partial<Io> => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(settings))
  return { cwd }
}
const faults = (...rules: readonly Rule[]) => service.control('PUT', '/faults', { faults: rules })
const listed = async () => (await service.v1('GET', '/invoices?limit=100')).items

describe('invoice create', () => {
  it('shows the payment page, until when in local time, and that it is for now', async () => {
    const { status, out, err } = await typed(createWords())
    const [invoice] = await listed()
    expect([status, err]).toEqual([0, ''])
    expect(out).toBe(
      [
        `id            ${invoice?.id}`,
        'reference     ARR-7',
        'status        ready',
        'amount        COP 1,850,000',
        `payment page  ${invoice?.paymentUrl}`,
        'open until    2026-03-12 12:05:00 (America/Bogota)',
        '',
        'Open it now: the page lives for five minutes. Send the customer there at once; it is not for e-mail or chat.',
        '',
      ].join('\n'),
    )
  })

  it('is one document for a program, in our words', async () => {
    const changes = { name: NAME, 'document-type': 'cc', contract: '00042' }
    const { status, out, err } = await typed([...createWords(changes), '--json'])
    const [invoice] = await listed()
    expect([status, err]).toEqual([0, ''])
    expect(JSON.parse(out)).toEqual({
      schemaVersion: 1,
      command: 'invoice create',
      exitCode: 0,
      lookedUp: false,
      invoice: {
        id: invoice?.id,
        reference: 'ARR-7',
        status: 'ready',
        amount: 1_850_000,
        paid: null,
        description: 'Arriendo marzo, Apto 301',
        contract: '00042',
        customerDocument: DOCUMENT,
        customerName: NAME,
        createdAt: '2026-03-12T17:00:00.000Z',
        expirationDate: '2026-03-12T17:05:00.000Z',
        paymentUrl: invoice?.paymentUrl,
        paymentDate: null,
        paymentMethod: null,
        paymentSource: null,
        paymentId: null,
        ownDate: null,
        ownCycle: null,
        flaws: [],
        extra: null,
      },
      error: null,
    })
  })

  it('tells the time of the zone that is set', async () => {
    const { out } = await typed(createWords(), withSettings({ timeZone: 'Europe/Madrid' }))
    expect(out).toContain('open until    2026-03-12 18:05:00 (Europe/Madrid)\n')
  })

  it.each(['cc', 'ce', 'nit', 'ti', 'ps', 'cif', 'ne', 'rc', 'ppt'])('knows the document type %s', async (kind) => {
    expect((await typed(createWords({ 'document-type': kind }))).status).toBe(0)
  })

  it.each(['3000', '550000000'])('takes COP %s', async (amount) => {
    expect((await typed(createWords({ amount }))).status).toBe(0)
  })

  it('takes what the operator arranged', async () => {
    const limits = withSettings({ invoiceMinCop: 2000, invoiceMaxCop: 2500 })
    expect((await typed(createWords({ amount: '2501' }), limits)).err).toMatch(
      /^cuadre: USAGE: --amount must be from COP 2,000 to COP 2,500; /,
    )
    // The service itself has no other limits.
    expect((await typed(createWords({ amount: '2000' }), limits)).err).toMatch(/^cuadre: INVOICE_REFUSED: /)
  })

  it('of a reference that is taken is refused with 2, in the words of the service', async () => {
    await typed(createWords())
    const { status, out, err } = await typed([...createWords({ name: NAME }), '--json'])
    expect(status).toBe(2)
    expect(err).toMatch(
      /^cuadre: INVOICE_REFUSED: POST \/invoices answered 400: ".*already used.*"; nothing was created/,
    )
    expect(JSON.parse(out)).toMatchObject({ exitCode: 2, error: { code: 'INVOICE_REFUSED' } })
    expect(await listed()).toHaveLength(1)
  })

  it('says of an invoice without a payment page that it has none', async () => {
    await faults({ method: 'POST', fault: { do: 'fields', remove: ['paymentUrl', 'expirationDate'] } })
    const { status, out } = await typed(createWords())
    expect(status).toBe(0)
    expect(out).toMatch(/payment page {2}none: .*\nopen until {4}five minutes after its creation\n$/)
  })
})

const PESOS = '--amount must be a whole number of pesos, in digits: 1850000'
const URL_SAID = '--redirect-url must be a whole URL, such as https://example.com/back'

/** Wrong input, as flags that differ from the usual ones, and the message. */
const WRONG: readonly (readonly [Readonly<Record<string, string | null>>, string])[] = [
  [{ reference: null }, '--reference is missing'],
  [{ amount: null, document: null }, '--amount, --document are missing'],
  [{ 'redirect-url': null }, '--redirect-url is missing'],
  [{ description: null }, '--description is missing'],
  ...['reference', 'description', 'document', 'name', 'contract'].flatMap((flag) =>
    [' ', 'a\ud800'].map((text) => [{ [flag]: text }, `--${flag} must be a text that is not empty`] as const),
  ),
  ...[
    '1.850.000',
    '1850000.00',
    '1,850,000',
    '1e6',
    '0x10',
    '+5000',
    '05000',
    '0',
    'five',
    '1850000 ',
    ' ',
    '٥٠٠٠٠',
  ].map((amount) => [{ amount }, PESOS] as const),
  ...['2999', '550000001', '1', '9'.repeat(20)].map(
    (amount) => [{ amount }, '--amount must be from COP 3,000 to COP 550,000,000'] as const,
  ),
  ...[
    ' ',
    'back',
    '/back',
    'localhost:3000',
    'javascript:alert(1)',
    'https://',
    'https:///x',
    'https://a b.example/',
    '//a.example',
  ].map((url) => [{ 'redirect-url': url }, URL_SAID] as const),
  ...[' ', 'CC', 'dni', 'toString', 'cc,ce'].map(
    (kind) =>
      [{ 'document-type': kind }, '--document-type must be one of cc, ce, nit, ti, ps, cif, ne, rc, ppt'] as const,
  ),
]

describe('wrong input', () => {
  it.each(WRONG)('%j ends with 2, names the flag, and nothing is sent', async (changes, says) => {
    const { status, out, err } = await typed(createWords({ name: NAME, ...changes }))
    expect([status, out]).toEqual([2, ''])
    expect(err.startsWith(`cuadre: USAGE: ${says}; `)).toBe(true)
    expect(err).not.toMatch(/1032|Peña/)
    expect(await listed()).toEqual([])
  })

  it.each([
    ['invoice', '"cuadre invoice" is not a whole command; say "cuadre invoice create" or'],
    ['invoice pay inv_1', '"cuadre invoice" is not a whole command'],
    ['invoice get', '"cuadre invoice get" needs an id'],
    ['invoice get a b', '"cuadre invoice get" takes one id; there is one argument too many'],
    ['invoice get .', '<id> is not a valid invoice id'],
    ['invoice get ..', '<id> is not a valid invoice id'],
    ['invoice create x', '"cuadre invoice create" takes flags only'],
    ['invoice list --limit=0', '--limit must be a whole number'],
    ['invoice list --limit=ten', '--limit must be a whole number'],
    ['invoice list --limit=1.5', '--limit must be a whole number'],
    ['invoice list --limit=-1', '--limit must be a whole number'],
    ['invoice list --payment-date=2026-02-30', '--payment-date is not a valid date'],
    ['invoice list --settlement-date=12/03/2026', '--settlement-date is not a valid date'],
    ['invoice list --settlement-cycle=a/b', '--settlement-cycle is not a valid cycle'],
    ['invoice list --document=x --document=y', '--document is given more than once'],
    ['invoice list --cursor=x', 'unknown flag --cursor'],
    ['settlement get', '"cuadre settlement get" needs a date and a cycle'],
    ['settlement get 2026-03-12', '"cuadre settlement get" needs a date and a cycle'],
    ['settlement get 2026-03-12 11 13', '"cuadre settlement get" takes one date and one cycle'],
    ['settlement get 2026-3-12 11', '<date> is not a valid date'],
    ['settlement get 2026-03-12 ..', '<cycle> is not a valid cycle'],
    ['settlement', '"cuadre settlement" is not a whole command; say "cuadre settlement get"'],
  ])('cuadre %s: %s', async (line, says) => {
    const { status, out, err } = await typed(line)
    expect([status, out]).toEqual([2, ''])
    expect(err.slice('cuadre: USAGE: '.length)).toContain(says)
  })

  it.each([
    ['reference', ''],
    ['document', ' '],
    ['contract', '\t'],
  ])('an empty --%s is no filter', async (flag, value) => {
    const { status, err } = await typed(['invoice', 'list', `--${flag}=${value}`])
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/^cuadre: USAGE: --\w+ (must be a text that is not empty|is given without a value); /),
    ])
  })
})

describe('an answer that is lost', () => {
  it('after the service acted: the invoice is found and shown, and was sent once', async () => {
    await faults({ method: 'POST', fault: { do: 'reset' } })
    const { status, out, err } = await typed([...createWords({ name: NAME }), '--json'])
    const invoices = await listed()
    expect([status, invoices.length]).toEqual([0, 1])
    expect(JSON.parse(out)).toMatchObject({
      exitCode: 0,
      lookedUp: true,
      invoice: { id: invoices[0]?.id },
      error: null,
    })
    expect(err).toMatch(
      /^cuadre: the answer was lost \(POST \/invoices .*\); its reference was looked up, and the invoice/,
    )
    expect(err).not.toMatch(/ARR-7|1032|Peña/)
    expect((await service.control('GET', '/faults')).fields).toMatchObject({ faults: [{ met: 1 }] })
  })

  /** A proxy that breaks the connection of every POST before anybody acts on it. */
  const breakingPosts = async () => {
    const posts: string[] = []
    const proxy = createServer(async (request, response) => {
      if (request.method === 'POST') {
        posts.push(request.url ?? '')
        request.socket.destroy()
        return
      }
      const { status, text } = await service.v1('GET', (request.url ?? '').replace('/v1', ''))
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
    await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
    onTestFinished(() => {
      proxy.close()
      proxy.closeAllConnections()
    })
    return { baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`, posts }
  }

  it('before the service acted: it is said not to be there, and was sent once', async () => {
    const proxy = await breakingPosts()
    const { status, out, err } = await type([...createWords({ name: NAME }), '--json'], at(proxy.baseUrl))
    expect([status, await listed()]).toEqual([5, []])
    expect(proxy.posts).toEqual(['/v1/invoices'])
    expect(err).toMatch(
      /^cuadre: CREATION_NOT_FOUND: POST \/invoices .*; its reference was looked up and is not listed/,
    )
    expect(JSON.parse(out)).toEqual({
      schemaVersion: 1,
      command: 'invoice create',
      exitCode: 5,
      error: {
        code: 'CREATION_NOT_FOUND',
        message: expect.stringContaining('most likely not created'),
        next: expect.stringContaining('cuadre invoice list --reference'),
      },
    })
    expect(err + out).not.toMatch(/ARR-7|1032|Peña/)
  })

  it('and cannot be looked up: it is said not to be known', async () => {
    await faults({ path: '/v1/invoices', fault: { do: 'status', status: 502, error: `for ${NAME} ${DOCUMENT}` } })
    const { status, out, err } = await typed(createWords({ name: NAME }))
    expect([status, out]).toEqual([5, ''])
    expect(err).toMatch(
      /^cuadre: CREATION_UNKNOWN: POST \/invoices answered 502.*; whether it was created is not known, for /,
    )
    expect(err).not.toMatch(/ARR-7|1032|Peña/)
  })

  it('because somebody stopped the command: it says that the outcome is not known', async () => {
    const controller = new AbortController()
    const stopping = await serve(() => controller.abort(new Interrupted('SIGINT')))
    const io = at(stopping.baseUrl, { signal: controller.signal })
    const { status, out, err } = await type([...createWords(), '--json'], io)
    expect([status, JSON.parse(out)]).toMatchObject([130, { exitCode: 130, error: { code: 'INTERRUPTED' } }])
    expect(err).toMatch(
      /^cuadre: INTERRUPTED: stopped by SIGINT; whether the invoice was created is not known: find out /,
    )
    expect(stopping.requests).toHaveLength(1)
  })

  it('a command stopped before anything was sent says no such thing', async () => {
    const { status, err } = await typed(createWords(), { signal: AbortSignal.abort(new Interrupted('SIGTERM')) })
    expect([status, err]).toEqual([
      143,
      expect.stringMatching(/^cuadre: INTERRUPTED: stopped by SIGTERM; run it again/),
    ])
    expect(await listed()).toEqual([])
  })
})

describe('invoice get', () => {
  it('shows everything of one invoice', async () => {
    const { id } = await service.create({ reference: 'ARR-7', customerName: NAME, contract: '00042' })
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'pse', paymentSource: 'link' })
    const { fields: paid } = await service.v1('GET', `/invoices/${id}`)
    const { status, out, err } = await typed(`invoice get ${id}`)
    expect([status, err]).toEqual([0, ''])
    expect(out.split('\n').slice(0, 10)).toEqual([
      `id            ${id}`,
      'reference     ARR-7',
      'status        paid',
      'amount        COP 1,850,000',
      'paid          COP 1,850,000',
      'description   Arriendo marzo, Apto 301',
      'contract      00042',
      `document      ${DOCUMENT}`,
      `name          ${NAME}`,
      'created       2026-03-12 12:00:00 (America/Bogota)',
    ])
    expect(out).toContain(`settlement    ${paid.settlementDate} cycle ${paid.settlementTime}\n`)
    const document = JSON.parse((await typed(`invoice get ${id} --json`)).out)
    expect(document).toMatchObject({
      schemaVersion: 1,
      command: 'invoice get',
      exitCode: 0,
      invoice: { id, status: 'paid', paid: 1_850_000, ownDate: paid.settlementDate, ownCycle: paid.settlementTime },
      error: null,
    })
    expect(document.invoice).not.toHaveProperty('paymentAmount')
  })

  it('says plainly that there is none, and what to do', async () => {
    const { status, out, err } = await typed('invoice get inv_unknown --json')
    expect(status).toBe(2)
    expect(err).toBe(
      'cuadre: INVOICE_NOT_FOUND: the service shows no invoice with this id (it answered 404); look for it with "cuadre invoice list", and check that base URL and key are those of its merchant\n',
    )
    expect(JSON.parse(out)).toMatchObject({ command: 'invoice get', exitCode: 2, error: { code: 'INVOICE_NOT_FOUND' } })
  })

  it('asks for nothing but the id', async () => {
    const asked = await serve(json({ error: 'no' }, 404))
    await type(['invoice', 'get', 'a/../b?c'], at(asked.baseUrl))
    expect(asked.paths()).toEqual([`/v1/invoices/${encodeURIComponent('a/../b?c')}`])
  })

  it('prints nothing that a terminal obeys', async () => {
    const { id } = await service.create({ description: '\u001b[31mred\u202e\nline' })
    const { out } = await typed(`invoice get ${id}`)
    expect(out).toContain('description   red line\n')
  })
})

describe('invoice list', () => {
  const three = async () => {
    await service.create({ reference: 'A', customerDocumentNumber: '11', contract: '00001' })
    const { id } = await service.create({ reference: 'B', customerDocumentNumber: '22', customerName: NAME })
    await service.create({ reference: 'C', customerDocumentNumber: '22', contract: '00001' })
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'pse' })
    return (await service.v1('GET', `/invoices/${id}`)).fields
  }
  const references = async (words: string, instead: Partial<Io> = {}): Promise<readonly string[]> => {
    const { out } = await typed(`invoice list ${words} --json`, instead)
    return JSON.parse(out).invoices.map(({ reference }: { reference: string }) => reference)
  }

  it('takes every filter', async () => {
    const paid = await three()
    const settled = `--settlement-date ${paid.settlementDate}`
    expect(await references('')).toEqual(['A', 'B', 'C'])
    expect(await references('--reference B')).toEqual(['B'])
    expect(await references('--document 22')).toEqual(['B', 'C'])
    expect(await references('--contract 00001')).toEqual(['A', 'C'])
    expect(await references('--contract 00001 --document 22')).toEqual(['C'])
    expect(await references('--payment-date 2026-03-12')).toEqual(['B'])
    expect(await references('--payment-date 2026-03-11')).toEqual([])
    expect(await references(`${settled} --settlement-cycle ${paid.settlementTime}`)).toEqual(['B'])
    expect(await references(`${settled} --settlement-cycle 9`)).toEqual([])
  })

  it('is a table without names and documents', async () => {
    const paid = await three()
    const { status, out, err } = await typed('invoice list')
    expect([status, err]).toEqual([0, ''])
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^id +reference +status +contract +paid at +settlement +amount \(COP\) +paid \(COP\)$/)
    expect(lines[2]).toMatch(
      new RegExp(
        `^\\S+ +B +paid +00000 +2026-03-12 12:00:00 +${paid.settlementDate} ${paid.settlementTime} +1,850,000 +1,850,000$`,
      ),
    )
    expect(lines.slice(4)).toEqual(['', '3 invoices for COP 5,550,000, of which COP 1,850,000 was paid.', ''])
    expect(out).not.toMatch(/Peña/)
    expect((await typed('invoice list --reference none')).out).toBe('No invoice.\n')
  })

  it('follows every page, whatever their size', async () => {
    await three()
    expect(await references('', withSettings({ pageLimit: 1 }))).toEqual(['A', 'B', 'C'])
  })

  it.each([
    [1, 2, ['A'], false, ['limit=1']],
    [2, 2, ['A', 'B'], false, ['limit=2']],
    [2, 1, ['A', 'B'], false, ['limit=1', 'limit=1&cursor=1']],
    [3, 2, ['A', 'B', 'C'], true, ['limit=2', 'limit=2&cursor=2']],
    [9, 100, ['A', 'B', 'C'], true, ['limit=9']],
  ])('with --limit %i and pages of %i asks for no more than that', async (limit, pageLimit, shown, complete, asked) => {
    await three()
    const items = await listed()
    // A list with readable cursors: the number of the item after which it continues.
    const pages = await serve((request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams
      const [from, many] = [Number(query.get('cursor')), Number(query.get('limit'))]
      const page = items.slice(from, from + many)
      const cursor = from + many < items.length ? String(from + many) : null
      json({ items: page, cursor, count: page.length })(request, response)
    })
    const io = at(pages.baseUrl, withSettings({ pageLimit }))
    const document = JSON.parse((await type(`invoice list --limit ${limit} --json`, io)).out)
    expect(document).toMatchObject({ complete, count: shown.length, malformed: [] })
    expect(document.invoices.map(({ reference }: { reference: string }) => reference)).toEqual(shown)
    expect(pages.paths()).toEqual(asked.map((query) => `/v1/invoices?${query}`))
    const { out } = await type(`invoice list --limit ${limit}`, io)
    expect(out.includes('There may be more')).toBe(!complete)
  })

  it('cuts a page of more than was asked for, and does not call it whole', async () => {
    await three()
    const { baseUrl } = await serve(json({ items: await listed(), cursor: null, count: 3 }))
    const { out } = await type('invoice list --limit 2 --json', at(baseUrl))
    expect(JSON.parse(out)).toMatchObject({
      complete: false,
      count: 2,
      invoices: [{ reference: 'A' }, { reference: 'B' }],
    })
  })

  it('counts an invoice once, however often the list has it, and the last copy of it', async () => {
    await three()
    const [first, second] = await listed()
    const items = [first, second, { ...first, amount: 7 }, { ...first, amount: 8 }]
    const { baseUrl } = await serve(json({ items, cursor: null, count: 4 }))
    const document = JSON.parse((await type('invoice list --json', at(baseUrl))).out)
    expect(document).toMatchObject({ count: 2, repeated: 2, complete: true, invoices: [{ amount: 8 }, {}] })
    const { out } = await type('invoice list', at(baseUrl))
    expect(out).toMatch(/^2 invoices for COP 1,850,008, .* 2 records repeat invoices and do not count twice\.$/m)
  })

  it('shows what can be read, tells what cannot, and does not call it whole', async () => {
    await three()
    const items = await listed()
    const spoilt: Reply = json({ items: [items[0], { ...items[1], amount: 'much' }], cursor: null, count: 2 })
    const { baseUrl } = await serve(spoilt)
    const { status, out, err } = await type('invoice list --json', at(baseUrl))
    expect(status).toBe(5)
    expect(err).toMatch(/^cuadre: MALFORMED_RECORD: a record of the list is not readable: amount is not a number; /)
    expect(JSON.parse(out)).toMatchObject({
      exitCode: 5,
      count: 1,
      invoices: [{ reference: 'A' }],
      malformed: [{ field: 'amount', reason: 'is not a number' }],
      error: { code: 'MALFORMED_RECORD' },
    })
  })

  it('that fails tells nothing of whom it was asked about', async () => {
    await faults({ method: 'GET', fault: { do: 'status', status: 500, error: `no ${DOCUMENT} of ${NAME}` } })
    const { status, out, err } = await typed(
      `invoice list --document ${DOCUMENT} --reference ${NAME.replaceAll(' ', '_')} --json`,
    )
    expect(status).toBe(5)
    expect(err).toMatch(
      /^cuadre: HTTP_STATUS: GET \/invoices\?reference=\[hidden\]&customerDocumentNumber=\[hidden\]&limit=100 /,
    )
    expect(err + out).not.toMatch(/1032456789|Ana_Pe/)
  })
})

describe('settlement get', () => {
  const settled = async (): Promise<readonly [string, string]> => {
    const { id } = await service.create()
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'pse' })
    const { fields } = await service.v1('GET', `/invoices/${id}`)
    const slot = [String(fields.settlementDate), String(fields.settlementTime)] as const
    await service.control('POST', `/cycles/${slot[0]}/${slot[1]}/run`)
    return slot
  }

  it('shows it as the service states it, in our words', async () => {
    const [date, cycle] = await settled()
    const { fields } = await service.v1('GET', `/settlements/${date}/${cycle}`)
    const { status, out, err } = await typed(`settlement get ${date} ${cycle}`)
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(
      new RegExp(
        `^settlement {3}${date} cycle ${cycle}\\nstatus {7}${fields.status}\\ninvoices {5}1\\ncollected {4}COP 1,850,000\\nfees {9}COP [\\d,]+\\nadjustments {2}COP 0\\npayout {7}COP [\\d,]+\\ngateway {6}no\\n$`,
      ),
    )
    expect(JSON.parse((await typed(`settlement get ${date} ${cycle} --json`)).out)).toEqual({
      schemaVersion: 1,
      command: 'settlement get',
      exitCode: 0,
      settlement: {
        date,
        cycle,
        status: fields.status,
        invoiceCount: 1,
        collected: 1_850_000,
        fees: fields.fees,
        feesPostpaid: false,
        adjustments: 0,
        gateway: false,
        payout: fields.paymentAmount,
        extra: null,
      },
      error: null,
    })
  })

  it('says plainly that there is none, and what to do', async () => {
    const { status, out, err } = await typed('settlement get 2026-03-12 11 --json')
    expect(status).toBe(2)
    expect(err).toMatch(
      /^cuadre: SETTLEMENT_NOT_FOUND: there is no settlement of 2026-03-12 cycle 11; it may come after /,
    )
    expect(JSON.parse(out)).toMatchObject({
      command: 'settlement get',
      exitCode: 2,
      error: { code: 'SETTLEMENT_NOT_FOUND' },
    })
  })

  it.each([
    [
      'settlement get 2026-03-12 11',
      2,
      /^cuadre: SETTLEMENT_NOT_FOUND: there is no settlement of .* at http:\S+\d, which does not end with \/v1; set /,
    ],
    [
      'invoice get inv_01',
      2,
      /^cuadre: INVOICE_NOT_FOUND: .* at http:\S+\d, which does not end with \/v1; set CUADRE_BASE_URL /,
    ],
    [
      'invoice list',
      5,
      /^cuadre: HTTP_STATUS: GET \/invoices\?\S+ answered 404 \(the base URL does not end with \/v1\).*; check that CUADRE_BASE_URL /,
    ],
  ])('%s says when the base URL lacks its version', async (command, status, message) => {
    const address = service.baseUrl.replace('/v1', '')
    const answer = await typed(`${command} --base-url ${address}`)
    expect(answer.status).toBe(status)
    expect(answer.err).toMatch(message)
  })

  it('tells when the service answers for another one', async () => {
    const [date, cycle] = await settled()
    await faults({ method: 'GET', fault: { do: 'fields', set: { cycle: 'X', bonus: { a: [1] } } } })
    const { status, out, err } = await typed(`settlement get ${date} ${cycle} --json`)
    expect([status, err]).toEqual([0, `cuadre: the service answered for ${date} cycle X\n`])
    expect(JSON.parse(out).settlement).toMatchObject({ cycle: 'X', extra: { bonus: { a: [1] } } })
  })
})

describe('what all four share', () => {
  const ALL: readonly (readonly [string, readonly string[]])[] = [
    ['invoice create', createWords()],
    ['invoice get', ['invoice', 'get', 'inv_1']],
    ['invoice list', ['invoice', 'list']],
    ['settlement get', ['settlement', 'get', '2026-03-12', '11']],
  ]

  it.each(ALL)('%s without a service ends with 2', async (_, words) => {
    const { status, err } = await type(words)
    expect([status, err]).toEqual([2, expect.stringMatching(/^cuadre: NO_SERVICE: /)])
  })

  it.each(ALL)('%s with a wrong key ends with 4', async (_, words) => {
    const env = { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: 'sk_wrong_0123456789' }
    const { status, out, err } = await type([...words, '--json'], { env })
    expect([status, err]).toEqual([4, expect.stringMatching(/^cuadre: CREDENTIALS_REJECTED: /)])
    expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1, exitCode: 4, error: { code: 'CREDENTIALS_REJECTED' } })
    expect(err + out).not.toContain('sk_wrong')
  })

  it.each(ALL)('%s with nobody there ends with 5', async (_, words) => {
    const { status, err } = await type(words, at('http://127.0.0.1:1/v1'))
    expect([status, err]).toEqual([5, expect.stringMatching(/^cuadre: UNREACHABLE: (GET|POST) /)])
  })

  it.each(ALL)('%s through a redirect ends with 5', async (_, words) => {
    const { baseUrl, requests } = await serve(json({}, 301, { location: service.baseUrl }))
    const { status, err } = await type(words, at(baseUrl))
    expect([status, err]).toEqual([5, expect.stringMatching(/^cuadre: REDIRECTED: /)])
    expect(requests).toHaveLength(1)
  })
})
