import { discrepancyRows } from '../reports/discrepancies.ts'
import { ledgerSheets } from '../reports/ledger-sheets.ts'
import { settlementRows } from '../reports/settlement-ledger.ts'
import { type WorkbookSubject, workbookCover } from '../reports/workbook-cover.ts'
import type { Row } from '../src/domain/cell.ts'
import { chargebackBalance } from '../src/domain/chargeback-balance.ts'
import type { Workbook } from '../src/publish/xlsx/workbook.ts'
import type { Store } from '../src/store/store.ts'
import type { JobContext } from './context.ts'
import { rowsReadBack } from './rows-read-back.ts'
import type { SlotOfDay } from './slots-of-day.ts'

export interface LedgerWorkbook {
  readonly workbook: Workbook
  /** Everything its small sheets show, as text: all of the workbook but its invoices. */
  readonly shows: readonly string[]
}

/** The three ledgers of some slots as one workbook. Its invoices are read when it is written, in the order of the slots. */
export const ledgerWorkbook = async (
  context: Pick<JobContext, 'settings' | 'zone'>,
  store: Store,
  range: Pick<WorkbookSubject, 'days' | 'by'>,
  slots: readonly SlotOfDay[],
  invoices: (slot: SlotOfDay) => AsyncIterable<readonly Row[]> = (slot) => rowsReadBack(context, store, slot),
): Promise<LedgerWorkbook> => {
  const { policy, language } = context.settings
  const { zone } = context
  const reports = slots.map(({ report }) => report)
  const pulls = slots.flatMap(({ pull }) => pull ?? [])
  const chargebacks = await store.chargebacks()
  const cover = workbookCover(reports, { ...range, merchant: store.merchant, policy, language }, (days) =>
    chargebackBalance(chargebacks, pulls, days, { policy, zone }),
  )
  const sheets = ledgerSheets(language)
  const [settlements, discrepancies] = [settlementRows(reports, zone), discrepancyRows(reports, zone)]
  const ofSlots = async function* (): AsyncGenerator<readonly Row[]> {
    for (const slot of slots) yield* invoices(slot)
  }
  return {
    workbook: {
      cover,
      tables: [
        { ...sheets.settlements, batches: [settlements] },
        { ...sheets.invoices, batches: ofSlots() },
        { ...sheets.discrepancies, batches: [discrepancies] },
      ],
    },
    shows: [JSON.stringify([cover, sheets, settlements, discrepancies], textOfMoney), ...cover.notes([])],
  }
}

/** JSON knows no whole numbers of any size. */
const textOfMoney = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)
