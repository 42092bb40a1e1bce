export type { ProgressStep } from '../jobs/steps/run/context.ts'
export type * from '../reports/documents/answer-document.ts'
export type { AuditDocument, PackDocument } from '../reports/documents/audit.ts'
export type * from '../reports/documents/bank/bank-files.ts'
export type { BankGuessDocument, BankImportDocument } from '../reports/documents/bank/bank-import-report.ts'
export type {
  BankEntryDocument,
  BankListDocument,
  BankTieAnswerDocument,
  BankTieDocument,
  SettlementPaidDocument,
} from '../reports/documents/bank/bank-list-report.ts'
export type {
  ChargebacksDocument,
  ChargebacksListDocument,
  ChargebackTieAnswerDocument,
  ChargebackTieDocument,
} from '../reports/documents/chargebacks.ts'
export type { ClaimsLetterDocument, ClaimsListDocument } from '../reports/documents/claims.ts'
export type { CloseDocument, ClosingDocument } from '../reports/documents/close-document.ts'
export type * from '../reports/documents/database.ts'
export type { DiagnosisDocument, DoctorDocument, InitDocument } from '../reports/documents/diagnosis.ts'
export type * from '../reports/documents/discrepancies.ts'
export type { ExplainDocument } from '../reports/documents/explanation.ts'
export type { ExportDocument } from '../reports/documents/export-document.ts'
export type {
  FeesDocument,
  FeesStandingDocument,
  FeesSumDocument,
  FeesSummaryDocument,
  SettlementFeesDocument,
} from '../reports/documents/fees/fees-document.ts'
export type {
  FeesFitDocument,
  FittedRateDocument,
  LooseMethodDocument,
} from '../reports/documents/fees/fees-fit-report.ts'
export type {
  FeesInvoicedDocument,
  FeesInvoiceImportDocument,
  FeesInvoiceListDocument,
  FeesInvoiceVoidDocument,
  OperatorInvoiceDocument,
} from '../reports/documents/fees/fees-invoices.ts'
export type { HistoryDocument } from '../reports/documents/history.ts'
export type { InTransitDocument, PaymentsDocument } from '../reports/documents/in-transit.ts'
export type { JournalCheckDocument, JournalDocument } from '../reports/documents/journal.ts'
export type {
  MerchantsDocument,
  MerchantsListDocument,
  MerchantTurnDocument,
} from '../reports/documents/merchants-document.ts'
export type { DifferencesDocument, MoneyDocument } from '../reports/documents/money-document.ts'
export type { MonthDocument } from '../reports/documents/month.ts'
export type { NotificationDocument } from '../reports/documents/notice.ts'
export type { SettlementChangeDocument, UnreadPullDocument } from '../reports/documents/pull-steps.ts'
export type { EnqueueDocument, QueueStatusDocument } from '../reports/documents/queue.ts'
export type { ReadingsDocument } from '../reports/documents/readings.ts'
export type {
  ReceivableFilesDocument,
  ReceivableGuessDocument,
  ReceivableImportDocument,
  ReceivablesDocument,
  ReceivableTieDocument,
  ReceivableVoidDocument,
} from '../reports/documents/receivables.ts'
export type {
  CauseDocument,
  DiscrepancyDocument,
  InboxDocument,
  IncompleteDocument,
  JobDocument,
  RunDocument,
  SlotDocument,
  SweepDocument,
} from '../reports/documents/run-document.ts'
export type * from '../reports/documents/runs.ts'
export type { FindDocument, InvoiceInSettlementDocument } from '../reports/documents/search-report.ts'
export type * from '../reports/documents/service.ts'
export type * from '../reports/documents/set-up.ts'
export type { OperatorAccountDocument, StatementDocument } from '../reports/documents/statement-document.ts'
export type { StatusDocument } from '../reports/documents/status.ts'
export type * from '../reports/documents/webhooks.ts'
export type * from './library/cuadre.ts'
export type * from './library/cuadre-settings.ts'
export { openCuadre } from './library/open-cuadre.ts'
export type { AssumptionDocument, ManifestDocument } from './print/files/manifest.ts'
export type { PackManifestDocument } from './print/pack/manifest.ts'
export { CuadreError } from './std/errors.ts'
