import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import Database from 'better-sqlite3'
import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type Seen, type } from '../cli/terminal.ts'
import { folderForAll } from '../empty-folder.ts'
import { type Nights, startNights } from './night.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

/** Three nights of a slot: a list, one that was not read whole, and a changed list that an invoice has left. */
const threeNights = async (): Promise<Nights> => {
  const nights = await startNights()
  const invoices = somePaid(DATE, '11', 150)
  const told = settlement(DATE, '11', invoices)
  nights.service.tell(DATE, '11', { settlement: told, invoices })
  await nights.run({ date: DATE, cycles: ['11'] })
  nights.service.refuse((path) => (path.includes('settlementCycle=11') ? { status: 400, body: { error: 'no' } } : null))
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: DATE, cycles: ['11'] })
  nights.service.refuse(null)
  nights.clock('2026-03-14 22:30')
  nights.service.tell(DATE, '11', { settlement: told, invoices: invoices.slice(1) })
  await nights.run({ date: DATE, cycles: ['11'] })
  return nights
}

const audit = (nights: Nights, words: string, now = '2026-03-15T03:30:00Z'): Promise<Seen> =>
  type(`audit ${words} --db ${nights.folder}/cuadre.db`, { cwd: nights.folder, now: () => Date.parse(now) })
const verify = (nights: Nights, words: string): Promise<Seen> => type(`audit --verify ${words}`, { cwd: nights.folder })

const meddle = (nights: Nights, statements: string): void => {
  const sqlite = new Database(join(nights.folder, 'cuadre.db'))
  sqlite.exec(statements)
  sqlite.close()
}

/** Bypasses a trigger that forbids it, which is restored afterwards. */
const meddlePast = (nights: Nights, trigger: string, change: string): void => {
  const sqlite = new Database(join(nights.folder, 'cuadre.db'))
  const text = sqlite.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(trigger)
  sqlite.exec(`DROP TRIGGER ${trigger}; ${change}; ${text}`)
  sqlite.close()
}

const filesIn = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(join(folder, name))]),
  )
const rowsOf = (text: Buffer | undefined): string[][] =>
  `${text}`
    .trim()
    .split('\n')
    .map((line) => line.split(','))

describe('a pack', () => {
  it('has every answer of every pull byte for byte, attempts as facts, ledgers and history', async () => {
    const nights = await threeNights()
    const { status, out, err } = await audit(nights, `${DATE} 11 --out evidence --json`)
    expect([status, err]).toEqual([0, ''])
    const { pack } = JSON.parse(out)
    const files = filesIn(join(nights.folder, 'evidence'))
    expect(pack).toMatchObject({ path: 'evidence', merchant: 'default', date: DATE, cycle: '11', masked: false })
    expect(pack.files).toBe(files.size)
    const answers = rowsOf(files.get('answers.csv')).slice(1)
    expect(answers.map(([pull, , part, place]) => `${pull} ${part} ${place}`)).toEqual([
      ...['2 settlement-before 1', '2 page 1', '2 page 2', '2 settlement-after 1'],
      ...['3 settlement-before 1', '3 page 1', '3 page 2', '3 settlement-after 1', '3 invoice 1'],
    ])
    for (const [, , , , , , bytes, sha256, file = '', original] of answers) {
      const content = files.get(file)
      expect([
        `${content?.length}`,
        createHash('sha256')
          .update(content ?? '')
          .digest('hex'),
      ]).toEqual([bytes, sha256])
      expect(original).toBe(sha256)
    }
    const first = JSON.parse(`${files.get('answers/pull-2/page-00001.json')}`)
    expect(first.items).toEqual(somePaid(DATE, '11', 100))
    expect(rowsOf(files.get('pulls.csv')).map(([pull, , whole, code]) => [pull, whole, code])).toEqual([
      ['pull', 'read_whole', 'reason_code'],
      ['2', 'true', ''],
      ['', 'false', 'HTTP_STATUS'],
      ['3', 'true', ''],
    ])
    expect(rowsOf(files.get('invoice-ledger.csv'))).toHaveLength(150)
    expect(`${files.get('discrepancies.csv')}`).toContain('INVOICE_VANISHED')
    expect(`${files.get('discrepancy-history.csv')}`).toMatch(/COLLECTED_MISMATCH,settlement,3,.*,found,open,error,COP/)
    expect(JSON.parse(`${files.get('policy.json')}`)).toMatchObject({ policy: { adjustments: 'add' } })
  })

  it('is the same whenever it is made, the time of its making aside', async () => {
    const nights = await threeNights()
    await audit(nights, `${DATE} 11 --out one`)
    await audit(nights, `${DATE} 11 --out other`, '2026-04-01T00:00:00Z')
    const [one, other] = [filesIn(join(nights.folder, 'one')), filesIn(join(nights.folder, 'other'))]
    const proofs = ['manifest.json', 'SHA256SUMS']
    expect([...one].filter(([name]) => !proofs.includes(name))).toEqual(
      [...other].filter(([name]) => !proofs.includes(name)),
    )
    const about = (files: typeof one) => `${files.get('manifest.json')}`.replace(/"madeAt": "[^"]*"/, '')
    expect(about(one)).toBe(about(other))
  })

  it('tells its figures by the policy they were judged by, whatever the settings say now', async () => {
    const nights = await threeNights()
    await audit(nights, `${DATE} 11 --out before`)
    writeFileSync(join(nights.folder, 'cuadre.config.json'), '{"adjustments":"subtract"}')
    expect((await audit(nights, `${DATE} 11 --out after`)).status).toBe(0)
    const policy = (name: string) => readFileSync(join(nights.folder, name, 'policy.json'), 'utf8')
    expect(policy('after')).toBe(policy('before'))
    expect(JSON.parse(policy('after')).judgedBy).toEqual({ cuadre: '0.0.0-story', policyNumber: 1 })
  })

  it('is proven by the number that was printed and that the database keeps', async () => {
    const nights = await threeNights()
    const made = await audit(nights, `${DATE} 11 --out evidence.zip`)
    const [, number = ''] = /SHA-256 of its manifest: ([0-9a-f]{64})/.exec(made.out) ?? []
    expect((await audit(nights, `${DATE} 11 --made`)).out).toBe(`2026-03-14 22:30:00  whole   ${number}\n`)
    const proven = await verify(nights, `evidence.zip --digest ${number.toUpperCase()}`)
    expect([proven.status, proven.err]).toEqual([0, ''])
    expect(proven.out).toContain('the pack is complete and unchanged')
    expect((await verify(nights, 'evidence.zip')).out).toContain('The pack agrees with its own manifest.')
    const told = JSON.parse((await verify(nights, `evidence.zip --digest ${number} --json`)).out)
    expect(told).toMatchObject({ command: 'audit', exitCode: 0, proof: { isProven: true, problems: [] }, error: null })
  })

  it('that was altered is told by name, and ends with 6', async () => {
    const nights = await threeNights()
    await audit(nights, `${DATE} 11 --out evidence`)
    writeFileSync(join(nights.folder, 'evidence/answers/pull-2/page-00002.json'), '{}')
    const { status, out, err } = await verify(nights, 'evidence')
    expect(status).toBe(6)
    expect(out).toContain('NOT WHOLE:\naltered: answers/pull-2/page-00002.json (it has 2 bytes, and not')
    expect(err).toMatch(
      /^cuadre: PACK_DAMAGED: evidence is not the pack that was made: answers\/pull-2\/page-00002.json; /,
    )
    const told = JSON.parse((await verify(nights, 'evidence --json')).out)
    expect(told).toMatchObject({ exitCode: 6, proof: { isProven: false }, error: { code: 'PACK_DAMAGED' } })
  })

  it('has a page that shows hostile text and runs nothing', async () => {
    const nights = await startNights()
    const evil = '<script>alert(1)</script>\u202E'
    const invoices = [
      paid(DATE, '11', 1, { paymentMethod: evil, reference: evil }),
      paid(DATE, '11', 2, { reference: evil }),
    ]
    nights.service.tellSettled(DATE, '11', invoices)
    await nights.run({ date: DATE, cycles: ['11'] })
    await audit(nights, `${DATE} 11 --out evidence`)
    const page = readFileSync(join(nights.folder, 'evidence/index.html'), 'utf8')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toMatch(/<script|\u202E|src=|@import|url\(|https?:/)
    expect(page).toContain('default-src &#39;none&#39;;')
  })

  it('of a slot that was never read whole has its attempts', async () => {
    const nights = await startNights()
    nights.service.refuse(() => ({ status: 400, body: { error: 'no' } }))
    await nights.run({ date: DATE, cycles: ['11'] })
    expect((await audit(nights, `${DATE} 11 --out evidence`)).status).toBe(0)
    const files = filesIn(join(nights.folder, 'evidence'))
    expect(rowsOf(files.get('pulls.csv'))).toHaveLength(2)
    expect(rowsOf(files.get('answers.csv'))).toHaveLength(1)
  })
})

describe('a masked pack', () => {
  it('shows no document and no name anywhere, and says that its answers are not the originals', async () => {
    const nights = await startNights()
    const nina = { customerDocumentNumber: '1032456789', customerName: 'Niña Zárate', reference: 'R 1032456789' }
    const invoices = [paid(DATE, '11', 1, nina), paid(DATE, '11', 2, nina), paid(DATE, '11', 3)]
    const told = settlement(DATE, '11', invoices)
    nights.service.tell(DATE, '11', { settlement: told, invoices })
    nights.service.byId.set(`${DATE}-11-001`, invoices[0] ?? {})
    await nights.run({ date: DATE, cycles: ['11'] })
    nights.clock('2026-03-13 22:30')
    nights.service.tell(DATE, '11', { settlement: told, invoices: invoices.slice(1) })
    await nights.run({ date: DATE, cycles: ['11'] })
    const { out } = await audit(nights, `${DATE} 11 --out copy --mask`)
    expect(out).toContain('its answers are not the bytes that came')
    const files = filesIn(join(nights.folder, 'copy'))
    const personal = [...files].filter(([, text]) => /1032456789|niña|zárate|inquilino/i.test(`${text}`))
    expect(personal.map(([name]) => name)).toEqual([])
    expect(`${files.get('index.html')}`).toContain('these files are not byte for byte what the service sent')
    expect(JSON.parse(`${files.get('manifest.json')}`).masked).toBe(true)
    const answers = rowsOf(files.get('answers.csv')).slice(1)
    const digests = answers.map(
      ([, , part, , , , , sha256, , original]) =>
        `${part} ${original === '' ? 'withheld' : original === sha256 ? 'same' : 'other'}`,
    )
    expect(digests.slice(0, 3)).toEqual(['settlement-before same', 'page other', 'settlement-after same'])
    expect(digests.at(-1)).toBe('invoice withheld')
    expect((await verify(nights, 'copy')).out).toMatch(/^masked copy of the evidence/)
  })
})

describe('is refused', () => {
  const NUMBER = 'a'.repeat(64)
  it.each([
    ['audit', 'needs a date and a cycle, or --verify'],
    [`audit ${DATE} --out x`, 'needs a date and a cycle, or --verify'],
    [`audit ${DATE} 11`, '--out is missing'],
    [`audit ${DATE} 11 --out=`, '--out must be a text that is not empty'],
    ['audit 2026-02-30 11 --out x', '<date> is not a valid date'],
    [`audit ${DATE} ../11 --out x`, '<cycle> is not a valid cycle'],
    [`audit ${DATE} 11 13 --out x`, 'one argument too many'],
    [`audit ${DATE} 11 --out x --digest ${NUMBER}`, '--digest needs --verify'],
    [`audit ${DATE} 11 --out x --made`, '--made makes no pack; --out cannot be used with it'],
    [`audit ${DATE} 11 --made --mask`, '--made makes no pack; --mask cannot be used with it'],
    [`audit ${DATE} 11 --verify x`, '--verify takes no date and no cycle'],
    ['audit --verify x --out y', '--verify reads the pack and nothing else; --out cannot be used with it'],
    ['audit --verify x --mask', '--verify reads the pack and nothing else; --mask cannot be used with it'],
    ['audit --verify x --made', '--verify reads the pack and nothing else; --made cannot be used with it'],
    ['audit --verify x --db y', '--verify reads the pack and nothing else; --db cannot be used with it'],
    ['audit --verify=', '--verify must be a text that is not empty'],
    ['audit --verify x --digest 12', '--digest must be a SHA-256'],
  ])('%s', async (line, message) => {
    const { status, err } = await type(line)
    expect([status, err]).toEqual([2, expect.stringContaining(message)])
  })

  it('of a slot never pulled, with the command that pulls it; nothing is made', async () => {
    const nights = await startNights()
    const env = { CUADRE_DB: join(nights.folder, 'cuadre.db') }
    const before = await type(`audit ${DATE} 11 --out x`, { cwd: nights.folder, env })
    expect([before.status, before.err]).toEqual([
      2,
      `cuadre: NEVER_PULLED: nothing was ever pulled for ${DATE} cycle 11; pull it with: cuadre run --date ${DATE} --cycle 11\n`,
    ])
    expect(readdirSync(nights.folder)).toEqual([])
    await nights.run({ date: DATE, cycles: ['11'] })
    for (const words of [`${DATE} 13 --out x`, `${DATE} 13 --made`])
      expect((await audit(nights, words)).err).toContain(`nothing was ever pulled for ${DATE} cycle 13`)
    expect(readdirSync(nights.folder)).not.toContain('x')
  })

  it('when the run that read it was stopped before it checked', async () => {
    const nights = await threeNights()
    meddle(nights, 'DROP TRIGGER assessment_kept; DELETE FROM assessment')
    const { status, err } = await audit(nights, `${DATE} 11 --out x`)
    expect([status, err]).toEqual([
      2,
      expect.stringContaining(`check it with: cuadre check --db ${nights.folder}/cuadre.db --date ${DATE}`),
    ])
  })

  it('where something is already, and where nothing may be written', async () => {
    const nights = await threeNights()
    writeFileSync(join(nights.folder, 'taken'), '')
    expect(await audit(nights, `${DATE} 11 --out taken`)).toMatchObject({ status: 2 })
    expect((await audit(nights, `${DATE} 11 --out .`)).err).toContain('PACK_TARGET_TAKEN')
    expect((await audit(nights, `${DATE} 11 --out taken/below`)).status).toBe(6)
    expect((await audit(nights, `${DATE} 11 --out taken/below.zip`)).status).toBe(6)
  })

  it('to a folder that may not be written', async () => {
    const nights = await threeNights()
    mkdirSync(join(nights.folder, 'locked'), { mode: 0o500 })
    // Root may write to it: only the system's own folder refuses.
    const locked = process.getuid?.() === 0 ? '/proc' : 'locked'
    expect(await audit(nights, `${DATE} 11 --out ${locked}/x`)).toMatchObject({ status: 6 })
    chmodSync(join(nights.folder, 'locked'), 0o700)
  })

  it('from a database whose answers are not what came: nothing is made of them', async () => {
    const nights = await threeNights()
    meddlePast(nights, 'body_unchanged', `UPDATE body SET gzip = x'${gzipSync('{}').toString('hex')}' WHERE id = 1`)
    const { status, err } = await audit(nights, `${DATE} 11 --out x`)
    expect([status, err]).toEqual([6, expect.stringContaining('is not the one that came')])
    expect(readdirSync(nights.folder)).not.toContain('x')
  })

  it.each([
    [
      'an invoice',
      'version_unchanged',
      "UPDATE version SET customer_name = 'Other' WHERE id = 3",
      /: the invoices of pull 1 are not those/,
    ],
    ['a policy', 'policy_unchanged', "UPDATE policy SET json = json || ' '", /: policy 1 is not what was kept/],
    [
      'an assessment',
      'assessment_unchanged',
      "UPDATE assessment SET totals = totals || ' ' WHERE id = 1",
      /: assessment 1 is not what was kept/,
    ],
  ])('from a database in which %s of the slot was altered', async (_, trigger, change, told) => {
    const nights = await threeNights()
    expect((await audit(nights, `${DATE} 11 --out whole`)).status).toBe(0)
    meddlePast(nights, trigger, change)
    const { status, err } = await audit(nights, `${DATE} 11 --out x`)
    expect([status, err]).toEqual([6, expect.stringMatching(told)])
    expect(readdirSync(nights.folder)).not.toContain('x')
  })
})

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (BROWSER === undefined) process.stderr.write('audit-page: skipped, no Chromium is installed here\n')

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]
const EVIL = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202E\u0000'

/** The page of a pack whose slot has hostile text wherever the service may put it. */
const packPage = async (more: string): Promise<string> => {
  const nights = await startNights()
  const hostile = { reference: EVIL, customerName: EVIL, contract: EVIL, paymentMethod: EVIL }
  const invoices = [paid(DATE, '11', 1, hostile), paid(DATE, '11', 2, hostile), paid(DATE, '11', 3)]
  nights.service.tellSettled(DATE, '11', invoices, { status: EVIL })
  await nights.run({ date: DATE, cycles: ['11'] })
  nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices: invoices.slice(1) })
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: DATE, cycles: ['11'] })
  const { status } = await type(`audit ${DATE} 11 --db cuadre.db --out pack ${more}`, { cwd: nights.folder })
  expect(status).toBe(0)
  return pathToFileURL(join(nights.folder, 'pack', 'index.html')).href
}

describe.skipIf(BROWSER === undefined)('the page of a pack in a real browser', () => {
  const profiles = [folderForAll(), folderForAll()]
  let browser: BrowserContext
  /** Allows the checker, which the page's own policy blocks. */
  let checking: BrowserContext

  beforeAll(async () => {
    const [one = '', other = ''] = profiles
    browser = await chromium.launchPersistentContext(one, { executablePath: BROWSER ?? '', args: FLAGS })
    checking = await chromium.launchPersistentContext(other, {
      executablePath: BROWSER ?? '',
      args: FLAGS,
      bypassCSP: true,
    })
  })
  afterAll(async () => {
    await browser?.close()
    await checking?.close()
  })

  test.each(['', '--mask'])(
    'shows hostile text, runs and fetches nothing, and says nothing on the console %s',
    async (more) => {
      const page = await browser.newPage()
      const heard: string[] = []
      page.on('console', (message) => heard.push(message.text()))
      page.on('pageerror', (error) => heard.push(error.message))
      page.on('request', (request) => heard.push(request.url()))
      const url = await packPage(more)
      await page.goto(url)
      expect(heard).toEqual([url])
      expect(await page.title()).toBe(`Evidence of ${DATE} 11 · default · Cuadre`)
      expect(await page.locator('img, script').count()).toBe(0)
      await page.close()
    },
  )

  test.each([1280, 390])('can be read by everybody, at %i', async (width) => {
    const page = await checking.newPage()
    await page.setViewportSize({ width, height: 900 })
    await page.goto(await packPage(''))
    await page.evaluate(axe.source)
    const found: { violations: { id: string; nodes: { html: string }[] }[] } = await page.evaluate('axe.run()')
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    await page.close()
  })
})
