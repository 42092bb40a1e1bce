import { expect, test } from 'vitest'
import { BANK_LIST, type BankListDocument } from '../../reports/documents/bank/bank-list-report.ts'
import { jsonText } from '../../src/print/json.ts'
import { ACTS, type Filled, missingIn } from '../../src/ui/acts.ts'
import { tiesOfBank } from '../../src/ui/forms.tsx'
import { aBankPage } from '../reports/a-bank-page.ts'

const filled = (fields: Readonly<Record<string, readonly string[]>>): Filled => ({
  text: (name) => fields[name]?.[0] ?? '',
  all: (name) => fields[name] ?? [],
})

test.each([
  ['act/decide', {}, ['chosen']],
  ['act/decide', { case: ['a'] }, []],
  ['act/claim-letter', {}, ['chosen']],
  ['act/settle', { entry: ['b'] }, ['chosen']],
  ['act/tie', { payout: ['a'], reason: ['why'] }, ['credits']],
  ['act/rent-tie', { payment: ['b'] }, ['dues']],
  ['act/claim-all', {}, []],
])('%s with %j lacks %j', (path, fields, missing) => {
  const act = ACTS[path]
  expect(act === undefined ? null : missingIn(act, filled(fields))).toEqual(missing)
})

test.each(['', 'notes', '--force'])('a decision of the kind %j is no command', (kind) => {
  expect(ACTS['act/decide']?.words(filled({ kind: [kind], case: ['abcd1234'], reason: ['why'] }), () => '')[1]).toBe(
    '?',
  )
})

test('the credits that may be one of the payouts can be tied to it, and those that no payout explains', () => {
  const list: BankListDocument = JSON.parse(jsonText(BANK_LIST.of(aBankPage())))
  const [payouts, credits] = tiesOfBank(list, 'en').sides
  expect(payouts?.of).toHaveLength(6)
  expect(credits?.of.map(([id]) => id)).toEqual(['e-7aaaaaaa', 'e-6aaaaaaa', 'e-9aaaaaaa', 'e-8aaaaaaa'])
})
