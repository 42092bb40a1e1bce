import { createHash } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { EVER } from '../../core/calendar/calendar.ts'
import type { ActStamp } from '../../core/findings/act.ts'
import { isPaidOrCharged } from '../../core/invoice.ts'
import { fromCentavos, sumOf } from '../../core/money.ts'
import type {
  BankPayment,
  Due,
  DueInFile,
  ReceivableFileRecord,
  ReceivableFileResult,
  RentPayment,
  RentTie,
} from '../../core/receivables.ts'
import { asSlotDate, type Cycle, type Slot, type SlotDate } from '../../core/slot.ts'
import { groupBy } from '../../std/group-by.ts'
import { packEvidence } from '../bank/bank-files.ts'
import { addLink, nextInSequence } from '../chain/chain.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { pick } from '../connection/rows.ts'
import { decisionsOfKind, storeDecision } from '../dispositions/acts.ts'
import { keepBody } from '../evidence/body.ts'
import { bankPayment, due, eventSequence, receivableFile, receivableVoid } from '../schema.ts'

/** A file to import, as read. */
export interface ReceivableFileToImport extends Pick<ActStamp, 'by' | 'at'> {
  readonly name: string
  readonly bytes: Uint8Array
  readonly contents:
    | { readonly kind: 'list'; readonly dues: readonly Due[] }
    | { readonly kind: 'bank'; readonly payments: readonly BankPayment[] }
}

const writeFile = (database: MerchantDatabase, toImport: ReceivableFileToImport): Promise<ReceivableFileResult> => {
  const { name, bytes, contents, by, at } = toImport
  const evidence = packEvidence(bytes)
  const digest = createHash('sha256').update(bytes).digest()
  return database.writeQueue.write(() => {
    const twin = files(database).find((one) => one.voided === null && one.digest === digest.toString('hex'))
    if (twin !== undefined) return { kind: 'known', number: twin.number }
    const known = new Set(
      contents.kind === 'list' ? dues(database).map(({ key }) => key) : bankPayments(database).map(({ id }) => id),
    )
    const number = nextInSequence(database, 'act', at)
    const body = keepBody(database, evidence)
    database.db.insert(receivableFile).values({ number, kind: contents.kind, name, by, digest, body }).run()
    const { addDue, addPayment } = ofRows(database)
    if (contents.kind === 'list') for (const one of contents.dues) addDue.run({ ...one, file: number })
    else for (const one of contents.payments) addPayment.run({ ...one, file: number })
    addLink(database, 'receivable_file', number)
    const keys = contents.kind === 'list' ? contents.dues.map(({ key }) => key) : contents.payments.map(({ id }) => id)
    const repeated = keys.filter((key) => known.has(key)).length
    return { kind: 'imported', number, added: keys.length - repeated, repeated }
  })
}

const ofRows = prepared(({ sqlite }) => ({
  addDue: sqlite.prepare<Due & { readonly file: number }>(`
    INSERT INTO due (file, row, key, due_id, reference, contract, document, amount, due_date, month, concept, owner)
    VALUES (@file, @row, @key, @dueId, @reference, @contract, @document, @amount, @dueDate, @month, @concept, @owner)`),
  addPayment: sqlite.prepare<BankPayment & { readonly file: number }>(`
    INSERT INTO bank_payment (file, row, id, reference, paid, paid_on)
    VALUES (@file, @row, @id, @reference, @paid, @paidOn)`),
}))

/** All files, oldest first, including those that were voided. */
const files = ({ db, merchant }: MerchantDatabase): readonly ReceivableFileRecord[] => {
  const listed = groupBy(
    db
      .select({
        file: due.file,
        month: due.month,
        rows: sql<number>`count(*)`,
        sum: sql<number>`sum(${due.amount})`,
      })
      .from(due)
      .groupBy(due.file, due.month)
      .orderBy(asc(due.month))
      .all()
      .concat(
        db
          .select({
            file: bankPayment.file,
            month: sql<string>`substr(${bankPayment.paidOn}, 1, 7)`,
            rows: sql<number>`count(*)`,
            sum: sql<number>`sum(${bankPayment.paid})`,
          })
          .from(bankPayment)
          .groupBy(bankPayment.file, sql`substr(${bankPayment.paidOn}, 1, 7)`)
          .all(),
      ),
    ({ file }) => file,
  )
  const voids = new Map(
    db
      .select({ row: receivableVoid, at: eventSequence.at })
      .from(receivableVoid)
      .innerJoin(eventSequence, eq(eventSequence.number, receivableVoid.number))
      .all()
      .map(({ row: { file, ...voided }, at }) => [file, { ...voided, at }]),
  )
  return db
    .select({ row: receivableFile, at: eventSequence.at })
    .from(receivableFile)
    .innerJoin(eventSequence, eq(eventSequence.number, receivableFile.number))
    .where(eq(eventSequence.merchant, merchant))
    .orderBy(asc(receivableFile.number))
    .all()
    .map(({ row: { body: _body, digest, ...row }, at }) => {
      const months = listed.get(row.number) ?? []
      return {
        ...row,
        at,
        digest: digest.toString('hex'),
        months: months.map(({ month }) => month),
        rows: months.reduce((sum, { rows }) => sum + rows, 0),
        sum: sumOf(months.map(({ sum }) => fromCentavos(sum))),
        voided: voids.get(row.number) ?? null,
      }
    })
}

const inForce = ({ merchant }: MerchantDatabase) =>
  and(
    eq(eventSequence.merchant, merchant),
    sql`${receivableFile.number} NOT IN (SELECT ${receivableVoid.file} FROM ${receivableVoid})`,
  )

/**
 * The dues of the lists that count; of those that several lists have, as the last of them has it. Written out: an object made
 * by spreading takes twice the memory.
 */
const dues = (database: MerchantDatabase): readonly DueInFile[] => {
  const [found, same] = [new Map<string, DueInFile>(), onceEach()]
  for (const row of listedDues(database).iterate(database.merchant))
    found.set(row.key, {
      key: row.key,
      dueId: row.dueId,
      reference: row.reference,
      contract: row.contract,
      document: row.document,
      amount: fromCentavos(row.amount),
      dueDate: same(row.dueDate),
      month: same(row.month),
      concept: same(row.concept),
      owner: same(row.owner),
      row: row.row,
      file: row.file,
      fileName: same(row.fileName),
    })
  return [...found.values()]
}

const listedDues = prepared(({ sqlite }) =>
  sqlite.prepare<[merchant: string], Omit<DueInFile, 'amount'> & { readonly amount: number }>(`
    SELECT due.key, due_id AS dueId, reference, contract, document, amount, due_date AS dueDate, month, concept, owner, row, file,
      receivable_file.name AS fileName
    FROM receivable_file JOIN moment ON moment.number = receivable_file.number JOIN due ON due.file = receivable_file.number
    WHERE moment.merchant = ? AND receivable_file.number NOT IN (SELECT file FROM receivable_void)
    ORDER BY due.file, due.row`),
)

/** The payments of the bank's files that count, each once. */
const bankPayments = (database: MerchantDatabase): readonly BankPayment[] => {
  const rows = database.db
    .select(pick(bankPayment, 'id', 'reference', 'paid', 'paidOn', 'row'))
    .from(bankPayment)
    .innerJoin(receivableFile, eq(receivableFile.number, bankPayment.file))
    .innerJoin(eventSequence, eq(eventSequence.number, bankPayment.file))
    .where(inForce(database))
    .orderBy(asc(bankPayment.file), asc(bankPayment.row))
    .all()
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Whether a list of dues is there that counts. */
const isKnown = (database: MerchantDatabase): boolean =>
  database.db
    .select({ number: receivableFile.number })
    .from(receivableFile)
    .innerJoin(eventSequence, eq(eventSequence.number, receivableFile.number))
    .where(and(inForce(database), eq(receivableFile.kind, 'list')))
    .limit(1)
    .get() !== undefined

interface PaymentRow {
  readonly invoiceId: string
  readonly status: string
  readonly paid: number | null
  readonly reference: string | null
  readonly contract: string | null
  readonly document: string | null
  readonly method: string | null
  readonly paymentDate: string | null
  readonly day: SlotDate | null
  readonly date: SlotDate | null
  readonly cycle: Cycle | null
  readonly number: number
}

/** A payment, as it was read last, and the day of payments that was asked for; null where only a settlement lists it. */
interface ListedPayment extends RentPayment {
  readonly day: SlotDate | null
  readonly number: number
  readonly isPayment: boolean
}

/**
 * The payments of settlements, and of days of payments, from a day on, each once, as it was read last. A payment without
 * a day of its own is of the day that lists it, or of its settlement.
 */
const operatorPayments = (
  database: MerchantDatabase,
  from: SlotDate,
  localTime: (text: string) => string,
): readonly RentPayment[] => {
  const [found, same] = [new Map<string, ListedPayment>(), onceEach()]
  const slots = new Map<string, Slot>()
  for (const row of listedPayments(database).iterate({ merchant: database.merchant, from })) {
    const { invoiceId: id, reference, contract, document, number, date, cycle } = row
    const other = found.get(id)
    const day = row.day ?? other?.day ?? null
    const name = date === null || cycle === null ? null : `${date} ${cycle}`
    const slot = name === null ? (other?.slot ?? null) : (slots.get(name) ?? ({ date, cycle } as Slot))
    if (name !== null && slot !== null) slots.set(name, slot)
    if (other !== undefined && number < other.number) {
      found.set(id, { ...other, day, slot: other.slot ?? slot })
      continue
    }
    const paidAt = row.paymentDate === null ? '' : localTime(row.paymentDate)
    const paidOn = same(asSlotDate(paidAt.slice(0, 10)) ?? day ?? slot?.date ?? EVER.from)
    found.set(id, {
      id,
      reference,
      contract,
      document,
      paid: fromCentavos(row.paid ?? 0),
      paidOn,
      paidAt,
      channel: same(row.method ?? ''),
      isChargedBack: row.status === 'chargeback',
      // A settlement that was read after the day of the payment may say that it was none.
      isPayment: row.paid !== null && isPaidOrCharged(row),
      slot,
      day,
      number,
    })
  }
  return [...found.values()].filter(({ isPayment }) => isPayment)
}

/** Of equal texts only the first stays in memory. */
const onceEach = () => {
  const texts = new Map<string, string>()
  return <T extends string | null>(text: T): T => {
    if (text === null) return text
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return (known ?? text) as T
  }
}

/** A settlement is never before the payments that it has. */
const listedPayments = prepared(({ sqlite }) =>
  sqlite.prepare<{ merchant: string; from: string }, PaymentRow>(`
    WITH latest AS MATERIALIZED (SELECT slot, max(id) AS id, max(number) AS number FROM pull WHERE state = 'closed' GROUP BY slot),
    newest AS MATERIALIZED (
      SELECT coalesce(payments_of, id) AS listing, max(number) AS number, date FROM date_listing
      WHERE merchant = :merchant AND listed = 'payment' AND number IS NOT NULL AND date >= :from GROUP BY date)
    SELECT version.invoice_id AS invoiceId, status, paid, reference, contract, customer_document AS document,
      payment_method AS method, payment_date AS paymentDate, NULL AS day, slot.date, slot.cycle, latest.number
    FROM slot JOIN latest ON latest.slot = slot.id JOIN version ON version.slot = slot.id
    WHERE slot.merchant = :merchant AND slot.date >= :from AND version.from_pull <= latest.id
      AND (version.to_pull IS NULL OR version.to_pull > latest.id)
    UNION ALL
    SELECT invoice_id, status, paid, reference, contract, customer_document, payment_method, payment_date, newest.date,
      NULL, NULL, newest.number
    FROM newest JOIN day_payment ON day_payment.listing = newest.listing`),
)

/** The last number of the history: while it stays, so does all that is kept of receivables. */
const lastMoment = ({ db }: MerchantDatabase): number =>
  db.get<{ readonly last: number }>(sql`SELECT coalesce(max(number), 0) AS last FROM moment`).last

/** What a person says of dues and payments. */
type TieIntent = Pick<RentTie, 'dues' | 'payments' | 'isTied' | 'reason'>
type Who = Pick<ActStamp, 'by' | 'at'>

const writeTie = (
  database: MerchantDatabase,
  { dues: keys, payments, isTied, reason }: TieIntent,
  { by, at }: Who,
): Promise<number> => storeDecision(database, 'tie', { dues: keys, payments, isTied }, { by, at, reason })

/** All that people said of dues and payments, oldest first, including what was undone. */
const ties = (database: MerchantDatabase): readonly RentTie[] =>
  decisionsOfKind(database, 'tie').flatMap(({ details: { dues: keys, payments, isTied }, ...tie }) =>
    keys === undefined || payments === undefined || isTied === undefined
      ? []
      : [{ ...tie, dues: keys, payments, isTied }],
  )

const voidFile = (
  database: MerchantDatabase,
  file: number,
  { by, at, reason }: Who & { readonly reason: string },
): Promise<number> =>
  database.writeQueue.write(() => {
    const number = nextInSequence(database, 'act', at)
    database.db.insert(receivableVoid).values({ number, file, by, reason }).run()
    addLink(database, 'receivable_void', number)
    return number
  })

/** What tenants owe, from the merchant's own lists, and what they paid. */
export const createReceivableRepository = repository({
  isKnown,
  lastMoment,
  importFile: writeFile,
  files,
  dues,
  bankPayments,
  operatorPayments,
  ties,
  tie: writeTie,
  voidFile,
})
