import { and, desc, eq } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import { addLink } from '../chain/chain.ts'
import { withStoreErrors } from '../connection/fault.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { eventSequence, policy } from '../schema.ts'
import { nextInSequence } from '../snapshot/sequence.ts'

/** The policies of the merchant, each as its stored text, by its number in the event sequence. */
export const createPolicyRepository = (database: MerchantDatabase) =>
  withStoreErrors(database.path, {
    /** Records a policy when it differs from the last one. */
    record: (json: string, at: Instant) => write(database, json, at),
    /** The last one recorded; null before the first. */
    last: () => lastOf(database),
    /** The policy with this number; null when there is none. */
    withNumber: (number: number) =>
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
