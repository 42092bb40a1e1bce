import { and, desc, eq, sql } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import { addLink } from '../chain/links.ts'
import type { Books } from '../connection/books.ts'
import { prepared } from '../connection/prepared.ts'
import { moment, policy } from '../schema.ts'

const insertMoment = prepared(({ db, merchant }) =>
  db
    .insert(moment)
    .values({ kind: sql.placeholder('kind'), merchant, at: sql.placeholder('at') })
    .prepare(),
)

/** Takes the next number of the one sequence. Within a write transaction. */
export const nextMoment = (books: Books, kind: 'pull' | 'act' | 'policy', at: Instant): number =>
  Number(insertMoment(books).run({ kind, at }).lastInsertRowid)

/** How far the one sequence has come. */
export const lastMoment = (books: Books): number => last(books).get() ?? 0

const last = prepared(({ sqlite }) => sqlite.prepare<[], number | null>('SELECT max(number) FROM moment').pluck())

/** The merchant's last one, in the text in which it was recorded. */
export const lastPolicy = ({ db, merchant }: Books): { readonly number: number; readonly policy: string } | null =>
  db
    .select({ number: policy.number, policy: policy.json })
    .from(policy)
    .innerJoin(moment, eq(moment.number, policy.number))
    .where(eq(moment.merchant, merchant))
    .orderBy(desc(policy.number))
    .limit(1)
    .get() ?? null

/** The text of a policy of the merchant, by its number; null when there is none with it. */
export const policyNumbered = ({ db, merchant }: Books, number: number): string | null =>
  db
    .select({ policy: policy.json })
    .from(policy)
    .innerJoin(moment, eq(moment.number, policy.number))
    .where(and(eq(moment.merchant, merchant), eq(policy.number, number)))
    .get()?.policy ?? null

/** Records the policy when it differs from the merchant's last one. */
export const writePolicy = (books: Books, json: string, at: Instant) =>
  books.pace.write(() => {
    const { db } = books
    const last = lastPolicy(books)
    if (last?.policy === json) return { number: last.number, changed: false }
    const number = nextMoment(books, 'policy', at)
    db.insert(policy).values({ number, json }).run()
    addLink(books, 'policy', number)
    return { number, changed: true }
  })
