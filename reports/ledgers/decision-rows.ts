import type { Row } from '../../src/core/cell.ts'
import { isDecision, ticketOf } from '../../src/core/findings/act.ts'
import type { RegisteredDecision } from '../statements/statement.ts'
import { column, ledger } from './ledger.ts'

interface DecisionContext {
  readonly merchant: string
  /** A moment as local date-time. */
  readonly clock: (at: number) => string
}

/** The register of the decisions about settlements of closed days. */
export const DECISION_LEDGER = ledger<RegisteredDecision, DecisionContext>('decisions.csv', [
  column('merchant', { of: (_, { merchant }) => merchant, meaning: 'whose account it is' }),
  column('date', { of: ({ slot }) => slot.date, meaning: 'the settlement: its date' }),
  column('cycle', { of: ({ slot }) => slot.cycle, meaning: 'the settlement: its cycle' }),
  column('case', { of: (one) => one.case, meaning: 'what was decided about' }),
  column('amount', {
    of: ({ amount, act }) => (act.kind === 'settle' ? act.recovery.sum : amount),
    meaning: 'the pesos it was about then; of `settle` those that were paid',
  }),
  column('what', { of: ({ act }) => act.kind, meaning: '`accept`, `claim`, `settle` or `reopen`' }),
  column('who', {
    of: ({ act }) => act.by,
    meaning: 'who decided; `cuadre` where the last day of a decision was over',
  }),
  column('when', { of: ({ act }, { clock }) => clock(act.at), meaning: 'the local date-time' }),
  column('why', { of: ({ act }) => act.reason || null, meaning: 'the reason that was given' }),
  column('ticket', { of: ({ act }) => ticketOf(act), meaning: "the operator's number of a claim" }),
  column('until', {
    of: ({ act }) => (isDecision(act) ? (act.until?.date ?? null) : null),
    meaning: 'the last day of it; of a claim the day that was promised',
  }),
])

export const decisionRows = (decisions: readonly RegisteredDecision[], context: DecisionContext): readonly Row[] =>
  decisions.map((one) => DECISION_LEDGER.row(one, context))
