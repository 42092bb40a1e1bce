import type { Row } from '../../src/core/cell.ts'
import { isDecision, ticketOf } from '../../src/core/findings/act.ts'
import type { RegisteredDecision } from '../statements/statement.ts'
import { csvColumn, ledger } from './ledger.ts'

interface DecisionContext {
  readonly merchant: string
  /** A moment as local date-time. */
  readonly clock: (at: number) => string
}

/** The register of decisions beside a signed statement. */
export const DECISION_LEDGER = ledger<RegisteredDecision, DecisionContext>('decisions.csv', [
  csvColumn('merchant', (_, { merchant }) => merchant, 'whose account it is'),
  csvColumn('date', ({ slot }) => slot.date, 'the settlement: its date'),
  csvColumn('cycle', ({ slot }) => slot.cycle, 'the settlement: its cycle'),
  csvColumn('case', (one) => one.case, 'what was decided about'),
  csvColumn(
    'amount',
    ({ amount, act }) => (act.kind === 'settle' ? act.recovery.sum : amount),
    'the pesos it was about then; of `settle` those that were paid',
  ),
  csvColumn('what', ({ act }) => act.kind, '`accept`, `claim`, `settle` or `reopen`'),
  csvColumn('who', ({ act }) => act.by, 'who decided; `cuadre` where the last day of a decision was over'),
  csvColumn('when', ({ act }, { clock }) => clock(act.at), 'the local date-time'),
  csvColumn('why', ({ act }) => act.reason || null, 'the reason that was given'),
  csvColumn('ticket', ({ act }) => ticketOf(act), "the operator's number of a claim"),
  csvColumn(
    'until',
    ({ act }) => (isDecision(act) ? (act.until?.date ?? null) : null),
    'the last day of it; of a claim the day that was promised',
  ),
])

export const decisionRows = (decisions: readonly RegisteredDecision[], context: DecisionContext): readonly Row[] =>
  decisions.map((one) => DECISION_LEDGER.row(one, context))
