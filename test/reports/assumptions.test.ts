import { expect, test } from 'vitest'
import { assumptionsDocument, policyDocument, policyIn } from '../../reports/documents/assumptions.ts'
import { jsonText } from '../../src/print/json.ts'
import { aPolicy, cop } from '../core/a.ts'

const reading = {
  lookbackDays: 7,
  pageLimit: 100,
  concurrency: 4,
  absentStatuses: [404, 410],
  absentBodies: ['empty', 'null'],
  csvProfile: 'standard',
  webhookFormat: 'signed-body',
  webhookPayloadField: null,
}

test('every setting that figures rest on is printed with its value', () => {
  expect(assumptionsDocument(aPolicy({ tolerance: cop(0.5) }), reading)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ setting: 'toleranceCop', value: '0.5' }),
      expect.objectContaining({ setting: 'chargebacks', value: 'counted' }),
      expect.objectContaining({ setting: 'lookbackDays', value: '7' }),
      expect.objectContaining({ setting: 'absentStatuses', value: '404 410' }),
      expect.objectContaining({ setting: 'absentBodies', value: 'empty null' }),
      expect.objectContaining({ setting: 'csvProfile', value: 'standard' }),
      expect.objectContaining({ setting: 'webhookFormat', value: 'signed-body' }),
      expect.objectContaining({ setting: 'webhookPayloadField', value: 'none' }),
    ]),
  )
  expect(assumptionsDocument(aPolicy(), { ...reading, webhookPayloadField: 'event' })).toContainEqual(
    expect.objectContaining({ setting: 'webhookPayloadField', value: 'event' }),
  )
})

test('days until money is at the bank are kept where the bank is known', () => {
  const policy = aPolicy({ bankText: ['PAGOS SAS'], bankDays: 3 })
  expect(policyDocument(policy)).toMatchObject({ bankText: ['PAGOS SAS'], bankDays: 3 })
  expect(policyIn(jsonText(policyDocument(policy)))).toEqual(policy)
  expect(Object.keys(policyDocument(aPolicy()) as object).filter((name) => name.startsWith('bank'))).toEqual([])
  const exact = aPolicy({ feesTolerance: cop(2) })
  expect(policyIn(jsonText(policyDocument(exact)))).toEqual(exact)
})

test('a policy that was kept is read back as it was; what an older one did not know has its default', () => {
  const policy = aPolicy({ tolerance: cop(1234.5), adjustments: 'subtract', cycleAliases: { '11:00': '11' } })
  expect(policyIn(jsonText(policyDocument(policy)))).toEqual(policy)
  expect(policyIn('{"adjustments": "subtract"}')).toEqual(aPolicy({ adjustments: 'subtract' }))
  expect(() => policyIn('{"toleranceCop": 0.001}')).toThrow('not an amount')
})
