import type { Row } from '../../src/core/cell.ts'
import { type Decision, ticketOf } from '../../src/core/findings/act.ts'
import { type Discrepancy, isDecided } from '../../src/core/findings/discrepancy.ts'
import { decisionOf, type KnownDiscrepancy } from '../../src/rules/account/disposition.ts'
import { casesInOrder } from '../../src/rules/account/to-do.ts'
import type { CaseGroup } from '../../src/rules/assessment/case.ts'
import { DISCREPANCY_LEDGER, type DiscrepancyContext } from './discrepancy-row.ts'
import { csvColumn, ledger } from './ledger.ts'

/** A case of which a person decides, with its findings and the decision in force about all of it. */
interface CaseToDecide extends CaseGroup<Discrepancy> {
  readonly decision: Decision | null
}

/**
 * The columns that `discrepancies list --csv` adds to those of discrepancies.csv, which has a row a finding: here a row is a
 * case, by its gravest finding. People fill them in, `discrepancies import` reads them.
 */
export const DISPOSITION_LEDGER = ledger<CaseToDecide, DiscrepancyContext>('discrepancies.csv', [
  ...DISCREPANCY_LEDGER.columns.map(({ name, of, meaning = '' }) =>
    csvColumn(name, ({ first }: CaseToDecide, context: DiscrepancyContext) => of(first, context), meaning),
  ),
  csvColumn('case_amount', ({ amount }) => amount, 'the pesos of the case'),
  csvColumn('findings', ({ others }) => 1 + others.length, 'the number of findings of the case'),
  csvColumn('disposition', ({ decision }) => decision?.kind ?? null, 'what to do about it'),
  csvColumn('reason', ({ decision }) => decision?.reason ?? null, 'why'),
  csvColumn('ticket', ({ decision }) => ticketOf(decision), "the operator's name for a claim"),
  csvColumn(
    'until',
    ({ decision }) => decision?.until?.date ?? null,
    'the last day of it, for a claim the day that was promised; empty for good',
  ),
])

/** One row for each case. An accepted or claimed one shows the decision as a person would have entered it. */
export const dispositionRows = (known: readonly KnownDiscrepancy[], context: DiscrepancyContext): Row[] => {
  const steps = new Map(known.map((one) => [one.discrepancy.id, one.steps]))
  return casesInOrder(known.map(({ discrepancy }) => discrepancy)).map((one) => {
    const decision = isDecided(one) ? decisionOf(steps.get(one.first.id) ?? []) : null
    return DISPOSITION_LEDGER.row({ ...one, decision }, context)
  })
}
