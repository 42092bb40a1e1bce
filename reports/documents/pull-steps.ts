import type { Json } from '../../src/core/cell.ts'
import type { FieldChange } from '../../src/core/pull/invoice-in-pull.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import type { Settlement } from '../../src/core/settlement.ts'
import { type DocumentOf, shape, single, text } from '../../src/print/shape.ts'

/** A field of the settlement that differs from the previous whole pull. */
export type SettlementChange = Omit<FieldChange, 'isPersonal'>

/** A field of the settlement that differs from the previous pull. */
export const SETTLEMENT_CHANGE = shape<SettlementChange>()({ field: text, before: single, now: single })
export type SettlementChangeDocument = DocumentOf<typeof SETTLEMENT_CHANGE>

/** Why an earlier attempt was not read whole. */
export const UNREAD_PULL = shape<NonNullable<PastPull['incomplete']>>()({ code: text, reason: text })
export type UnreadPullDocument = DocumentOf<typeof UNREAD_PULL>

/** One pull of a slot, and its changes. */
export interface PullStep extends Omit<PastPull, 'settlement'> {
  /** Empty at the first pull. */
  readonly settlement: readonly SettlementChange[]
  /** The settlement's status at the pull; null without a settlement. */
  readonly status: string | null
  readonly isFirst: boolean
}

const FIELDS = [
  'status',
  'invoiceCount',
  'collected',
  'fees',
  'feesPostpaid',
  'adjustments',
  'gateway',
  'payout',
  'date',
  'cycle',
] as const

/** The pulls of a slot, oldest first, each compared with the whole pull before it. */
export const pullSteps = (pulls: readonly PastPull[]): readonly PullStep[] =>
  pulls.map((pull, at) => {
    const before = pulls.slice(0, at).findLast(({ incomplete }) => incomplete === null)
    const isCompared = before !== undefined && pull.incomplete === null
    return {
      ...pull,
      settlement: isCompared ? changes(before.settlement, pull.settlement) : [],
      status: pull.settlement?.status ?? null,
      isFirst: before === undefined && pull.incomplete === null,
    }
  })

/** A settlement that appeared or vanished is shown as a change of status alone; its figures follow from that. */
const changes = (before: Settlement | null, now: Settlement | null): readonly SettlementChange[] =>
  before === null || now === null
    ? changeOf('status', before?.status ?? null, now?.status ?? null)
    : FIELDS.flatMap((field) => changeOf(field, before[field], now[field]))

const changeOf = (field: string, before: Json, now: Json): readonly SettlementChange[] =>
  before === now ? [] : [{ field, before, now }]

export const isWithoutChange = ({ settlement, invoices, incomplete }: PullStep): boolean =>
  incomplete === null && settlement.length === 0 && invoices.added + invoices.left + invoices.changed === 0
