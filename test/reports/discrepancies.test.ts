import { describe, expect, it } from 'vitest'
import { DISCREPANCY_LEDGER, discrepancyRows } from '../../reports/ledgers/discrepancy-row.ts'
import { at, BOGOTA, cop, slot } from '../domain/a.ts'
import { aDiscrepancy, aReport } from './a-slot.ts'

describe('the report of discrepancies', () => {
  it('has the columns of the contract, in its order', () => {
    expect(DISCREPANCY_LEDGER.heads.join(', ')).toBe(
      'id, case, merchant, date, cycle, code, severity, state, subject, unit, reported, expected, difference, amount, causes, message, first_seen',
    )
  })

  it('shows both numbers and their difference, or two texts and none', () => {
    const discrepancies = [
      aDiscrepancy({
        firstSeen: at('2026-03-13T03:30:00Z'),
      }),
      aDiscrepancy({
        id: 'b',
        code: 'COUNT_MISMATCH',
        figures: { unit: 'invoices', reported: 22, expected: 23 },
        amount: null,
        state: 'accepted',
      }),
      aDiscrepancy({
        id: 'c',
        code: 'SETTLEMENT_CHANGED',
        figures: { unit: null, reported: 'true', expected: 'false' },
        amount: null,
        subject: 'settlement.gateway',
      }),
      aDiscrepancy({
        id: 'd',
        code: 'SETTLEMENT_MISSING',
        figures: { unit: 'COP', reported: null, expected: cop(5) },
        amount: cop(5),
      }),
    ]
    const message = aDiscrepancy().message
    expect([...discrepancyRows([aReport({ discrepancies })], { zone: BOGOTA, language: 'en' })].flat()).toEqual([
      [
        'aaaaaaaaaaaaaaaa',
        'aaaaaaaaaaaaaaaa',
        'default',
        '2026-03-12',
        '11',
        'COLLECTED_MISMATCH',
        'error',
        'new',
        'settlement',
        'COP',
        cop(45_200_000),
        cop(43_350_000),
        cop(1_850_000),
        cop(1_850_000),
        null,
        message,
        '2026-03-12 22:30:00',
      ],
      [
        'b',
        'b',
        'default',
        '2026-03-12',
        '11',
        'COUNT_MISMATCH',
        'error',
        'accepted',
        'settlement',
        'invoices',
        22,
        23,
        -1,
        null,
        null,
        message,
        '2026-03-12 22:30:00',
      ],
      [
        'c',
        'c',
        'default',
        '2026-03-12',
        '11',
        'SETTLEMENT_CHANGED',
        'error',
        'new',
        'settlement.gateway',
        null,
        'true',
        'false',
        null,
        null,
        null,
        message,
        '2026-03-12 22:30:00',
      ],
      [
        'd',
        'd',
        'default',
        '2026-03-12',
        '11',
        'SETTLEMENT_MISSING',
        'error',
        'new',
        'settlement',
        'COP',
        null,
        cop(5),
        null,
        cop(5),
        null,
        message,
        '2026-03-12 22:30:00',
      ],
    ])
  })

  it('sorts by slot in the day, code and subject, whatever the order it is handed', () => {
    const late = [
      aDiscrepancy({ slot: slot('2026-03-12', '20'), code: 'UNDERPAID', subject: 'invoice:b' }),
      aDiscrepancy({ slot: slot('2026-03-12', '20'), code: 'UNDERPAID', subject: 'invoice:a' }),
      aDiscrepancy({ slot: slot('2026-03-12', '20'), code: 'ADJUSTMENT' }),
    ]
    const early = [aDiscrepancy({ slot: slot('2026-03-12', '9') })]
    const reports = [
      aReport({ slot: slot('2026-03-12', '20'), discrepancies: late }),
      aReport({ slot: slot('2026-03-12', '9'), discrepancies: early }),
    ]
    const rows = [...discrepancyRows(reports, { zone: BOGOTA, language: 'en' })].flat()
    expect(rows.map((row) => [row[4], row[5], row[8]].join(' '))).toEqual([
      '9 COLLECTED_MISMATCH settlement',
      '20 ADJUSTMENT settlement',
      '20 UNDERPAID invoice:a',
      '20 UNDERPAID invoice:b',
    ])
  })
})
