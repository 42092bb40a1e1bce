import fc from 'fast-check'
import type { DiscrepancyState } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, fromCentavos } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Totals } from '../../src/core/pull/tally.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import type { Slot } from '../../src/core/slot.ts'
import { NOT_COMPARED } from '../../src/rules/account/position.ts'
import { type SlotReport, slotReport } from '../../src/rules/assessment/slot-report.ts'
import { aList, aPolicy, aPull, aSettlement, at, slot, someTotals } from '../core/a.ts'
import { aDiscrepancy } from './a-slot.ts'

const sum = (most: number): fc.Arbitrary<Centavos> =>
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: most })).map((centavos) => fromCentavos(centavos))
const signedSum = (most: number): fc.Arbitrary<Centavos> =>
  fc.oneof(fc.constant(0), fc.integer({ min: -most, max: most })).map((centavos) => fromCentavos(centavos))

/** How a settlement was read: correctly, or in each of the ways that prevent a comparison. */
const trouble = fc.constantFrom('none', 'none', 'none', ...NOT_COMPARED, 'never-read' as const)

const settlement: fc.Arbitrary<Settlement> = fc
  .record({
    collected: sum(9_000_000_00),
    fees: sum(100_000_00),
    feesPostpaid: fc.boolean(),
    adjustments: signedSum(50_000_00),
    gateway: fc.boolean(),
    payout: sum(9_000_000_00),
    isExact: fc.boolean(),
  })
  .map(({ isExact, ...parts }) => {
    const payout = isExact ? fromCentavos(parts.collected - parts.fees + parts.adjustments) : parts.payout
    return aSettlement({ ...parts, payout })
  })

export const generatedPolicy: fc.Arbitrary<Policy> = fc
  .record({
    adjustments: fc.constantFrom('add' as const, 'subtract' as const),
    postpaidFees: fc.constantFrom('not-deducted' as const, 'deducted' as const),
    gateway: fc.constantFrom('candidates' as const, 'same' as const, 'unchecked' as const),
  })
  .map(aPolicy)

const decision = fc.constantFrom<DiscrepancyState>('open', 'accepted', 'claimed', 'paid')

const slotOf = (where: Slot, policy: Policy): fc.Arbitrary<SlotReport> =>
  fc
    .record({
      says: settlement,
      listed: signedSum(9_000_000_00),
      isListed: fc.boolean(),
      how: trouble,
      state: decision,
    })
    .map(({ says, listed, isListed, how, state }) => {
      const collected = isListed ? says.collected : listed
      const totals: Totals = someTotals({ collected, counted: collected === 0n ? 0 : 3 })
      const status = how === 'failed' ? 'error' : how === 'not-final' ? 'processing' : 'credited'
      const told = { ...says, status, cycle: how === 'echo' ? '20' : where.cycle, date: where.date }
      const pull = aPull({
        slot: where,
        settlement: how === 'no-settlement' ? null : told,
        list: aList({
          malformed: how === 'malformed' ? 1 : 0,
          kept: 1,
          items: 1,
        }),
      })
      const incomplete = { slot: where, at: 0, code: 'X', reason: 'it ended early', request: null, status: null }
      const facts = {
        slot: where,
        read: how === 'never-read' ? null : { pull, totals },
        incomplete: how === 'unread' ? incomplete : null,
        discrepancies: [],
        due: true,
      }
      const { money } = slotReport('default', facts, policy)
      const isOff = money.difference !== null && money.difference !== 0n
      const found = aDiscrepancy({ slot: where, state, code: 'PAYOUT_MISMATCH', firstSeen: at('2026-03-13T03:30:00Z') })
      return slotReport('default', { ...facts, discrepancies: isOff ? [found] : [] }, policy)
    })

const CYCLES = ['11', '13', '16', '18']

/** A day of four settlements, consistent with the money rules. */
export const generatedDay = (policy: Policy, date = '2026-03-12'): fc.Arbitrary<readonly SlotReport[]> =>
  fc.tuple(...CYCLES.map((cycle) => slotOf(slot(date, cycle), policy)))
