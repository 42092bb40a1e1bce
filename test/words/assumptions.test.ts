import { expect, test } from 'vitest'
import { assumptionsOf, DEFAULT_POLICY } from '../../src/core/policy.ts'
import { wordsIn } from '../../src/words/words.ts'

test.each(assumptionsOf({ ...DEFAULT_POLICY, bankText: ['PAYCO'] }))(
  'what $setting decides is said in Spanish',
  ({ setting, meaning }) => {
    expect(wordsIn('es').meanings?.[setting]).toMatch(/^\S/)
    expect(wordsIn('es').meanings?.[setting]).not.toBe(meaning)
  },
)
