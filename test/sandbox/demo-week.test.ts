import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_WEEK, demoWeekRemarks, demoWeekTroubles, type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { eachSlot, readSlot } from './reading.ts'

const daysOfWeek = ['05', '06', '07', '08', '09', '10', '11', '12'].map((day) => `2026-03-${day}`)

/** The cost of a payment, in whole pesos. */
const feeOf = (method: string, paid: number): number => {
  const rates: Readonly<Record<string, readonly [percent: number, fixed: number]>> = {
    breb: [0, 1_900],
    nequiButton: [1.2, 0],
    bancolombiaButton: [1.2, 0],
    pse: [0, 3_200],
    card: [2.6, 800],
  }
  const [percent, fixed] = rates[method] ?? [0, 0]
  return Math.round((paid * percent) / 100) + fixed
}

/** The findings of a careful reader in a slot alone, without other slots. */
const judge = ({ settlement, items }: Awaited<ReturnType<typeof readSlot>>): readonly string[] => {
  if (settlement === undefined) return []
  const codes: string[] = []
  const kept = [...new Map(items.map((item) => [item.id, item])).values()]
  const readable = kept.every((item) => typeof item.amount === 'number')
  const sum = kept.reduce((total, item) => total + item.paymentAmount, 0)
  const fees = settlement.feesPostpaid ? 0 : settlement.fees
  if (!readable) codes.push('MALFORMED_RECORD')
  if (kept.length < items.length) codes.push('LISTED_TWICE')
  if (readable && settlement.amountCollected !== sum) codes.push('COLLECTED_MISMATCH')
  if (readable && settlement.numberOfInvoices !== kept.length) codes.push('COUNT_MISMATCH')
  const expected = settlement.amountCollected - fees + settlement.adjustments
  if (settlement.gateway && settlement.paymentAmount === settlement.amountCollected) codes.push('GATEWAY_READING')
  else if (settlement.paymentAmount !== expected) codes.push('PAYOUT_MISMATCH')
  const tariff = kept.reduce(
    (total, { paymentMethod, paymentAmount }) => total + feeOf(paymentMethod, paymentAmount),
    0,
  )
  if (settlement.fees !== tariff) codes.push('FEES_MISMATCH')
  if (settlement.adjustments !== 0) codes.push('ADJUSTMENT')
  if (settlement.status === 'error') codes.push('SETTLEMENT_ERROR')
  if (settlement.status === 'processing') codes.push('SETTLEMENT_OVERDUE')
  if (kept.some((item) => item.status === 'chargeback')) codes.push('CHARGEBACK')
  if (kept.some((item) => readable && item.paymentAmount < item.amount)) codes.push('UNDERPAID')
  if (kept.some((item) => !Number.isInteger(item.paymentAmount))) codes.push('FRACTIONAL_PESOS')
  if (kept.some((item) => item.settlementTime !== settlement.cycle)) codes.push('INVOICE_OUTSIDE_SLOT')
  return codes
}

describe('the demo week', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ scenario: 'demo-week' })
  })
  afterAll(() => sandbox.close())

  test('every trouble is in the slot where the list says, and nowhere else is there any', async () => {
    const found: string[] = []
    for (const slot of eachSlot(daysOfWeek)) {
      for (const code of judge(await readSlot(sandbox, slot))) found.push(`${slot.date} ${slot.cycle} ${code}`)
    }
    // A payment id on two invoices is only found across slots.
    const listed = demoWeekTroubles.filter(({ code }) => code !== 'DUPLICATE_PAYMENT')
    expect(found.sort()).toEqual(listed.map(({ date, cycle, code }) => `${date} ${cycle} ${code}`).sort())
  })

  test('one payment id is on two invoices, of two slots', async () => {
    const seen = new Map<string, string>()
    const twice: string[] = []
    for (const slot of eachSlot(daysOfWeek)) {
      const { items } = await readSlot(sandbox, slot)
      for (const { id, paymentId } of items) {
        if ((seen.get(paymentId) ?? id) !== id) twice.push(`${slot.date} ${slot.cycle}`)
        seen.set(paymentId, id)
      }
    }
    expect(twice).toEqual(['2026-03-09 13'])
  })

  test('what is peculiar and right gives nothing to report', async () => {
    expect(demoWeekRemarks).not.toEqual([])
    const found: string[] = []
    for (const slot of demoWeekRemarks) {
      for (const code of judge(await readSlot(sandbox, slot))) found.push(`${slot.date} ${slot.cycle} ${code}`)
    }
    expect(found).toEqual([])
  })

  test('three lists are longer than a page of 100, one of them than two', async () => {
    const pages: number[] = []
    for (const slot of eachSlot(daysOfWeek)) pages.push((await readSlot(sandbox, slot)).pages.length)
    expect(pages.filter((count) => count > 1)).toEqual([2, 3, 2])
  })

  test('the slot of the example states 24 invoices and 45,200,000 against 23 and 43,350,000', async () => {
    const { settlement, items } = await readSlot(sandbox, { date: DEMO_WEEK.to, cycle: '11' })
    expect(settlement).toEqual({
      date: '2026-03-12',
      cycle: '11',
      status: 'credited',
      numberOfInvoices: 24,
      amountCollected: 45_200_000,
      fees: 610_000,
      feesPostpaid: false,
      adjustments: 0,
      gateway: false,
      paymentAmount: 44_590_000,
    })
    expect(items).toHaveLength(23)
    expect(items.reduce((total, item) => total + item.paymentAmount, 0)).toBe(43_350_000)
  })

  test('a second sandbox says the same, to the byte', async () => {
    const second = await startSandbox({ scenario: 'demo-week' })
    const digestOf = async (one: Sandbox): Promise<string> => {
      const digest = createHash('sha256')
      for (const slot of eachSlot(daysOfWeek)) {
        const { settlementText, pages } = await readSlot(one, slot)
        digest.update(settlementText)
        for (const page of pages) digest.update(page)
      }
      return digest.digest('hex')
    }
    expect(await digestOf(second)).toBe(await digestOf(sandbox))
    await second.close()
  })
})
