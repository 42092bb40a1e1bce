import { describe, expect, test } from 'vitest'
import { SCENARIOS, startSandbox } from '../../src/sandbox/index.ts'
import { eachSlot, readSlot } from './reading.ts'
import { openService } from './service.ts'

/** The codes of SPEC section 4, except those that depend on several runs. */
const FINDABLE = [
  ...[
    'PAYOUT_MISMATCH',
    'COLLECTED_MISMATCH',
    'COUNT_MISMATCH',
    'INVOICES_MISSING',
    'WITHIN_TOLERANCE',
    'GATEWAY_READING',
    'FEES_MISMATCH',
  ],
  ...['ADJUSTMENT', 'SETTLEMENT_MISSING', 'SETTLEMENT_OVERDUE', 'SETTLEMENT_ERROR', 'SETTLEMENT_VANISHED'],
  ...['SETTLEMENT_CHANGED', 'STATUS_REGRESSED', 'SLOT_ECHO', 'CYCLE_LABEL', 'UNKNOWN_CYCLE', 'NEGATIVE_PAYOUT'],
  ...['FEES_EXCEED_COLLECTED', 'NEGATIVE_AMOUNT', 'UNDERPAID', 'OVERPAID', 'PAYMENT_FIELDS_MISSING', 'FIELD_MISSING'],
  ...['NOT_PAID', 'CHARGEBACK', 'CHARGEBACK_REVERSED', 'DUPLICATE_PAYMENT', 'DUPLICATE_REFERENCE'],
  ...[
    'INVOICE_IN_TWO_SLOTS',
    'INVOICE_OUTSIDE_SLOT',
    'INVOICE_IN_NO_SLOT',
    'INVOICE_ADDED',
    'INVOICE_VANISHED',
    'INVOICE_MOVED',
  ],
  ...['INVOICE_CHANGED', 'LISTED_TWICE', 'PAGE_COUNT', 'CURSOR_ABSENT', 'MALFORMED_RECORD', 'UNKNOWN_VALUE'],
  ...['UNKNOWN_FIELD', 'FRACTIONAL_PESOS'],
]

describe('scenarios', () => {
  test('each has a name of its own and one sentence', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length)
    for (const { name, sentence } of SCENARIOS) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(sentence).toMatch(/^[A-Z0-9].*\.$/)
    }
  })

  test('every trouble that SPEC section 4 finds has one that shows it', () => {
    const shown = new Set(SCENARIOS.flatMap(({ codes = [] }) => codes))
    expect(FINDABLE.filter((code) => !shown.has(code))).toEqual([])
  })

  test.each(SCENARIOS.map(({ name }) => name))('%s can be started, twice with the same bytes', async (scenario) => {
    const read = async (): Promise<string> => {
      const sandbox = await startSandbox({ scenario, faults: [] })
      const headers = { authorization: `Bearer ${sandbox.apiKey}` }
      // Faults of the connection would hide the rest; the control requests list them.
      await fetch(`${sandbox.controlUrl}/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"faults":[]}',
      })
      const list = await fetch(`${sandbox.baseUrl}/invoices?settlementDate=2026-03-12&limit=100`, { headers })
      const settlement = await fetch(`${sandbox.baseUrl}/settlements/2026-03-12/11`, { headers })
      const text = `${list.status} ${await list.text()} ${await settlement.text()}`
      await sandbox.close()
      return text
    }
    const first = await read()
    expect(first).toMatch(/^200/)
    expect(await read()).toBe(first)
  })

  test.each([
    ['settlement-changes', 'fees'],
    ['status-regresses', 'status'],
    ['settlement-vanishes', 'date'],
  ])('%s shows itself after half an hour, and not before', async (scenario, field) => {
    const service = await openService({ scenario, clock: undefined })
    const settlement = async () => (await service.v1('GET', '/settlements/2026-03-12/11')).fields[field]
    const before = await settlement()
    await service.control('POST', '/clock', { advance: 'PT29M' })
    expect(await settlement()).toBe(before)
    await service.control('POST', '/clock', { advance: 'PT1M' })
    expect(await settlement()).not.toBe(before)
    await service.close()
  })

  test('the quiet week agrees in every slot', async () => {
    const sandbox = await startSandbox({ scenario: 'quiet-week' })
    let settled = 0
    for (const slot of eachSlot(['05', '06', '09', '10', '11', '12'].map((day) => `2026-03-${day}`))) {
      const { settlement, items } = await readSlot(sandbox, slot)
      if (settlement === undefined) continue
      settled += 1
      expect(settlement.numberOfInvoices).toBe(items.length)
      expect(settlement.amountCollected).toBe(items.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0))
      expect(settlement.paymentAmount).toBe(settlement.amountCollected - settlement.fees + settlement.adjustments)
    }
    expect(settled).toBeGreaterThan(25)
    await sandbox.close()
  })
})
