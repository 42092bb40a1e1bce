import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { closePeriod, undoClosing } from '../../jobs/close.ts'
import { importDispositions } from '../../jobs/import-dispositions.ts'
import { listDiscrepancies, showDiscrepancy } from '../../jobs/list-discrepancies.ts'
import { DISPOSITION_LEDGER, dispositionRows } from '../../reports/ledgers/disposition-rows.ts'
import { EVERYTHING, UNRESOLVED } from '../../src/core/findings/discrepancy.ts'
import { csvPieces } from '../../src/print/csv/csv.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { casesInOrder } from '../../src/rules/account/to-do.ts'
import { BOGOTA, cop, slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'
const SHOWN = { kind: 'filter', filter: { ...EVERYTHING, states: UNRESOLVED } } as const

/** Each case: its code, state, pesos, and the number of its findings. */
const cases = async (nights: Nights) =>
  casesInOrder((await listDiscrepancies(nights.context(), SHOWN)).whole.map(({ discrepancy }) => discrepancy)).map(
    ({ first, others, state, amount }) => [first.code, state, Number(amount) / 100, 1 + others.length],
  )

const caseOf = async (nights: Nights): Promise<string> =>
  (await listDiscrepancies(nights.context(), SHOWN)).whole[0]?.discrepancy.case ?? ''

const accept = async (nights: Nights, id: string) =>
  actOnDiscrepancies(nights.context(), {
    by: 'Ana',
    targets: { kind: 'ids', ids: [id] },
    disposition: { kind: 'accept', reason: 'they told us', until: null },
  })

/** The first night: three invoices of 1,001,000, 1,002,000 and 1,003,000, and all agrees. */
const agreeing = async () => {
  const nights = await startNights()
  const invoices = somePaid(DATE, '11', 3)
  const told = nights.service.tellSettled(DATE, '11', invoices)
  await nights.run({ date: DATE })
  return { nights, told, invoices }
}

/** The settlement comes again without its last invoices. */
const reissue = (told: { settlement: Told | null; invoices: unknown[] }, left: readonly Told[]) => {
  told.invoices = [...left]
  told.settlement = settlement(DATE, '11', left)
}

const pageOf = ({ folder }: Nights): string =>
  readFileSync(join(folder, 'out', DATE, 'report.html'), 'utf8').replaceAll('\u00a0', ' ')

describe('a settlement that is issued again', () => {
  test('is one case by the change of its payout, is accepted by one id, and counts its pesos once', async () => {
    const { nights, told, invoices } = await agreeing()
    reissue(told, invoices.slice(0, 2))
    nights.clock('2026-03-13 22:30')
    const { slots } = await nights.run({ date: DATE })
    const findings = slots[0]?.discrepancies.length ?? 0
    expect(findings).toBeGreaterThan(4)
    expect(await cases(nights)).toEqual([['INVOICE_VANISHED', 'new', 1_001_000, findings]])

    const id = await caseOf(nights)
    const { acts, report } = await accept(nights, id.slice(0, 8))
    expect(acts).toHaveLength(findings)
    expect(report?.slots[0]?.verdict).toBe('accepted')
    expect(await cases(nights)).toEqual([['INVOICE_VANISHED', 'accepted', 1_001_000, findings]])
    expect(pageOf(nights)).toMatch(
      /No error is open; COP 1,999,000 paid out\.[\s\S]*Accepted by a person[\s\S]*>1,001,000</,
    )
    const csv = readFileSync(join(nights.folder, 'out', DATE, 'discrepancies.csv'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(new Set(csv.slice(1).map((row) => row.split(',')[1]))).toEqual(new Set([id]))

    reissue(told, invoices.slice(0, 1))
    nights.clock('2026-03-14 22:30')
    await nights.run({ date: DATE })
    expect(await cases(nights)).toEqual([['SETTLEMENT_CHANGED', 'open', 2_001_000, findings + 1]])
    expect(await caseOf(nights)).toBe(id)
    expect((await showDiscrepancy(nights.context(), id)).findings).toHaveLength(findings + 1)
  })

  test('is one row of the sheet, which decides it as long as it is as it was listed', async () => {
    const { nights, told, invoices } = await agreeing()
    reissue(told, invoices.slice(0, 2))
    nights.clock('2026-03-13 22:30')
    await nights.run({ date: DATE })
    const { whole: known } = await listDiscrepancies(nights.context(), SHOWN)
    const rows = dispositionRows(known, { merchant: 'default', zone: BOGOTA, language: 'en' })
    expect(rows).toHaveLength(1)
    const file = join(nights.folder, 'sheet.csv')
    const write = async (findings: number) => {
      const filled = rows.map((row) =>
        row.map((cell, at) => {
          const name = DISPOSITION_LEDGER.heads[at]
          if (name === 'findings') return findings
          return name === 'disposition' ? 'accept' : name === 'reason' ? 'they told us' : cell
        }),
      )
      const pieces: string[] = []
      for await (const { text } of csvPieces(DISPOSITION_LEDGER.heads, [filled], 'standard')) pieces.push(String(text))
      writeFileSync(file, pieces.join(''))
    }
    await write(known.length - 1)
    await expect(importDispositions(nights.context(), { file, by: 'Ana' })).rejects.toThrow('other findings now')
    await write(known.length)
    const { acts } = await importDispositions(nights.context(), { file, by: 'Ana' })
    expect(acts).toHaveLength(known.length)
  })
})

test('an invoice that is cancelled in a final settlement is one case', async () => {
  const { nights, told, invoices } = await agreeing()
  told.invoices = invoices.map((invoice, at) =>
    at === 2 ? { ...invoice, status: 'cancelled', paymentAmount: null, paymentId: null } : invoice,
  )
  nights.clock('2026-03-13 22:30')
  const { slots } = await nights.run({ date: DATE })
  expect(await cases(nights)).toEqual([['COLLECTED_MISMATCH', 'new', 1_003_000, slots[0]?.discrepancies.length]])
  const { acts, report } = await accept(nights, await caseOf(nights))
  expect(acts.length).toBe(slots[0]?.discrepancies.length)
  expect(positionOf(report?.slots ?? []).overpaid.accepted.sum).toEqual(cop(1_003_000))
})

describe('a closing that was undone changes no case', () => {
  /** The cases after changes of a settlement whose payout arrived, and after the undoing of a closing before one of them. */
  const casesAfter = async (changes: readonly Partial<Told>[], closedBefore: number | null) => {
    const { nights, told } = await agreeing()
    const instead = policy({ bankText: ['OPERADOR'] })
    const file = join(nights.folder, 'bank.csv')
    const rows = ['20260312,,3000000.00,2568,OPERADOR', '20260320,,-5000.00,2568,COMISION']
    writeFileSync(file, rows.map((row) => `406-000011-22,406,,${row},0\r\n`).join(''))
    nights.clock('2026-03-24 22:30')
    await importBankFiles(nights.context(instead), { files: [file], account: null, by: 'Ana' })
    const by = { by: 'Ana', reason: 'a mistake' }
    for (const [at, change] of changes.entries()) {
      if (at === closedBefore)
        await closePeriod(nights.context(instead), { through: slot(DATE).date, force: true, ...by })
      told.settlement = { ...told.settlement, ...change }
      nights.clock(`2026-03-${25 + at} 22:30`)
      await nights.run({ date: DATE, cycles: ['11'] }, instead)
      await nights.run({ date: DATE, cycles: ['11'] }, instead)
    }
    const closed = await caseOf(nights)
    if (closedBefore !== null) await undoClosing(nights.context(instead), by)
    return { cases: await cases(nights), isSame: (await caseOf(nights)) === closed }
  }
  const [LESS, LEAST] = [
    { fees: 11_000, paymentAmount: 2_995_000 },
    { fees: 13_000, paymentAmount: 2_993_000 },
  ]

  test.each<[string, readonly Partial<Told>[], number]>([
    ['of a change', [LESS], 0],
    ['of two changes', [LESS, LEAST], 0],
    ['of a change after another', [LESS, LEAST], 1],
  ])('%s', async (_, changes, closedBefore) => {
    const open = await casesAfter(changes, null)
    expect(open.cases.map(([, , pesos]) => pesos)).toEqual([changes.length === 1 ? 5_000 : 7_000])
    expect(await casesAfter(changes, closedBefore)).toEqual(open)
  })
})
