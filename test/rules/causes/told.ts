import type { Cause, GapName } from '../../../src/core/findings/discrepancy.ts'
import type { Invoice, PaidInvoice } from '../../../src/core/invoice.ts'
import { plus, ZERO } from '../../../src/core/money.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { Tally } from '../../../src/core/pull/tally.ts'
import type { Settlement } from '../../../src/core/settlement.ts'
import type { Slot } from '../../../src/core/slot.ts'
import { gapsOf, type ListGap } from '../../../src/rules/assessment/gaps.ts'
import type { Evidence, LaterGaps } from '../../../src/rules/causes/define-cause.ts'
import { gatherListClues, gatherNeighbours, gatherOtherList } from '../../../src/rules/causes/neighbours.ts'
import { tryCauses } from '../../../src/rules/causes/registry.ts'
import { causeIn } from '../../../src/words/sentences.ts'
import { aList, aPaidInvoice, aPolicy, aSettlement, cop, invoiceInPull, slot } from '../../core/a.ts'
import { expectInSpanish } from '../../core/in-spanish.ts'

/** A slot whose figures do not agree, with the facts about it. */
export interface Told {
  /** Differences of the settlement from the figures of its list with fees of 2,000 for each paid invoice. */
  readonly reported?: Partial<Settlement>
  readonly policy?: Partial<Policy>
  readonly listed?: readonly Invoice[]
  /** Ids that the list repeats, and the number of all further copies. */
  readonly doubled?: readonly string[]
  readonly copies?: number
  readonly neighbours?: readonly (readonly [Slot, readonly Invoice[]])[]
  readonly otherLists?: readonly (readonly [Slot, readonly Invoice[]])[]
  readonly later?: readonly LaterGaps[]
}

export const rent = (n: number, pesos: number, instead: Partial<PaidInvoice> = {}): PaidInvoice =>
  aPaidInvoice({ id: `inv-${n}`, amount: cop(pesos), paid: cop(pesos), ...instead })

export const RENTS = [rent(1, 100_000), rent(2, 200_000), rent(3, 300_000)]

/** The evidence that the database would give the causes, gathered by the real folds. */
export const evidenceOf = (told: Told): Evidence => {
  const policy = aPolicy(told.policy)
  const { listed = RENTS, doubled = [], neighbours = [], otherLists = [], later = [] } = told
  const invoices = listed.map((invoice) => invoiceInPull({ current: invoice }))
  const tally = new Tally(policy)
  for (const invoice of invoices) tally.add(invoice)
  const totals = tally.totals()
  const fees = cop(listed.length * 2_000)
  const collected = told.reported?.collected ?? totals.collected
  const settlement = aSettlement({
    invoiceCount: totals.counted,
    collected,
    fees,
    payout: plus(collected, cop(listed.length * -2_000)),
    ...told.reported,
  })
  const gaps = gapsOf({ slot: slot(), settlement, list: aList() }, totals, policy)
  return {
    slot: slot(),
    policy,
    settlement,
    gaps,
    list: gaps.list === null ? null : { ...cluesOf(told, gaps.list, policy), ...besides(gaps.list) },
    fees: null,
    later,
  }

  function besides(gap: ListGap) {
    return {
      neighbours: neighboursOf(neighbours, gap, policy),
      otherLists: otherLists.map(([other, ofOther]) => {
        const list = gatherOtherList(other, policy)
        for (const invoice of [...ofOther, null]) list.add(invoiceInPull({ current: invoice }))
        return list.result()
      }),
    }
  }

  function cluesOf({ copies = doubled.length }: Told, gap: ListGap, by: Policy) {
    const repeats = doubled.map((invoiceId) => ({ invoiceId, paid: null, copiesDiffer: false }))
    const clues = gatherListClues({ slot: slot(), policy: by, gap, repeats, repeated: copies })
    for (const invoice of [...invoices, invoiceInPull({ current: null })]) clues.add(invoice)
    return clues.result()
  }
}

const neighboursOf = (lists: NonNullable<Told['neighbours']>, gap: ListGap, policy: Policy) => {
  const found = gatherNeighbours(slot(), gap, policy)
  for (const [other, invoices] of lists)
    for (const invoice of [...invoices, null]) found.add(other, invoiceInPull({ current: invoice }))
  return found.result()
}

/** The causes of a gap; their Spanish sentences must be as expected. */
export const causesFor = (evidence: Evidence, gap: GapName): readonly Cause[] => {
  const causes = tryCauses(evidence)(gap)
  for (const cause of causes) expectInSpanish(cause.code, cause.detail, causeIn(cause, 'es').text)
  return causes
}

/** The causes in short: code, candidates, invoices. */
export type Said = readonly (readonly [code: string, candidates?: number, invoices?: string])[]

export const causesIn = (told: Told, gap: GapName): Said =>
  causesFor(evidenceOf(told), gap).map(({ code, candidates, invoices }) => [code, candidates, invoices.join(' ')])

export const laterBy = (payout: number, list: readonly [pesos: number, count: number] | null, date = '2026-03-20') => ({
  slot: slot(date),
  gaps: { payout: payout === 0 ? ZERO : cop(payout), list: list && { collected: cop(list[0]), count: list[1] } },
})
