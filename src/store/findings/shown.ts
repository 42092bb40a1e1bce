import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Act, isDecision, recoveriesIn, sumOfRecoveries } from '../../core/findings/act.ts'
import { type Figures, type Finding, NO_CAUSES, SEVERITIES, type Severity } from '../../core/findings/discrepancy.ts'
import { type Sighting, type TimelineStep, timelineOf } from '../../core/findings/timeline.ts'
import { type Centavos, fromCentavos } from '../../core/money.ts'
import { NO_DATA } from '../../rules/define-check.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { actsOfSlot } from '../dispositions/acts.ts'
import { discrepancy, eventSequence, pull, sighting } from '../schema.ts'

/** The columns of a finding, and those that identify it. Figures are decimal text, since centavos may exceed 2^63. */
export interface ShownRow {
  readonly code: string
  readonly subject: string
  readonly severity: string
  readonly unit: string | null
  readonly reported: string | null
  readonly expected: string | null
  readonly message: string
  readonly causes: string | null
  readonly data: string | null
  readonly amount: string | null
}

/** The columns of a sighting: its amount as text, since a sum of centavos may exceed 2^53. */
export const SIGHTING_COLUMNS = {
  ...getTableColumns(sighting),
  amount: sql<string | null>`CAST(${sighting.amount} AS TEXT)`,
}

/** The most texts of which one shared copy is kept. */
const SHARED_TEXTS_MAX = 1000

/** Reads findings back. Many findings of a slot share their texts, which are kept once. */
export const findingReader = (): ((row: ShownRow) => Finding) => {
  const texts = new Map<string, string>()
  const shared = <T extends string | null>(text: T): T => {
    if (text === null) return text
    if (texts.size > SHARED_TEXTS_MAX) texts.clear()
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return (known ?? text) as T
  }
  const datas = new Map<string, object>()
  const sharedData = (text: string): object => {
    if (datas.size > SHARED_TEXTS_MAX) datas.clear()
    const known = datas.get(text) ?? dataOf(text)
    datas.set(text, known)
    return known
  }
  return (row) =>
    findingOf(
      {
        ...row,
        code: shared(row.code),
        reported: shared(row.reported),
        expected: shared(row.expected),
        message: shared(row.message),
      },
      sharedData,
    )
}

/** A finding as it was shown. */
export const findingOf = (row: ShownRow, readData = dataOf): Finding => {
  return {
    code: row.code,
    severity: severityOf(row.severity),
    subject: row.subject,
    figures: figuresOf(row),
    amount: centavosOf(row.amount),
    message: row.message,
    data: row.data === null ? null : readData(row.data),
    causes: row.causes === null ? NO_CAUSES : fromFindingJson(row.causes),
  }
}

export const severityOf = (text: string): Severity => {
  const severity = SEVERITIES.find((known) => known === text)
  if (severity === undefined) throw new Error(`there is no severity ${text}`)
  return severity
}

export const centavosOf = (text: string | null): Centavos | null => (text === null ? null : fromCentavos(BigInt(text)))

const dataOf = (text: string): object => (text === '{}' ? NO_DATA : fromFindingJson(text))

const figuresOf = ({ unit, reported, expected }: ShownRow): Figures => {
  if (unit === 'COP') return { unit, reported: centavosOf(reported), expected: centavosOf(expected) }
  if (unit === 'invoices') return { unit, reported: numberOf(reported), expected: numberOf(expected) }
  return { unit: null, reported, expected }
}

const numberOf = (text: string | null) => (text === null ? null : Number(text))
const textOf = (figure: bigint | number | string | null) => (figure === null ? null : `${figure}`)

export const sightingColumns = ({ severity, figures, amount, data, message, causes }: Finding) => ({
  severity,
  unit: figures.unit,
  reported: textOf(figures.reported),
  expected: textOf(figures.expected),
  message,
  causes: causes.length === 0 ? null : findingJson(causes),
  data: data === null ? null : findingJson(data),
  amount,
})

/** The same columns of a sighting at which it was gone. */
export const GONE_COLUMNS = {
  severity: null,
  unit: null,
  reported: null,
  expected: null,
  message: null,
  causes: null,
  data: null,
  amount: null,
}

/** Sums are centavos, which may exceed 2^53, so JSON holds them as text, under a name of their own. */
const SUM = 'centavos'

/** The data of a finding, or its causes, as stored in a column. */
export const findingJson = (value: object): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? { [SUM]: part.toString() } : part))

/** The inverse of findingJson. Most data has no sums and is parsed without inspecting each part. */
export const fromFindingJson = <T extends object>(text: string): T =>
  text.includes(`"${SUM}"`) ? JSON.parse(text, (_, part: unknown) => sumOf(part) ?? part) : JSON.parse(text)

const sumOf = (part: unknown): bigint | null => {
  if (typeof part !== 'object' || part === null || !(SUM in part)) return null
  return typeof part[SUM] === 'string' && Object.keys(part).length === 1 ? BigInt(part[SUM]) : null
}

const timelineOfDiscrepancy = (
  database: MerchantDatabase,
  id: string,
  acts: readonly Act[] = [],
): readonly TimelineStep[] => timelineOf(sightingsOf(database).all({ id }).map(toSighting), acts)

/** The acts of people on the discrepancies of a slot, by id. */
const actsById = (database: MerchantDatabase, slot: number): ReadonlyMap<string, readonly Act[]> => {
  const byId = new Map<string, Act[]>()
  for (const act of actsOfSlot(database, slot)) {
    const known = byId.get(act.discrepancy)
    if (known === undefined) byId.set(act.discrepancy, [act])
    else known.push(act)
  }
  return byId
}

/** The steps of every discrepancy of a slot, by its id. */
export const timelinesIn = (database: MerchantDatabase, slot: number): ReadonlyMap<string, readonly TimelineStep[]> => {
  const acts = actsById(database, slot)
  const ids = database.db.select({ id: discrepancy.id }).from(discrepancy).where(eq(discrepancy.slot, slot)).all()
  return new Map(ids.map(({ id }) => [id, timelineOfDiscrepancy(database, id, acts.get(id))]))
}

/** The present effect of a person's last decision about a discrepancy (`open` when none holds), and what was paid of it elsewhere. */
export interface DecisionState {
  readonly state: 'accepted' | 'claimed' | 'paid' | 'open'
  /** Null where nothing was. */
  readonly recovered: Centavos | null
}

/**
 * The discrepancies of a slot that were ever accepted or claimed, and their present state. Few slots have one; for the
 * others nothing more is read.
 */
export const decisionsIn = (database: MerchantDatabase, slot: number): ReadonlyMap<string, DecisionState> => {
  const touched = [...actsById(database, slot)].filter(([, acts]) => acts.some(isDecision))
  return new Map(touched.map(([id, acts]) => [id, decisionState(timelineOfDiscrepancy(database, id, acts), acts)]))
}

const decisionState = (steps: readonly TimelineStep[], acts: readonly Act[]): DecisionState => {
  const state = steps.at(-1)?.state
  const recoveries = recoveriesIn(acts)
  return {
    state: state === 'accepted' || state === 'claimed' || state === 'paid' ? state : 'open',
    recovered: recoveries.length === 0 ? null : sumOfRecoveries(recoveries),
  }
}

const checked = alias(pull, 'checked')

const sightingsOf = prepared(({ db }) =>
  db
    .select({
      row: SIGHTING_COLUMNS,
      code: discrepancy.code,
      subject: discrepancy.subject,
      at: eventSequence.at,
      pull: checked.number,
    })
    .from(sighting)
    .innerJoin(discrepancy, eq(discrepancy.id, sighting.discrepancy))
    .innerJoin(checked, eq(checked.id, sighting.pull))
    .innerJoin(eventSequence, eq(eventSequence.number, sighting.after))
    .where(eq(sighting.discrepancy, sql.placeholder('id')))
    .orderBy(asc(sighting.id))
    .prepare(),
)

type SightingRow = ReturnType<ReturnType<typeof sightingsOf>['all']>[number]

const toSighting = ({ row, code, subject, at, pull: number }: SightingRow): Sighting => {
  if (number === null) throw new Error(`sighting ${row.id} is of no committed pull`)
  const { severity, message } = row
  const shown = {
    ...row,
    code,
    subject,
    severity: severity ?? '',
    message: message ?? '',
  }
  return { finding: row.event === 'gone' ? null : findingOf(shown), after: row.after, at, pull: number }
}
