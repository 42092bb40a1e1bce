import { type BankRepository, createBankRepository } from './bank/bank-repository.ts'
import type { MerchantDatabase } from './connection/merchant-database.ts'
import { withStoreErrors } from './connection/with-store-errors.ts'
import { createDispositionRepository, type DispositionRepository } from './dispositions/disposition-repository.ts'
import { createEvidenceRepository, type EvidenceRepository } from './evidence/evidence-repository.ts'
import { type AssessmentRepository, createAssessmentRepository } from './findings/assessment-repository.ts'
import { createFindingRepository, type FindingRepository } from './findings/finding-repository.ts'
import { createInvoiceRepository, type InvoiceRepository } from './invoices/invoice-repository.ts'
import { createKeyRepository, type KeyRepository } from './invoices/key-repository.ts'
import { createListingRepository, type ListingRepository } from './listings/listing-repository.ts'
import { createMerchantRepository, type MerchantRepository } from './merchants/merchant-repository.ts'
import type { KnownMerchant } from './merchants/merchants.ts'
import { createPeriodRepository, type PeriodRepository } from './periods/period-repository.ts'
import { createPolicyRepository, type PolicyRepository } from './policies/policy-repository.ts'
import { createPullRepository, type PullRepository } from './pulls/pull-repository.ts'
import { createSlotRepository, type SlotRepository } from './pulls/slot-repository.ts'
import { createRunRepository, type RunRepository } from './runs/run-repository.ts'
import { createSettlementRepository, type SettlementRepository } from './settlements/settlement-repository.ts'

/**
 * The database of one merchant: one repository for each subject. Its interface uses words of the domain, works in pages
 * and is asynchronous; SQLite is an implementation detail. Nothing that was committed is overwritten or deleted.
 */
export interface Store {
  readonly merchant: MerchantRepository
  readonly policies: PolicyRepository
  readonly runs: RunRepository
  readonly slots: SlotRepository
  readonly pulls: PullRepository
  readonly listings: ListingRepository
  readonly settlements: SettlementRepository
  readonly invoices: InvoiceRepository
  readonly keys: KeyRepository
  readonly evidence: EvidenceRepository
  readonly findings: FindingRepository
  readonly assessments: AssessmentRepository
  readonly dispositions: DispositionRepository
  readonly periods: PeriodRepository
  readonly bank: BankRepository
  close(): Promise<void>
}

export const createStore = (
  database: MerchantDatabase,
  merchant: Pick<KnownMerchant, 'name' | 'names'>,
  close: () => void,
): Store => ({
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
  ...withStoreErrors<Pick<Store, 'close'>>(database.path, { close }),
})
