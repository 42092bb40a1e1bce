import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AsOf } from '../../src/core/past-run.ts'
import { acquireLock } from '../../src/store/connection/lock.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { slot as oneSlot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

const tell = ({ service }: Nights, date: string, cycle: string, many = 3) => service.tellSettled(date, cycle, many)

/** Every CSV file below a folder, by its path. */
const csvIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.csv'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

const inStore = async <T>({ folder }: Nights, work: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openStore({ path: join(folder, 'cuadre.db'), merchant: 'default', version: '0.0.0-story' })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The last number of the event sequence. */
const numberNow = (nights: Nights): Promise<number> =>
  inStore(nights, async (store) =>
    Math.max(
      ...(await store.slots.states()).map(({ pull }) => pull?.number ?? 0),
      (await store.policies.last())?.number ?? 0,
    ),
  )

/** The files of the day as known then. */
const thenOn = async (nights: Nights, asOf: AsOf): Promise<Record<string, string>> => {
  const out = join(nights.folder, `on-${Object.values(asOf).join('-')}`)
  await nights.check({ date: DATE, asOf }, { out })
  return csvIn(out)
}

/** The files of the week as known then. */
const thenIn = async (nights: Nights, asOf: AsOf): Promise<Record<string, string>> => {
  const out = join(nights.folder, `then-${Object.values(asOf).join('-')}`)
  await nights.check({ from: '2026-03-10', to: '2026-03-12', asOf }, { out })
  return csvIn(out)
}

/** A week in which facts change after they were reported: after each night its files are recorded. */
const tellAWeek = async (nights: Nights) => {
  const written: { readonly number: number; readonly at: number; readonly files: Record<string, string> }[] = []
  const keep = async (at: string) => {
    const copy = join(nights.folder, `written-${written.length}`)
    cpSync(join(nights.folder, 'out'), copy, { recursive: true })
    written.push({ number: await numberNow(nights), at: Date.parse(`${at}:00-05:00`), files: csvIn(copy) })
  }
  const first = tell(nights, '2026-03-10', '11')
  const second = tell(nights, '2026-03-11', '13')
  const moving = tell(nights, '2026-03-11', '16')
  second.settlement = { ...second.settlement, status: 'processing' }
  const night = async (at: string, instead = {}) => {
    nights.clock(at.replace('T', ' '))
    await nights.run({ from: '2026-03-10', to: '2026-03-12' }, instead)
    await keep(at)
  }
  await night('2026-03-10T22:30')
  moving.settlement = { ...moving.settlement, numberOfInvoices: 4 }
  await night('2026-03-11T22:30')
  second.settlement = { ...second.settlement, status: 'credited' }
  const third = tell(nights, DATE, '11', 2)
  third.settlement = { ...third.settlement, adjustments: -50_000 }
  await night('2026-03-12T22:30')
  first.invoices = [...first.invoices.slice(1), { ...somePaid('2026-03-10', '11', 4)[3] }]
  moving.list = () => ({ status: 400, body: { error: 'no' } })
  await night('2026-03-13T22:30')
  delete moving.list
  moving.settlement = { ...moving.settlement, numberOfInvoices: 3, paymentAmount: 1 }
  await night('2026-03-14T22:30', policy({ adjustments: 'subtract' }))
  await night('2026-03-15T22:30', policy({ chargebacks: 'excluded' }))
  return written
}

const bytesOf = ({ folder }: Nights): string =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'cuadre.db')))
    .digest('hex')

describe('the database as it stood', () => {
  test('are the files that were written then, to the byte, by number and by time', async () => {
    const nights = await startNights('2026-03-10 22:30')
    const written = await tellAWeek(nights)
    const bytes = bytesOf(nights)
    expect(new Set(written.map(({ files }) => JSON.stringify(files))).size).toBe(written.length)
    for (const { number, at, files } of written) {
      expect(await thenIn(nights, { kind: 'number', number })).toEqual(files)
      expect(await thenIn(nights, { kind: 'time', at })).toEqual(files)
    }
    expect(bytesOf(nights)).toBe(bytes)
  })

  test('are told beside a run that holds the lock, and under the policy of then', async () => {
    const nights = await startNights('2026-03-10 22:30')
    const [first] = await tellAWeek(nights)
    const lock = acquireLock(join(nights.folder, 'cuadre.db'), { pid: 1, at: 0, job: 'run' })
    onTestFinished(() => void lock.release())
    expect(await thenIn(nights, { kind: 'number', number: first?.number ?? 0 })).toEqual(first?.files)
    const manifest = readFileSync(
      join(nights.folder, `then-number-${first?.number}`, '2026-03-10', 'manifest.json'),
      'utf8',
    )
    expect(JSON.parse(manifest)).toMatchObject({ asOf: first?.number, policy: { chargebacks: 'counted' } })
  })

  test('know what people had done by then, and what a run said after it', async () => {
    const nights = await startNights('2026-03-12 22:30')
    const slot = tell(nights, DATE, '11')
    slot.settlement = { ...slot.settlement, numberOfInvoices: 4 }
    await nights.run({ date: DATE })
    const found = csvIn(join(nights.folder, 'out'))
    const [count] = await inStore(nights, (store) => store.findings.ofSlot(oneSlot(DATE, '11')))
    const before = await numberNow(nights)
    const [acceptance] = await inStore(nights, (store) =>
      store.dispositions.record(
        [{ kind: 'accept', discrepancy: count?.id ?? '', reason: 'agreed with the operator', until: null }],
        { by: 'ana', at: Date.parse('2026-03-13T09:00:00-05:00') },
      ),
    )
    nights.clock('2026-03-13 10:00')
    await nights.check({ date: DATE })
    const accepted = csvIn(join(nights.folder, 'out'))
    slot.settlement = { ...slot.settlement, numberOfInvoices: 5 }
    nights.clock('2026-03-13 22:30')
    await nights.run({ date: DATE })
    expect(await thenOn(nights, { kind: 'number', number: before })).toEqual(found)
    expect(await thenOn(nights, { kind: 'number', number: acceptance?.number ?? 0 })).toEqual(accepted)
    expect(accepted[`${DATE}/settlement-ledger.csv`]).toContain(`${DATE},11,accepted,`)
    expect(await thenOn(nights, { kind: 'number', number: await numberNow(nights) })).toEqual(
      csvIn(join(nights.folder, 'out')),
    )
  })

  test('can be explained, and told as a status', async () => {
    const nights = await startNights('2026-03-10 22:30')
    const [first, second] = await tellAWeek(nights)
    const then = await nights.explain('2026-03-11', '16', {}, { kind: 'number', number: second?.number ?? 0 })
    expect([then.asOf?.number, then.report.verdict, then.pulls.length]).toEqual([second?.number, 'discrepant', 1])
    expect(then.next.map(({ command }) => command)).toEqual([
      'cuadre explain 2026-03-11 16',
      `cuadre check --date 2026-03-11 --as-of ${second?.number} --out as-of-${second?.number}`,
    ])
    const status = await nights.status({ kind: 'time', at: first?.at ?? 0 })
    expect([status.asOf, status.now]).toEqual([{ number: first?.number, at: first?.at }, first?.at])
    expect(status.calendar.filter(({ verdict }) => verdict === 'reconciled').map(({ slot }) => slot)).toEqual([
      oneSlot('2026-03-10', '11'),
    ])
  })

  test('tells the last success that was known then', async () => {
    const nights = await startNights('2026-03-10 22:30')
    tell(nights, '2026-03-10', '11')
    await nights.run()
    const first = await numberNow(nights)
    nights.clock('2026-03-11 22:30')
    tell(nights, '2026-03-11', '11')
    await nights.run()
    const successAt = async (number: number) => (await nights.status({ kind: 'number', number })).lastSuccess?.at
    expect(await successAt(first)).toBe(Date.parse('2026-03-10T22:30:00-05:00'))
    expect(await successAt(await numberNow(nights))).toBe(Date.parse('2026-03-11T22:30:00-05:00'))
  })

  test('are named by their number, also where another number has the same files', async () => {
    const nights = await startNights('2026-03-12 22:30')
    tell(nights, DATE, '11')
    await nights.run({ date: DATE, cycles: ['11'] })
    const first = await numberNow(nights)
    await nights.run({ date: DATE, cycles: ['11'] })
    const out = join(nights.folder, 'then')
    const numbers = []
    for (const number of [first, first + 1]) {
      await nights.check({ date: DATE, asOf: { kind: 'number', number } }, { out })
      numbers.push(JSON.parse(readFileSync(join(out, DATE, 'manifest.json'), 'utf8')).asOf)
    }
    expect(numbers).toEqual([first, first + 1])
  })

  test('do not know an attempt that ended later', async () => {
    const nights = await startNights('2026-03-12 22:30')
    tell(nights, DATE, '11')
    await nights.run({ date: DATE, cycles: ['11'] })
    nights.clock('2026-03-12 22:35')
    nights.service.refuse((path) => {
      if (!path.includes('Cycle=13')) return null
      nights.clock('2026-03-12 22:45')
      return { status: 400, body: { error: 'no' } }
    })
    await nights.run({ date: DATE, cycles: ['13'] })
    const verdictAt = async (time: string) => {
      const { calendar } = await nights.status({ kind: 'time', at: Date.parse(`2026-03-12T${time}:00-05:00`) })
      return calendar.find(({ slot: { date, cycle } }) => date === DATE && cycle === '13')?.verdict
    }
    expect([await verdictAt('22:40'), await verdictAt('22:45')]).toEqual(['not-pulled', 'incomplete'])
  })

  test('need keys that no run has brought up to date', async () => {
    const nights = await startNights('2026-03-12 22:30')
    const shared = { paymentId: 'P-shared' }
    const invoices = (cycle: string) =>
      somePaid(DATE, cycle, 2).map((one, at) => ({ ...one, ...(at === 0 ? shared : {}) }))
    for (const cycle of ['11', '13']) {
      nights.service.tell(DATE, cycle, {
        settlement: settlement(DATE, cycle, invoices(cycle)),
        invoices: invoices(cycle),
      })
    }
    await nights.run({ date: DATE })
    const sqlite = new Database(join(nights.folder, 'cuadre.db'))
    sqlite.exec('DELETE FROM key; DELETE FROM shared_key; DELETE FROM key_reach')
    sqlite.close()
    const out = join(nights.folder, 'then')
    const report = await nights.check({ date: DATE, asOf: { kind: 'number', number: 2 } }, { out })
    expect(report.slots.flatMap(({ discrepancies }) => discrepancies.map(({ code }) => code))).toEqual([])
    const now = await nights.check({ date: DATE, asOf: { kind: 'number', number: await numberNow(nights) } }, { out })
    expect(now.slots.flatMap(({ discrepancies }) => discrepancies.map(({ code }) => code))).toEqual([
      'DUPLICATE_PAYMENT',
    ])
  })

  test('begin with the first pull, and end with the last number', async () => {
    const nights = await startNights('2026-03-12 22:30')
    tell(nights, DATE, '11')
    await expect(thenOn(nights, { kind: 'number', number: 1 })).rejects.toMatchObject({ code: 'NEVER_PULLED' })
    await nights.run({ date: DATE })
    for (const [asOf, code] of [
      [{ kind: 'number', number: 0 }, 'AS_OF_TOO_EARLY'],
      [{ kind: 'number', number: 1 }, 'AS_OF_TOO_EARLY'],
      [{ kind: 'number', number: 99 }, 'AS_OF_TOO_LATE'],
      [{ kind: 'time', at: Date.parse('2026-03-12T22:29:59-05:00') }, 'AS_OF_TOO_EARLY'],
    ] as const) {
      await expect(thenOn(nights, asOf), JSON.stringify(asOf)).rejects.toMatchObject({ code })
    }
  })

  test('are not written over the files of a run', async () => {
    const nights = await startNights('2026-03-12 22:30')
    tell(nights, DATE, '11')
    await nights.run({ date: DATE })
    const asOf = { kind: 'number', number: await numberNow(nights) } as const
    await expect(nights.check({ date: DATE, asOf })).rejects.toMatchObject({ code: 'OUT_IS_PRESENT' })
  })
})
