import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SlotAnswer } from '../../src/rules/assessment/slot-report.ts'
import { rowsOf } from '../store/keeping.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-03'
const CYCLES = ['11', '13', '16', '18', '20']

/** A day of five slots that agree, of two invoices each. */
const tellDay = ({ service }: Nights, date: string): void => {
  for (const cycle of CYCLES) {
    service.tellSettled(date, cycle, 2)
  }
}

const retell = ({ service }: Nights, date: string, cycle: string, invoices: Told[]): void => {
  service.tell(date, cycle, { settlement: settlement(date, cycle, somePaid(date, cycle, 2)), invoices })
}

/** The night of the day, and its sweep: a date that was read whole and listed. */
const firstNight = async (): Promise<Nights> => {
  const nights = await startNights(`${DATE} 22:30`)
  tellDay(nights, DATE)
  await nights.run({ date: DATE })
  return nights
}

const shown = (slots: readonly SlotAnswer[]): readonly string[] =>
  slots.flatMap(({ slot, discrepancies }) =>
    discrepancies.map(({ code, state, subject }) => `${slot.date} ${slot.cycle} ${code} ${state} ${subject}`),
  )

const listsAsked = ({ service }: Nights): readonly string[] =>
  service.asked.filter((request) => /settlementDate/.test(request) && !/settlementCycle/.test(request))

describe('slots that no night reads any more', () => {
  test('are read again after a week, one after the other, with a pause after each', async () => {
    const nights = await firstNight()
    await nights.sweep()
    nights.clock('2026-03-10 23:00')
    expect((await nights.sweep()).swept).toEqual([])
    nights.clock('2026-03-11 12:00')
    const [asked, slept] = [nights.service.asked.length, nights.slept.length]
    const { swept, outcome, exitCode, runId } = await nights.sweep()
    expect([swept.map(({ cycle }) => cycle), outcome, exitCode, runId]).toEqual([CYCLES, 'agrees', 0, 'run-4'])
    expect(nights.slept.slice(slept)).toEqual(CYCLES.map(() => 1000))
    const settled = nights.service.asked.slice(asked).filter((request) => /settlements/.test(request))
    expect(settled.map((request) => request.slice(-2))).toEqual(CYCLES.flatMap((cycle) => [cycle, cycle]))
    nights.clock('2026-03-17 23:00')
    expect((await nights.sweep()).swept).toEqual([])
  })

  test('none is told as read when the clock is wrong', async () => {
    const nights = await firstNight()
    nights.clock('2026-03-11 12:00')
    nights.service.refuse(() => ({ headers: { date: 'Fri, 13 Mar 2026 12:00:00 GMT' }, body: {} }))
    const { swept, exitCode, error } = await nights.sweep()
    expect([swept, exitCode, error?.code]).toEqual([[], 5, 'CLOCK_SKEW'])
  })

  test('a chargeback that nobody announced and an invoice that is gone are found, and the files of the date tell them', async () => {
    const nights = await firstNight()
    const [one = {}] = somePaid(DATE, '11', 2)
    retell(nights, DATE, '11', [{ ...one, status: 'chargeback' }])
    nights.clock('2026-03-11 23:00')
    const { slots, outcome, exitCode, files } = await nights.sweep()
    expect(shown(slots)).toEqual([
      `${DATE} 11 CHARGEBACK new invoice:${DATE}-11-001`,
      `${DATE} 11 CHARGEBACK_NOT_DEBITED new invoice:${DATE}-11-001`,
      `${DATE} 11 COLLECTED_MISMATCH new settlement`,
      `${DATE} 11 COUNT_MISMATCH new settlement`,
      `${DATE} 11 INVOICE_VANISHED new invoice:${DATE}-11-002`,
    ])
    expect([outcome, exitCode]).toEqual(['differs', 3])
    const path = join(nights.folder, 'out', DATE, 'discrepancies.csv')
    expect(files).toContain(path)
    expect(readFileSync(path, 'utf8')).toContain('INVOICE_VANISHED')
  })

  test('one that cannot be read whole is incomplete, and swept again the next time', async () => {
    const nights = await firstNight()
    nights.clock('2026-03-11 23:00')
    nights.service.refuse((path) => (path.includes('settlementCycle=13') ? { status: 500, body: {} } : null))
    expect(await nights.sweep()).toMatchObject({ outcome: 'incomplete', exitCode: 5 })
    nights.service.refuse(null)
    expect((await nights.sweep()).swept.map(({ cycle }) => cycle)).toEqual(['13'])
  })

  test('with the key of somebody else everything looks empty, and nothing is stored', async () => {
    const nights = await firstNight()
    nights.clock('2026-03-11 23:00')
    for (const cycle of CYCLES) nights.service.tell(DATE, cycle, {})
    const before = rowsOf(join(nights.folder, 'cuadre.db'), ['run', 'body', 'link'])
    expect(await nights.sweep()).toMatchObject({ outcome: 'failed', exitCode: 4, error: { code: 'NOTHING_SEEN' } })
    expect(rowsOf(join(nights.folder, 'cuadre.db'), ['run', 'body', 'link'])).toEqual(before)
  })
})

describe('a date listed without a cycle', () => {
  test('proves once that each of its invoices is in a slot', async () => {
    const nights = await firstNight()
    const report = await nights.sweep()
    expect(report).toMatchObject({ outcome: 'agrees', exitCode: 0, slots: [], failed: [], waiting: [] })
    expect(report.listed).toEqual([{ date: DATE, number: 7, pages: 1, items: 10, malformed: 0, unlisted: 0 }])
    const again = await nights.sweep()
    expect(again).toMatchObject({ outcome: 'nothing-due', exitCode: 0, listed: [] })
    expect(listsAsked(nights)).toHaveLength(1)
  })

  test('waits until every slot of it is due and was read whole', async () => {
    const nights = await startNights(`${DATE} 20:30`)
    tellDay(nights, DATE)
    await nights.run({ date: DATE })
    expect(await nights.sweep()).toMatchObject({ listed: [], waiting: [DATE], outcome: 'nothing-due' })
    nights.clock(`${DATE} 22:30`)
    expect((await nights.sweep()).waiting).toEqual([DATE])
    await nights.run({ date: DATE })
    expect((await nights.sweep()).listed).toHaveLength(1)
  })

  test('waits while the latest reading of one of its slots failed: what is in that list may be an invoice of it', async () => {
    const nights = await firstNight()
    retell(nights, DATE, '13', somePaid(DATE, '13', 3))
    nights.service.refuse((path) => (path.includes('settlementCycle=13') ? { status: 500, body: {} } : null))
    const report = await nights.sweep({ from: DATE, to: DATE })
    expect(report).toMatchObject({ outcome: 'incomplete', listed: [], waiting: [DATE] })
    expect(shown(report.slots)).toEqual([])
    nights.service.refuse(null)
    expect((await nights.sweep()).waiting).toEqual([DATE])
    await nights.run({ date: DATE })
    expect((await nights.sweep()).listed).toMatchObject([{ date: DATE, items: 11, unlisted: 0 }])
  })

  test('an invoice in a cycle that nobody asks for: its slot is read, and it is an error until the cycle is asked for', async () => {
    const nights = await firstNight()
    const lost = paid(DATE, '14', 1)
    nights.service.tellSettled(DATE, '14', [lost])
    const IN_14 = [`${DATE} 14 INVOICE_IN_NO_SLOT new invoice:${DATE}-14-001`, `${DATE} 14 UNKNOWN_CYCLE new cycle:14`]
    const { slots, exitCode, listed } = await nights.sweep()
    expect([shown(slots), exitCode, listed[0]?.unlisted]).toEqual([IN_14, 3, 1])
    expect(slots[0]?.discrepancies[0]).toMatchObject({
      severity: 'error',
      figures: { unit: 'COP', reported: 0n, expected: 100_100_000n },
      amount: 100_100_000n,
      message: `the list of ${DATE} without a cycle has this invoice; it is also listed in ${DATE} cycle 14, whose cycle is not asked for: add 14 to extraCycles`,
    })
    nights.clock('2026-03-04 22:30')
    const later = await nights.run()
    const opened = IN_14.map((line) => line.replace(' new ', ' open '))
    expect(shown(later.slots).filter((line) => line.startsWith(`${DATE} 14`))).toEqual(opened)
    expect(shown((await nights.check({ date: DATE })).slots)).toEqual(opened)
    const known = await nights.check({ date: DATE }, policy({ extraCycles: ['14' as never] }))
    expect(shown(known.slots)).toEqual(IN_14.map((line) => line.replace(' new ', ' resolved ')))
    expect(known.slots.find(({ slot }) => slot.cycle === '14')?.verdict).toBe('reconciled')
  })

  test('an invoice in no slot at all stays told in the slot it names, until some slot holds it', async () => {
    const nights = await firstNight()
    nights.service.loose.push(paid(DATE, '16', 9), paid(DATE, '16', 8, { settlementTime: undefined }))
    const { slots, exitCode } = await nights.sweep()
    expect([shown(slots), exitCode]).toEqual([
      [
        `${DATE} 16 INVOICE_IN_NO_SLOT new invoice:${DATE}-16-009`,
        `${DATE} 20 INVOICE_IN_NO_SLOT new invoice:${DATE}-16-008`,
      ],
      3,
    ])
    const [, ...others] = shown((await nights.check({ date: DATE })).slots)
    expect(others).toEqual([`${DATE} 20 INVOICE_IN_NO_SLOT new invoice:${DATE}-16-008`])
    const listed = [...somePaid(DATE, '16', 2), paid(DATE, '16', 9), paid(DATE, '16', 8)]
    nights.service.tellSettled(DATE, '16', listed)
    const found = shown((await nights.run({ date: DATE })).slots)
    expect(found.filter((line) => line.includes('IN_NO_SLOT'))).toEqual([
      `${DATE} 16 INVOICE_IN_NO_SLOT resolved invoice:${DATE}-16-009`,
      `${DATE} 20 INVOICE_IN_NO_SLOT resolved invoice:${DATE}-16-008`,
    ])
  })

  test('one that came into a slot since it was last read is that slot’s own trouble', async () => {
    const nights = await firstNight()
    const late = [...somePaid(DATE, '18', 2), paid(DATE, '18', 3)]
    retell(nights, DATE, '18', late)
    const { slots, listed } = await nights.sweep()
    expect(listed[0]?.unlisted).toBe(1)
    expect(shown(slots).map((line) => line.split(' ')[2])).toEqual([
      'COLLECTED_MISMATCH',
      'COUNT_MISMATCH',
      'INVOICE_ADDED',
    ])
  })

  test.each([
    ['a list that breaks off', { status: 200, body: '{"items":[' }],
    ['an answer that says nothing', { body: { items: [], cursor: null, count: 0 } }],
  ])('%s: nothing is said of the date, and the next sweep lists it', async (_, answer) => {
    const nights = await firstNight()
    const isWhole = (path: string): boolean => path.includes('settlementDate') && !path.includes('settlementCycle')
    nights.service.refuse((path) => (isWhole(path) ? answer : null))
    const report = await nights.sweep()
    expect(report).toMatchObject({ outcome: 'incomplete', exitCode: 5, error: { code: 'DATE_NOT_LISTED' }, listed: [] })
    expect(report.failed.map(({ date }) => date)).toEqual([DATE])
    nights.service.refuse(null)
    expect((await nights.sweep()).listed).toHaveLength(1)
  })

  test('rejected credentials end it', async () => {
    const nights = await firstNight()
    nights.service.refuse(() => ({ status: 401, body: { error: 'Invalid or missing token' } }))
    expect(await nights.sweep()).toMatchObject({ exitCode: 4, error: { code: 'CREDENTIALS_REJECTED' }, listed: [] })
  })

  test('named days are swept and listed again, and what the newest listing shows counts', async () => {
    const nights = await firstNight()
    nights.service.loose.push(paid(DATE, '16', 9))
    await nights.sweep()
    nights.service.loose.splice(0)
    const { swept, listed, slots, exitCode } = await nights.sweep({ from: DATE, to: DATE })
    expect([swept.length, listed.length, exitCode]).toEqual([5, 1, 0])
    expect(shown(slots)).toEqual([`${DATE} 16 INVOICE_IN_NO_SLOT resolved invoice:${DATE}-16-009`])
  })
})

test('a dry run stores and writes nothing', async () => {
  const nights = await firstNight()
  nights.service.loose.push(paid(DATE, '16', 9))
  const before = readFileSync(join(nights.folder, 'cuadre.db'))
  const report = await nights.sweep({ dryRun: true })
  expect([shown(report.slots).length, report.exitCode, report.files]).toEqual([1, 3, []])
  expect(readFileSync(join(nights.folder, 'cuadre.db'))).toEqual(before)
})

test('where nothing was ever pulled it says so, and which command pulls it', async () => {
  const nights = await startNights()
  await expect(nights.sweep()).rejects.toMatchObject({ code: 'NEVER_PULLED', next: 'pull it with: cuadre run' })
  await expect(nights.sweep({ date: DATE })).rejects.toMatchObject({
    next: `pull it with: cuadre run --from ${DATE} --to ${DATE}`,
  })
  expect(existsSync(join(nights.folder, 'cuadre.db'))).toBe(false)
})
