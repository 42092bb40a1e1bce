import { createBankRepository } from './bank/bank-repository.ts'
import { createOperatorInvoiceRepository } from './bank/operator-invoices.ts'
import { withStoreErrors } from './connection/fault.ts'
import type { MerchantDatabase } from './connection/merchant-database.ts'
import { createDispositionRepository } from './dispositions/dispositions.ts'
import { createEvidenceRepository } from './evidence/evidence-repository.ts'
import { createAssessmentRepository } from './findings/assessments.ts'
import { createFindingRepository } from './findings/finding-repository.ts'
import { createInvoiceRepository } from './invoices/invoice-repository.ts'
import { createKeyRepository } from './invoices/keys.ts'
import { createJournalRepository } from './journal/journal.ts'
import { createListingRepository } from './listings/listings.ts'
import { createMerchantRepository, type KnownMerchant } from './merchants/merchants.ts'
import { createPeriodRepository } from './periods/periods.ts'
import { createPolicyRepository } from './policies/policy-repository.ts'
import { createPullRepository } from './pulls/pull-repository.ts'
import { createSlotRepository } from './pulls/slot-states.ts'
import { createReceivableRepository } from './receivables/receivables.ts'
import { createRunRepository } from './runs/runs.ts'
import { createSettlementRepository } from './settlements/settlements.ts'

/**
 * The database of one merchant: one repository for each subject. It uses words of core, works in pages and is
 * asynchronous; SQLite is an implementation detail. Nothing that was committed is overwritten or deleted.
 */
export const createStore = (
  database: MerchantDatabase,
  merchant: Pick<KnownMerchant, 'name' | 'names'>,
  close: () => void,
) => ({
  merchant: createMerchantRepository(database, merchant),
  policies: createPolicyRepository(database),
  runs: createRunRepository(database),
  slots: createSlotRepository(database),
  pulls: createPullRepository(database),
  listings: createListingRepository(database),
  settlements: createSettlementRepository(database),
  invoices: createInvoiceRepository(database),
  keys: createKeyRepository(database),
  evidence: createEvidenceRepository(database),
  findings: createFindingRepository(database),
  assessments: createAssessmentRepository(database),
  dispositions: createDispositionRepository(database),
  periods: createPeriodRepository(database),
  bank: createBankRepository(database),
  operatorInvoices: createOperatorInvoiceRepository(database),
  journal: createJournalRepository(database),
  receivables: createReceivableRepository(database),
  ...withStoreErrors(database.path, { close }),
})

export type Store = ReturnType<typeof createStore>
