import { expect, test } from 'vitest'
import { runMetrics } from '../../reports/documents/run-metrics.ts'
import type { Discrepancy } from '../../src/domain/findings/discrepancy.ts'
import { aDiscrepancy, aReport } from './a-slot.ts'

test('open discrepancies are counted by severity; what is resolved or accepted is not', () => {
  const given: readonly Pick<Discrepancy, 'severity' | 'state'>[] = [
    { severity: 'error', state: 'new' },
    { severity: 'warning', state: 'new' },
    { severity: 'warning', state: 'open' },
    { severity: 'info', state: 'open' },
    { severity: 'info', state: 'new' },
    { severity: 'info', state: 'open' },
    { severity: 'error', state: 'resolved' },
    { severity: 'warning', state: 'accepted' },
  ]
  const slots = [aReport({ discrepancies: given.map((one) => aDiscrepancy(one)) })]
  const read = { pages: 1, invoices: 1, retries: 0 }
  const metrics = runMetrics({ merchant: 'a', endedAt: 0, seconds: 1, exitCode: 3, lastSuccess: null, read, slots })
  const values = metrics.find(({ name }) => name === 'cuadre_open_discrepancies')?.values
  expect(values?.map(({ labels, value }) => `${labels.severity} ${value}`)).toEqual(['info 3', 'warning 2', 'error 1'])
})
