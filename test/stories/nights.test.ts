import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import { runJob } from '../../jobs/run.ts'
import { readStatement } from '../../jobs/statement.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import { rangeAccountFacts } from '../../jobs/steps/statement/account-as-of.ts'
import { JOB } from '../../reports/documents/run-document.ts'
import { reportText } from '../../src/cli/terminal/report-text.ts'
import type { Days } from '../../src/core/calendar/calendar.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { type AccountFacts, operatorAccount } from '../../src/rules/account/operator-account.ts'
import { totalOf } from '../../src/rules/account/position.ts'
import { slot } from '../core/a.ts'
import { type Nights, startNights } from './night.ts'
import type { Answer } from './service.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const tell = ({ service }: Nights, date: string, cycle: string, many = 2) => service.tellSettled(date, cycle, many)
const verdicts = (report: { slots: readonly { slot: { date: string; cycle: string }; verdict: string }[] }) =>
  report.slots.map(({ slot, verdict }) => `${slot.date} ${slot.cycle} ${verdict}`)
const files = ({ folder }: Nights, date = DATE) => {
  const day = join(folder, 'out', date)
  return Object.fromEntries(readdirSync(day).map((name) => [name, readFileSync(join(day, name), 'utf8')]))
}

describe('an ordinary night, without dates', () => {
  test('reads what is due of today and the seven days before it', async () => {
    const nights = await startNights('2026-03-12 16:00')
    const report = await nights.run()
    expect(report.slots[0]?.slot).toEqual({ date: '2026-03-05', cycle: '11' })
    expect(report.slots.at(-1)?.slot).toEqual({ date: '2026-03-12', cycle: '13' })
    expect(report.slots).toHaveLength(7 * 5 + 2)
  })

  test('reads again what is older and not settled yet, or was never read', async () => {
    const nights = await startNights('2026-03-02 22:30')
    tell(nights, '2026-03-02', '11')
    nights.service.tell('2026-03-02', '13', { invoices: somePaid('2026-03-02', '13', 1) })
    await nights.run({ date: '2026-03-02' })
    nights.clock('2026-03-12 22:30')
    const older = verdicts(await nights.run()).filter((line) => line < '2026-03-05')
    expect(older).toEqual([
      '2026-03-02 13 discrepant',
      ...['2026-03-03', '2026-03-04'].flatMap((date) =>
        ['11', '13', '16', '18', '20'].map((cycle) => `${date} ${cycle} empty`),
      ),
    ])
  })

  test('says so when nothing is due', async () => {
    const nights = await startNights('2026-03-12 10:00')
    const report = await nights.run({ date: DATE })
    expect([report.outcome, report.exitCode, nights.service.asked]).toEqual(['nothing-due', 0, []])
  })
})

describe('rerunning', () => {
  test('a discrepancy is new, then open, then resolved, then open again, and never doubled', async () => {
    const nights = await startNights()
    const slot = tell(nights, DATE, '11')
    const right = slot.settlement
    const states = async () =>
      (await nights.run({ date: DATE })).slots[0]?.discrepancies.map(({ code, state }) => `${code} ${state}`)
    slot.settlement = { ...right, numberOfInvoices: 3 }
    expect(await states()).toEqual(['COUNT_MISMATCH new'])
    expect(await states()).toEqual(['COUNT_MISMATCH open'])
    slot.settlement = right
    expect(await states()).toEqual(['COUNT_MISMATCH resolved', 'SETTLEMENT_CHANGED new'])
    expect(await states()).toEqual(['SETTLEMENT_CHANGED open'])
    slot.settlement = { ...right, numberOfInvoices: 3 }
    expect(await states()).toEqual(['COUNT_MISMATCH open', 'SETTLEMENT_CHANGED resolved'])
  })

  test('an attempt that could not be read whole changes no discrepancy', async () => {
    const nights = await startNights()
    const slot = tell(nights, DATE, '11')
    slot.settlement = { ...slot.settlement, numberOfInvoices: 3 }
    await nights.run({ date: DATE })
    slot.list = () => ({ status: 400, body: { error: 'no' } })
    const report = await nights.run({ date: DATE })
    expect(report.slots[0]?.discrepancies.map(({ code, state }) => `${code} ${state}`)).toEqual(['COUNT_MISMATCH new'])
    expect(report.slots[0]?.verdict).toBe('incomplete')
  })

  test('check says the same as the run before it, and changes nothing', async () => {
    const nights = await startNights()
    const slot = tell(nights, DATE, '11')
    slot.settlement = { ...slot.settlement, numberOfInvoices: 3 }
    const run = await nights.run({ date: DATE })
    const before = files(nights)
    const asked = nights.service.asked.length
    nights.clock('2026-04-30 22:30')
    const check = await nights.check({ date: DATE })
    expect(check.slots).toEqual(run.slots)
    expect(files(nights)).toEqual(before)
    expect(nights.service.asked).toHaveLength(asked)
  })
})

describe('a night that goes wrong', () => {
  test('a key that sees nothing of what was there stores nothing', async () => {
    const nights = await startNights()
    tell(nights, DATE, '11')
    tell(nights, DATE, '13')
    await nights.run({ date: DATE })
    const before = files(nights)
    nights.service.tell(DATE, '11', {})
    nights.service.tell(DATE, '13', {})
    const asked = nights.service.asked.length
    const report = await nights.run({ date: DATE })
    expect([report.outcome, report.exitCode, report.error?.code]).toEqual(['failed', 4, 'NOTHING_SEEN'])
    expect(files(nights)).toEqual(before)
    // The settlement, its list and the settlement again, of five cycles; no invoice by id.
    expect(nights.service.asked.slice(asked).filter((path) => path.includes('/invoices/'))).toEqual([])
    expect(nights.service.asked.length - asked).toBe(5 * 3)
  })

  test('one slot of two that empties is stored and told', async () => {
    const nights = await startNights()
    tell(nights, DATE, '11')
    tell(nights, DATE, '13')
    await nights.run({ date: DATE })
    nights.service.tell(DATE, '11', {})
    const report = await nights.run({ date: DATE })
    expect(report.slots[0]?.discrepancies.map(({ code }) => code)).toEqual([
      'INVOICE_VANISHED',
      'INVOICE_VANISHED',
      'SETTLEMENT_VANISHED',
    ])
  })

  test('a settlement that is gone is about what it should have paid when it was last there', async () => {
    const nights = await startNights()
    const invoices = somePaid(DATE, '11', 3)
    const told = settlement(DATE, '11', invoices.slice(1))
    const service = nights.service.tell(DATE, '11', { settlement: told, invoices })
    const amounts = async () => {
      const { slots } = await nights.run({ date: DATE, cycles: ['11'] })
      return slots.flatMap(({ discrepancies }) =>
        discrepancies.filter(({ code }) => code === 'SETTLEMENT_VANISHED').map(({ amount }) => amount),
      )
    }
    await amounts()
    service.invoices = invoices.slice(0, 2)
    expect(await amounts()).toEqual([])
    service.settlement = null
    service.invoices = []
    expect([await amounts(), await amounts()]).toEqual([[199_900_000n], [199_900_000n]])
    service.invoices = invoices.slice(0, 1)
    expect(await amounts()).toEqual([199_900_000n])
  })

  test('a base URL that never answered binds nothing', async () => {
    const nights = await startNights()
    tell(nights, DATE, '11')
    const wrong = await nights.run({ date: DATE, cycles: ['11'] }, { baseUrl: `${nights.service.baseUrl}/typo` })
    const right = await nights.run({ date: DATE, cycles: ['11'] })
    expect([wrong.exitCode, right.exitCode]).toEqual([5, 0])
  })

  test('without a base URL nothing is made up', async () => {
    const nights = await startNights()
    await expect(nights.run({ date: DATE }, { baseUrl: null })).rejects.toMatchObject({ code: 'NO_SERVICE' })
    expect(existsSync(join(nights.folder, 'cuadre.db'))).toBe(false)
  })
})

describe('reading a slot', () => {
  const moving = (times: number) => async () => {
    const nights = await startNights()
    const slot = tell(nights, DATE, '11')
    slot.settle = (asked) => (asked < times ? { body: { ...slot.settlement, fees: 4_000 + asked } } : null)
    return (await nights.run({ date: DATE, cycles: ['11'] })).slots[0]?.verdict
  }
  test('a settlement that moves once is read once more', async () => expect(await moving(1)()).toBe('reconciled'))
  test('one that still moves makes the slot incomplete', async () => expect(await moving(3)()).toBe('incomplete'))

  test('a list of many pages is followed to its null cursor', async () => {
    const nights = await startNights()
    tell(nights, DATE, '11', 250)
    const [slot] = (await nights.run({ date: DATE, cycles: ['11'] })).slots
    expect(slot?.list).toMatchObject({ pages: 3, items: 250, kept: 250 })
    expect(slot?.verdict).toBe('reconciled')
  })

  test('an invoice that left is asked for by its id, once', async () => {
    const nights = await startNights()
    const slot = tell(nights, DATE, '11', 3)
    await nights.run({ date: DATE, cycles: ['11'] })
    slot.invoices = slot.invoices.slice(0, 2)
    for (let night = 0; night < 3; night += 1) await nights.run({ date: DATE, cycles: ['11'] })
    expect(nights.service.asked.filter((line) => line === `GET /v1/invoices/${DATE}-11-003`)).toHaveLength(1)
  })

  test('many that left are asked for side by side, each once', async () => {
    const nights = await startNights()
    const slot = tell(nights, DATE, '11', 250)
    await nights.run({ date: DATE, cycles: ['11'] })
    slot.invoices = slot.invoices.slice(0, 10)
    let asked = 0
    let letThrough = (): void => {}
    const fourAsked = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    nights.service.refuse((path) => {
      if (!path.includes('/invoices/')) return null
      asked += 1
      if (asked === 4) letThrough()
      return { status: 404, body: { error: 'Unknown invoice' }, after: fourAsked }
    })
    const [told] = (await nights.run({ date: DATE, cycles: ['11'] })).slots
    expect(told?.discrepancies.filter(({ code }) => code === 'INVOICE_VANISHED')).toHaveLength(240)
    await nights.run({ date: DATE, cycles: ['11'] })
    expect(asked).toBe(240)
  })

  test('an invoice that moves between two lists while they are read is not called a double', async () => {
    const nights = await startNights()
    const first = tell(nights, DATE, '11')
    const second = tell(nights, DATE, '13')
    const mover = paid(DATE, '11', 9, { settlementTime: '13' })
    first.settlement = settlement(DATE, '11', [...somePaid(DATE, '11', 2)])
    let listed = 0
    first.list = () => {
      listed += 1
      const items = listed === 1 ? [...first.invoices, mover] : first.invoices
      return { body: { items, cursor: null, count: items.length } }
    }
    second.invoices = [...second.invoices, mover]
    second.settlement = settlement(DATE, '13', [...somePaid(DATE, '13', 2), mover])
    nights.service.byId.set(String(mover.id), mover)
    const report = await nights.run({ date: DATE }, { concurrency: 1 })
    expect(report.slots.flatMap(({ discrepancies }) => discrepancies.map(({ code }) => code))).not.toContain(
      'INVOICE_IN_TWO_SLOTS',
    )
  })
})

describe('a service that says "no such settlement" in its own way', () => {
  test('makes a quiet slot incomplete, which names the setting; with it the slot is empty', async () => {
    const nights = await startNights()
    const nothing: Answer = { status: 404, body: '' }
    nights.service.tell(DATE, '11', { settle: () => nothing })
    const before = await nights.run({ date: DATE, cycles: ['11'] })
    expect(before.slots.map(({ verdict }) => verdict)).toEqual(['incomplete'])
    const { entries } = await nights.history(DATE, '11')
    expect(inspect(entries, { depth: 20 })).toContain('set "absentBodies": ["empty"]')
    const after = await nights.run({ date: DATE, cycles: ['11'] }, { absentBodies: ['empty'] })
    expect(after.slots.map(({ verdict }) => verdict)).toEqual(['empty'])
  })
})

test('JSON that the service sends as text is read, and warned of once a run', async () => {
  const nights = await startNights()
  const body = settlement(DATE, '11', somePaid(DATE, '11', 2))
  const settle = () => ({ body, headers: { 'content-type': 'text/plain' } })
  nights.service.tell(DATE, '11', { settlement: body, invoices: somePaid(DATE, '11', 2), settle })
  const { slots } = await nights.run({ date: DATE, cycles: ['11'] })
  expect(slots.map(({ verdict }) => verdict)).toEqual(['reconciled'])
  expect(nights.warnings).toEqual(['MEDIA_TYPE the service sends JSON as text/plain'])
})

const DAY = '2026-03-12'

test('a settlement that was pulled, but not checked since, has no figures: its list would be the one of before', async () => {
  const nights = await startNights()
  const invoices = somePaid(DAY, '11', 2)
  const told = nights.service.tell(DAY, '11', { settlement: null, invoices })
  await nights.run()
  const oneMore = somePaid(DAY, '11', 3)
  told.invoices = oneMore
  told.settlement = settlement(DAY, '11', oneMore)
  const stopped = {
    ...nights.context(),
    progress: ({ kind }: { readonly kind: string }) => {
      if (kind === 'slot-read') throw new Error('the machine was switched off')
    },
  }
  const { date, cycle } = slot(DAY, '11')
  const request = { dates: { from: date, to: date }, cycles: [cycle], dryRun: false, failOn: 'error' as const }
  await expect(runJob(stopped, request)).rejects.toThrow('switched off')

  const { money } = await nights.status()
  expect(money.overpaid.open.sum).toBe(0n)
  expect(money.unread.open.number).toBe(1)

  await nights.run()
  const after = (await nights.status()).money
  expect([totalOf(after.unread).number, totalOf(after.compared).number]).toEqual([0, 1])
})

const MANY = 2_000

test('a settlement whose invoices all lack a payment field: files have every finding, pages and the screen the first', async () => {
  const { service, run, folder } = await startNights()
  const invoices = somePaid(DATE, '11', MANY).map(({ paymentId: _, ...invoice }) => invoice)
  service.tellSettled(DATE, '11', invoices)
  const report = await run({ date: DATE, cycles: ['11'] })
  const [slot] = report.slots
  expect(slot?.discrepancies).toHaveLength(MANY)
  expect(new Set(slot?.discrepancies.map(({ message }) => message)).size).toBe(1)

  const rows = readFileSync(join(folder, 'out', DATE, 'discrepancies.csv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
  expect(rows.map((row) => row.split(',')[8])).toEqual(invoices.map(({ id }) => `invoice:${id}`).sort())
  expect(statSync(join(folder, 'out', DATE, 'report.html')).size).toBeLessThan(150_000)
  const options = {
    display: { width: 80, colour: false, language: 'en' },
    zone: zoneByName('America/Bogota'),
    now: 0,
    all: true,
    pasteable: (command: string) => command,
  } as const
  expect(reportText(report, [], options).split('\n').length).toBeLessThan(40)
  expect(JOB.of({ command: 'run', ...report })).toMatchObject({ slots: [{ discrepancies: { length: MANY } }] })

  const again = await run({ date: DATE, cycles: ['11'] })
  expect(again.slots[0]?.discrepancies.filter(({ state }) => state === 'open')).toHaveLength(MANY)
})

const PER_DAY = 5
const days = (from: string, to: string): Days => ({ from: slot(from).date, to: slot(to).date })
const unreadIn = async (nights: Nights, of: Days): Promise<number> =>
  totalOf(
    (await readStatement(nights.context(), { days: of, asOf: null, format: null, isWritten: false })).position.unread,
  ).number

/** In the account of an exported workbook. */
const unreadInWorkbook = async (nights: Nights, of: Days): Promise<number> => {
  const facts = await readDatabase(nights.context(), (store, context) => rangeAccountFacts(store, context, of))
  return operatorAccount(facts as AccountFacts, of).beside.notRead.number
}

/** A night of one day, after which no job ran. */
const oneNight = async (): Promise<Nights> => {
  const nights = await startNights(`${DAY} 22:30`)
  await nights.run()
  return nights
}

test('status counts every due settlement that no night has read since the first day, however long ago that is', async () => {
  const nights = await oneNight()
  const before = totalOf((await nights.status()).money.unread).number
  nights.clock('2026-06-12 22:30')
  const { money } = await nights.status()
  expect(totalOf(money.unread).number - before).toBe(92 * PER_DAY)
})

test('status of a database without nights counts those of its weeks: nobody asked for other days', async () => {
  const nights = await startNights(`${DAY} 22:30`)
  await nights.run({ date: DAY, cycles: ['11'] })
  nights.clock('2026-06-12 22:30')
  expect(totalOf((await nights.status()).money.unread).number).toBe(PER_DAY - 1)
})

test('a statement to sign counts what was due at its closing and never read', async () => {
  const nights = await oneNight()
  nights.clock('2026-03-17 09:00')
  const { closing } = await closePeriod(nights.context(), {
    through: slot('2026-03-16').date,
    by: 'Ana',
    reason: 'no service',
    force: true,
  })
  expect(closing).not.toBeNull()
  const range = days('2026-03-13', '2026-03-16')
  expect(await unreadIn(nights, range)).toBe(4 * PER_DAY)
  expect(await unreadInWorkbook(nights, range)).toBe(4 * PER_DAY)
})

test('a statement counts days after the last night only as far as it is known, and none where nights never ran', async () => {
  const nights = await oneNight()
  nights.clock('2026-03-20 09:00')
  expect(await unreadIn(nights, days('2026-03-13', '2026-03-20'))).toBe(0)
  const named = await startNights(`${DAY} 22:30`)
  await named.run({ date: DAY })
  named.clock('2026-03-20 09:00')
  await named.check()
  expect(await unreadIn(named, days('2026-03-01', '2026-03-31'))).toBe(0)
})

test('days that were due at the last reading of named days, and never read, are told alike on every screen', async () => {
  const nights = await startNights('2026-04-10 09:00')
  await nights.run({ from: DAY, to: '2026-03-13' })
  const month = days('2026-03-01', '2026-03-31')
  const unread = 18 * PER_DAY
  expect(await unreadIn(nights, month)).toBe(unread)
  expect(await unreadInWorkbook(nights, month)).toBe(unread)
  expect(totalOf((await nights.status()).money.unread).number).toBe(unread + 10 * PER_DAY - 5)
  const index = readFileSync(join(nights.folder, 'out/index.html'), 'utf8')
  expect(index).toContain(`${unread} settlements of days that were not read are not included`)
})
