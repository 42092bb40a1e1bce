import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Centavos, ZERO } from '../../../domain/money.ts'
import type { Pull } from '../../../domain/pull/pull.ts'
import type { MadeSheet } from '../../../publish/xlsx/workbook.ts'
import { CuadreError } from '../../../std/errors.ts'
import type { Piece } from '../../../std/files/whole-file.ts'
import { mustComeTo } from '../ledger-rows.ts'
import type { DayToMake, LedgerMessage, LedgerPlace } from './make-ledgers.ts'

/** A pull, and what its slot collected. */
export interface CollectedPull {
  readonly pull: Pull
  readonly collected: Centavos
}

/** The sheet of one day, as far as it has come. */
interface SheetSoFar {
  readonly day: number
  readonly chunks: Uint8Array[]
  end: (LedgerMessage & { readonly kind: 'sheet-end' }) | null
}

/** What the thread sends, message by message; what belongs to a sheet is kept until it is asked for. */
const inboxFrom = (thread: Worker) => {
  const messages = on(thread, 'message', { close: ['exit'] })
  const counted = new Map<number, Centavos>()
  let sheet: SheetSoFar = { day: -1, chunks: [], end: null }

  /** The sheet of that day; that of an earlier day is let go. */
  const sheetOn = (day: number): SheetSoFar => {
    if (sheet.day !== day) sheet = { day, chunks: [], end: null }
    return sheet
  }
  return {
    sheetOn,
    sheetDay: (): number => sheet.day,
    countedIn: ({ id }: Pull): Centavos => counted.get(id) ?? ZERO,
    next: async (): Promise<LedgerMessage> => {
      const { value, done } = await messages.next()
      if (done) throw new Error('the thread of the ledgers ended early')
      const message: LedgerMessage = value[0]
      if (message.kind === 'fault') throw new CuadreError(message.code, message.texts.message, message.texts.next)
      if ('text' in message) thread.postMessage({ taken: message.text.byteLength })
      if (message.kind === 'end') counted.set(message.pull, message.counted)
      if (message.kind === 'sheet') sheetOn(message.day).chunks.push(message.text)
      if (message.kind === 'sheet-end') sheetOn(message.day).end = message
      return message
    },
  }
}

type Inbox = ReturnType<typeof inboxFrom>

/** The rows of that pull; what comes before them is let go. */
async function* rowsOf(inbox: Inbox, pull: Pull, collected: Centavos): AsyncGenerator<Piece> {
  for (;;) {
    const message = await inbox.next()
    if (message.kind === 'end' && message.pull === pull.id) return mustComeTo(pull, message.counted, collected)
    if (message.kind === 'rows' && message.pull === pull.id) yield message
  }
}

/** The sheet of that day, from what has come and what is still to come. */
const sheetOf = (inbox: Inbox, day: number, pulls: readonly CollectedPull[]): MadeSheet => {
  let end: SheetSoFar['end'] = null
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (; end === null; end = inbox.sheetOn(day).end) {
      yield* inbox.sheetOn(day).chunks.splice(0)
      if (inbox.sheetOn(day).end === null) await inbox.next()
    }
    for (const { pull, collected } of pulls) mustComeTo(pull, inbox.countedIn(pull), collected)
  }
  const ended = () => {
    if (end === null) throw new Error('a sheet says what it holds when it was read to its end')
    return end
  }
  return { chunks: chunks(), measure: () => ended().measure, written: () => ended().written }
}

/** Starts the thread of the ledgers. What it sends is taken in its order, and what nobody asked for is let go. */
export const startLedgerThread = (program: URL, place: LedgerPlace, onBroken: () => void) => {
  const thread = new Worker(program, { workerData: place })
  let isBroken = false
  thread.once('error', () => {
    isBroken = true
    onBroken()
  })
  const ended = new Promise((resolve) => thread.once('exit', resolve))
  const inbox = inboxFrom(thread)
  const waiting = new Set<number>()
  let days: readonly DayToMake[] = []

  return {
    make: (all: readonly DayToMake[]): void => {
      days = all
      for (const { pulls } of all) for (const { id } of pulls) waiting.add(id)
      thread.postMessage({ make: all })
    },
    take: (pull: Pull) => {
      if (isBroken || !waiting.has(pull.id)) return null
      for (const id of waiting) {
        waiting.delete(id)
        if (id === pull.id) break
      }
      return (collected: Centavos): AsyncIterable<Piece> => rowsOf(inbox, pull, collected)
    },
    takeSheet: (pulls: readonly CollectedPull[]): MadeSheet | null => {
      const ids = idsOf(pulls.map(({ pull }) => pull))
      const day = days.findIndex((one) => one.hasSheet && idsOf(one.pulls) === ids)
      return isBroken || day < 0 || day < inbox.sheetDay() ? null : sheetOf(inbox, day, pulls)
    },
    close: async (): Promise<void> => {
      thread.postMessage('end')
      await ended
    },
  }
}

const idsOf = (pulls: readonly Pull[]): string => pulls.map(({ id }) => id).join(' ')
