import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { importDispositions } from '../../jobs/import-dispositions.ts'
import { listDiscrepancies, showDiscrepancy } from '../../jobs/list-discrepancies.ts'
import type { JobReport } from '../../jobs/steps/run/context.ts'
import { ticketOf } from '../../src/core/findings/act.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { decisionOf } from '../../src/rules/account/disposition.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { firstSentence } from '../../src/words/first-sentence.ts'
import { cop, slot } from '../core/a.ts'
import { type Nights, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const MISMATCH = { kind: 'filter', filter: { ...EVERYTHING, codes: ['PAYOUT_MISMATCH'] } } as const

/** A settlement that pays out 100,000 less than its parts. */
const short = async () => {
  const nights = await startNights()
  const invoices = somePaid(DATE, '11', 2)
  const right = settlement(DATE, '11', invoices)
  const paidLess = (pesos: number) => ({ ...right, paymentAmount: Number(right.paymentAmount) - pesos })
  const told = nights.service.tell(DATE, '11', { settlement: paidLess(100_000), invoices })
  await nights.run({ date: DATE })
  return { nights, told, paidLess }
}

const claim = (nights: Nights, until: string | null = null) =>
  actOnDiscrepancies(nights.context(), {
    by: 'Ana',
    targets: MISMATCH,
    disposition: {
      kind: 'claim',
      reason: 'asked',
      ticket: 'PQR-4711',
      until: until === null ? null : slot(until).date,
    },
  })

/** Verdict, exit status, the state of the difference, and the open and claimed pesos. */
const standing = ({ slots, exitCode }: JobReport) => {
  const [report] = slots.filter((one) => one.slot.cycle === '11')
  const { open, claimed } = positionOf(slots).owed
  return [report?.verdict, exitCode, report?.money.state, open.sum, claimed.sum]
}

describe('a claim', () => {
  test('takes a difference out of what is open, and stands in a total of its own night after night', async () => {
    const { nights } = await short()
    const { report, acts } = await claim(nights, '2026-03-20')
    expect(acts).toMatchObject([{ kind: 'claim', ticket: 'PQR-4711', until: { date: '2026-03-20' } }])
    expect(report?.exitCode).toBe(0)
    nights.clock('2026-03-13 22:30')
    const again = await nights.run({ date: DATE })
    expect(standing(again)).toEqual(['accepted', 0, 'claimed', 0n, cop(100_000)])
    expect(firstSentence(positionOf(again.slots), 'en', 1).text).toBe('No error is open; COP 1,899,000 paid out.')
    const row = readFileSync(join(nights.folder, 'out', DATE, 'settlement-ledger.csv'), 'utf8').split('\n')[1]
    expect(row).toContain(',-100000,')
    expect(row).toMatch(/,0,1,,,2026-03-12 22:30:00$/)
  })

  test('of a settlement that is late or missing stands in a total of its own, too', async () => {
    const nights = await startNights('2026-03-13 22:30')
    const [late, missing] = [somePaid(DATE, '11', 2), somePaid(DATE, '13', 2)]
    nights.service.tellSettled(DATE, '11', late, { status: 'pending' })
    nights.service.tell(DATE, '13', { settlement: null, invoices: missing })
    await nights.run({ date: DATE })
    const codes = ['SETTLEMENT_OVERDUE', 'SETTLEMENT_MISSING'] as const
    const targets = { kind: 'filter', filter: { ...EVERYTHING, codes } } as const
    const claimed = { kind: 'claim', reason: 'asked', ticket: 'PQR-9', until: null } as const
    await actOnDiscrepancies(nights.context(), { by: 'Ana', targets, disposition: claimed })
    const { slots } = await nights.check({ date: DATE })
    expect(firstSentence(positionOf(slots), 'en', 1).text).toBe('No error is open.')
    const { money } = await nights.status()
    const decided = [money.inProcess, money.noSettlement].map(({ open, claimed }) => [open.number, claimed.number])
    expect(decided).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  test('becomes an acceptance when the merchant gives it up, and is reopened by a person', async () => {
    const { nights } = await short()
    await claim(nights)
    const accept = { kind: 'accept', reason: 'written off', until: null } as const
    await actOnDiscrepancies(nights.context(), { by: 'Luis', targets: MISMATCH, disposition: accept })
    const after = await nights.check({ date: DATE })
    expect([standing(after), positionOf(after.slots).owed.accepted.sum]).toEqual([
      ['accepted', 0, 'accepted', 0n, 0n],
      cop(100_000),
    ])
    const reopen = { kind: 'reopen', reason: 'the operator answered' } as const
    await actOnDiscrepancies(nights.context(), { by: 'Luis', targets: MISMATCH, disposition: reopen })
    expect(standing(await nights.check({ date: DATE }))).toEqual(['discrepant', 3, 'open', cop(100_000), 0n])
  })

  test('is shown with its ticket, and filled into a sheet with another', async () => {
    const { nights } = await short()
    await claim(nights)
    const {
      found: [known],
    } = await listDiscrepancies(nights.context(), MISMATCH)
    const id = known?.discrepancy.id ?? ''
    const ticket = async () => ticketOf(decisionOf((await showDiscrepancy(nights.context(), id)).steps))
    expect(await ticket()).toBe('PQR-4711')
    const file = join(nights.folder, 'sheet.csv')
    writeFileSync(file, `id,disposition,reason,radicado,hasta\n${id},reclamar,otra vez,PQR-4712,31/03/2026\n`)
    await importDispositions(nights.context(), { file, by: 'Ana' })
    expect(await ticket()).toBe('PQR-4712')
    expect(await claim(nights)).toMatchObject({ acts: [{ ticket: 'PQR-4711' }], unchanged: 0 })
    expect(await claim(nights)).toMatchObject({ acts: [], unchanged: 1 })
  })
})
