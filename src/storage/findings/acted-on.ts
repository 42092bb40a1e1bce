import type { Days } from '../../domain/calendar/calendar.ts'
import { codesWith } from '../../domain/rules/registry.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { actsOfSlot } from '../dispositions/acts.ts'

/** What a tie of chargebacks may change: the findings about chargebacks and adjustments of any settlement. */
const OF_CHARGEBACKS = `SELECT 1 FROM discrepancy WHERE discrepancy.slot = known.id
  AND code IN (SELECT value FROM json_each(@chargebacks))`
const CHARGEBACKS = JSON.stringify(codesWith(({ dependsOn }) => dependsOn === 'chargebacks'))

/** The numbers of slots of those days with a disposition, a tie or an untie after their last assessment. */
export const slotsActedOn = (database: MerchantDatabase, days: Days): ReadonlySet<number> =>
  new Set(actedOn(database).all({ merchant: database.merchant, chargebacks: CHARGEBACKS, ...days }))

const actedOn = prepared(({ sqlite }) =>
  sqlite
    .prepare<{ merchant: string; chargebacks: string } & Days, number>(
      `WITH known AS (
         SELECT id, coalesce((SELECT after FROM assessment WHERE assessment.slot = slot.id ORDER BY id DESC LIMIT 1), 0) AS after
         FROM slot WHERE merchant = @merchant AND date BETWEEN @from AND @to)
       SELECT id FROM known WHERE after < (
         SELECT max(act.number) FROM discrepancy JOIN act ON act.discrepancy = discrepancy.id
         WHERE discrepancy.slot = known.id AND act.kind IN ('accept', 'claim', 'reopen', 'settle'))
       UNION SELECT known.id FROM bank_tie
         JOIN bank_tie_payout ON bank_tie_payout.tie = coalesce(bank_tie.tie, bank_tie.number)
         JOIN known ON known.id = bank_tie_payout.slot
       WHERE bank_tie.number > known.after
       UNION SELECT id FROM known WHERE after < (
         SELECT max(act.number) FROM act JOIN moment ON moment.number = act.number
         WHERE moment.merchant = @merchant AND act.kind IN ('tie', 'untie')) AND EXISTS (${OF_CHARGEBACKS})
       UNION SELECT known.id FROM act AS settled
         JOIN moment ON moment.number = settled.number AND moment.merchant = @merchant
         JOIN slot ON slot.merchant = @merchant AND slot.date = json_extract(settled.detail, '$.recovery.by.slot.date')
           AND slot.cycle = json_extract(settled.detail, '$.recovery.by.slot.cycle')
         JOIN known ON known.id = slot.id
       WHERE settled.kind = 'settle' AND EXISTS (SELECT 1 FROM act AS later
         WHERE later.discrepancy = settled.discrepancy AND later.number > known.after AND later.kind IN ('settle', 'reopen'))`,
    )
    .pluck(),
)

/** Whether the slot had a disposition, a tie or an untie after that number. */
export const isActedOnAfter = (database: MerchantDatabase, slot: number, after: number): boolean =>
  tiesAfter(database).get({ slot, after }) !== undefined ||
  chargebackTiesAfter(database).get({ merchant: database.merchant, chargebacks: CHARGEBACKS, slot, after }) !==
    undefined ||
  settlesAfter(database).get({ slot, after }) !== undefined ||
  actsOfSlot(database, slot).some(({ kind, number }) => kind !== 'note' && number > after)

const chargebackTiesAfter = prepared(({ sqlite }) =>
  sqlite
    .prepare<{ merchant: string; chargebacks: string; slot: number; after: number }, number>(
      `SELECT 1 FROM act JOIN moment ON moment.number = act.number JOIN slot AS known ON known.id = @slot
       WHERE moment.merchant = @merchant AND act.kind IN ('tie', 'untie') AND act.number > @after
         AND EXISTS (${OF_CHARGEBACKS}) LIMIT 1`,
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
