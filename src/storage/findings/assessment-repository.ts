import type { Assessment } from '../../domain/assessment/assess.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { writeAssessments } from './assessments.ts'

/** The verdicts on the slots. The last one of each is read with the slot's state. */
export interface AssessmentRepository {
  /** Records each assessment that differs from the last one of its slot. */
  record(assessments: readonly Assessment[]): Promise<void>
}

export const createAssessmentRepository = (database: MerchantDatabase): AssessmentRepository =>
  withStoreErrors<AssessmentRepository>(database.path, {
    record: (assessments) => writeAssessments(database, assessments),
  })
