import { invoiceRow } from '../reports/invoice-ledger.ts'
import type { Row } from '../src/domain/cell.ts'
import type { HeldInvoice } from '../src/domain/held.ts'
import { counts, worthOf } from '../src/domain/invoice.ts'
import { type Centavos, plus, ZERO } from '../src/domain/money.ts'
import type { Pull } from '../src/domain/pull.ts'
import { csvOf } from '../src/publish/csv.ts'
import type { Piece } from '../src/publish/whole-file.ts'
import { localTime } from '../src/zone.ts'
import type { JobContext } from './context.ts'

/** The ledger rows of one slot, made page by page from what is read back. */
export const rowsOfSlot = (
  { settings: { policy }, zone }: Pick<JobContext, 'settings' | 'zone'>,
  merchant: string,
  pull: Pull,
) => {
  const list = {
    merchant,
    slot: pull.slot,
    settlementStatus: pull.settlement?.status ?? null,
    policy,
    localTime: (text: string) => localTime(text, zone),
  }
  let counted = ZERO
  return {
    of: (page: readonly HeldInvoice[]): Row[] => {
      const listed = page.flatMap(({ current }) => current ?? [])
      for (const invoice of listed) if (counts(invoice, policy)) counted = plus(counted, worthOf(invoice, policy))
      return listed.map((invoice) => invoiceRow(invoice, list))
    },
    /** SPEC, section 3: what counts in the ledger adds up to what the tally says was collected. */
    mustComeTo: (collected: Centavos): void => {
      if (counted !== collected) throw new Error(`the ledger of ${pull.slot.date} does not add up to its tally`)
    },
  }
}

/** More than this is not kept: a slot of a million is read back a second time for its ledger instead. */
const MOST_ROWS = 120_000
const MOST_CHARACTERS = 40_000_000

/**
 * Ledger rows encoded while a slot's invoices are at hand for its checks, so that most slots are read back once and not twice.
 * They wait here for the files of their day, within bounds.
 */
export const ledgerRows = (job: JobContext, merchant: string) => {
  const encode = csvOf(job.settings.csvProfile)
  const kept = new Map<number, readonly Piece[]>()
  let rows = 0
  let characters = 0

  return {
    /** Keeps the rows of a pull whose content is new; what is unchanged most likely needs no new file. */
    begin: (pull: Pull) => {
      const isKept = pull.contentId === pull.id && rows + pull.list.kept <= MOST_ROWS
      const slot = rowsOfSlot(job, merchant, pull)
      const pieces: Piece[] = []
      return {
        add: (page: readonly HeldInvoice[]): void => {
          if (!isKept || characters > MOST_CHARACTERS) return
          for (const piece of encode(slot.of(page))) {
            pieces.push(piece)
            characters += piece.text.length
          }
        },
        end: (collected: Centavos): void => {
          if (!isKept || characters > MOST_CHARACTERS) return
          slot.mustComeTo(collected)
          rows += pull.list.kept
          kept.set(pull.id, pieces)
        },
      }
    },
    /** The rows of a pull, if they were kept; they are handed over once. */
    take: (pull: Pull): readonly Piece[] | null => {
      const pieces = kept.get(pull.id) ?? null
      kept.delete(pull.id)
      return pieces
    },
  }
}

export type LedgerRows = ReturnType<typeof ledgerRows>

/** For a job that writes no ledgers. */
export const NO_LEDGERS: LedgerRows = { begin: () => ({ add: () => {}, end: () => {} }), take: () => null }
