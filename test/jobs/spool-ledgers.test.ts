import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { InvoiceInPull } from '../../src/domain/pull/invoice-in-pull.ts'
import type { Pull } from '../../src/domain/pull/pull.ts'
import type { Slot } from '../../src/domain/slot.ts'
import { rowsOfSlot } from '../../src/pipeline/report/ledger-rows.ts'
import { type SpooledRows, spoolLedgers } from '../../src/pipeline/report/spool/spool-ledgers.ts'
import { csvOf } from '../../src/publish/csv/csv.ts'
import { aList, aPaidInvoice, aPull, cop, invoiceInPull } from '../domain/a.ts'
import { emptyFolder } from '../empty-folder.ts'
import { slotOf } from '../service/samples.ts'
import { type Nights, startNights } from '../stories/night.ts'
import { paid, settlement, somePaid } from '../stories/told.ts'

const DATE = '2026-03-12'

/** Three settlements with texts that confuse spreadsheets; one is larger than a page that is read back. */
const tellSome = ({ service }: Nights): void => {
  for (const [cycle, many] of [
    ['11', 700],
    ['13', 40],
    ['18', 3],
  ] as const) {
    const odd = paid(DATE, cycle, 9_999, { description: '=1+1; "Ñandú", 東京\nlínea dos', customerName: null })
    const invoices = [...somePaid(DATE, cycle, many), odd]
    service.tell(DATE, cycle, { settlement: settlement(DATE, cycle, invoices), invoices })
  }
}

const ledgersIn = (folder: string) =>
  ['invoice-ledger.csv', 'settlement-ledger.csv', 'discrepancies.csv', 'ledger.xlsx'].map((name) =>
    readFileSync(join(folder, DATE, name)).toString('base64'),
  )

/** The files of the run, and those made from the database alone, without spooled rows. */
const writtenAndReadBack = async (nights: Nights) => {
  const out = mkdtempSync(join(tmpdir(), 'cuadre-read-back-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  await nights.check({ date: DATE }, { out })
  return [ledgersIn(join(nights.folder, 'out')), ledgersIn(out)]
}

test('what was made while lists were checked is what is made from the database, to the byte', async () => {
  const nights = await startNights()
  tellSome(nights)
  expect((await nights.run({ date: DATE })).exitCode).toBe(0)
  const [written, readBack] = await writtenAndReadBack(nights)
  expect(written).toEqual(readBack)
})

test('a list that changed by the next night, and one that is checked again for another, are shown as they are', async () => {
  const nights = await startNights()
  tellSome(nights)
  await nights.run({ date: DATE })
  const moved = { ...paid(DATE, '13', 1), settlementTime: '11' }
  const both = [...somePaid(DATE, '11', 700), moved]
  nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', both), invoices: both })
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: DATE })
  const [written, readBack] = await writtenAndReadBack(nights)
  expect(written).toEqual(readBack)
  expect(
    Buffer.from(written?.[0] ?? '', 'base64')
      .toString()
      .split('\n'),
  ).toHaveLength(1 + 701 + 41 + 4 + 3)
})

/** A list of this many invoices of 1,000 pesos, read by run `r1`, and the invoices of its pages. */
const someList = (kept: number): { readonly pull: Pull; readonly page: readonly InvoiceInPull[] } => ({
  pull: aPull({ runId: 'r1', contentId: aPull().id, list: aList({ kept }) }),
  page: Array.from({ length: kept }, (_, at) =>
    invoiceInPull({ current: aPaidInvoice({ id: `i${at}`, paid: cop(1_000) }) }),
  ),
})

const spoolIn = async (db?: string, day: readonly { slot: Slot; pull: Pull }[] = []) => {
  const nights = await startNights()
  const context = nights.context(db === undefined ? {} : { db })
  const folder = emptyFolder()
  const job =
    db === undefined ? { ...context, settings: { ...context.settings, db: join(folder, 'cuadre.db') } } : context
  return { job, spool: await spoolLedgers(job, 'default', 'r1', async () => day) }
}

const textOf = async (spooled: SpooledRows | null) => {
  if (spooled === null) throw new Error('the rows are to be read back')
  let [text, rows] = ['', 0]
  for await (const piece of spooled.csv()) {
    text += typeof piece.text === 'string' ? piece.text : Buffer.from(piece.text).toString()
    rows += piece.rows
  }
  return { text, rows }
}

test('rows are given once for each list, with their number, and must come to what was collected', async () => {
  const { job, spool } = await spoolIn()
  const { pull, page } = someList(600)
  await spool.onPage(pull, page.slice(0, 500))
  await spool.onPage(pull, page.slice(500))
  const expected = [...csvOf('standard')(rowsOfSlot(job, 'default', pull).of(page))].map(({ text }) => text).join('')
  expect(await textOf(await spool.take(pull, cop(600_000)))).toEqual({ text: expected, rows: 600 })
  await expect(spool.take(pull, cop(600_001))).rejects.toThrow('does not add up')
  spool.close()
})

test('rows of the sheet follow those of the settlements before theirs on its day', async () => {
  const { pull, page } = someList(5)
  const own = { ...pull, slot: slotOf(DATE, '18') }
  const day = ['20', '18', '13', '11'].map((cycle) => {
    const slot = slotOf(DATE, cycle)
    return { slot, pull: { ...pull, slot, list: aList({ kept: 30 }) } }
  })
  const { spool } = await spoolIn(undefined, day)
  await spool.onPage(own, page)
  expect((await spool.take(own, cop(5_000)))?.sheet).toMatchObject({ firstRow: 2 + 30 + 30, rows: 5 })
  spool.close()
})

test.each<[string, Partial<Pull>, shown: number]>([
  ['was read by an earlier run', { runId: 'r0' }, 5],
  ['repeats the contents of an earlier one', { contentId: 0 }, 5],
  ['was not shown whole', {}, 4],
  ['was shown twice', {}, 10],
  ['was never shown', {}, 0],
])('a list that %s is read back', async (_, instead, shown) => {
  const { spool } = await spoolIn()
  const list = someList(5)
  const pull = { ...list.pull, ...instead }
  await spool.onPage({ ...list.pull, id: 99, contentId: 99 }, list.page)
  for (let at = 0; at < shown; at += 5) await spool.onPage(pull, list.page.slice(0, Math.min(5, shown - at)))
  expect(await spool.take(pull, cop(5_000))).toBeNull()
  spool.close()
})

test('an empty list has no rows', async () => {
  const { spool } = await spoolIn()
  const { pull, page } = someList(0)
  await spool.onPage(pull, page)
  expect(await textOf(await spool.take(pull, cop(0)))).toEqual({ text: '', rows: 0 })
  spool.close()
})

test('a name that a killed process could not take away is removed by the next run', async () => {
  const nights = await startNights()
  tellSome(nights)
  await nights.run({ date: DATE })
  const left = join(nights.folder, '.spool.999999999.0123456789abcdef.tmp')
  writeFileSync(left, '')
  await nights.run({ date: DATE })
  expect(existsSync(left)).toBe(false)
})

test('where the file cannot be made, lists are read back, and nobody hears of it', async () => {
  const { spool } = await spoolIn('/proc/no-such-folder/cuadre.db')
  const { pull, page } = someList(5)
  await spool.onPage(pull, page)
  expect(await spool.take(pull, cop(5_000))).toBeNull()
  spool.close()
})

test('a file that can no longer be read is told as a fault of the disk', async () => {
  const { spool } = await spoolIn()
  const { pull, page } = someList(5)
  await spool.onPage(pull, page)
  const rows = await spool.take(pull, cop(5_000))
  spool.close()
  await expect(textOf(rows)).rejects.toMatchObject({ code: 'OUT_NOT_WRITTEN', exit: 6 })
})
