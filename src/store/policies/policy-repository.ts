import { and, desc, eq } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import { addLink, nextInSequence } from '../chain/chain.ts'
import { type MerchantDatabase, repository } from '../connection/merchant-database.ts'
import { eventSequence, policy } from '../schema.ts'

const select = ({ db }: MerchantDatabase) =>
  db
    .select({ number: policy.number, policy: policy.json })
    .from(policy)
    .innerJoin(eventSequence, eq(eventSequence.number, policy.number))

/** Null before the first. */
const lastOf = (database: MerchantDatabase) =>
  select(database).where(eq(eventSequence.merchant, database.merchant)).orderBy(desc(policy.number)).limit(1).get() ??
  null

/** Records a policy when it differs from the last one. */
const write = (database: MerchantDatabase, json: string, at: Instant) =>
  database.writeQueue.write(() => {
    const last = lastOf(database)
    if (last?.policy === json) return { number: last.number, changed: false }
    const number = nextInSequence(database, 'policy', at)
    database.db.insert(policy).values({ number, json }).run()
    addLink(database, 'policy', number)
    return { number, changed: true }
  })

/** Null when there is none. */
const withNumber = (database: MerchantDatabase, number: number): string | null =>
  select(database)
    .where(and(eq(eventSequence.merchant, database.merchant), eq(policy.number, number)))
    .get()?.policy ?? null

/** The policies that were in force. */
export const createPolicyRepository = repository({
  record: write,
  last: lastOf,
  withNumber,
})
