import { expect, test } from 'vitest'
import { partsOfRulebook, rulebookOf } from '../../src/rules/assessment/assess.ts'
import { CHECKS } from '../../src/rules/registry.ts'

test('a rulebook names the policy, the version and the checks from outside', () => {
  const [first] = CHECKS
  if (first === undefined) throw new Error('there are no checks')
  const outside = (code: string) => ({ ...first, code })
  expect(rulebookOf(3, '0.1.0')).toBe('3 0.1.0')
  expect(rulebookOf(3, '0.1.0', [...CHECKS, outside('RENT_B'), outside('RENT_A')])).toBe('3 0.1.0 RENT_A RENT_B')
})

test('its policy and version are read back, also where it has neither', () => {
  expect(partsOfRulebook('3 0.1.0 RENT_A')).toEqual({ policyNumber: 3, version: '0.1.0' })
  expect(partsOfRulebook('3')).toEqual({ policyNumber: 3, version: '' })
})
