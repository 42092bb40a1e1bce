import type { DispositionIntent, Until } from '../findings/act.ts'
import { type DispositionRequest, decide, type KnownDiscrepancy } from '../findings/disposition.ts'
import { nameOf, type SlotDate } from '../slot.ts'
import { mayBeFigure } from './may-be-figure.ts'
import { type DayOrder, sheetDate } from './sheet-date.ts'

/** The cell of a column, without spaces at its ends; empty where the sheet has no such column. */
export type SheetCells = (column: string) => string

/** What a row is read against. */
export interface SheetContext {
  readonly merchant: string
  /** By their ids. */
  readonly known: ReadonlyMap<string, KnownDiscrepancy>
  readonly today: SlotDate
  readonly order: DayOrder
  readonly untilOf: (date: SlotDate) => Until
}

/** What a row asks for: nothing, something that is so already, or an act; or what is wrong with it. */
export type RowReading =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unchanged'; readonly known: KnownDiscrepancy }
  | { readonly kind: 'act'; readonly known: KnownDiscrepancy; readonly intent: DispositionIntent }
  | { readonly kind: 'wrong'; readonly why: string }

const wrong = (why: string): RowReading => ({ kind: 'wrong', why })

/** Reads one row of a sheet that somebody filled in. */
export const readRow = (cell: SheetCells, context: SheetContext): RowReading => {
  const word = cell('disposition')
  if (word === '') return untouched(cell)
  const kind = KINDS.get(withoutAccents(word))
  if (kind === undefined)
    return wrong(`disposition is "${word.slice(0, 40)}": write accept, claim, reopen or note, or leave it empty`)
  const known = knownIn(cell, context)
  if (typeof known === 'string') return wrong(known)
  const doubt = differenceFrom(cell, known, context)
  if (doubt !== null) return wrong(doubt)
  const wish = wishOf(kind, cell, context)
  return typeof wish === 'string' ? wrong(wish) : decided(wish, known, context)
}

/** Words left in a row without a disposition are more likely a slip than nothing. */
const untouched = (cell: SheetCells): RowReading => {
  const filled = ['reason', 'ticket', 'until'].find((column) => cell(column) !== '')
  return filled === undefined ? { kind: 'nothing' } : wrong(`${filled} is filled in, and disposition is not`)
}

/** The words of a disposition, Spanish ones too. */
const KINDS: ReadonlyMap<string, DispositionRequest['kind']> = new Map([
  ...['accept', 'accepted', 'aceptar', 'aceptada', 'aceptado'].map((word) => [word, 'accept'] as const),
  ...['claim', 'claimed', 'reclamar', 'reclamada', 'reclamado'].map((word) => [word, 'claim'] as const),
  ...['reopen', 'reabrir'].map((word) => [word, 'reopen'] as const),
  ...['note', 'nota', 'anotar'].map((word) => [word, 'note'] as const),
])

/** In small letters, without accents: people type what their keyboard makes easy. */
export const withoutAccents = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** An id that no spreadsheet takes for a number. */
const LIKE_NO_NUMBER = /^(?=.*[a-df]|.*e.*e)[0-9a-f]{16}$/

/** The discrepancy a row is about. A spreadsheet takes an id like 0705567454960326 for a number; the row says what it is all the same. */
const knownIn = (cell: SheetCells, { known, order }: SheetContext): KnownDiscrepancy | string => {
  const id = cell('id').toLowerCase()
  const named = known.get(id)
  if (named !== undefined) return named
  if (LIKE_NO_NUMBER.test(id)) return `no discrepancy has the id ${id}`
  const date = sheetDate(cell('date'), order)
  const same = [...known.values()].find(
    ({ discrepancy: { slot, code, subject } }) =>
      slot.date === date && slot.cycle === cell('cycle') && code === cell('code') && subject === cell('subject'),
  )
  return same ?? 'its id is no id: a spreadsheet may have changed it, so list again and keep the column as text'
}

/** What in a row is not said of the discrepancy in the database; null when nothing is. */
const differenceFrom = (
  cell: SheetCells,
  { discrepancy: { code, slot, figures } }: KnownDiscrepancy,
  { merchant, order }: SheetContext,
): string | null => {
  const [ofMerchant, ofCode, ofDate] = [cell('merchant'), cell('code'), sheetDate(cell('date'), order)]
  if (ofMerchant !== '' && ofMerchant !== merchant)
    return `it is of merchant ${ofMerchant.slice(0, 40)}, not of ${merchant}`
  if ((ofCode !== '' && ofCode !== code) || (ofDate !== null && ofDate !== slot.date))
    return `its id is that of ${code} of ${nameOf(slot)}, and the row says something else: columns may have been sorted apart`
  const changed = (['reported', 'expected'] as const).find((column) => !mayBeFigure(cell(column), figures[column]))
  return changed === undefined ? null : `${changed} has changed in the database since: list again, and check again`
}

const LONGEST = 4000

const wishOf = (
  kind: DispositionRequest['kind'],
  cell: SheetCells,
  { order, untilOf }: SheetContext,
): DispositionRequest | string => {
  const [reason, until] = [cell('reason'), cell('until')]
  if (!/[\p{L}\p{N}]/u.test(reason))
    return kind === 'note' ? 'a note has no words: write them as its reason' : 'it has no reason'
  if (reason.length > LONGEST) return `its reason is longer than ${LONGEST} characters`
  const ticket = cell('ticket') === '' ? null : cell('ticket')
  if (ticket !== null && kind !== 'claim') return `ticket is for claim, not for ${kind}`
  if (kind === 'reopen' || kind === 'note')
    return until === '' ? { kind, reason } : `until is for accept and claim, not for ${kind}`
  const date = until === '' ? null : sheetDate(until, order)
  if (until !== '' && date === null) return `until is "${until.slice(0, 40)}", and no date: write it as 2026-12-31`
  const last = date === null ? null : untilOf(date)
  return kind === 'accept' ? { kind, reason, until: last } : { kind, reason, ticket, until: last }
}

const decided = (wish: DispositionRequest, known: KnownDiscrepancy, { today }: SheetContext): RowReading => {
  const decision = decide(wish, known)
  if (decision.kind === 'unchanged') return { kind: 'unchanged', known }
  if (decision.kind === 'refused')
    return wrong(decision.why === 'resolved' ? 'it is resolved already' : 'it is neither accepted nor claimed')
  if ('until' in wish && wish.until !== null && wish.until.date < today)
    return wrong(`until ${wish.until.date} is over: today is ${today}`)
  return { kind: 'act', known, intent: decision.intent }
}
