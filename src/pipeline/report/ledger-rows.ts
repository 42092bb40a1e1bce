import { INVOICE_LEDGER } from '../../../reports/ledgers/invoice-ledger.ts'
import { localTime } from '../../config/zone/zone.ts'
import type { Row } from '../../domain/cell.ts'
import { counts, worthOf } from '../../domain/invoice.ts'
import { type Centavos, plus, ZERO } from '../../domain/money.ts'
import type { InvoiceInPull } from '../../domain/pull/invoice-in-pull.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import type { JobContext } from '../run/context.ts'

/** The settings and zone that rows depend on. */
export interface LedgerRules {
  readonly settings: Pick<JobContext['settings'], 'policy'>
  readonly zone: JobContext['zone']
}

/** Makes the ledger rows of one slot, page by page, from its list as read back. */
export const rowsOfSlot = ({ settings: { policy }, zone }: LedgerRules, merchant: string, pull: Pull) => {
  const list = {
    merchant,
    slot: pull.slot,
    settlementStatus: pull.settlement?.status ?? null,
    policy,
    localTime: (text: string) => localTime(text, zone),
  }
  let counted = ZERO
  return {
    of: (page: readonly InvoiceInPull[]): Row[] => {
      const listed = page.flatMap(({ current }) => current ?? [])
      for (const invoice of listed) if (counts(invoice, policy)) counted = plus(counted, worthOf(invoice, policy))
      return listed.map((invoice) => INVOICE_LEDGER.row(invoice, list))
    },
    /** The counted sum of the rows made so far, in centavos. */
    counted: (): Centavos => counted,
  }
}

/** SPEC, section 3: the counted sum of the ledger is the collected sum of the totals. Throws when it is not. */
export const requireCollected = ({ slot }: Pull, counted: Centavos, collected: Centavos): void => {
  if (counted !== collected) throw new Error(`the ledger of ${slot.date} does not add up to its tally`)
}
