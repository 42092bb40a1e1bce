import { desc, eq, sql } from 'drizzle-orm'
import type { Days } from '../../core/calendar/calendar.ts'
import type { ListFees, MethodFees, UnpricedPayments } from '../../core/fees/list-fees.ts'
import { type Centavos, fromCentavos } from '../../core/money.ts'
import type { Sum, Totals } from '../../core/pull/tally.ts'
import type { Slot } from '../../core/slot.ts'
import { VERDICTS, type Verdict } from '../../core/verdict.ts'
import type { Assessment } from '../../rules/assessment/assess.ts'
import { codesWith } from '../../rules/registry.ts'
import { compareText } from '../../std/compare-text.ts'
import { once } from '../../std/once.ts'
import { addLink, lastInSequence } from '../chain/chain.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { actsOfSlot } from '../dispositions/acts.ts'
import { ensureSlot } from '../pulls/slots.ts'
import { assessment } from '../schema.ts'

/** The last assessment of a slot; its pull is null before the first. */
export interface AssessmentRow {
  readonly assessedPull: number | null
  readonly verdict: string
  readonly totals: string
  readonly rulebook: string
}

export const assessmentOf = (
  slot: Slot,
  { assessedPull, verdict, totals, rulebook }: AssessmentRow,
): Assessment | null =>
  assessedPull === null ? null : new StoredAssessment(slot, assessedPull, parseVerdict(verdict), rulebook, totals)

/**
 * Its totals are read where they are asked for, and not kept: most questions about years of settlements need those of a few, and a
 * night holds thousands of states. An object literal with a getter would take 400 bytes more.
 */
class StoredAssessment implements Assessment {
  readonly slot: Slot
  readonly pullId: number
  readonly verdict: Verdict
  readonly rulebook: string
  readonly #totals: string

  constructor(slot: Slot, pullId: number, verdict: Verdict, rulebook: string, totals: string) {
    this.slot = slot
    this.pullId = pullId
    this.verdict = verdict
    this.rulebook = rulebook
    this.#totals = totals
  }

  get totals(): Totals {
    return totalsOf(this.#totals)
  }
}

export const parseVerdict = (word: string): Verdict => {
  const verdict = VERDICTS.find((known) => known === word)
  if (verdict === undefined) throw new Error(`there is no verdict ${word}`)
  return verdict
}

/**
 * Appends an assessment when it differs from the slot's last one, when it is of another pull, or when people have acted
 * since.
 */
const writeAssessments = (database: MerchantDatabase, given: readonly Assessment[]): Promise<void> =>
  database.writeQueue.writeAll(given.map((one) => () => writeAssessment(database, one)))

const writeAssessment = (
  database: MerchantDatabase,
  { slot: of, pullId, verdict, totals, rulebook }: Assessment,
): void => {
  const number = ensureSlot(database, of)
  const content = { pull: pullId, verdict, totals: jsonOf(totals), rulebook }
  const last = lastOf(database).get({ slot: number })
  if (last !== undefined && isSameContent(last, content) && !isActedOnAfter(database, number, last.after)) return
  const { lastInsertRowid } = database.db
    .insert(assessment)
    .values({ slot: number, after: lastInSequence(database), ...content })
    .run()
  addLink(database, 'assessment', Number(lastInsertRowid))
}

const lastOf = prepared(({ db }) =>
  db
    .select()
    .from(assessment)
    .where(eq(assessment.slot, sql.placeholder('slot')))
    .orderBy(desc(assessment.id))
    .limit(1)
    .prepare(),
)

type AssessmentContent = Pick<typeof assessment.$inferSelect, 'pull' | 'verdict' | 'totals' | 'rulebook'>

const isSameContent = (a: AssessmentContent, b: AssessmentContent): boolean =>
  a.pull === b.pull && a.verdict === b.verdict && a.totals === b.totals && a.rulebook === b.rulebook

/** Centavos are decimal text, since JSON numbers could not hold all of them. */
interface SumJson {
  readonly invoices: number
  readonly amount: string
  readonly paid: string
}
interface TotalsJson {
  readonly kept: number
  readonly counted: number
  readonly collected: string
  readonly listed: SumJson
  readonly byStatus: Readonly<Record<string, SumJson>>
  readonly byMethod: Readonly<Record<string, SumJson>>
  readonly fees?: ListFeesJson
}
interface ListFeesJson {
  readonly expected: string | null
  readonly byMethod: Readonly<Record<string, MethodFeesJson>>
  readonly rounding: string
  readonly unpriced: readonly UnpricedPayments[]
}
interface MethodFeesJson extends Readonly<Record<'paid' | 'fee' | 'tax' | 'withheld', string>> {
  readonly payments: number
  /** By name; absent when nothing is withheld. */
  readonly withholdings?: Readonly<Record<string, string>>
}

const sumJson = ({ invoices, amount, paid }: Sum): SumJson => ({ invoices, amount: `${amount}`, paid: `${paid}` })

/** Sorts the keys, so that equal totals give equal text. */
const groupsJson = (groups: ReadonlyMap<string, Sum>): Record<string, SumJson> =>
  Object.fromEntries([...groups].sort(byKey).map(([key, sum]) => [key, sumJson(sum)]))

const jsonOf = (totals: Totals): string => {
  const json: TotalsJson = {
    kept: totals.kept,
    counted: totals.counted,
    collected: `${totals.collected}`,
    listed: sumJson(totals.listed),
    byStatus: groupsJson(totals.byStatus),
    byMethod: groupsJson(totals.byMethod),
    ...(totals.fees === undefined ? {} : { fees: feesJson(totals.fees) }),
  }
  return JSON.stringify(json)
}

const feesJson = ({ expected, byMethod, rounding, unpriced }: ListFees): ListFeesJson => ({
  expected: expected === null ? null : `${expected}`,
  byMethod: Object.fromEntries([...byMethod].sort(byKey).map(([method, fees]) => [method, methodFeesJson(fees)])),
  rounding: `${rounding}`,
  unpriced: [...unpriced].sort((a, b) => compareText(`${a.reason} ${a.method}`, `${b.reason} ${b.method}`)),
})

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => compareText(a, b)

const methodFeesJson = ({ payments, paid, fee, tax, withheld, withholdings }: MethodFees): MethodFeesJson => ({
  payments,
  paid: `${paid}`,
  fee: `${fee}`,
  tax: `${tax}`,
  withheld: `${withheld}`,
  ...(withholdings.size === 0
    ? {}
    : { withholdings: Object.fromEntries([...withholdings].map(([name, sum]) => [name, `${sum}`])) }),
})

const sumOf = ({ invoices, amount, paid }: SumJson): Sum => ({
  invoices,
  amount: fromCentavos(BigInt(amount)),
  paid: fromCentavos(BigInt(paid)),
})

const groupsOf = (groups: Readonly<Record<string, SumJson>>): ReadonlyMap<string, Sum> =>
  new Map(Object.entries(groups).map(([key, sum]) => [key, sumOf(sum)]))

const totalsOf = (text: string): Totals => {
  const json: TotalsJson = JSON.parse(text)
  const [byStatus, byMethod] = [once(() => groupsOf(json.byStatus)), once(() => groupsOf(json.byMethod))]
  return {
    kept: json.kept,
    counted: json.counted,
    collected: fromCentavos(BigInt(json.collected)),
    listed: sumOf(json.listed),
    get byStatus() {
      return byStatus()
    },
    get byMethod() {
      return byMethod()
    },
    ...(json.fees === undefined ? {} : { fees: feesOf(json.fees) }),
  }
}

const centavosOf = (digits: string): Centavos => fromCentavos(BigInt(digits))

const feesOf = ({ expected, byMethod, rounding, unpriced }: ListFeesJson): ListFees => ({
  expected: expected === null ? null : centavosOf(expected),
  byMethod: new Map(Object.entries(byMethod).map(([method, fees]) => [method, methodFeesOf(fees)])),
  rounding: centavosOf(rounding),
  unpriced,
})

const methodFeesOf = ({ payments, paid, fee, tax, withheld, withholdings = {} }: MethodFeesJson): MethodFees => ({
  payments,
  paid: centavosOf(paid),
  fee: centavosOf(fee),
  tax: centavosOf(tax),
  withheld: centavosOf(withheld),
  withholdings: new Map(Object.entries(withholdings).map(([name, sum]) => [name, centavosOf(sum)])),
})

/** What a tie of chargebacks may change: the findings about chargebacks and adjustments of any settlement. */
const OF_CHARGEBACKS = 'discrepancy.code IN (SELECT value FROM json_each(@chargebacks))'
const CHARGEBACKS = JSON.stringify(codesWith(({ dependsOn }) => dependsOn === 'chargebacks'))

/** The numbers of slots of those days with a disposition, a tie or an untie after their last assessment. */
export const slotsActedOn = (database: MerchantDatabase, days: Days): ReadonlySet<number> =>
  new Set(actedOn(database).all({ merchant: database.merchant, chargebacks: CHARGEBACKS, ...days }))

/** Begins at what people did, which is little, and not at the slots, which are many. */
const actedOn = prepared(({ sqlite }) => {
  const slotIs = (slot: string): string =>
    `JOIN slot ON ${slot} AND slot.merchant = @merchant AND slot.date BETWEEN @from AND @to`
  const after =
    'coalesce((SELECT after FROM assessment WHERE assessment.slot = slot.id ORDER BY assessment.id DESC LIMIT 1), 0)'
  return sqlite
    .prepare<{ merchant: string; chargebacks: string } & Days, number>(
      `SELECT slot.id FROM act JOIN discrepancy ON discrepancy.id = act.discrepancy ${slotIs('slot.id = discrepancy.slot')}
       WHERE act.kind IN ('accept', 'claim', 'reopen', 'settle') AND act.number > ${after}
       UNION SELECT slot.id FROM bank_tie
         JOIN bank_tie_payout ON bank_tie_payout.tie = coalesce(bank_tie.tie, bank_tie.number)
         ${slotIs('slot.id = bank_tie_payout.slot')}
       WHERE bank_tie.number > ${after}
       UNION SELECT slot.id FROM discrepancy ${slotIs('slot.id = discrepancy.slot')}
       WHERE ${OF_CHARGEBACKS} AND ${after} < (
         SELECT max(act.number) FROM act JOIN moment ON moment.number = act.number
         WHERE moment.merchant = @merchant AND act.kind IN ('tie', 'untie'))
       UNION SELECT slot.id FROM act AS settled
         JOIN moment ON moment.number = settled.number AND moment.merchant = @merchant
         ${slotIs(`slot.date = json_extract(settled.detail, '$.recovery.by.slot.date')
           AND slot.cycle = json_extract(settled.detail, '$.recovery.by.slot.cycle')`)}
       WHERE settled.kind = 'settle' AND EXISTS (SELECT 1 FROM act AS later
         WHERE later.discrepancy = settled.discrepancy AND later.number > ${after} AND later.kind IN ('settle', 'reopen'))`,
    )
    .pluck()
})

/** Whether the slot had a disposition, a tie or an untie after that number. */
const isActedOnAfter = (database: MerchantDatabase, slot: number, after: number): boolean =>
  tiesAfter(database).get({ slot, after }) !== undefined ||
  chargebackTiesAfter(database).get({ merchant: database.merchant, chargebacks: CHARGEBACKS, slot, after }) !==
    undefined ||
  settlesAfter(database).get({ slot, after }) !== undefined ||
  actsOfSlot(database, slot).some(({ kind, number }) => kind !== 'note' && number > after)

const chargebackTiesAfter = prepared(({ sqlite }) =>
  sqlite
    .prepare<{ merchant: string; chargebacks: string; slot: number; after: number }, number>(
      `SELECT 1 FROM act JOIN moment ON moment.number = act.number
       WHERE moment.merchant = @merchant AND act.kind IN ('tie', 'untie') AND act.number > @after
         AND EXISTS (SELECT 1 FROM discrepancy WHERE discrepancy.slot = @slot AND ${OF_CHARGEBACKS}) LIMIT 1`,
    )
    .pluck(),
)

const tiesAfter = prepared(({ sqlite }) =>
  sqlite
    .prepare<{ slot: number; after: number }, number>(
      `SELECT made.tie FROM bank_tie_payout AS made WHERE made.slot = @slot AND (made.tie > @after
         OR EXISTS (SELECT 1 FROM bank_tie AS undone WHERE undone.tie = made.tie AND undone.number > @after)) LIMIT 1`,
    )
    .pluck(),
)

/** Claims that the adjustments of the slot paid, or paid no longer. */
const settlesAfter = prepared(({ sqlite }) =>
  sqlite
    .prepare<{ slot: number; after: number }, number>(
      `SELECT 1 FROM slot JOIN act AS settled ON settled.kind = 'settle'
           AND slot.date = json_extract(settled.detail, '$.recovery.by.slot.date')
           AND slot.cycle = json_extract(settled.detail, '$.recovery.by.slot.cycle')
         JOIN moment ON moment.number = settled.number AND moment.merchant = slot.merchant
       WHERE slot.id = @slot AND EXISTS (SELECT 1 FROM act AS later
         WHERE later.discrepancy = settled.discrepancy AND later.number > @after AND later.kind IN ('settle', 'reopen')) LIMIT 1`,
    )
    .pluck(),
)

/** The verdicts of checks. */
export const createAssessmentRepository = repository({
  record: writeAssessments,
})
