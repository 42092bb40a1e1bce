import { setImmediate as breathe } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { zoneNamed } from '../../config/zone/zone.ts'
import type { CsvProfile } from '../../domain/csv-profile.ts'
import type { Centavos } from '../../domain/money.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import { csvOf } from '../../publish/csv/csv.ts'
import { CuadreError, type ErrorTexts } from '../../std/errors.ts'
import { openStore } from '../../storage/open.ts'
import type { Store } from '../../storage/store.ts'
import { rowsOfSlot } from './ledger-rows.ts'

/** Which database ledgers are made from, and by what. */
export interface LedgerPlace {
  readonly db: string
  readonly merchant: string
  readonly version: string
  readonly policy: Policy
  readonly csvProfile: CsvProfile
}

/** What the thread is told: the pulls to make ledgers of, in their order; how many bytes were taken; or to end. */
export type LedgerOrder = { readonly make: readonly Pull[] } | { readonly taken: number } | 'end'

/** What it says: some rows of a pull, that these were all and what counts in them, or why there are no more. */
export type LedgerMessage =
  | { readonly kind: 'rows'; readonly pull: number; readonly text: Uint8Array<ArrayBuffer>; readonly rows: number }
  | { readonly kind: 'end'; readonly pull: number; readonly counted: Centavos }
  | { readonly kind: 'fault'; readonly code: CuadreError['code']; readonly texts: ErrorTexts }

/** Bytes made and not yet taken: more are not made meanwhile. */
const MOST_AHEAD = 40_000_000

/** Reads pulls back and makes their ledger rows, ahead of whoever takes them and within bounds. For a thread of its own. */
export const makeLedgers = async (place: LedgerPlace, port: MessagePort): Promise<void> => {
  const orders = ordersFrom(port)
  try {
    const pulls = await orders.pulls
    if (pulls.length > 0) await makeEach(place, pulls, port, orders)
  } catch (error) {
    if (!(error instanceof CuadreError)) throw error
    const { code, texts } = error
    port.postMessage({ kind: 'fault', code, texts } satisfies LedgerMessage)
  } finally {
    port.close()
  }
}

type Orders = ReturnType<typeof ordersFrom>

const makeEach = async (place: LedgerPlace, pulls: readonly Pull[], port: MessagePort, orders: Orders) => {
  const { db, merchant, version } = place
  const store = await openStore({ path: db, merchant, version, mode: 'read', isOpenHere: true })
  try {
    for (const pull of pulls) {
      for await (const message of ledgerOf(place, store, pull)) {
        if (message.kind === 'rows') orders.owe(message.text.byteLength)
        port.postMessage(message, message.kind === 'rows' ? [message.text.buffer] : [])
        await orders.room()
        if (orders.isEnding()) return
      }
    }
  } finally {
    await store.close()
  }
}

async function* ledgerOf(
  { merchant, policy, csvProfile }: LedgerPlace,
  store: Store,
  pull: Pull,
): AsyncGenerator<LedgerMessage> {
  const encode = csvOf(csvProfile)
  const slot = rowsOfSlot({ settings: { policy }, zone: zoneNamed(policy.timeZone) }, merchant, pull)
  for await (const page of store.invoices.asOf(pull.slot, pull, null)) {
    for (const { text, rows } of encode(slot.of(page))) {
      yield { kind: 'rows', pull: pull.id, text: new TextEncoder().encode(String(text)), rows }
    }
  }
  yield { kind: 'end', pull: pull.id, counted: slot.counted() }
}

/** What comes in, and how far what goes out is ahead of it. */
const ordersFrom = (port: MessagePort) => {
  let ahead = 0
  let isEnding = false
  let heard = (): void => {}
  const pulls = new Promise<readonly Pull[]>((resolve) => {
    port.on('message', (order: LedgerOrder) => {
      if (order === 'end') {
        isEnding = true
        resolve([])
      } else if ('make' in order) resolve(order.make)
      else ahead -= order.taken
      heard()
    })
  })
  return {
    pulls,
    owe: (bytes: number): void => {
      ahead += bytes
    },
    /** Lets what came in be heard, and waits until not too much is ahead. */
    room: async (): Promise<void> => {
      await breathe()
      while (!isEnding && ahead > MOST_AHEAD) {
        await new Promise<void>((resolve) => {
          heard = resolve
        })
      }
    },
    /** Nobody wants more. */
    isEnding: (): boolean => isEnding,
  }
}
