import { describe, expect, it } from 'vitest'
import { discrepancyRows } from '../../reports/ledgers/discrepancy-row.ts'
import { BOGOTA, slot } from '../core/a.ts'
import { aDiscrepancy, aReport } from './a-slot.ts'

describe('the report of discrepancies', () => {
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
