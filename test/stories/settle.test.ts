import { expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { readChargebacks, tieChargebacks } from '../../jobs/chargebacks.ts'
import { settleClaims } from '../../jobs/claims/settle-claims.ts'
import { closePeriod } from '../../jobs/close.ts'
import { listDiscrepancies, showDiscrepancy } from '../../jobs/list-discrepancies.ts'
import { readStatement } from '../../jobs/statement.ts'
import { readStatus } from '../../jobs/status.ts'
import { CHARGEBACKS_LIST } from '../../reports/documents/chargebacks.ts'
import { accountLines } from '../../reports/statements/account-lines.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { csvSheet } from '../../src/print/csv.ts'
import { chargebacksReport } from '../../src/questions/chargebacks.ts'
import { historyText } from '../../src/questions/history.ts'
import { BOGOTA, cop, slot } from '../core/a.ts'
import { type Nights, startNights } from './night.ts'

/** Each settlement: 2 invoices of COP 2,003,000 less 4,000 of fees, so COP 1,999,000. */
const tell = (nights: Nights, date: string, cycle: string, instead = {}) =>
  nights.service.tellSettled(date, cycle, 2, instead)

const found = async (nights: Nights, code: string) =>
  (await listDiscrepancies(nights.context(), { kind: 'filter', filter: { ...EVERYTHING, codes: [code] } })).found.map(
    ({ discrepancy }) => discrepancy,
  )

const linesOf = async (nights: Nights, month: string) => {
  const days = monthOf(`${month}-01` as SlotDate)
  const { account } = await readStatement(nights.context(), { days, asOf: null, format: null })
  return Object.fromEntries(
    accountLines(account)
      .filter(({ amount, section }) => amount !== 0n && section !== 'beside')
      .map(({ name, amount }) => [name, Number(amount) / 100]),
  )
}

/** The adjustment of November: in the list, in its JSON, and in the balance of `status`. */
const adjustmentOf = async (nights: Nights) => {
  const list = await readChargebacks({ ...nights.context(), asOf: null })
  const [row] = csvSheet(chargebacksReport(list), 'adjustments', 'en').rows
  const json = CHARGEBACKS_LIST.of(list).adjustments
  const { withoutChargeback } = (await readStatus({ ...nights.context(), asOf: null })).chargebacks
  return {
    row,
    json,
    open: withoutChargeback.brought.sum,
  }
}

const settle = (nights: Nights, ids: readonly string[], reason = '') =>
  settleClaims(nights.context(), {
    by: 'Ana',
    targets: { kind: 'ids', ids },
    payer: { kind: 'adjustment', slot: slot('2026-11-03', '11') },
    reason,
  })

/** October is short of COP 5,000, claimed; an adjustment of November brings some. */
const claimed = async (adjustments: number): Promise<{ readonly nights: Nights; readonly id: string }> => {
  const nights = await startNights('2026-10-30 22:30')
  tell(nights, '2026-10-30', '11', { paymentAmount: 1_994_000 })
  await nights.run({ date: '2026-10-30', cycles: ['11'] })
  const [short] = await found(nights, 'PAYOUT_MISMATCH')
  const id = short?.id ?? ''
  await actOnDiscrepancies(nights.context(), {
    by: 'Ana',
    targets: { kind: 'ids', ids: [id] },
    disposition: { kind: 'claim', reason: 'asked', ticket: 'T-1', until: '2026-12-31' as SlotDate },
  })
  nights.clock('2026-11-01 09:00')
  await closePeriod(nights.context(), {
    through: '2026-10-31' as SlotDate,
    by: 'Ana',
    reason: 'month end',
    force: true,
  })
  nights.clock('2026-11-03 22:30')
  tell(nights, '2026-11-03', '11', { adjustments, paymentAmount: 1_999_000 + adjustments })
  await nights.run({ date: '2026-11-03', cycles: ['11'] })
  return { nights, id }
}

test('of a settlement that was never read nothing is said but how to read it', async () => {
  const { nights, id } = await claimed(5_000)
  const never = slot('2026-11-04', '13')
  const request = { by: 'Ana', reason: 'seen', targets: { kind: 'ids' as const, ids: [id] } }
  const refused = { code: 'NEVER_PULLED', next: 'pull it with: cuadre run --date 2026-11-04 --cycle 13' }
  await expect(
    settleClaims(nights.context(), { ...request, payer: { kind: 'adjustment', slot: never } }),
  ).rejects.toMatchObject(refused)
  await expect(
    tieChargebacks(nights.context(), { ...request, invoiceIds: [], adjustments: [never] }),
  ).rejects.toMatchObject(refused)
})

test('adjustments of a settlement that went back to processing pay nothing until it is paid out again', async () => {
  const { nights, id } = await claimed(5_000)
  const adjusted = { adjustments: 5_000, paymentAmount: 2_004_000 }
  tell(nights, '2026-11-03', '11', { ...adjusted, status: 'processing' })
  await nights.run({ date: '2026-11-03', cycles: ['11'] })
  expect((await found(nights, 'STATUS_REGRESSED')).map(({ state }) => state)).toEqual(['new'])
  expect((await showDiscrepancy(nights.context(), id)).payments).toEqual([])
  await expect(settle(nights, [id])).rejects.toMatchObject({
    code: 'NOT_PAID_BY',
    message: 'the settlement 2026-11-03 cycle 11 is not paid out',
  })
  tell(nights, '2026-11-03', '11', adjusted)
  await nights.run({ date: '2026-11-03', cycles: ['11'] })
  expect((await settle(nights, [id])).acts).toMatchObject([{ kind: 'settle', recovery: { sum: 500_000n } }])
})

test('a claim that an adjustment of the next month paid is paid, leaves the account, and explains the adjustment', async () => {
  const { nights, id } = await claimed(5_000)
  expect(await linesOf(nights, '2026-11')).toMatchObject({ opening: 5_000, closing: 5_000, underpaid: 5_000 })
  expect((await showDiscrepancy(nights.context(), id)).payments).toMatchObject([
    { by: { kind: 'adjustment', slot: { date: '2026-11-03' } }, left: 500_000n },
  ])
  const { report, acts } = await settle(nights, [id])
  expect((await showDiscrepancy(nights.context(), id)).payments).toEqual([])
  const told = historyText(await nights.history('2026-10-30', '11'), BOGOTA, { width: 80, language: 'en' }).replaceAll(
    /\s+/g,
    ' ',
  )
  expect(told).toContain('Ana settled PAYOUT_MISMATCH of settlement, COP 5,000 by settlement 2026-11-03 11 ')
  expect(acts).toMatchObject([{ kind: 'settle', recovery: { sum: 500_000n, on: '2026-11-03' } }])
  expect(report?.slots.map(({ slot: of, verdict }) => [of.date, verdict])).toContainEqual(['2026-10-30', 'accepted'])
  expect((await found(nights, 'PAYOUT_MISMATCH')).map(({ state, recovered }) => [state, recovered])).toEqual([
    ['paid', 500_000n],
  ])
  expect(
    (await found(nights, 'ADJUSTMENT')).map(({ severity, amount, message }) => [severity, amount, message]),
  ).toEqual([['info', 0n, 'adjustments of COP 5,000: they pay COP 5,000 that was claimed of other settlements']])
  expect(await linesOf(nights, '2026-11')).toEqual({
    opening: 5_000,
    collected: 2_003_000,
    fees_deducted: -4_000,
    adjustments_explained: 5_000,
    due: 2_004_000,
    paid_out: -2_004_000,
    recovered: -5_000,
  })
  // The same on every screen (SPEC, section 7).
  expect(await adjustmentOf(nights)).toMatchObject({
    row: ['default', '2026-11-03', '11', 'a claim it paid', cop(5_000), cop(5_000), cop(0)],
    json: [{ explained: cop(5_000), recovered: cop(5_000), notExplained: cop(0) }],
    open: cop(0),
  })
  expect(await linesOf(nights, '2026-10')).toMatchObject({ closing: 5_000, underpaid: 5_000 })
  expect((await settle(nights, [id])).unchanged).toBe(1)
  expect(await nights.check()).toMatchObject({ error: null })
  nights.clock('2027-01-02 09:00')
  await nights.check()
  expect((await found(nights, 'PAYOUT_MISMATCH')).map(({ state }) => state)).toEqual(['paid'])
})

test('what is left of a claim stays claimed, what is over of an adjustment stays open, and reopening undoes it', async () => {
  const less = await claimed(3_000)
  await settle(less.nights, [less.id])
  expect((await found(less.nights, 'PAYOUT_MISMATCH')).map(({ state, recovered }) => [state, recovered])).toEqual([
    ['claimed', 300_000n],
  ])
  expect(await linesOf(less.nights, '2026-11')).toMatchObject({ recovered: -3_000, closing: 2_000, underpaid: 2_000 })
  await expect(settle(less.nights, ['000000'])).rejects.toThrow('no discrepancy has the id')

  const { nights, id } = await claimed(7_000)
  await settle(nights, [id])
  const open = await found(nights, 'ADJUSTMENT')
  expect(open.map(({ severity, amount }) => [severity, amount])).toEqual([['warning', 200_000n]])
  expect(await adjustmentOf(nights)).toMatchObject({
    json: [{ explained: cop(5_000), recovered: cop(5_000), notExplained: cop(2_000) }],
    open: cop(2_000),
  })
  expect(await linesOf(nights, '2026-11')).toMatchObject({
    adjustments_explained: 5_000,
    adjustments_not_explained_brought: 2_000,
  })
  await actOnDiscrepancies(nights.context(), {
    by: 'Ana',
    targets: { kind: 'ids', ids: [id] },
    disposition: { kind: 'reopen', reason: 'a mistake' },
  })
  expect((await found(nights, 'PAYOUT_MISMATCH')).map(({ state, recovered }) => [state, recovered])).toEqual([
    ['open', undefined],
  ])
  expect((await found(nights, 'ADJUSTMENT')).map(({ amount }) => amount)).toEqual([700_000n])
  expect(await linesOf(nights, '2026-11')).toMatchObject({ closing: 5_000 })
  await expect(settle(nights, [id])).rejects.toThrow('is not claimed, and cannot be settled')
})
