import { expect, test } from 'vitest'
import { readChargebacks, tieChargebacks, untieChargebacks } from '../../jobs/chargebacks.ts'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { slot } from '../core/a.ts'
import { type Nights, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const [FIRST, SECOND, THIRD] = ['2026-03-09', '2026-03-10', '2026-03-11'] as const

/** Three days of one settlement each; the first lists two invoices of 1,001,000 and 1,002,000. */
const tell = (nights: Nights, date: string, adjustments: number, statuses: readonly string[] = []): void => {
  const invoices = somePaid(date, '11', 2).map((invoice, at) => ({ ...invoice, status: statuses[at] ?? 'paid' }))
  const plain = settlement(date, '11', invoices)
  const paymentAmount = Number(plain.paymentAmount) + adjustments
  nights.service.tell(date, '11', { settlement: { ...plain, adjustments, paymentAmount }, invoices })
}

const begin = async (statuses: readonly string[], adjustments: readonly [number, number]): Promise<Nights> => {
  const nights = await startNights('2026-03-11 22:30')
  tell(nights, FIRST, 0)
  await nights.run({ date: FIRST, cycles: ['11'] })
  tell(nights, FIRST, 0, statuses)
  tell(nights, SECOND, adjustments[0])
  tell(nights, THIRD, adjustments[1])
  await nights.run({ from: FIRST, to: THIRD, cycles: ['11'] })
  return nights
}

/** What is shown of chargebacks and adjustments: day, code, severity and pesos. */
const shown = async (nights: Nights): Promise<readonly string[]> => {
  const { found: known } = await listDiscrepancies(
    { ...nights.context(), asOf: null },
    { kind: 'filter', filter: EVERYTHING },
  )
  return known
    .map(({ discrepancy }) => discrepancy)
    .filter(({ code, state }) => /^(ADJUSTMENT|CHARGEBACK_NOT_DEBITED)$/.test(code) && state !== 'resolved')
    .map(({ slot: { date }, code, severity, amount }) => `${date} ${code} ${severity} ${Number(amount) / 100}`)
    .sort()
}

const ID = `${FIRST}-11-001`

test('an adjustment with a fee on top is tied by a person: the chargeback is debited, the fee is not explained', async () => {
  const nights = await begin(['chargeback'], [-1_003_000, 0])
  const before = [`${FIRST} CHARGEBACK_NOT_DEBITED info 1001000`, `${SECOND} ADJUSTMENT error 1003000`]
  expect(await shown(nights)).toEqual(before)
  const request = { invoiceIds: [ID], adjustments: [slot(SECOND)], reason: 'a fee of 2,000', by: 'ana' }
  const { tie } = await tieChargebacks(nights.context(), request)
  expect(await shown(nights)).toEqual([`${SECOND} ADJUSTMENT error 2000`])
  await expect(tieChargebacks(nights.context(), request)).rejects.toMatchObject({ code: 'CHARGEBACK_TIE' })
  const { report } = await untieChargebacks(nights.context(), { number: tie.number, reason: 'no', by: 'ana' })
  expect(report.slots.map(({ slot: { date } }) => date)).toEqual([FIRST, SECOND])
  expect(await shown(nights)).toEqual(before)
  const { ties } = await readChargebacks({ ...nights.context(), asOf: null })
  expect(ties).toMatchObject([{ number: tie.number, undone: { reason: 'no' } }])
  const asOf = { kind: 'number', number: tie.number } as const
  const then = await readChargebacks({ ...nights.context(), asOf })
  expect(then.account.debited).toMatchObject([{ invoiceId: ID, debitedBy: slot(SECOND) }])
})

test('a tie is refused where there is nothing to tie, and nothing is written', async () => {
  const nights = await begin(['chargeback'], [-1_003_000, 5_000])
  const request = { invoiceIds: [ID], adjustments: [slot(SECOND)], reason: 'why', by: 'ana' }
  const refused = [
    { ...request, invoiceIds: [`${FIRST}-11-002`] },
    { ...request, adjustments: [slot(FIRST)] },
    { ...request, adjustments: [slot(THIRD)] },
  ]
  for (const one of refused)
    await expect(tieChargebacks(nights.context(), one)).rejects.toMatchObject({ code: 'CHARGEBACK_TIE' })
  const untie = { number: 999, reason: 'why', by: 'ana' }
  await expect(untieChargebacks(nights.context(), untie)).rejects.toMatchObject({ code: 'CHARGEBACK_TIE' })
  expect((await readChargebacks({ ...nights.context(), asOf: null })).ties).toEqual([])
})

test('a chargeback that was reversed stays, debited and given back', async () => {
  const nights = await begin(['chargeback'], [-1_001_000, 1_001_000])
  expect(await shown(nights)).toEqual([`${SECOND} ADJUSTMENT info 0`, `${THIRD} ADJUSTMENT warning 1001000`])
  tell(nights, FIRST, 0)
  await nights.run({ date: FIRST, cycles: ['11'] })
  expect(await shown(nights)).toEqual([`${SECOND} ADJUSTMENT info 0`, `${THIRD} ADJUSTMENT info 0`])
})
