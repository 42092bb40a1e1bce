import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ActRequest, actOnDiscrepancies } from '../../jobs/act.ts'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import type { JobReport } from '../../jobs/steps/run/context.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { slot } from '../core/a.ts'
import { type Nights, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

/** A slot whose settlement reports one invoice more than is listed. */
const oneTooMany = ({ service }: Nights, cycle = '11') => {
  const invoices = somePaid(DATE, cycle, 2)
  return service.tell(DATE, cycle, {
    settlement: { ...settlement(DATE, cycle, invoices), numberOfInvoices: 3 },
    invoices,
  })
}
const act = (nights: Nights, disposition: ActRequest['disposition'], ids?: readonly string[]) =>
  actOnDiscrepancies(nights.context(), {
    by: 'Ana',
    targets: ids ? { kind: 'ids', ids } : { kind: 'filter', filter: { ...EVERYTHING, codes: ['COUNT_MISMATCH'] } },
    disposition,
  })
const accept = (nights: Nights, until: string | null = null, ids?: readonly string[]) =>
  act(nights, { kind: 'accept', reason: 'agreed', until: until === null ? null : slot(until).date }, ids)

const told = ({ slots, exitCode }: JobReport, cycle = '11') => {
  const report = slots.find((one) => one.slot.date === DATE && one.slot.cycle === cycle)
  const states = report?.discrepancies.map(({ code, state }) => `${code} ${state}`) ?? []
  return [report?.verdict ?? 'not asked', ...states, exitCode]
}
const file = ({ folder }: Nights, name: string) => readFileSync(join(folder, 'out', DATE, name), 'utf8')
const historyOf = async (nights: Nights): Promise<string[]> => {
  const {
    found: [known],
  } = await listDiscrepancies(nights.context(), {
    kind: 'filter',
    filter: { ...EVERYTHING, codes: ['COUNT_MISMATCH'] },
  })
  return known?.steps.map(({ event, state, by, why }) => [event, state, by, why?.en].filter(Boolean).join(' ')) ?? []
}

describe('an acceptance', () => {
  test('makes a slot accepted, in the files at once, and ordinary nights leave it alone', async () => {
    const nights = await startNights()
    oneTooMany(nights)
    expect(told(await nights.run({ date: DATE }))).toEqual(['discrepant', 'COUNT_MISMATCH new', 3])
    const { acts, report, unchanged } = await accept(nights)
    expect([acts.length, unchanged, report?.slots.map(({ verdict }) => verdict)]).toEqual([1, 0, ['accepted']])
    const [, row] = file(nights, 'settlement-ledger.csv').split('\n')
    expect(row).toMatch(/^default,2026-03-12,11,accepted,credited,3,2,1,.*,,,net,0\.0020,1,0,,,2026-03-12 22:30:00$/)
    expect(file(nights, 'discrepancies.csv')).toContain(',COUNT_MISMATCH,error,accepted,settlement,')
    expect(file(nights, 'report.html')).toMatch(/Accepted by a person.*COUNT_MISMATCH.*Ana.*: agreed/s)
    expect(told(await nights.check({ date: DATE }))).toEqual(['accepted', 'COUNT_MISMATCH accepted', 0])
    expect(told(await nights.run({ date: DATE }))).toEqual(['accepted', 'COUNT_MISMATCH accepted', 0])
    nights.clock('2026-04-30 22:30')
    expect((await nights.run()).slots.some((one) => one.slot.date === DATE && one.slot.cycle === '11')).toBe(false)
  })

  test('twice is done once, and writes nothing', async () => {
    const nights = await startNights()
    oneTooMany(nights)
    await nights.run({ date: DATE })
    await accept(nights)
    const before = readdirSync(join(nights.folder, 'out', DATE)).map(
      (name) => statSync(join(nights.folder, 'out', DATE, name)).mtimeMs,
    )
    expect(await accept(nights)).toMatchObject({ acts: [], unchanged: 1 })
    expect(
      readdirSync(join(nights.folder, 'out', DATE)).map(
        (name) => statSync(join(nights.folder, 'out', DATE, name)).mtimeMs,
      ),
    ).toEqual(before)
  })

  test('whose command cannot even begin is not kept', async () => {
    const nights = await startNights()
    oneTooMany(nights)
    await nights.run({ date: DATE })
    const again = { ...nights.context(), newRunId: () => 'run-1' }
    const targets = { kind: 'filter', filter: EVERYTHING } as const
    const disposition = { kind: 'accept', reason: 'agreed', until: null } as const
    await expect(actOnDiscrepancies(again, { by: 'Ana', targets, disposition })).rejects.toThrow()
    expect(await historyOf(nights)).toEqual(['found open'])
  })

  const stopped = async (): Promise<Nights> => {
    const nights = await startNights()
    oneTooMany(nights)
    await nights.run({ date: DATE })
    const aborted = new AbortController()
    aborted.abort(new Error('stopped'))
    await expect(
      actOnDiscrepancies(
        { ...nights.context(), signal: aborted.signal },
        {
          by: 'Ana',
          targets: { kind: 'filter', filter: EVERYTHING },
          disposition: { kind: 'accept', reason: 'agreed', until: null },
        },
      ),
    ).rejects.toThrow('stopped')
    expect((await historyOf(nights)).at(-1)).toBe('accepted accepted Ana agreed')
    expect(file(nights, 'settlement-ledger.csv')).toContain(',discrepant,')
    return nights
  }

  test('that was kept, and whose files a stop left unwritten, is made good by the next run', async () => {
    const nights = await stopped()
    await nights.run({ date: '2026-03-11' })
    expect(file(nights, 'settlement-ledger.csv')).toContain(',accepted,')
  })

  test('or by the same command, said again', async () => {
    const nights = await stopped()
    expect(await accept(nights)).toMatchObject({ acts: [], unchanged: 1, report: { slots: [{ verdict: 'accepted' }] } })
    expect(file(nights, 'settlement-ledger.csv')).toContain(',accepted,')
  })
})

describe('what makes no sense is refused, and nothing of it is done', () => {
  test('what is resolved, and what nobody accepted', async () => {
    const nights = await startNights()
    const slot = oneTooMany(nights)
    await nights.run({ date: DATE })
    await expect(act(nights, { kind: 'reopen', reason: 'x' })).rejects.toMatchObject({ code: 'NOT_DECIDED' })
    slot.settlement = { ...slot.settlement, numberOfInvoices: 2 }
    await nights.run({ date: DATE })
    await expect(accept(nights)).rejects.toMatchObject({ code: 'RESOLVED_ALREADY' })
    await act(nights, { kind: 'note', reason: 'it was corrected' })
    expect((await historyOf(nights)).slice(-2)).toEqual(['resolved resolved', 'noted resolved Ana it was corrected'])
  })
})
