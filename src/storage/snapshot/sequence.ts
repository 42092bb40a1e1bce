import { sql } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Books } from '../connection/books.ts'
import { prepared } from '../connection/prepared.ts'
import { moment } from '../schema.ts'

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
