import type { Client, SlotContext } from '../src/api/client.ts'
import { SlotMovedFault } from '../src/api/errors.ts'
import type { Departure } from '../src/domain/pull.ts'
import { sameSettlement } from '../src/domain/settlement.ts'
import type { Slot } from '../src/domain/slot.ts'
import type { OpenPull, PullBegin, Store } from '../src/store/store.ts'
import type { Progress } from './steps.ts'

/** A slot read whole and written, which nobody sees until it is closed. */
export interface ReadSlot {
  readonly slot: Slot
  readonly pull: OpenPull
  /** Neither a settlement nor any item in the list. */
  readonly isEmpty: boolean
}

/** What reading a slot needs. */
export interface Reader {
  readonly client: Client
  readonly store: Store
  readonly progress: Progress
}

type AnsweredSettlement = Awaited<ReturnType<Client['settlement']>>

/**
 * Reads one slot: the settlement, the list, the settlement again. When the two differ the list and the settlement are read
 * once more; when it still moves, the slot cannot be read whole now.
 */
export const readSlot = async (reader: Reader, begin: PullBegin, context: SlotContext): Promise<ReadSlot> => {
  const first = await reader.client.settlement(begin.slot, context)
  reader.progress({ kind: 'slot-began', slot: begin.slot, invoices: first.settlement?.invoiceCount ?? null })
  const attempt = await readHeldStill(reader, begin, context, first)
  if (attempt.read !== null) return attempt.read
  const again = await readHeldStill(reader, begin, context, attempt.settlement)
  if (again.read !== null) return again.read
  throw new SlotMovedFault(begin.slot)
}

/** One reading of the list between two of the settlement; undone when the settlement moved meanwhile. */
const readHeldStill = async (
  reader: Reader,
  begin: PullBegin,
  context: SlotContext,
  before: AnsweredSettlement,
): Promise<{ read: ReadSlot | null; settlement: AnsweredSettlement }> => {
  const pull = await reader.store.beginPull(begin)
  try {
    await readList(reader, begin.slot, pull, context)
    const after = await reader.client.settlement(begin.slot, context)
    if (!sameSettlement(before.settlement, after.settlement)) {
      await pull.abandon()
      return { read: null, settlement: after }
    }
    const { items, left } = await pull.endList()
    for (const id of left) await readDeparture(reader, id, pull, context)
    await pull.settlement(after.settlement, before.answer, after.answer)
    const isEmpty = items === 0 && after.settlement === null
    return { read: { slot: begin.slot, pull, isEmpty }, settlement: after }
  } catch (fault) {
    await pull.abandon()
    throw fault
  }
}

const readList = async ({ client, progress }: Reader, slot: Slot, pull: OpenPull, context: SlotContext) => {
  for await (const page of client.invoicePages(slot, context)) {
    await pull.page(page)
    progress({ kind: 'page', slot, items: page.items })
  }
}

/** What became of an invoice that left the list: asked once, by its id. */
const readDeparture = async ({ client }: Reader, id: string, pull: OpenPull, context: SlotContext): Promise<void> => {
  const { invoice, answer } = await client.invoice(id, context)
  const departure: Departure = {
    invoiceId: id,
    status: invoice?.status ?? null,
    ownDate: invoice?.ownDate ?? null,
    ownCycle: invoice?.ownCycle ?? null,
  }
  await pull.departure(departure, answer)
}
