import { and, desc, eq } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import { addLink } from '../chain/links.ts'
import type { Books } from '../connection/books.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { moment, policy } from '../schema.ts'
import { nextMoment } from '../snapshot/sequence.ts'

/** The policies of the merchant, each as the text in which it was recorded, by its number in the one sequence. */
export interface PolicyRepository {
  /** Records a policy when it differs from the last one. */
  record(json: string, at: Instant): Promise<{ readonly number: number; readonly changed: boolean }>
  /** The last one recorded; null before the first. */
  last(): Promise<{ readonly number: number; readonly policy: string } | null>
  /** The policy with this number; null when there is none. */
  withNumber(number: number): Promise<string | null>
}

export const createPolicyRepository = (books: Books): PolicyRepository =>
  withStoreErrors<PolicyRepository>(books.path, {
    record: (json, at) => write(books, json, at),
    last: () => lastOf(books),
    withNumber: (number) =>
      select(books)
        .where(and(eq(moment.merchant, books.merchant), eq(policy.number, number)))
        .get()?.policy ?? null,
  })

const select = ({ db }: Books) =>
  db
    .select({ number: policy.number, policy: policy.json })
    .from(policy)
    .innerJoin(moment, eq(moment.number, policy.number))

const lastOf = (books: Books) =>
  select(books).where(eq(moment.merchant, books.merchant)).orderBy(desc(policy.number)).limit(1).get() ?? null

const write = (books: Books, json: string, at: Instant) =>
  books.pace.write(() => {
    const last = lastOf(books)
    if (last?.policy === json) return { number: last.number, changed: false }
    const number = nextMoment(books, 'policy', at)
    books.db.insert(policy).values({ number, json }).run()
    addLink(books, 'policy', number)
    return { number, changed: true }
  })
