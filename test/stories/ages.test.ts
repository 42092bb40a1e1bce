import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import { EVERYTHING, settledDays } from '../../src/core/findings/discrepancy.ts'
import { BOGOTA } from '../core/a.ts'
import { type Nights, startNights } from './night.ts'

const DATE = '2026-03-12'
const PLAIN = { xlsx: false }

const tell = ({ service }: Nights, cycle = '11') => service.tellSettled(DATE, cycle, 2)

/** Code, state, when it was first and last seen, and the days since its settlement. */
const rows = async (nights: Nights): Promise<readonly string[]> => {
  const { found: known } = await listDiscrepancies(nights.context(), { kind: 'filter', filter: EVERYTHING })
  return known.map(({ discrepancy: one }) =>
    [one.code, one.state, BOGOTA.clockAt(one.firstSeen), BOGOTA.clockAt(one.lastSeen), settledDays(one, BOGOTA)].join(
      ' ',
    ),
  )
}

const night = async (nights: Nights, time: string, date = DATE, cycles: readonly string[] = ['11']) => {
  nights.clock(time)
  await nights.run({ date, cycles }, PLAIN)
}

describe('how old what is open is', () => {
  test('it is shown by each night that reads it again, and is as old as its settlement', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    slot.settlement = { ...slot.settlement, numberOfInvoices: 3 }
    await night(nights, '2026-03-12 22:30')
    expect(await rows(nights)).toEqual(['COUNT_MISMATCH new 2026-03-12 22:30:00 2026-03-12 22:30:00 0'])
    await night(nights, '2026-03-13 22:30')
    expect(await rows(nights)).toEqual(['COUNT_MISMATCH open 2026-03-12 22:30:00 2026-03-13 22:30:00 1'])
    await night(nights, '2026-04-11 22:30')
    expect(await rows(nights)).toEqual(['COUNT_MISMATCH open 2026-03-12 22:30:00 2026-04-11 22:30:00 30'])
  })

  test('it goes on ageing while other settlements are read, and stops when it is resolved', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    slot.settlement = { ...slot.settlement, numberOfInvoices: 3 }
    await night(nights, '2026-03-12 22:30')
    await night(nights, '2026-03-20 22:30', '2026-03-20')
    await nights.check({ date: DATE }, PLAIN)
    expect(await rows(nights)).toEqual(['COUNT_MISMATCH new 2026-03-12 22:30:00 2026-03-12 22:30:00 8'])
    slot.settlement = { ...slot.settlement, numberOfInvoices: 2 }
    await night(nights, '2026-03-21 22:30')
    expect((await rows(nights))[0]).toEqual('COUNT_MISMATCH resolved 2026-03-12 22:30:00 2026-03-12 22:30:00 9')
    await night(nights, '2026-03-30 22:30', '2026-03-30')
    await nights.check({ date: DATE }, PLAIN)
    expect((await rows(nights))[0]).toEqual('COUNT_MISMATCH resolved 2026-03-12 22:30:00 2026-03-12 22:30:00 9')
  })

  test('a day is written again by the night after which its findings are new no more, and then by no night that changes nothing', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    const files = () =>
      ['settlement-ledger.csv', 'discrepancies.csv'].map(
        (name) => statSync(join(nights.folder, 'out', DATE, name)).mtimeMs,
      )
    await night(nights, '2026-03-12 22:30')
    const inOrder = files()
    await night(nights, '2026-03-13 22:30')
    expect(files()).toEqual(inOrder)
    slot.settlement = { ...slot.settlement, numberOfInvoices: 3 }
    await night(nights, '2026-03-14 22:30')
    const [ledger, open] = files()
    await night(nights, '2026-03-15 22:30')
    expect([files()[0] === ledger, files()[1] === open]).toEqual([true, false])
    const seen = files()
    await night(nights, '2026-03-16 22:30')
    await night(nights, '2026-04-16 22:30')
    expect(files()).toEqual(seen)
    expect(existsSync(join(nights.folder, 'out', '2026-03-15'))).toBe(false)
  })

  test('an undocumented field is new on the night on which the settlement gains it', async () => {
    const nights = await startNights()
    const slot = tell(nights)
    await night(nights, '2026-03-12 22:30')
    slot.settlement = { ...slot.settlement, bankName: 'Banco' }
    await night(nights, '2026-03-13 22:30')
    expect(await rows(nights)).toEqual(['UNKNOWN_FIELD new 2026-03-13 22:30:00 2026-03-13 22:30:00 1'])
  })
})
