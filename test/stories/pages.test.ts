import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { type Nights, startNights } from './night.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const PAGES = [`${DATE}/report.html`, 'index.html']

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A day in which an invoice is missing from the list of cycle 13. */
const tell = ({ service }: Nights): void => {
  for (const cycle of ['11', '13', '16', '18', '20']) {
    const invoices = somePaid(DATE, cycle, 3)
    const listed = cycle === '13' ? invoices.slice(1) : invoices
    service.tell(DATE, cycle, { settlement: settlement(DATE, cycle, invoices), invoices: listed })
  }
}

const pageOf = ({ folder }: Nights, name: string): string => readFileSync(join(folder, 'out', name), 'utf8')
const stampsOf = ({ folder }: Nights): readonly string[] =>
  PAGES.map((name) => statSync(join(folder, 'out', name))).map(({ ino, mtimeMs, mode }) => `${ino} ${mtimeMs} ${mode}`)

test('a night and a check write the page of the day and that of all days, for their owner only', async () => {
  const nights = await startNights()
  tell(nights)
  const { files } = await nights.run({ date: DATE })
  const names = files.map((path) => relative(join(nights.folder, 'out'), path))
  expect(names).toContain(`${DATE}/report.html`)
  expect(names.at(-1)).toBe('index.html')
  expect((await nights.check({ date: DATE })).files).toEqual(files)
  for (const name of PAGES) expect(statSync(join(nights.folder, 'out', name)).mode & 0o777).toBe(0o600)
  const manifest = JSON.parse(pageOf(nights, `${DATE}/manifest.json`))
  expect(manifest.files.map(({ name }: { name: string }) => name)).toContain('report.html')
})

test('a later check of the same pulls leaves both alone, whatever its own run is called', async () => {
  const nights = await startNights()
  tell(nights)
  await nights.run({ date: DATE })
  // The second night turns new findings into open ones; from then on nothing changes.
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: DATE })
  const before = stampsOf(nights)
  const page = pageOf(nights, PAGES[0] ?? '')
  nights.clock('2026-03-14 22:30')
  await nights.check({ date: DATE })
  expect(stampsOf(nights)).toEqual(before)
  expect(page).toContain('<code class="break">run-1</code>')
  expect(page).not.toContain('run-2')
})

test('the digests on the page are those of what the service answered', async () => {
  const nights = await startNights()
  const invoices = somePaid(DATE, '11', 120)
  const told = settlement(DATE, '11', invoices)
  nights.service.tell(DATE, '11', { settlement: told, invoices })
  await nights.run({ date: DATE, cycles: ['11'] })
  const page = pageOf(nights, `${DATE}/report.html`)
  expect(page).toContain(sha256(JSON.stringify(told)))
  const pages = [
    { items: invoices.slice(0, 100), cursor: '100', count: 100 },
    { items: invoices.slice(100), cursor: null, count: 20 },
  ]
  expect(page).toContain(sha256(pages.map((one) => `${sha256(JSON.stringify(one))}\n`).join('')))
  expect(page).toContain(sha256(pageOf(nights, `${DATE}/invoice-ledger.csv`)))
})

test('a page that was altered or taken away is written again, the same to the byte', async () => {
  const nights = await startNights()
  tell(nights)
  await nights.run({ date: DATE })
  const before = PAGES.map((name) => pageOf(nights, name))
  writeFileSync(join(nights.folder, 'out', PAGES[0] ?? ''), 'altered')
  rmSync(join(nights.folder, 'out', 'index.html'))
  await nights.check({ date: DATE })
  expect(PAGES.map((name) => pageOf(nights, name))).toEqual(before)
})

test('another language makes another page of the same ledgers', async () => {
  const nights = await startNights()
  tell(nights)
  await nights.run({ date: DATE })
  const ledger = statSync(join(nights.folder, 'out', DATE, 'settlement-ledger.csv')).ino
  await nights.check({ date: DATE }, { language: 'es' })
  expect(pageOf(nights, `${DATE}/report.html`)).toMatch(
    /<html lang="es">.*El operador.*La liquidación \p{L}+ 3 facturas.*Abonada de /su,
  )
  expect(pageOf(nights, 'index.html')).toMatch(/<html lang="es">.*Conciliación de liquidaciones/s)
  expect(statSync(join(nights.folder, 'out', DATE, 'settlement-ledger.csv')).ino).toBe(ledger)
})

test('a named invoice is shown with its customer, and the page of a changed day is written again', async () => {
  const nights = await startNights()
  const invoices = [paid(DATE, '11', 1, { paymentAmount: 900_000 }), paid(DATE, '11', 2)]
  nights.service.tellSettled(DATE, '11', invoices)
  await nights.run({ date: DATE, cycles: ['11'] })
  expect(pageOf(nights, `${DATE}/report.html`)).toMatch(
    /R-2026-03-12-11-1<.*00001.*Inquilino 1.*1,001,000.*900,000.*UNDERPAID/s,
  )
  const mended = [paid(DATE, '11', 1), paid(DATE, '11', 2)]
  nights.service.tellSettled(DATE, '11', mended)
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: DATE, cycles: ['11'] })
  expect(pageOf(nights, `${DATE}/report.html`)).toContain('<code class="break">run-2</code>')
})

test('what is wrong with thousands of invoices still makes a small page, quickly read', async () => {
  const nights = await startNights()
  const invoices = Array.from({ length: 3_000 }, (_, n) => paid(DATE, '11', n + 1, { paymentAmount: 1 }))
  nights.service.tellSettled(DATE, '11', invoices)
  await nights.run({ date: DATE, cycles: ['11'] })
  const page = pageOf(nights, `${DATE}/report.html`)
  expect(page).toMatch(/and 2,992 more of UNDERPAID, COP.[\d,]+ in all: see discrepancies\.csv/)
  expect(page).toContain('and 2,960 more, in discrepancies.csv')
  expect(page.length).toBeLessThan(80_000)
})
