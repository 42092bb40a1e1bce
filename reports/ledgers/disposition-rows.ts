import type { Row } from '../../src/core/cell.ts'
import { type Decision, ticketOf } from '../../src/core/findings/act.ts'
import { type Discrepancy, isDecided } from '../../src/core/findings/discrepancy.ts'
import { decisionOf, type KnownDiscrepancy } from '../../src/rules/account/disposition.ts'
import { type CaseGroup, casesByPesos } from '../../src/rules/assessment/case.ts'
import { DISCREPANCY_LEDGER, type DiscrepancyContext } from './discrepancy-row.ts'
import { column, ledger } from './ledger.ts'

/** A case of which a person decides, with its findings and the decision in force about all of it. */
interface CaseToDecide extends CaseGroup<Discrepancy> {
  readonly decision: Decision | null
}

/**
 * The columns that `discrepancies list --csv` adds to those of discrepancies.csv, which has a row a finding: here a row is a
 * case, by its gravest finding. People fill them in, `discrepancies import` reads them.
 */
export const DISPOSITION_LEDGER = ledger<CaseToDecide, DiscrepancyContext>('discrepancies.csv', [
  ...DISCREPANCY_LEDGER.columns.map(({ name, of, meaning }) =>
    column(name, {
      of: ({ first }: CaseToDecide, context: DiscrepancyContext) => of(first, context),
      meaning,
    }),
  ),
  column('case_amount', {
    of: ({ amount }) => amount,
    meaning: 'the pesos of the case',
  }),
  column('findings', {
    of: ({ others }) => 1 + others.length,
    meaning: 'the number of findings of the case',
  }),
  column('disposition', {
    of: ({ decision }) => decision?.kind ?? null,
    meaning: 'what to do about it',
  }),
  column('reason', {
    of: ({ decision }) => decision?.reason ?? null,
    meaning: 'why',
  }),
  column('ticket', {
    of: ({ decision }) => ticketOf(decision),
    meaning: "the operator's name for a claim",
  }),
  column('until', {
    of: ({ decision }) => decision?.until?.date ?? null,
    meaning: 'the last day of it, for a claim the day that was promised; empty for good',
  }),
])

/** One row for each case. An accepted or claimed one shows the decision as a person would have entered it. */
export const dispositionRows = (known: readonly KnownDiscrepancy[], context: DiscrepancyContext): Row[] => {
  const steps = new Map(known.map((one) => [one.discrepancy.id, one.steps]))
  return casesByPesos(known.map(({ discrepancy }) => discrepancy)).map((one) => {
    const decision = isDecided(one) ? decisionOf(steps.get(one.first.id) ?? []) : null
    return DISPOSITION_LEDGER.row({ ...one, decision }, context)
  })
}
