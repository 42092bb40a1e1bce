import { type Days, isWithin } from '../../src/core/calendar/calendar.ts'
import type { Row } from '../../src/core/cell.ts'
import { type Centavos, negate, ZERO } from '../../src/core/money.ts'
import { compareSlots, nameOf, type Slot } from '../../src/core/slot.ts'
import {
  type Adjustment,
  type Chargeback,
  type ChargebackAccount,
  isLeftOut,
  notDebitedOn,
  unexplainedOf,
} from '../../src/rules/assessment/chargeback-account.ts'
import type { Language } from '../../src/words/language.ts'
import { moneyIn } from '../../src/words/money.ts'
import { workbookWords } from '../../src/words/workbook.ts'
import { possibleSets } from '../documents/chargebacks.ts'
import type { LedgerSheet } from './ledger-sheets.ts'

/**
 * The chargebacks and adjustments of some days, each as the account of the whole database explains it, by exact sums.
 */
export const chargebackSheet = (language: Language): LedgerSheet => {
  const { sheets, chargebacks: words, totalOfShown } = workbookWords(language)
  return {
    name: sheets.chargebacks,
    frozen: 2,
    total: totalOfShown,
    columns: [
      { head: words.date, kind: 'date', width: 12 },
      { head: words.cycle, kind: 'text', width: 8 },
      { head: words.invoice, kind: 'text', width: 38 },
      { head: words.paid, kind: 'number', width: 18, isSummed: true },
      { head: words.notDebited, kind: 'number', width: 18, isSummed: true },
      { head: words.adjustment, kind: 'number', width: 18, isSummed: true },
      { head: words.withoutChargeback.taken, kind: 'number', width: 18, isSummed: true },
      { head: words.withoutChargeback.brought, kind: 'number', width: 18, isSummed: true },
      { head: words.fits, kind: 'text', width: 60 },
    ],
  }
}

export const chargebackSheetRows = (account: ChargebackAccount, days: Days, language: Language): readonly Row[] => {
  const isOfDays = ({ slot: { date } }: { readonly slot: Slot }): boolean => isWithin(date, days)
  const notDebited = new Set(notDebitedOn(account, days.to).map(keyOf))
  const chargebacks = account.chargebacks.filter(isOfDays).map((chargeback) => ({
    slot: chargeback.slot,
    cells: [chargeback.invoiceId, chargeback.paid, notDebited.has(keyOf(chargeback)) ? chargeback.paid : null],
  }))
  const adjustments = account.adjustments.filter(isOfDays).map((adjustment) => ({
    slot: adjustment.slot,
    cells: [null, null, null, ...cellsOf(adjustment, language)],
  }))
  return [...chargebacks, ...adjustments]
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .map(({ slot, cells }) => [slot.date, slot.cycle, ...cells])
}

const keyOf = ({ slot, invoiceId }: Chargeback): string => `${nameOf(slot)} ${invoiceId}`

/** An adjustment that is in no payout is in no sum of the sheet. */
const cellsOf = (adjustment: Adjustment, language: Language): Row => {
  const sets = setsOf(adjustment)
  if (!isLeftOut(adjustment)) return [adjustment.effect, ...bothWaysOf(unexplainedOf(adjustment)), sets]
  const leftOut = workbookWords(language).chargebacks.leftOut(moneyIn(adjustment.effect, language))
  return [null, null, null, sets === null ? leftOut : `${sets} (${leftOut})`]
}

/** What the adjustment takes from the payout or adds to it, which nothing explains. */
const bothWaysOf = (rest: Centavos): Row => {
  if (rest === ZERO) return [null, null]
  return rest < ZERO ? [negate(rest), null] : [null, rest]
}

/** The chargebacks that explain the adjustment, by invoice; when several sets do, all of them. */
const setsOf = ({ explanation }: Adjustment): string | null =>
  possibleSets(explanation)
    .map((set) => set.map(({ invoiceId }) => invoiceId).join(' + '))
    .join(' | ') || null
