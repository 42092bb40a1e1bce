import { and, desc, eq } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { eventSequence, policy } from '../schema.ts'
import { nextInSequence } from '../snapshot/sequence.ts'

/** The policies of the merchant, each as its stored text, by its number in the event sequence. */
export interface PolicyRepository {
  /** Records a policy when it differs from the last one. */
  record(json: string, at: Instant): Promise<{ readonly number: number; readonly changed: boolean }>
  /** The last one recorded; null before the first. */
  last(): Promise<{ readonly number: number; readonly policy: string } | null>
  /** The policy with this number; null when there is none. */
  withNumber(number: number): Promise<string | null>
}

export const createPolicyRepository = (database: MerchantDatabase): PolicyRepository =>
  withStoreErrors<PolicyRepository>(database.path, {
    record: (json, at) => write(database, json, at),
    last: () => lastOf(database),
    withNumber: (number) =>
      select(database)
        .where(and(eq(eventSequence.merchant, database.merchant), eq(policy.number, number)))
        .get()?.policy ?? null,
  })

const select = ({ db }: MerchantDatabase) =>
  db
    .select({ number: policy.number, policy: policy.json })
    .from(policy)
    .innerJoin(eventSequence, eq(eventSequence.number, policy.number))

const lastOf = (database: MerchantDatabase) =>
  select(database).where(eq(eventSequence.merchant, database.merchant)).orderBy(desc(policy.number)).limit(1).get() ??
  null

const write = (database: MerchantDatabase, json: string, at: Instant) =>
  database.writeQueue.write(() => {
    const last = lastOf(database)
    if (last?.policy === json) return { number: last.number, changed: false }
    const number = nextInSequence(database, 'policy', at)
    database.db.insert(policy).values({ number, json }).run()
    addLink(database, 'policy', number)
    return { number, changed: true }
  })
