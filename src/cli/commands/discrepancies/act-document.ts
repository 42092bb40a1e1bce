import type { ActReport } from '../../../../jobs/act.ts'
import { discrepancyHistoryDocument, recoveryDocument } from '../../../../reports/ledgers/disposition-rows.ts'
import type { Json } from '../../../domain/cell.ts'
import { type Act, isDecision, ticketOf } from '../../../domain/findings/act.ts'

/** The JSON document of an accept, claim, settle, reopen or note, and its effects. */
export const actDocument = (
  { acts, discrepancies, unchanged, report }: ActReport,
  merchant: string,
  files: readonly string[],
): { readonly [name: string]: Json } => ({
  runId: report?.runId ?? null,
  acts: acts.map(oneAct),
  unchanged,
  discrepancies: discrepancies.map((known) => discrepancyHistoryDocument(known, merchant)),
  slots: (report?.slots ?? []).map(({ slot, verdict, money }) => ({ ...slot, verdict, difference: money.difference })),
  files,
})

const oneAct = (act: Act): Json => ({
  number: act.number,
  kind: act.kind,
  discrepancy: act.discrepancy,
  at: new Date(act.at).toISOString(),
  by: act.by,
  reason: act.reason,
  until: isDecision(act) ? (act.until?.date ?? null) : null,
  ticket: ticketOf(act),
  recovery: act.kind === 'settle' ? recoveryDocument(act.recovery) : null,
})
