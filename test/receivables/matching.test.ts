import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromPesos, sumOf } from '../../src/core/money.ts'
import type { DueInFile, RentPayment, RentTie } from '../../src/core/receivables.ts'
import { addDays, asSlotDate, type SlotDate } from '../../src/core/slot.ts'
import { matchRents, sumOfUses } from '../../src/receivables/matching.ts'
import { ageOf, listLines, ownerLines, paymentLines, receivablesOf } from '../../src/receivables/standing.ts'

const day = (text: string): SlotDate => asSlotDate(text) ?? expect.fail(text)
const cop = (pesos: number) => fromPesos(pesos) ?? expect.fail(String(pesos))

const RULES = {
  receivableWindowDays: { before: 20, after: 60 },
  receivableGraceDays: 5,
  receivableToleranceCop: cop(0),
}

const due = (key: string, pesos: number, given: Partial<DueInFile> = {}): DueInFile => {
  const dueDate = given.dueDate ?? day('2026-10-05')
  return {
    key,
    dueId: key,
    reference: null,
    contract: null,
    document: null,
    amount: cop(pesos),
    dueDate,
    month: dueDate.slice(0, 7),
    concept: null,
    owner: null,
    row: 2,
    file: 1,
    fileName: 'october.csv',
    ...given,
  }
}

const paid = (id: string, pesos: number, given: Partial<RentPayment> = {}): RentPayment => {
  const paidOn = given.paidOn ?? day('2026-10-03')
  return {
    id,
    reference: null,
    contract: null,
    document: null,
    paid: cop(pesos),
    paidOn,
    paidAt: `${paidOn} 10:00:00`,
    channel: 'pse',
    isChargedBack: false,
    slot: { date: addDays(paidOn, 1), cycle: '11' as never },
    ...given,
  }
}

const tie = (dues: readonly string[], payments: readonly string[], isTied = true): RentTie => ({
  number: 1,
  at: 0,
  by: 'ana',
  reason: 'seen',
  dues,
  payments,
  isTied,
  undone: null,
})

interface Case {
  readonly dues: readonly DueInFile[]
  readonly payments: readonly RentPayment[]
  readonly ties?: readonly RentTie[]
  readonly tolerance?: number
  /** The states of the dues, in order of day and key. */
  readonly states: string
  /** What payments are to dues: `payment:kind:due:pesos`; of one without a due, `payment:kind`. */
  readonly uses: readonly string[]
}

const standing = (given: Pick<Case, 'dues' | 'payments' | 'ties' | 'tolerance'>, asOf = day('2026-10-20')) =>
  receivablesOf({
    dues: given.dues,
    payments: given.payments,
    ties: given.ties ?? [],
    rules: { ...RULES, receivableToleranceCop: cop(given.tolerance ?? 0) },
    asOf,
    unread: [],
  })

const C = { contract: 'A-101' }
const sep = { ...C, dueDate: day('2026-09-05') }
const oct = { ...C, dueDate: day('2026-10-05') }
const nov = { ...C, dueDate: day('2026-11-05') }

const CASES: Readonly<Record<string, Case>> = {
  'one reference, one sum': {
    dues: [due('d', 100, { reference: 'R1' })],
    payments: [paid('p', 100, { reference: ' r1 ' })],
    states: 'paid',
    uses: ['p:applied:d:100'],
  },
  'zeros in front do not count': {
    dues: [due('d', 100, { reference: '123' })],
    payments: [paid('p', 100, { reference: '00123' })],
    states: 'paid',
    uses: ['p:applied:d:100'],
  },
  'zeros in front count where only they tell two apart': {
    dues: [due('d', 100, { contract: '0123' }), due('e', 100, { contract: '123' })],
    payments: [paid('p', 100, { contract: '0123' })],
    states: 'paid overdue',
    uses: ['p:applied:d:100'],
  },
  'the contract 00000 is none': {
    dues: [due('d', 100, { contract: '00000' })],
    payments: [paid('p', 100, { contract: '00000' })],
    states: 'overdue',
    uses: ['p:unknown'],
  },
  'a reference goes before a contract': {
    dues: [due('d', 100, { ...C, reference: 'R1' }), due('e', 100, { ...C, reference: 'R2' })],
    payments: [paid('p', 100, { ...C, reference: 'R2' })],
    states: 'overdue paid',
    uses: ['p:applied:e:100'],
  },
  'a payment of another reference is not of the contract': {
    dues: [due('d', 100, { ...C, reference: 'R1' }), due('e', 70, { ...C, reference: 'R2' })],
    payments: [paid('p', 70, { ...C, reference: 'R1' })],
    states: 'short overdue',
    uses: ['p:applied:d:70'],
  },
  'the oldest of equal dues is paid first': {
    dues: [due('s', 100, sep), due('o', 100, oct)],
    payments: [paid('p', 100, { ...C })],
    states: 'paid overdue',
    uses: ['p:applied:s:100'],
  },
  'a payment long after its day still pays its contract': {
    dues: [due('s', 100, { ...sep, dueDate: day('2026-06-05') })],
    payments: [paid('p', 100, { ...C })],
    states: 'paid',
    uses: ['p:applied:s:100'],
  },
  'a payment before the window is of none': {
    dues: [due('n', 100, nov)],
    payments: [paid('p', 100, { ...C, paidOn: day('2026-10-15') })],
    states: 'not-due',
    uses: ['p:unknown'],
  },
  'one payment of several dues': {
    dues: [due('a', 100, oct), due('b', 30, { ...oct, concept: 'admin' }), due('c', 7, { ...oct, concept: 'water' })],
    payments: [paid('p', 137, C)],
    states: 'paid paid paid',
    uses: ['p:applied:a:100', 'p:applied:b:30', 'p:applied:c:7'],
  },
  'one payment of the two oldest of three equal dues': {
    dues: [due('s', 100, sep), due('o', 100, oct), due('x', 100, { ...oct, dueDate: day('2026-10-15') })],
    payments: [paid('p', 200, C)],
    states: 'paid paid due',
    uses: ['p:applied:s:100', 'p:applied:o:100'],
  },
  'several payments of one due': {
    dues: [due('d', 100, oct)],
    payments: [paid('p', 60, C), paid('q', 40, { ...C, paidOn: day('2026-10-09') })],
    states: 'paid',
    uses: ['p:applied:d:60', 'q:applied:d:40'],
  },
  'all payments of all dues of a contract': {
    dues: [due('a', 100, oct), due('b', 30, { ...oct, concept: 'admin' })],
    payments: [paid('p', 65, C), paid('q', 65, { ...C, paidOn: day('2026-10-04') })],
    states: 'paid paid',
    uses: ['p:applied:a:65', 'q:applied:a:35', 'q:applied:b:30'],
  },
  'two sets of dues of one sum are ambiguous': {
    dues: [10, 40, 20, 30].map((pesos, at) => due(`d${at}`, pesos, { ...oct, concept: `c${at}` })),
    payments: [paid('p', 50, C)],
    states: 'ambiguous ambiguous ambiguous ambiguous',
    uses: ['p:ambiguous'],
  },
  'by document and amount, within the window': {
    dues: [due('d', 100, { document: '1.020.300' })],
    payments: [paid('p', 100, { document: '1020300' })],
    states: 'paid',
    uses: ['p:applied:d:100'],
  },
  'by document never outside the window': {
    dues: [due('d', 100, { document: '1', dueDate: day('2026-07-05') })],
    payments: [paid('p', 100, { document: '1' })],
    states: 'overdue',
    uses: ['p:unknown'],
  },
  'by document never less than all, nor by the sum alone': {
    dues: [due('d', 100, { document: '1' }), due('e', 70)],
    payments: [paid('p', 99, { document: '1' }), paid('q', 70)],
    states: 'overdue overdue',
    uses: ['p:unknown', 'q:unknown'],
  },
  'by document never what names the contract of another due': {
    dues: [due('d', 100, { document: '1', contract: 'A' }), due('e', 300, { document: '1', contract: 'B' })],
    payments: [paid('p', 100, { document: '1', contract: 'B' })],
    states: 'overdue short',
    uses: ['p:applied:e:100'],
  },
  'two equal rents of a firm are ambiguous by its document': {
    dues: [due('d', 100, { document: '9', contract: 'A' }), due('e', 100, { document: '9', contract: 'B' })],
    payments: [paid('p', 100, { document: '9' })],
    states: 'ambiguous ambiguous',
    uses: ['p:ambiguous'],
  },
  'a person says which': {
    dues: [due('d', 100, { document: '9', contract: 'A' }), due('e', 100, { document: '9', contract: 'B' })],
    payments: [paid('p', 100, { document: '9' })],
    ties: [tie(['e'], ['p'])],
    states: 'overdue paid',
    uses: ['p:applied:e:100'],
  },
  'a person says that they do not belong together': {
    dues: [due('d', 100, C)],
    payments: [paid('p', 100, C)],
    ties: [tie(['d'], ['p'], false)],
    states: 'overdue',
    uses: ['p:unknown'],
  },
  'a payment of less is short, several are a part': {
    dues: [due('d', 100, { contract: 'A' }), due('e', 100, { contract: 'B' })],
    payments: [paid('p', 90, { contract: 'A' }), paid('q', 50, { contract: 'B' }), paid('r', 20, { contract: 'B' })],
    states: 'short part',
    uses: ['p:applied:d:90', 'q:applied:e:50', 'r:applied:e:20'],
  },
  'more is over': {
    dues: [due('d', 100, C)],
    payments: [paid('p', 130, C)],
    states: 'over',
    uses: ['p:applied:d:100', 'p:excess:d:30'],
  },
  'more goes on to the next due of the contract': {
    dues: [due('s', 100, sep), due('o', 100, oct)],
    payments: [paid('p', 150, C)],
    states: 'paid short',
    uses: ['p:applied:s:100', 'p:applied:o:50'],
  },
  'a second whole payment is twice, and the earlier one pays': {
    dues: [due('d', 100, C)],
    payments: [paid('q', 100, { ...C, paidOn: day('2026-10-09') }), paid('p', 100, C)],
    states: 'twice',
    uses: ['p:applied:d:100', 'q:second:d:100'],
  },
  'a second payment when the next month has no list yet may be of that': {
    dues: [due('d', 100, C)],
    payments: [paid('p', 100, C), paid('q', 100, { ...C, paidOn: day('2026-10-28') })],
    states: 'paid',
    uses: ['p:applied:d:100', 'q:unknown'],
  },
  'a difference within the tolerance is none': {
    dues: [due('d', 100, C)],
    payments: [paid('p', 99, C)],
    tolerance: 1,
    states: 'paid',
    uses: ['p:applied:d:99'],
  },
  'what went back is owed again': {
    dues: [due('d', 100, C)],
    payments: [paid('p', 100, { ...C, isChargedBack: true })],
    states: 'charged-back',
    uses: [],
  },
  'what went back and was paid again is paid': {
    dues: [due('d', 100, C)],
    payments: [paid('p', 100, { ...C, isChargedBack: true }), paid('q', 100, { ...C, paidOn: day('2026-10-12') })],
    states: 'paid',
    uses: ['q:applied:d:100'],
  },
  'what a person tied and went back is owed again, whatever its sum': {
    dues: [due('d', 100, C)],
    payments: [paid('p', 70, { isChargedBack: true })],
    ties: [tie(['d'], ['p'])],
    states: 'charged-back',
    uses: [],
  },
  'what was paid in parts that went back is owed again': {
    dues: [due('d', 100, C)],
    payments: [paid('p', 60, { ...C, isChargedBack: true }), paid('q', 40, { ...C, isChargedBack: true })],
    states: 'charged-back',
    uses: [],
  },
  'a contract in other letters is the same': {
    dues: [due('s', 100, sep), due('o', 100, { ...oct, contract: 'a-101 ' })],
    payments: [paid('p', 100, C)],
    states: 'paid overdue',
    uses: ['p:applied:s:100'],
  },
  'a reference of dues of several contracts, and another sum, is ambiguous': {
    dues: [due('d', 100, { contract: 'A', reference: 'R' }), due('e', 50, { contract: 'B', reference: 'R' })],
    payments: [paid('p', 70, { reference: 'R' })],
    states: 'ambiguous ambiguous',
    uses: ['p:ambiguous'],
  },
}

const usesIn = (given: Case): readonly string[] => {
  const { dues, withoutDue } = standing(given)
  const used = dues.flatMap(({ uses }) => uses.map((one) => `${one.payment}:${one.kind}:${one.due}:${one.sum / 100n}`))
  return [...used, ...withoutDue.map(({ payment, kind }) => `${payment.id}:${kind}`)].sort()
}

describe('which payment is of which due', () => {
  for (const [name, given] of Object.entries(CASES))
    test(name, () => {
      expect(
        standing(given)
          .dues.map(({ state }) => state)
          .join(' '),
      ).toBe(given.states)
      expect(usesIn(given)).toEqual([...given.uses].sort())
    })
})

describe('where a due stands on a day', () => {
  const stateOn = (asOf: string) => standing({ dues: [due('d', 100, C)], payments: [] }, day(asOf)).dues[0]

  test.each([
    ['2026-10-04', 'not-due', null],
    ['2026-10-05', 'due', null],
    ['2026-10-10', 'due', null],
    ['2026-10-11', 'overdue', '1-30'],
    ['2026-11-09', 'overdue', '1-30'],
    ['2026-11-10', 'overdue', '31-60'],
    ['2026-12-10', 'overdue', '61-90'],
    ['2027-01-09', 'overdue', '91+'],
  ])('%s: %s %s', (asOf, state, age) => {
    const one = stateOn(asOf) ?? expect.fail('none')
    expect([one.state, ageOf(one, RULES)]).toEqual([state, age])
  })

  test('what was never read within its days makes it not known, and paid stays paid', () => {
    const unread = [
      { date: day('2026-09-14'), slot: null },
      { date: day('2026-10-02'), slot: { date: day('2026-10-02'), cycle: '13' as never } },
    ]
    const question = {
      dues: [due('d', 100, C), due('e', 100, { contract: 'B' }), due('f', 100, nov)],
      payments: [paid('p', 100, { contract: 'B' })],
      ties: [],
      rules: RULES,
      asOf: day('2026-10-20'),
      unread,
    }
    const { dues } = receivablesOf(question)
    expect(dues.map(({ state, unread: why }) => [state, why?.slot?.cycle ?? null])).toEqual([
      ['not-known', '13'],
      ['paid', null],
      ['not-due', null],
    ])
  })
})

/** A month of tenants: what each owes, what each did, and with that the truth. */
const TENANTS = fc.array(
  fc.record({
    pesos: fc.constantFrom(900_000, 1_000_000, 1_200_000, 1_500_000, 2_000_000),
    does: fc.constantFrom('pays', 'short', 'over', 'twice', 'nothing', 'parts', 'back', 'late'),
    names: fc.constantFrom('reference', 'contract', 'document', 'both'),
    dueDay: fc.integer({ min: 1, max: 15 }),
    paysOn: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 1, maxLength: 40 },
)
type Tenant = (typeof TENANTS extends fc.Arbitrary<infer T> ? T : never)[number]

const monthOf = (tenants: readonly Tenant[]) => {
  const names = ({ names }: Tenant, at: number) => ({
    reference: names === 'reference' || names === 'both' ? `R${at}` : null,
    contract: names === 'contract' || names === 'both' ? `C${at}` : null,
    document: `${1000 + (at >> 1)}`,
  })
  const two = (number: number) => String(number).padStart(2, '0')
  const dues = tenants.map((one, at) =>
    due(`d${at}`, one.pesos, { ...names(one, at), dueDate: day(`2026-10-${two(one.dueDay)}`), owner: `O${at % 3}` }),
  )
  const payments = tenants.flatMap((one, at) => {
    const pays = (suffix: string, pesos: number, later = 0, given: Partial<RentPayment> = {}) =>
      paid(`p${at}${suffix}`, pesos, {
        ...names(one, at),
        paidOn: addDays(day(`2026-10-${two(one.paysOn)}`), later),
        ...given,
      })
    switch (one.does) {
      case 'nothing':
        return []
      case 'short':
        return [pays('', one.pesos - 50_000)]
      case 'over':
        return [pays('', one.pesos + 50_000)]
      case 'twice':
        return [pays('', one.pesos), pays('b', one.pesos, 1)]
      case 'parts':
        return [pays('', one.pesos - 300_000), pays('b', 300_000, 2)]
      case 'back':
        return [pays('', one.pesos, 0, { isChargedBack: true })]
      case 'late':
        return [pays('', one.pesos, 9)]
      default:
        return [pays('', one.pesos)]
    }
  })
  return { dues, payments }
}

/** A second payment late in a month without a list of the next may be of that month. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  pays: ['paid'],
  late: ['paid'],
  parts: ['paid'],
  short: ['short'],
  over: ['over'],
  twice: ['twice', 'paid'],
  nothing: ['overdue'],
  back: ['charged-back'],
}

const question = (tenants: readonly Tenant[]) => ({
  ...monthOf(tenants),
  ties: [],
  rules: RULES,
  asOf: day('2026-10-31'),
  unread: [],
})

describe('generated months', () => {
  test('where reference or contract stand every tie is right, and what it is is right', () => {
    let ties = 0
    fc.assert(
      fc.property(TENANTS, (tenants) => {
        for (const { due: key, payment, basis } of matchRents(question(tenants)).uses) {
          ties += 1
          if (basis !== 'document') expect(payment).toMatch(new RegExp(`^p${key.slice(1)}b?$`))
        }
      }),
      { numRuns: 300, seed: 14 },
    )
    expect(ties).toBeGreaterThan(1000)
  })

  test('a due that nothing was paid for is never called paid, where reference or contract stand', () => {
    fc.assert(
      fc.property(TENANTS, (tenants) => {
        const named = tenants.map((one) => ({ ...one, names: one.names === 'document' ? 'both' : one.names }) as Tenant)
        const byKey = new Map(receivablesOf(question(named)).dues.map((one) => [one.due.key, one.state]))
        for (const [at, { does }] of named.entries()) expect(STATES[does]).toContain(byKey.get(`d${at}`))
      }),
      { numRuns: 100, seed: 5 },
    )
  })

  test('the order of dues and payments changes nothing', () => {
    fc.assert(
      fc.property(TENANTS, fc.infiniteStream(fc.nat()), (tenants, numbers) => {
        const shuffled = <T>(all: readonly T[]): readonly T[] =>
          all
            .map((one) => ({ one, at: numbers.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one)
        const { dues, payments, ...rest } = question(tenants)
        const mixed = receivablesOf({ dues: shuffled(dues), payments: shuffled(payments), ...rest })
        const straight = receivablesOf({ dues, payments, ...rest })
        expect(mixed.dues).toEqual(straight.dues)
        expect(mixed.payments).toEqual(straight.payments)
        expect(paymentLines(mixed, '2026-10')).toEqual(paymentLines(straight, '2026-10'))
      }),
      { numRuns: 100, seed: 7 },
    )
  })

  test('both bridges foot', () => {
    fc.assert(
      fc.property(TENANTS, (tenants) => {
        const asked = question(tenants)
        const { dues, ...all } = receivablesOf(asked)
        const lines = listLines(dues, RULES)
        expect(sumOf(lines.map(({ amount }) => amount))).toBe(sumOf(asked.dues.map(({ amount }) => amount)))
        expect(lines.reduce((sum, { number }) => sum + number, 0)).toBe(asked.dues.length)
        for (const line of lines) expect(line.paid + line.left).toBe(line.amount)
        const owners = ownerLines(dues, () => true)
        for (const each of ['amount', 'paid', 'left', 'arrived'] as const)
          expect(sumOf(owners.lines.map((one) => one[each]))).toBe(owners.all[each])
        for (const each of ['amount', 'paid', 'left'] as const)
          expect(sumOf(lines.map((one) => one[each]))).toBe(owners.all[each])
        const parts = ['2026-10', '2026-11'].map((month) => paymentLines({ dues, ...all }, month))
        const months = parts.flatMap((one) => one.lines)
        for (const { lines: days, all: sum } of parts)
          for (const each of ['paid', 'ofMonth', 'ofOtherMonths', 'excess', 'second', 'ambiguous', 'unknown'] as const)
            expect(sumOf(days.map((one) => one[each]))).toBe(sum[each])
        const stayed = asked.payments.filter(({ isChargedBack }) => !isChargedBack)
        expect(sumOf(months.map((one) => one.paid))).toBe(sumOf(stayed.map((one) => one.paid)))
        for (const one of months)
          expect(one.ofMonth + one.ofOtherMonths + one.excess + one.second + one.ambiguous + one.unknown).toBe(one.paid)
        expect(sumOfUses(dues.flatMap(({ uses }) => uses))).toBe(sumOf(dues.map((one) => one.paid)))
      }),
      { numRuns: 200, seed: 11 },
    )
  })

  test('100,000 dues against 100,000 payments are matched in a heap of 250 MB', () => {
    const words = ['--max-old-space-size=250', join(import.meta.dirname, '../../dist/test/processes/match-many.js')]
    expect(JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))).toEqual({
      paid: 98_000,
      short: 2_000,
    })
  })
})
