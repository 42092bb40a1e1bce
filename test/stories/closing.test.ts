import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { type CloseReport, closePeriod, undoClosing } from '../../jobs/close.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const NEXT = '2026-03-13'

/** One ordinary slot; the rest of its day is empty. */
const tell = ({ service }: Nights, date = DATE, cycle = '11') => service.tellSettled(date, cycle, 2)
const close = (nights: Nights, through: string, force = false): Promise<CloseReport> =>
  closePeriod(nights.context(), { through: slot(through).date, by: 'Ana', reason: force ? 'disputed' : '', force })
const undo = (nights: Nights) => undoClosing(nights.context(), { by: 'Ana', reason: 'too early' })
const forbidding = ({ forbidding: slots }: CloseReport) =>
  slots.map(({ slot: { date, cycle }, verdict }) => `${date} ${cycle} ${verdict}`)

const dayOf = ({ folder }: Nights, date = DATE) => join(folder, 'out', date)
const filesOf = (nights: Nights, date = DATE) =>
  Object.fromEntries(
    readdirSync(dayOf(nights, date)).map((name) => [name, readFileSync(join(dayOf(nights, date), name), 'utf8')]),
  )
/** The names of the day's files among these. */
const namedIn = (nights: Nights, paths: readonly string[]) =>
  paths
    .filter((path) => dirname(path) === dayOf(nights))
    .map((path) => basename(path))
    .sort()
const csvOf = (nights: Nights, date = DATE) =>
  Object.fromEntries(Object.entries(filesOf(nights, date)).filter(([name]) => name.endsWith('.csv')))

describe('closing', () => {
  test('is refused with the list while something is unfinished, and nothing is recorded', async () => {
    const nights = await startNights(`${NEXT} 22:30`)
    const wrong = tell(nights)
    wrong.settlement = { ...wrong.settlement, numberOfInvoices: 3 }
    nights.service.tell(DATE, '13', { invoices: somePaid(DATE, '13', 1) })
    nights.service.tell(DATE, '16', { settlement: settlement(DATE, '16', [], { status: 'error' }) })
    nights.service.tell(DATE, '18', { list: () => ({ status: 400, body: { error: 'no' } }) })
    await nights.run({ date: DATE })
    const told = await close(nights, NEXT)
    expect([told.closing, told.report.exitCode]).toEqual([null, 3])
    expect(forbidding(told)).toEqual([
      `${DATE} 11 discrepant`,
      `${DATE} 13 discrepant`,
      `${DATE} 16 failed`,
      `${DATE} 18 incomplete`,
      ...['11', '13', '16', '18', '20'].map((cycle) => `${NEXT} ${cycle} not-pulled`),
    ])
    await expect(undo(nights)).rejects.toMatchObject({ code: 'NOT_CLOSED' })
  })

  test('of what is provisional is refused too, and what a person accepted is no obstacle', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    slot.settlement = { ...slot.settlement, status: 'processing' }
    await nights.run({ date: DATE })
    const refused = await close(nights, DATE)
    expect(forbidding(refused)).toEqual([`${DATE} 11 provisional`])
    expect([refused.report.outcome, refused.report.exitCode]).toEqual(['differs', 3])
    slot.settlement = { ...slot.settlement, status: 'paid', numberOfInvoices: 3 }
    await nights.run({ date: DATE })
    expect(forbidding(await close(nights, DATE))).toEqual([`${DATE} 11 discrepant`])
    const targets = { kind: 'filter', filter: { ...EVERYTHING, states: ['new'] } } as const
    await actOnDiscrepancies(nights.context(), {
      by: 'Ana',
      targets,
      disposition: { kind: 'accept', reason: 'ok', until: null },
    })
    expect((await close(nights, DATE)).closing).toMatchObject({ through: DATE, by: 'Ana', isForced: false })
  })

  test.each([
    ['a day to come', '2026-03-14', 'NOT_OVER'],
    ['a day whose last cycle is not due', NEXT, 'NOT_OVER'],
    ['before anything was pulled', '2026-03-11', 'NOTHING_TO_CLOSE'],
  ])('%s is refused, also by force', async (_, through, code) => {
    const nights = await startNights(`${NEXT} 21:59`)
    tell(nights)
    await nights.run({ date: DATE })
    await expect(close(nights, through, true)).rejects.toMatchObject({ code })
  })

  test('a day whose last cycle is due only after midnight is refused until then, also by force', async () => {
    const settings = policy({ graceMinutes: 5 * 60 })
    const nights = await startNights(`${NEXT} 22:30`)
    tell(nights)
    await nights.run({ date: DATE }, settings)
    const closeNext = () =>
      closePeriod(nights.context(settings), { through: slot(NEXT).date, by: 'Ana', reason: 'disputed', force: true })
    nights.clock('2026-03-14 00:59')
    await expect(closeNext()).rejects.toMatchObject({
      code: 'NOT_OVER',
      message: `${NEXT} is not over: ${NEXT} cycle 20 is not due yet`,
    })
    nights.clock('2026-03-14 01:00')
    expect((await closeNext()).closing).toMatchObject({ through: NEXT })
  })

  test('out of order is refused: what is closed stays closed', async () => {
    const nights = await startNights(`${NEXT} 22:30`)
    await nights.run({ from: DATE, to: NEXT })
    await close(nights, NEXT)
    await expect(close(nights, DATE)).rejects.toMatchObject({ code: 'CLOSED_ALREADY' })
  })

  test('once more, as after a kill, writes the files that are missing and closes nothing', async () => {
    const nights = await startNights('2026-04-01 22:30')
    tell(nights, DATE)
    await nights.run({ date: DATE })
    const first = await close(nights, '2026-03-31', true)
    const written = () => first.statements.filter((file) => file.endsWith('.csv')).map((file) => readFileSync(file))
    const signed = written()
    for (const file of first.statements) rmSync(file)
    nights.clock('2026-04-02 08:00')
    const { closing, statements, report, isAgain } = await close(nights, '2026-03-31')
    expect([closing, statements, report.exitCode, isAgain]).toEqual([first.closing, first.statements, 0, true])
    expect(written()).toEqual(signed)
  })
})

describe('a closed date', () => {
  test('keeps its files whatever later pulls find, and a run still names them', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    await nights.run({ date: DATE })
    await close(nights, DATE)
    const before = filesOf(nights)
    const times = readdirSync(dayOf(nights)).map((name) => statSync(join(dayOf(nights), name)).mtimeMs)
    slot.settlement = { ...slot.settlement, paymentAmount: 1 }
    nights.clock(`${NEXT} 22:30`)
    const report = await nights.run({ date: DATE })
    expect([report.slots[0]?.verdict, report.exitCode]).toEqual(['discrepant', 3])
    expect(namedIn(nights, report.files)).toEqual(Object.keys(before).sort())
    expect(report.closedDates).toEqual([DATE])
    expect((await nights.check({ date: DATE })).closedDates).toEqual([DATE])
    expect((await nights.run({ date: NEXT })).closedDates).toEqual([])
    expect(filesOf(nights)).toEqual(before)
    expect(readdirSync(dayOf(nights)).map((name) => statSync(join(dayOf(nights), name)).mtimeMs)).toEqual(times)
  })

  test('gets its files back as they were when somebody lost or altered them', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    await nights.run({ date: DATE })
    await close(nights, DATE)
    const before = csvOf(nights)
    slot.settlement = { ...slot.settlement, paymentAmount: 1 }
    await nights.run({ date: DATE })
    writeFileSync(join(dayOf(nights), 'settlement-ledger.csv'), 'altered')
    await nights.check({ date: DATE })
    expect(csvOf(nights)).toEqual(before)
    rmSync(dayOf(nights), { recursive: true })
    await nights.run({ date: DATE })
    expect(csvOf(nights)).toEqual(before)
  })

  test('keeps its files also when somebody accepts something of it, and that is told', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    slot.settlement = { ...slot.settlement, numberOfInvoices: 3 }
    await nights.run({ date: DATE })
    await close(nights, DATE, true)
    const before = filesOf(nights)
    const disposition = { kind: 'accept', reason: 'ok', until: null } as const
    const targets = { kind: 'filter', filter: EVERYTHING } as const
    const told = await actOnDiscrepancies(nights.context(), { by: 'Ana', targets, disposition })
    expect([told.report?.slots[0]?.verdict, told.closedDates]).toEqual(['accepted', [DATE]])
    expect(filesOf(nights)).toEqual(before)
  })

  test('is not looked for any more once it is older than the lookback', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    slot.settlement = { ...slot.settlement, numberOfInvoices: 3 }
    await nights.run({ date: DATE })
    const asked = async () => (await nights.run()).slots.filter((one) => one.slot.date === DATE).length
    nights.clock('2026-03-25 22:30')
    expect(await asked()).toBe(1)
    await close(nights, DATE, true)
    expect(await asked()).toBe(0)
  })

  test('has the files of its closing also when nothing had been written since the last change', async () => {
    const nights = await startNights()
    tell(nights)
    await nights.run({ date: DATE })
    const before = csvOf(nights)
    rmSync(dayOf(nights), { recursive: true })
    const { report } = await close(nights, DATE)
    expect(csvOf(nights)).toEqual(before)
    expect(namedIn(nights, report.files)).toEqual(Object.keys(filesOf(nights)).sort())
  })

  test('is open again when its closing is taken back, with the files of what is known now', async () => {
    const nights = await startNights(`${NEXT} 22:30`)
    const slot = tell(nights)
    await nights.run({ from: DATE, to: NEXT })
    await close(nights, DATE)
    await close(nights, NEXT)
    slot.settlement = { ...slot.settlement, paymentAmount: 1 }
    await nights.run({ date: DATE })
    expect((await undo(nights)).closing?.through).toBe(NEXT)
    expect(csvOf(nights)['settlement-ledger.csv']).toContain(',reconciled,')
    expect((await undo(nights)).closing?.through).toBe(DATE)
    expect(csvOf(nights)['settlement-ledger.csv']).toContain(',discrepant,')
    await expect(undo(nights)).rejects.toMatchObject({ code: 'NOT_CLOSED' })
    expect((await close(nights, NEXT, true)).closing?.through).toBe(NEXT)
  })
})
