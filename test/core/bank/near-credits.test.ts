import { describe, expect, test } from 'vitest'
import type { AccountEntry } from '../../../src/core/bank/bank-statement.ts'
import { nearCausesOf, nearCredits, type OpenPayout, tieKey } from '../../../src/core/bank/tie-out.ts'
import { cop } from '../a.ts'
import { anEntry, aPayout } from './a-bank.ts'

const A = aPayout('2026-03-12', '11', 1_000)
const B = aPayout('2026-03-12', '13', 2_000)

describe('the credits proposed for payouts', () => {
  const proposed = (
    credits: readonly AccountEntry[],
    payouts: readonly OpenPayout[] = [A, B],
    refused: ReadonlySet<string> = new Set(),
    percent = 5,
  ) =>
    nearCredits({ payouts, credits, refused }, percent).map(({ payout, credit }) => `${payout.slot.cycle} ${credit.id}`)

  test.each<[string, readonly AccountEntry[], readonly string[]]>([
    ['none', [], []],
    ['5 percent less', [anEntry('x', '2026-03-13', 950)], ['11 x']],
    ['5 percent more', [anEntry('x', '2026-03-13', 1_050)], ['11 x']],
    ['a peso beyond 5 percent less', [anEntry('x', '2026-03-13', 949)], []],
    ['a peso beyond 5 percent more', [anEntry('x', '2026-03-13', 1_051)], []],
    ['on the first day', [anEntry('x', '2026-03-12', 990)], ['11 x']],
    ['on the last day', [anEntry('x', '2026-03-17', 990)], ['11 x']],
    ['before the first day', [anEntry('x', '2026-03-11', 990)], []],
    ['after the last day', [anEntry('x', '2026-03-18', 990)], []],
    ['two for one', [anEntry('x', '2026-03-13', 990), anEntry('y', '2026-03-14', 980)], []],
    [
      'two for one, of other accounts',
      [anEntry('x', '2026-03-13', 990), anEntry('y', '2026-03-14', 980, { account: '9' })],
      [],
    ],
    ['one for each', [anEntry('x', '2026-03-13', 990), anEntry('y', '2026-03-14', 1_980)], ['11 x', '13 y']],
  ])('%s', (_, credits, expected) => {
    expect(proposed(credits)).toEqual(expected)
  })

  test('a credit near two payouts is proposed for none of them', () => {
    const twin = aPayout('2026-03-13', '11', 1_010)
    expect(proposed([anEntry('x', '2026-03-13', 1_005)], [A, twin])).toEqual([])
    expect(proposed([anEntry('x', '2026-03-12', 1_005)], [A, twin])).toEqual(['11 x'])
  })

  test('a payout a hundred times farther from a credit is not near it', () => {
    const [near, far] = [aPayout('2026-03-12', '11', 1_000_000), aPayout('2026-03-13', '11', 1_020_000)]
    expect(proposed([anEntry('x', '2026-03-13', 999_801)], [near, far])).toEqual(['11 x'])
    expect(proposed([anEntry('x', '2026-03-13', 999_797)], [near, far])).toEqual([])
    const both = [anEntry('x', '2026-03-13', 999_900), anEntry('y', '2026-03-13', 1_019_900)]
    expect(proposed(both, [near, far])).toEqual([])
  })

  test('what a person rejected is not proposed again, and keeps no other from it', () => {
    const credits = [anEntry('x', '2026-03-13', 990), anEntry('y', '2026-03-13', 980)]
    expect(proposed(credits, [A], new Set([tieKey([A.slot], ['x'])]))).toEqual(['11 y'])
  })
})

describe('what the difference may be', () => {
  const causes = (payout: OpenPayout, credit: AccountEntry, ...entries: readonly AccountEntry[]) =>
    nearCausesOf({ payout, credit }, [credit, ...entries])
  const of = (pesos: number) => aPayout('2026-03-12', '11', pesos)
  const credit = (pesos: number) => anEntry('x', '2026-03-13', pesos)

  test.each<[string, number, number, boolean]>([
    ['exactly', 1_000_000, 996_000, true],
    ['a peso more', 1_000_000, 995_999, false],
    ['a peso less', 1_000_000, 996_001, false],
    ['to the centavo', 1_234_567, 1_229_628.73, true],
    ['rounded to the peso', 1_234_567, 1_229_629, true],
    ['paid on top', 1_000_000, 1_004_000, false],
  ])('4X1000 %s', (_, payout, arrived, expected) => {
    expect(causes(of(payout), credit(arrived))).toEqual(expected ? [{ kind: '4x1000' }] : [])
  })

  test('a debit of exactly the difference, of the same day and account', () => {
    const debit = (id: string, date: string, pesos: number, account = '123') =>
      anEntry(id, date, pesos, { text: null, account })
    const others = [
      debit('a', '2026-03-14', -10),
      debit('b', '2026-03-13', -11),
      debit('c', '2026-03-13', 10),
      debit('d', '2026-03-13', -10, '9'),
    ]
    expect(causes(of(1_000), credit(990), ...others)).toEqual([])
    const same = [debit('e', '2026-03-13', -10), debit('f', '2026-03-13', -10)]
    expect(causes(of(1_000), credit(990), ...others, ...same)).toEqual([{ kind: 'charge', entry: 'e' }])
    expect(causes(of(1_000), credit(1_010), ...same)).toEqual([])
  })

  test('an earlier payout of exactly the credit, and more than one cause', () => {
    const reissued = { ...of(1_000), earlier: [cop(990), cop(996)] }
    expect(causes(reissued, credit(990))).toEqual([{ kind: 're-issue' }])
    expect(causes(reissued, credit(996))).toEqual([{ kind: '4x1000' }, { kind: 're-issue' }])
    expect(causes(reissued, credit(991))).toEqual([])
  })
})
