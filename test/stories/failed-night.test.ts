import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { JOB } from '../../reports/documents/run-document.ts'
import { runsCalled } from '../../src/questions/runs.ts'
import { type Nights, startNights } from './night.ts'

/** Nights that could not read everything. */
const DATE = '2026-03-12'
const tell = ({ service }: Nights, cycle: string, date = DATE) => service.tellSettled(date, cycle, 2)
const filesUnder = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'base64')]),
  )

describe('a run that failed leaves the files of the days it did not try to read', () => {
  const afterANight = async () => {
    const nights = await startNights()
    for (const cycle of ['11', '13']) tell(nights, cycle)
    await nights.run()
    return { nights, before: filesUnder(join(nights.folder, 'out')) }
  }

  test('the clock is off: all of them', async () => {
    const { nights, before } = await afterANight()
    nights.service.refuse(() => ({ headers: { date: 'Fri, 13 Mar 2026 12:00:00 GMT' }, body: {} }))
    const report = await nights.run()
    expect([report.error?.code, report.exitCode, report.files]).toEqual(['CLOCK_SKEW', 5, []])
    expect(filesUnder(join(nights.folder, 'out'))).toEqual(before)
  })

  test('the key is rejected: all of them, and what was read whole stays as it was read', async () => {
    const { nights, before } = await afterANight()
    nights.service.refuse(() => ({ status: 401, body: { error: 'no' } }))
    const report = await nights.run()
    expect([report.error?.code, report.exitCode, report.files]).toEqual(['CREDENTIALS_REJECTED', 4, []])
    expect(filesUnder(join(nights.folder, 'out'))).toEqual(before)
  })

  test('the key is rejected at the first attempt: what was asked for is incomplete', async () => {
    const nights = await startNights()
    nights.service.refuse(() => ({ status: 401, body: { error: 'no' } }))
    const report = await nights.run({ date: DATE }, { concurrency: 1 })
    expect([report.error?.code, report.exitCode, report.outcome]).toEqual(['CREDENTIALS_REJECTED', 4, 'failed'])
    const [asked, ...others] = report.slots.filter(({ verdict }) => verdict === 'incomplete')
    expect([asked?.incomplete?.status, others]).toEqual([401, []])
  })

  const ledger = (nights: Nights) => readFileSync(join(nights.folder, 'out', DATE, 'settlement-ledger.csv'), 'utf8')

  test('what was tried and did not answer is incomplete in its files, too: also when nobody answers at all', async () => {
    const { nights } = await afterANight()
    expect(ledger(nights)).toMatch(/,11,reconciled,/)
    nights.service.refuse(() => ({ status: 503, body: '' }))
    const report = await nights.run({ date: DATE }, { concurrency: 1 })
    expect([report.error?.code, report.exitCode]).toEqual(['SERVICE_UNREACHABLE', 5])
    const verdicts = report.slots.map(({ slot, verdict }) => [slot.cycle, verdict])
    for (const [cycle, verdict] of verdicts) expect(ledger(nights)).toContain(`,${cycle},${verdict},`)
    expect(verdicts).toContainEqual(['11', 'incomplete'])
  })

  test('a connection that is cut leaves no settlement reconciled in the files', async () => {
    const { nights } = await afterANight()
    nights.service.refuse(() => ({ headers: { connection: 'close', 'content-length': '1000' }, body: '{' }))
    const report = await nights.run({ date: DATE, cycles: ['11'] })
    expect([report.exitCode, report.slots.map(({ verdict }) => verdict)]).toEqual([5, ['incomplete']])
    expect(ledger(nights)).toMatch(/,11,incomplete,/)
    expect(ledger(nights)).toMatch(/,13,reconciled,/)
  })

  test('a day of which nothing was ever read gets no files by a run without an answer', async () => {
    const nights = await startNights()
    nights.service.refuse(() => ({ headers: { connection: 'close', 'content-length': '1000' }, body: '{' }))
    const report = await nights.run({ date: DATE, cycles: ['11'] })
    expect([report.exitCode, report.slots.map(({ verdict }) => verdict)]).toEqual([5, ['incomplete']])
    expect(existsSync(join(nights.folder, 'out', DATE))).toBe(false)
  })

  test('a day of which one settlement was read is written', async () => {
    const { nights } = await afterANight()
    nights.service.refuse((path) => (path.includes(`${DATE}/13`) ? { status: 500, body: '' } : null))
    const report = await nights.run({ date: DATE })
    expect(report.exitCode).toBe(5)
    expect(readFileSync(join(nights.folder, 'out', DATE, 'settlement-ledger.csv'), 'utf8')).toMatch(/,13,incomplete,/)
  })
})

describe('a service that is silent', () => {
  test('is left alone after three settlements in a row: the others stay as they are, and it is told once', async () => {
    const nights = await startNights()
    tell(nights, '11')
    await nights.run()
    let refused = 0
    nights.service.refuse(() => {
      refused += 1
      return { status: 504, body: '' }
    })
    const { error, outcome, exitCode, slots } = await nights.run({}, { concurrency: 1 })
    expect([outcome, exitCode, error?.code]).toEqual(['incomplete', 5, 'SERVICE_UNREACHABLE'])
    expect(error?.texts.message.en).toMatch(
      /^3 settlements in a row could not be reached at all, and the others were not asked for: GET /,
    )
    expect(slots.filter(({ verdict }) => verdict === 'incomplete')).toHaveLength(3)
    expect(refused).toBe(3 * 5)
  })

  test('stops also a sweep', async () => {
    const nights = await startNights('2026-02-01 22:30')
    tell(nights, '11', '2026-02-01')
    await nights.run()
    nights.clock('2026-03-12 22:30')
    nights.service.refuse(() => ({ status: 502, body: '' }))
    const report = await nights.sweep()
    expect(report).toMatchObject({ exitCode: 5, error: { code: 'SERVICE_UNREACHABLE' }, listed: [] })
  })

  test('that answers in between is asked on', async () => {
    const nights = await startNights()
    nights.service.refuse((path) => (/(11|13|18|20)(&|$)/.test(path) ? { status: 503, body: '' } : null))
    const { error, slots } = await nights.run({ date: DATE }, { concurrency: 1 })
    expect(error).toBeNull()
    expect(slots.map(({ verdict }) => verdict)).toEqual([
      'incomplete',
      'incomplete',
      'empty',
      'incomplete',
      'incomplete',
    ])
  })
})

describe('why a settlement is incomplete', () => {
  const document = (report: Awaited<ReturnType<Nights['run']>>) =>
    JOB.of({ command: 'run', ...report }).slots as unknown as { incomplete: unknown }[]

  test('is told with the request and its status, also by a later check', async () => {
    const nights = await startNights()
    nights.service.refuse((path) =>
      path.includes('settlementCycle=11') ? { status: 500, body: { error: 'Oops' } } : null,
    )
    const expected = {
      reason: expect.stringMatching(/^GET \/invoices\?.* answered 500, at attempt 5: "Oops"$/),
      request: expect.stringMatching(/^GET \/invoices\?settlementDate=2026-03-12&settlementCycle=11/),
      status: 500,
    }
    expect(document(await nights.run({ date: DATE }))).toMatchObject([
      { incomplete: expected },
      ...Array(4).fill({ incomplete: null }),
    ])
    expect(document(await nights.check({ date: DATE }))[0]).toMatchObject({ incomplete: expected })
  })

  test('without an answer there is no status, and without a request none is named', async () => {
    const nights = await startNights()
    let reads = 0
    const slot = tell(nights, '13')
    slot.settle = () => ({ body: { ...slot.settlement, fees: 1000 + ++reads } })
    const [moved] = document(await nights.run({ date: DATE, cycles: ['13'] }))
    expect(moved?.incomplete).toEqual({ reason: expect.stringContaining('changed while'), request: null, status: null })
    const [unreached] = document(await nights.run({ date: '2026-03-11', cycles: ['13'] }, await silentService()))
    expect(unreached?.incomplete).toMatchObject({ request: 'GET /settlements/2026-03-11/13', status: null })
  })
})

/** A port that closes connections at once, and a separate database. */
const silentService = async () => {
  const server = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    db: join(await folderOf(), 'other.db'),
  }
}
const folderOf = async () => (await startNights()).folder

describe('the last success is that of a night that read all that was due', () => {
  const lastSuccess = async (nights: Nights) => (await nights.status()).lastSuccess?.at ?? null

  test('not of a run about a settlement that somebody named, nor of one in which nothing was due', async () => {
    const nights = await startNights('2026-03-12 22:30')
    tell(nights, '11')
    await nights.run()
    const night = await lastSuccess(nights)
    expect(night).not.toBeNull()
    nights.clock('2026-03-17 22:30')
    await nights.run({ date: DATE, cycles: ['11'] })
    await nights.run({ date: DATE })
    await nights.run({ cycles: ['11'] })
    expect(await lastSuccess(nights)).toBe(night)
    nights.clock('2026-03-18 09:00')
    expect((await nights.run({}, { lookbackDays: 0 })).outcome).not.toBe('failed')
    nights.clock('2026-03-18 22:30')
    await nights.run()
    expect(await lastSuccess(nights)).not.toBe(night)
    // Under a clock that stands still, the later one.
    const { runId } = await nights.run()
    expect((await nights.status()).lastSuccess?.id).toBe(runId)
  })

  test('not of a night before which nothing was due', async () => {
    const nights = await startNights('2026-03-12 09:00')
    expect((await nights.run({}, { lookbackDays: 0 })).outcome).toBe('nothing-due')
    expect(await lastSuccess(nights)).toBeNull()
  })
})

describe('a cycle that nobody knows', () => {
  test('is refused before anything is written, and read with force', async () => {
    const nights = await startNights()
    await expect(nights.run({ date: DATE, cycles: ['1l'] })).rejects.toMatchObject({ code: 'UNKNOWN_CYCLE' })
    expect(existsSync(join(nights.folder, 'cuadre.db'))).toBe(false)
    await nights.run({ date: DATE, cycles: ['11'] })
    await expect(nights.run({ date: DATE, cycles: ['11', '1l'] })).rejects.toMatchObject({
      message: 'cycle 1l is not known; known are 11, 13, 16, 18, 20',
    })
    await expect(nights.check({ date: DATE, cycles: ['1l'] })).rejects.toMatchObject({ code: 'UNKNOWN_CYCLE' })
    expect((await nights.status()).lastSuccess).toBeNull()
    expect((await nights.run({ date: DATE, cycles: ['1'], force: true })).exitCode).toBe(0)
    expect((await nights.run({ date: DATE, cycles: ['1'] })).exitCode).toBe(0)
  })
})

describe('what a run made of a settlement', () => {
  test('stays what it said then, whatever people did since', async () => {
    const nights = await startNights()
    const slot = tell(nights, '11')
    slot.settlement = { ...slot.settlement, paymentAmount: 1 }
    const report = await nights.run({ date: DATE, cycles: ['11'] })
    const [{ id } = { id: '' }] = report.slots[0]?.discrepancies ?? []
    await accept(nights, id)
    const [told] = await runsCalled(nights.context(), report.runId)
    expect(told?.slots.map(({ verdict }) => verdict)).toEqual(report.slots.map(({ verdict }) => verdict))
  })
})

const accept = (nights: Nights, id: string) =>
  actOnDiscrepancies(nights.context(), {
    by: 'Ana',
    targets: { kind: 'ids', ids: [id] },
    disposition: { kind: 'accept', reason: 'known', until: null },
  })

test('what people did whose files could not be written is finished by the same command again', async () => {
  const nights = await startNights()
  const slot = tell(nights, '11')
  slot.settlement = { ...slot.settlement, paymentAmount: 1 }
  const report = await nights.run({ date: DATE, cycles: ['11'] })
  const [{ id } = { id: '' }] = report.slots[0]?.discrepancies ?? []
  const day = join(nights.folder, 'out', DATE)
  renameSync(day, `${day}-away`)
  writeFileSync(day, 'a file where the folder should be')
  await expect(accept(nights, id)).rejects.toMatchObject({ code: 'OUT_NOT_A_FOLDER' })
  rmSync(day)
  renameSync(`${day}-away`, day)
  expect((await accept(nights, id)).unchanged).toBe(1)
  expect(readFileSync(join(day, 'discrepancies.csv'), 'utf8')).toMatch(/,accepted,/)
})
