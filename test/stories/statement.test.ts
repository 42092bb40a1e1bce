import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { closePeriod, undoClosing } from '../../jobs/close.ts'
import { exportLedgers } from '../../jobs/export.ts'
import { readStatement, type StatementReport, type StatementRequest } from '../../jobs/statement.ts'
import { accountLines } from '../../reports/statements/account-lines.ts'
import { type Days, monthOf } from '../../src/core/calendar/calendar.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import type { Settings } from '../../src/input/settings.ts'
import { hasLibreOffice, opened } from '../print/libreoffice.ts'
import { centavosIn, tablesIn } from '../reports/read-tables.ts'
import { type Nights, startNights } from './night.ts'

const FEBRUARY = monthOf('2026-02-01' as SlotDate)
const FILES = ['statement.html', 'statement.csv', 'statement.xlsx', 'manifest.json']
const CLOSED_FILES = ['statement.html', 'statement.csv', 'statement.xlsx', 'decisions.csv', 'manifest.json']
const MARCH = monthOf('2026-03-01' as SlotDate)

/** Each settlement: 10 invoices of COP 10,055,000 less 20,000 of fees, so COP 10,035,000. */
const tellDay = ({ service }: Nights, date: string, cycle: string, instead = {}) =>
  service.tellSettled(date, cycle, 10, instead)

const statementOf = (nights: Nights, request: Partial<StatementRequest> = {}, instead: Partial<Settings> = {}) =>
  readStatement(nights.context(instead), { days: null, asOf: null, format: null, ...request })

/** The lines of the account that are not zero, in pesos. */
const linesOf = ({ account }: Pick<StatementReport, 'account'>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    accountLines(account)
      .filter(({ amount }) => amount !== 0n)
      .map(({ name, amount }) => [name, Number(amount) / 100]),
  )

/** The end of February: one paid out in full, one short of COP 5,000, one in process until March, one that failed. */
const endOfFebruary = async (): Promise<Nights> => {
  const nights = await startNights('2026-02-26 22:30')
  tellDay(nights, '2026-02-26', '11')
  tellDay(nights, '2026-02-26', '13', { paymentAmount: 10_030_000 })
  await nights.run({ date: '2026-02-26' })
  nights.clock('2026-02-27 22:30')
  tellDay(nights, '2026-02-27', '11', { status: 'pending' })
  tellDay(nights, '2026-02-27', '13', { status: 'error' })
  await nights.run({ date: '2026-02-27' })
  return nights
}

const LINES = {
  collected: 40_220_000,
  fees_deducted: -80_000,
  due: 40_140_000,
  paid_out: -20_065_000,
  closing: 20_075_000,
  in_process: 10_035_000,
  failed: 10_035_000,
  underpaid: 5_000,
}

/** The lines of the account that are not zero, in pesos, by label; a line without a settlement is zero. */
const linesByLabel = ({ account }: Pick<StatementReport, 'account'>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    accountLines(account)
      .filter(({ amount }) => amount !== 0n)
      .map(({ label, amount }) => [label.en, Number(amount) / 100]),
  )

const PAID_OUT = 'Paid out, according to the operator'
const PAID_OUT_BEFORE = 'Paid out, of what was due before'
const FLOWS = ['Collected', 'Fees deducted', 'Due on these days', PAID_OUT]

/** In side-by-side accounts the payouts are one line, so that the months add up to the total. */
const paidOutTogether = (lines: Readonly<Record<string, number>>): Readonly<Record<string, number>> => {
  const { [PAID_OUT_BEFORE]: before = 0, ...others } = lines
  return { ...others, [PAID_OUT]: (others[PAID_OUT] ?? 0) + before }
}

/** The side-by-side accounts on the first sheet of an export, in pesos, without zeros. */
const accountsInExport = async (
  nights: Nights,
  days: Days,
  { account }: Pick<StatementReport, 'account'>,
): Promise<readonly Readonly<Record<string, number>>[]> => {
  const labels = new Set(accountLines(account).map(({ label }) => label.en))
  const request = { days, by: 'settlement', format: { kind: 'xlsx' }, masked: false } as const
  await exportLedgers(nights.context(), request)
  const path = join(nights.folder, 'out/export', `${days.from}_${days.to}`, 'ledger.xlsx')
  const rows = (await readXlsx(readFileSync(path))).sheets.find(({ name }) => name === 'Account')?.rows ?? []
  const lines = rows.filter(([label]) => labels.has(String(label)))
  const width = Math.max(...lines.map((cells) => cells.length))
  return Array.from({ length: (width - 1) / 2 }, (_, at) =>
    Object.fromEntries(
      lines.flatMap((cells) => {
        const amount = Number(cells[2 * at + 2] ?? 0)
        return amount === 0 ? [] : [[String(cells[0]), amount]]
      }),
    ),
  )
}

const bytesOf = ({ files }: Pick<StatementReport, 'files'>): readonly string[] =>
  files.map((file) => readFileSync(file, 'utf8'))

describe('the account with the operator', () => {
  test('of a month comes out the same whenever it is asked for, and is what the next one opens with', async () => {
    const nights = await endOfFebruary()
    const then = await statementOf(nights)
    expect(then.days).toEqual(FEBRUARY)
    expect(linesOf(then)).toEqual(LINES)
    nights.clock('2026-03-02 22:30')
    tellDay(nights, '2026-02-27', '11')
    tellDay(nights, '2026-03-02', '11')
    await nights.run()
    const later = await statementOf(nights, { days: FEBRUARY })
    expect(linesOf(later)).toEqual(LINES)
    const march = await statementOf(nights)
    expect(linesOf(march)).toEqual({
      opening: 20_075_000,
      collected: 10_055_000,
      fees_deducted: -20_000,
      due: 10_035_000,
      paid_out: -10_035_000,
      paid_out_of_before: -10_035_000,
      closing: 10_040_000,
      failed: 10_035_000,
      underpaid: 5_000,
    })
    expect(march.account.opening).toBe(later.account.closing)
  })

  test('is the same in the workbook of an export: month by month, each opening with the closing before, and in total', async () => {
    const nights = await endOfFebruary()
    nights.clock('2026-03-02 22:30')
    tellDay(nights, '2026-02-27', '11')
    tellDay(nights, '2026-03-02', '11', { adjustments: 700, paymentAmount: 10_035_700 })
    tellDay(nights, '2026-03-02', '13', { adjustments: -900, paymentAmount: 10_034_100 })
    await nights.run()
    const march = { from: MARCH.from, to: '2026-03-02' as SlotDate }
    const both = { from: FEBRUARY.from, to: march.to }
    const told = [
      await statementOf(nights, { days: FEBRUARY }),
      await statementOf(nights, { days: march }),
      await statementOf(nights, { days: both }),
    ] as const
    const columns = await accountsInExport(nights, both, told[2])
    expect(columns).toEqual(told.map((statement) => paidOutTogether(linesByLabel(statement))))
    for (const label of FLOWS) {
      const [first = 0, second = 0, total = 0] = columns.map((lines) => lines[label] ?? 0)
      expect([label, first + second]).toEqual([label, total])
    }
    const [first, second, total] = columns.map((lines) => new Map(Object.entries(lines)))
    expect(second?.get('Opening: due before and not paid out')).toBe(20_075_000)
    expect(first?.get('Closing: still to be paid out')).toBe(20_075_000)
    expect(total?.get('Closing: still to be paid out')).toBe(10_040_000)
    expect([second, total].map((lines) => lines?.get('Adjustments not explained: added'))).toEqual([700, 700])
    expect([second, total].map((lines) => lines?.get('Adjustments not explained: taken off'))).toEqual([-900, -900])
    await closePeriod(nights.context(), { through: FEBRUARY.to, by: 'Ana', force: true, reason: 'month end' })
    nights.clock('2026-03-03 22:30')
    tellDay(nights, '2026-02-26', '13')
    await nights.run({ date: '2026-02-26' })
    const closed = await statementOf(nights, { days: FEBRUARY })
    expect(closed.closed?.restatements).not.toEqual([])
    expect(await accountsInExport(nights, FEBRUARY, closed)).toEqual([linesByLabel(closed)])
  })

  test('as of a past day is the same as it was on that day', async () => {
    const nights = await endOfFebruary()
    const then = await statementOf(nights)
    nights.clock('2026-03-02 22:30')
    tellDay(nights, '2026-02-27', '11', { amountCollected: 9_000_000, paymentAmount: 8_980_000 })
    await nights.run()
    const asOf = { kind: 'number', number: then.moment.number } as const
    const out = join(nights.folder, 'then')
    const again = await statementOf(nights, { days: FEBRUARY, asOf }, { out })
    expect(again.account).toEqual(then.account)
    expect(again.moment).toEqual(then.moment)
  })

  test('its files say the same, and the page names the digest of the manifest', async () => {
    const nights = await endOfFebruary()
    const { files, account } = await statementOf(nights)
    const [page = '', csv = '', , manifest = ''] = files
    expect(files.map((file) => file.slice(nights.folder.length))).toEqual(
      FILES.map((name) => `/out/statement/2026-02-01_2026-02-28/${name}`),
    )
    const html = readFileSync(page, 'utf8')
    expect(html).toContain(createHash('sha256').update(readFileSync(manifest)).digest('hex'))
    for (const digits of ['40,220,000', '−80,000', '40,140,000', '−20,065,000', '20,075,000'])
      expect(html).toContain(digits)
    const rows = readFileSync(csv, 'utf8').trim().split('\n').slice(1)
    const settlements = rows.filter((row) => row.includes(',settlement,'))
    expect(settlements.map((row) => row.split(',').slice(4))).toEqual([
      ['underpaid', '2026-02-26', '13', 'open', '', '10035000', '10030000', '0', '0', '5000'],
      ['in-process', '2026-02-27', '11', 'none', '', '10035000', '', '0', '0', '10035000'],
      ['failed', '2026-02-27', '13', 'open', '', '10035000', '', '0', '0', '10035000'],
    ])
    expect(account.items).toHaveLength(3)
  })

  test('of a closed month stays as it was closed, beside what is known now and every restatement', async () => {
    const nights = await endOfFebruary()
    nights.clock('2026-03-01 09:00')
    const closing = { through: FEBRUARY.to, by: 'Ana', reason: 'month-end', force: true }
    const { statements } = await closePeriod(nights.context(), closing)
    const closed = await statementOf(nights, { days: FEBRUARY })
    expect(statements).toEqual(closed.files)
    expect(statements.map((file) => file.slice(nights.folder.length))).toEqual(
      CLOSED_FILES.map((name) => `/out/statement/2026-02-01_2026-02-28/${name}`),
    )
    const files = bytesOf(closed)
    expect(linesOf(closed)).toEqual(LINES)
    expect(closed.closed?.restatements).toEqual([])

    nights.clock('2026-03-02 22:30')
    tellDay(nights, '2026-02-26', '11', { paymentAmount: 10_034_000 })
    tellDay(nights, '2026-02-27', '11')
    await nights.run({ from: '2026-02-26', to: '2026-02-27' })
    const now = await statementOf(nights, { days: FEBRUARY })
    expect(linesOf(now)).toEqual(LINES)
    expect(bytesOf({ files: now.files.slice(0, 5) })).toEqual(files)
    expect(linesOf(now.closed?.now ?? now)).toEqual({
      ...LINES,
      paid_out: -20_064_000,
      closing: 20_076_000,
      underpaid: 6_000,
    })
    expect(now.closed?.restatements).toMatchObject([
      { subject: 'settlement.payout', figures: { reported: 1_003_400_000n, expected: 1_003_500_000n } },
      { subject: 'settlement.status' },
    ])
    const asOf = { kind: 'number', number: now.closed?.now.moment.number ?? 0 } as const
    const again = await statementOf(nights, { days: FEBRUARY, asOf }, { out: join(nights.folder, 'then') })
    expect(linesOf(again)).toEqual(LINES)
    expect(again.closed?.now.account).toEqual(now.closed?.now.account)
    const march = await statementOf(nights, { days: MARCH })
    expect([march.account.opening, march.openingAsClosed]).toEqual([closed.account.closing, closed.account.closing])
    expect(march.account.restated?.settlements.map(({ slot, paidOut }) => [slot.date, slot.cycle, paidOut])).toEqual([
      ['2026-02-26', '11', -100_000n],
    ])
    expect(linesOf(march)).toMatchObject({ restated_paid_out: 1_000, paid_out_of_before: -10_035_000 })
    // March 1 is open, February 26 is closed with the month: no closing ends on either, so none is claimed.
    for (const from of ['2026-03-02', '2026-02-27'])
      expect((await statementOf(nights, { days: { from: from as SlotDate, to: MARCH.to } })).openingAsClosed).toBeNull()

    nights.clock('2026-04-01 09:00')
    await closePeriod(nights.context(), { through: MARCH.to, by: 'Ana', reason: 'month-end', force: true })
    const marchClosed = await statementOf(nights, { days: MARCH })
    expect([marchClosed.account.opening, marchClosed.openingAsClosed]).toEqual([
      march.account.opening,
      closed.account.closing,
    ])
    const page = readFileSync(marchClosed.files.find((file) => file.endsWith('statement.html')) ?? '', 'utf8')
    expect(page.replaceAll('\u00a0', ' ')).toContain(
      'What 1 settlement of those days became since stands in this account: COP 0 due, −COP 1,000 paid out.',
    )
  })

  /**
   * As closed; then one of its settlements was paid COP 1,000 less, and another one that was in process was paid out.
   */
  const restatedNights = async () => {
    const nights = await endOfFebruary()
    nights.clock('2026-03-01 09:00')
    await closePeriod(nights.context(), { through: FEBRUARY.to, by: 'Ana', reason: 'month-end', force: true })
    nights.clock('2026-03-02 22:30')
    tellDay(nights, '2026-02-26', '11', { paymentAmount: 10_034_000 })
    tellDay(nights, '2026-02-27', '11')
    await nights.run({ from: '2026-02-26', to: '2026-02-27' })
    const { files } = await statementOf(nights, { days: FEBRUARY })
    return { nights, files: files.slice(5) }
  }
  const restated = async () => (await restatedNights()).files
  const DIFFERENCES = [
    ['Paid out, according to the operator', -20_065_000, -20_064_000, 1_000],
    ['Closing: still to be paid out', 20_075_000, 20_076_000, 1_000],
    ['Paid too little', 5_000, 6_000, 1_000],
  ] as const

  test('of a closed month that reads otherwise now has files of its own: as closed, now, difference, each restatement', async () => {
    const [page = '', ...others] = await restated()
    expect([page, ...others].map((file) => file.split('/').slice(-2).join('/'))).toEqual([
      'since-closing/statement.html',
      'since-closing/statement.xlsx',
      'since-closing/manifest.json',
    ])
    const html = readFileSync(page, 'utf8')
    expect(html).toContain('a difference of COP\u00a01,000')
    const [account = [], restatements = []] = tablesIn(html).map(({ groups }) =>
      groups.flatMap(({ rows }) => rows.map(({ cells }) => cells)),
    )
    const lines = account
      .filter(([, closed]) => closed !== '')
      .map(([name, ...cells]) => [name, ...cells.map((cell) => Number(centavosIn(cell, 'en')) / 100)])
    expect(lines.length).toBeGreaterThan(15)
    expect(lines.filter(([, , , difference]) => difference !== 0)).toEqual(DIFFERENCES)
    for (const [, closed, now, difference] of lines) expect(Number(now) - Number(closed)).toBe(difference)
    expect(restatements).toEqual([
      ['2026-02-26', '11', 'settlement.payout', 'new', 'COP', '10,035,000', '10,034,000', '−1,000'],
      ['2026-02-27', '11', 'paid out, by its status', 'new', 'COP', '0', '10,035,000', '10,035,000'],
    ])
  })

  test('which are gone once the closing is undone; files of others stay', async () => {
    const { nights, files } = await restatedNights()
    const folder = dirname(files[0] ?? '')
    writeFileSync(join(folder, 'notes.txt'), 'ours')
    await undoClosing(nights.context(), { by: 'Ana', reason: 'a mistake' })
    expect(readdirSync(folder)).toEqual(['notes.txt'])
    rmSync(join(folder, 'notes.txt'))
    await statementOf(nights, { days: FEBRUARY })
    expect(existsSync(folder)).toBe(false)
  })

  test('the page of all days says when a month was closed, until that is undone', async () => {
    const nights = await endOfFebruary()
    nights.clock('2026-03-01 09:00')
    const index = () => readFileSync(join(nights.folder, 'out/index.html'), 'utf8')
    await closePeriod(nights.context(), { through: FEBRUARY.to, by: 'Ana', reason: 'month-end', force: true })
    expect(index()).toContain('Closed on 2026-03-01 09:00: its statement has the figures of the closing')
    expect(index()).toContain('href="statement/2026-02-01_2026-02-28/statement.html"')
    await undoClosing(nights.context(), { by: 'Ana', reason: 'a mistake' })
    expect(index()).not.toContain('Closed on')
  })

  test('its page leads to all days, and to the months beside it that have one', async () => {
    const nights = await endOfFebruary()
    const linksOf = async (days: Days): Promise<readonly string[]> => {
      await statementOf(nights, { days })
      const page = readFileSync(join(nights.folder, `out/statement/${days.from}_${days.to}/statement.html`), 'utf8')
      return [...page.matchAll(/href="([^#"]+)"/g)].map(([, to = '']) => to)
    }
    const march = { from: '2026-03-01', to: '2026-03-31' } as Days
    expect(await linksOf(march)).toEqual(['../../index.html'])
    expect(await linksOf(FEBRUARY)).toEqual(['../../index.html', '../2026-03-01_2026-03-31/statement.html'])
    expect(await linksOf(march)).toEqual(['../2026-02-01_2026-02-28/statement.html', '../../index.html'])
  })

  test('each line of its account but those of 0 leads to what it sums up, on a page that is there', async () => {
    const nights = await endOfFebruary()
    await statementOf(nights, { days: FEBRUARY })
    const path = join(nights.folder, 'out/statement/2026-02-01_2026-02-28/statement.html')
    const page = readFileSync(path, 'utf8')
    const links = [...page.matchAll(/<th[^>]*><a href="([^#"]*)#([^"]+)">([^<]+)/g)]
    const month = '../../index.html#2026-02-01'
    const closing = ['Closing: still to be paid out', 'In process', 'Failed', 'Paid too little']
    expect(links.map(([, to, id, line]) => [line, `${to}#${id}`])).toEqual([
      ...['Collected', 'Fees deducted', 'Due on these days'].map((line) => [line, month]),
      ['Paid out, according to the operator', month],
      ...closing.map((line) => [line, '#behind']),
    ])
    for (const [, to = '', id] of links)
      expect(readFileSync(to === '' ? path : join(dirname(path), to), 'utf8')).toContain(`id="${id}"`)
  })

  test('what could not be read since the closing before is told, and leaves the account', async () => {
    const nights = await endOfFebruary()
    nights.clock('2026-03-01 09:00')
    await closePeriod(nights.context(), { through: FEBRUARY.to, by: 'Ana', reason: 'month-end', force: true })
    nights.clock('2026-03-02 22:30')
    for (const cycle of ['11', '13'])
      nights.service.tell('2026-02-27', cycle, { list: () => ({ status: 400, body: { error: 'no' } }) })
    tellDay(nights, '2026-03-02', '11')
    await nights.run({ from: '2026-02-27', to: '2026-03-02' })
    const march = await statementOf(nights, { days: MARCH })
    expect([march.openingAsClosed, march.account.opening]).toEqual([2_007_500_000n, 2_007_500_000n])
    expect(march.account.restated?.settlements.map(({ kind, due }) => [kind, due])).toEqual([
      ['gone', -1_003_500_000n],
      ['gone', -1_003_500_000n],
    ])
    expect(march.account.items.map(({ balance }) => balance)).toEqual([500_000n])
    expect(march.account.beside.notReadBefore).toEqual({ number: 2, sum: 2_007_000_000n })
    const page = readFileSync(march.files[0] ?? '', 'utf8').replaceAll('\u00a0', ' ')
    expect(page).toContain(
      '2 earlier settlements could not be read (payouts of COP 20,070,000 when last read) and are in no balance.',
    )
    expect(page).toContain('not read or compared since')
  })

  test('what was restated before the days were closed again is no change since that closing', async () => {
    const { nights } = await restatedNights()
    await undoClosing(nights.context(), { by: 'Ana', reason: 'a mistake' })
    const closing = { through: FEBRUARY.to, by: 'Ana', reason: 'again', force: true }
    const { statements } = await closePeriod(nights.context(), closing)
    expect(statements.map((file) => file.split('/').at(-1))).toEqual(CLOSED_FILES)
    expect((await statementOf(nights, { days: FEBRUARY })).closed?.restatements).toEqual([])
  })

  test('what was restated of an earlier month is no change since the closing of the next', async () => {
    const { nights } = await restatedNights()
    nights.clock('2026-04-01 09:00')
    const closing = { through: MARCH.to, by: 'Ana', reason: 'month-end', force: true }
    const { statements } = await closePeriod(nights.context(), closing)
    expect(statements.map((file) => file.split('/').at(-1))).toEqual(CLOSED_FILES)
  })

  test('a month of which only days without money were read has no statement to sign', async () => {
    const nights = await startNights('2026-03-02 22:30')
    tellDay(nights, '2026-03-02', '11')
    await nights.run({ from: '2026-02-27', to: '2026-03-02' })
    nights.clock('2026-04-01 09:00')
    const closing = { through: MARCH.to, by: 'Ana', reason: 'month-end', force: true }
    const { statements } = await closePeriod(nights.context(), closing)
    expect([...new Set(statements.map((file) => file.split('/').at(-2)))]).toEqual(['2026-03-01_2026-03-31'])
  })

  test.skipIf(!hasLibreOffice)('and its workbook has the same', async () => {
    const [, workbook = ''] = await restated()
    const sheets = await opened(workbook, 'es-CO')
    const rows = (sheet: string) => (sheets.get(sheet) ?? []).map((row) => row.map((cell) => cell?.value ?? ''))
    const account = rows('Summary').map(([name, ...cells]) => [name, ...cells.map(Number)])
    for (const line of DIFFERENCES) expect(account).toContainEqual([...line])
    expect(rows('Restated since closing').slice(1)).toEqual([
      ['2026-02-26', '11', 'settlement.payout', 'new', 'COP', '10035000', '10034000', '-1000'],
      ['2026-02-27', '11', 'paid out, by its status', 'new', 'COP', '0', '10035000', '10035000'],
    ])
  })

  test('a day that does not end a month is closed without a statement', async () => {
    const nights = await endOfFebruary()
    const closing = { through: '2026-02-26' as SlotDate, by: 'Ana', reason: 'day', force: true }
    expect((await closePeriod(nights.context(), closing)).statements).toEqual([])
  })

  test('of a database without any settlement by then is refused, and names the command that reads it', async () => {
    const nights = await startNights()
    await expect(statementOf(nights)).rejects.toThrow('nothing was ever pulled for this merchant')
    tellDay(nights, '2026-03-12', '11')
    await nights.run({ date: '2026-03-12' })
    await expect(statementOf(nights, { days: FEBRUARY })).rejects.toThrow(
      'nothing was ever pulled for 2026-02-28 or before',
    )
  })
})
