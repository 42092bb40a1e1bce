import { once } from 'node:events'
import { setImmediate as breathe } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { ledgerSheets } from '../../../../reports/workbook/ledger-sheets.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import type { Row } from '../../../domain/cell.ts'
import type { CsvProfile } from '../../../domain/csv-profile.ts'
import type { Centavos } from '../../../domain/money.ts'
import type { Policy } from '../../../domain/policy.ts'
import type { Pull } from '../../../domain/pull/pull.ts'
import type { Language } from '../../../i18n/language.ts'
import { csvOf } from '../../../publish/csv/csv.ts'
import { tableParts } from '../../../publish/xlsx/table.ts'
import type { WrittenSheet } from '../../../publish/xlsx/workbook.ts'
import { LIMITS } from '../../../publish/xlsx/xlsx.ts'
import type { PartMeasure } from '../../../publish/zip.ts'
import { CuadreError, type ErrorTexts } from '../../../std/errors.ts'
import { openStore } from '../../../storage/open.ts'
import type { Store } from '../../../storage/store.ts'
import { rowsOfSlot } from '../ledger-rows.ts'

/** Which database ledgers are made from, and by what. */
export interface LedgerPlace {
  readonly db: string
  readonly merchant: string
  readonly version: string
  readonly policy: Policy
  readonly csvProfile: CsvProfile
  readonly language: Language
}

/** The pulls of a day in order, and whether its sheet of invoices is wanted, too. */
export interface DayToMake {
  readonly pulls: readonly Pull[]
  readonly hasSheet: boolean
}

/** What the thread is told: the days to make ledgers of, in their order; how many bytes were taken; or to end. */
export type LedgerOrder = { readonly make: readonly DayToMake[] } | { readonly taken: number } | 'end'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * What it says: some rows of a pull as CSV, that these were all and what counts in them; some of the compressed sheet of the day, that
 * this was all and what it holds; or why there is no more.
 */
export type LedgerMessage =
  | { readonly kind: 'rows'; readonly pull: number; readonly text: Bytes; readonly rows: number }
  | { readonly kind: 'end'; readonly pull: number; readonly counted: Centavos }
  | { readonly kind: 'sheet'; readonly day: number; readonly text: Bytes }
  | { readonly kind: 'sheet-end'; readonly day: number; readonly measure: PartMeasure; readonly written: WrittenSheet }
  | { readonly kind: 'fault'; readonly code: CuadreError['code']; readonly texts: ErrorTexts }

/** Bytes made and not yet taken: more are not made meanwhile. */
const MOST_AHEAD = 40_000_000

/** Reads pulls back and makes their ledger rows, ahead of whoever takes them and within bounds. For a thread of its own. */
export const makeLedgers = async (place: LedgerPlace, port: MessagePort): Promise<void> => {
  const outbox = outboxTo(port)
  try {
    const days = await outbox.days
    if (days.length > 0) await makeDays(place, days, outbox)
  } catch (error) {
    if (!(error instanceof CuadreError)) throw error
    const { code, texts } = error
    port.postMessage({ kind: 'fault', code, texts } satisfies LedgerMessage)
  } finally {
    port.close()
  }
}

type Outbox = ReturnType<typeof outboxTo>

const makeDays = async (place: LedgerPlace, days: readonly DayToMake[], outbox: Outbox): Promise<void> => {
  const { db, merchant, version } = place
  const store = await openStore({ path: db, merchant, version, mode: 'read', isOpenHere: true })
  try {
    for (const [day, { pulls, hasSheet }] of days.entries()) {
      const rows = rowsOfDay(place, store, pulls, outbox)
      if (hasSheet) await makeSheet(place, day, rows, outbox)
      else for await (const _ of rows);
      if (outbox.isEnding()) return
    }
  } finally {
    await store.close()
  }
}

/** The rows of a day, read back once: they are sent as CSV, and given on for the sheet. */
async function* rowsOfDay(
  { merchant, policy, csvProfile }: LedgerPlace,
  store: Store,
  pulls: readonly Pull[],
  outbox: Outbox,
): AsyncGenerator<readonly Row[]> {
  const encode = csvOf(csvProfile)
  const zone = zoneNamed(policy.timeZone)
  for (const pull of pulls) {
    const slot = rowsOfSlot({ settings: { policy }, zone }, merchant, pull)
    for await (const page of store.invoices.asOf(pull.slot, pull, null)) {
      const made = slot.of(page)
      for (const { text, rows } of encode(made)) {
        await outbox.send({ kind: 'rows', pull: pull.id, text: new TextEncoder().encode(String(text)), rows })
        if (outbox.isEnding()) return
      }
      yield made
    }
    await outbox.send({ kind: 'end', pull: pull.id, counted: slot.counted() })
  }
}

/** The sheet of a day's invoices. It has room for all of them: larger days are not asked for. */
const makeSheet = async (
  { language }: LedgerPlace,
  day: number,
  batches: AsyncIterable<readonly Row[]>,
  outbox: Outbox,
): Promise<void> => {
  let rows = 0
  const { parts, written } = tableParts({ ...ledgerSheets(language).invoices, batches }, 1, LIMITS, (more) => {
    rows += more
  })
  for await (const { chunks, measure } of parts()) {
    for await (const chunk of chunks) await outbox.send({ kind: 'sheet', day, text: new Uint8Array(chunk) })
    const { cut, replaced, asText } = written()
    await outbox.send({ kind: 'sheet-end', day, measure: measure(), written: { rows, cut, replaced, asText } })
  }
}

/** What goes out, and how far it is ahead of whoever takes it. */
const outboxTo = (port: MessagePort) => {
  let ahead = 0
  let isEnding = false
  const days = new Promise<readonly DayToMake[]>((resolve) => {
    port.on('message', (order: LedgerOrder) => {
      if (order === 'end') {
        isEnding = true
        resolve([])
      } else if ('make' in order) resolve(order.make)
      else ahead -= order.taken
    })
  })
  return {
    days,
    /** Sends it, lets what came in be heard, and waits until not too much is ahead. */
    send: async (message: LedgerMessage): Promise<void> => {
      const bytes = 'text' in message ? message.text : null
      ahead += bytes?.byteLength ?? 0
      port.postMessage(message, bytes === null ? [] : [bytes.buffer])
      await breathe()
      while (!isEnding && ahead > MOST_AHEAD) await once(port, 'message')
    },
    /** Nobody wants more. */
    isEnding: (): boolean => isEnding,
  }
}
