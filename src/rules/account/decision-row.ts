import type { DispositionRequest, Until } from '../../core/findings/act.ts'
import type { Figures } from '../../core/findings/discrepancy.ts'
import { toPesos } from '../../core/money.ts'
import { asSlotDate, dayMonthYear, nameOf, type SlotDate, slotInWords } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import { type CaseDecision, decideCase, type KnownDiscrepancy } from './disposition.ts'

/**
 * Whether a cell may be the figure: a spreadsheet writes 45200000.5 with a decimal comma, with either grouping, or with a currency sign.
 * An empty cell, and a figure that is text, contradict nothing.
 */
export const mayBeFigure = (cell: string, figure: Figures['reported']): boolean => {
  if (cell === '' || typeof figure === 'string') return true
  // A figure that is null matches no number.
  return plain(cell) === (typeof figure === 'bigint' ? toPesos(figure) : `${figure}`)
}

/** As plain digits with a dot and no trailing zeros; null when it is no number, or only the first digits of one (`4,52E+07`). */
const plain = (cell: string): string | null => {
  const text = cell.replace(/[\s\u00a0\u202f]|COP|\$/g, '')
  const [, sign = '', whole, fraction = ''] =
    /^(-?)(\d+)(?:[.,](\d{1,2}))?$/.exec(text) ??
    /^(-?)(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(text) ??
    /^(-?)(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(text) ??
    []
  if (whole === undefined) return null
  const decimals = fraction.replace(/0+$/, '')
  const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  return `${digits === '0' && decimals === '' ? '' : sign}${digits}${decimals === '' ? '' : `.${decimals}`}`
}

/** The order in which a spreadsheet writes a date in digits: 31/12/2026 in Colombia, 12/31/2026 in the United States. */
export type DayOrder = 'day-first' | 'month-first'

/** A day as a spreadsheet may write it: 2026-12-31, with or without midnight, or 31/12/2026; null for any other text. */
export const sheetDate = (text: string, order: DayOrder): SlotDate | null => {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T]00:00(?::00)?)?$/.exec(text) ?? []
  if (year !== '') return dateOf(year, month, day)
  const [, first = '', second = '', last = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  return order === 'day-first' ? dateOf(last, second, first) : dateOf(last, first, second)
}

const dateOf = (year: string, month: string, day: string): SlotDate | null =>
  asSlotDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** The cell of a column, without spaces at its ends; empty when the sheet has no such column. */
export type SheetCells = (column: string) => string

/** The context in which a row is read. */
export interface SheetContext {
  readonly merchant: string
  /** By their ids. */
  readonly known: ReadonlyMap<string, KnownDiscrepancy>
  readonly today: SlotDate
  readonly order: DayOrder
  readonly untilOf: (date: SlotDate) => Until
}

/** A row's request: nothing, or acts on a case, of which some may be done already; or what is wrong with it. */
export type ParsedRow =
  | { readonly kind: 'nothing' }
  | (Extract<CaseDecision, { kind: 'acts' }> & { readonly request: DispositionRequest })
  | { readonly kind: 'wrong'; readonly why: Both<string> }

const wrongRow = (why: Both<string>): ParsedRow => ({ kind: 'wrong', why })

/** Reads one row of a sheet that a person filled in. */
export const readRow = (cell: SheetCells, context: SheetContext): ParsedRow => {
  const word = cell('disposition')
  if (word === '') return untouched(cell)
  const kind = KINDS.get(withoutAccents(word))
  if (kind === undefined)
    return wrongRow({
      en: `disposition is "${word.slice(0, 40)}": write accept, claim, reopen or note, or leave it empty`,
      es: `disposition es "${word.slice(0, 40)}": escriba accept, claim, reopen o note, o déjela vacía`,
    })
  const known = knownIn(cell, context)
  if ('en' in known) return wrongRow(known)
  const doubt = differenceFrom(cell, known, context)
  if (doubt !== null) return wrongRow(doubt)
  const request = requestOf(kind, cell, context)
  return 'en' in request ? wrongRow(request) : parseRequest(request, known, context)
}

/** A row with words but no disposition is more likely a mistake than a row without a request. */
const untouched = (cell: SheetCells): ParsedRow => {
  const filled = ['reason', 'ticket', 'until'].find((column) => cell(column) !== '')
  return filled === undefined
    ? { kind: 'nothing' }
    : wrongRow({ en: `${filled} is filled in, and disposition is not`, es: `${filled} está llena, y disposition no` })
}

/** The words for a disposition, in English and Spanish. What paid a claim is not said in a sheet. */
type SheetDisposition = Exclude<DispositionRequest['kind'], 'settle'>
const KINDS: ReadonlyMap<string, SheetDisposition> = new Map([
  ...['accept', 'accepted', 'aceptar', 'aceptada', 'aceptado'].map((word) => [word, 'accept'] as const),
  ...['claim', 'claimed', 'reclamar', 'reclamada', 'reclamado'].map((word) => [word, 'claim'] as const),
  ...['reopen', 'reabrir'].map((word) => [word, 'reopen'] as const),
  ...['note', 'nota', 'anotar'].map((word) => [word, 'note'] as const),
])

/** In lower case and without accents, as people often type. */
export const withoutAccents = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** An id that no spreadsheet mistakes for a number. */
const LIKE_NO_NUMBER = /^(?=.*[a-df]|.*e.*e)[0-9a-f]{16}$/

/** The discrepancy of a row. A spreadsheet reads an id like 0705567454960326 as a number; the row's other cells still identify it. */
const knownIn = (cell: SheetCells, { known, order }: SheetContext): KnownDiscrepancy | Both<string> => {
  const id = cell('id').toLowerCase()
  const named = known.get(id)
  if (named !== undefined) return named
  if (LIKE_NO_NUMBER.test(id)) return { en: `no discrepancy has the id ${id}`, es: `ninguna novedad tiene el id ${id}` }
  const date = sheetDate(cell('date'), order)
  const same = [...known.values()].find(
    ({ discrepancy: { slot, code, subject } }) =>
      slot.date === date && slot.cycle === cell('cycle') && code === cell('code') && subject === cell('subject'),
  )
  return (
    same ?? {
      en: 'its id is not the id of a discrepancy: a spreadsheet may have changed it, so list again and keep the column as text',
      es: 'su id no es el de una novedad: una hoja de cálculo pudo cambiarlo; liste de nuevo y deje la columna como texto',
    }
  )
}

/** How a row contradicts the discrepancy in the database; null when it does not. */
const differenceFrom = (
  cell: SheetCells,
  { discrepancy: { code, slot, figures, case: ofCase } }: KnownDiscrepancy,
  { merchant, order, known }: SheetContext,
): Both<string> | null => {
  const [ofMerchant, ofCode, ofDate] = [cell('merchant'), cell('code'), sheetDate(cell('date'), order)]
  if (ofMerchant !== '' && ofMerchant !== merchant)
    return {
      en: `it is of merchant ${ofMerchant.slice(0, 40)}, not of ${merchant}`,
      es: `es del comercio ${ofMerchant.slice(0, 40)}, no de ${merchant}`,
    }
  if ((ofCode !== '' && ofCode !== code) || (ofDate !== null && ofDate !== slot.date))
    return {
      en: `its id is that of ${code} of ${nameOf(slot)}, and the row says something else: columns may have been sorted apart`,
      es: `su id es de ${code} de ${slotInWords(slot).es}, y la fila dice otra cosa: quizá se ordenaron columnas por separado`,
    }
  const changed = (['reported', 'expected'] as const).find((column) => !mayBeFigure(cell(column), figures[column]))
  if (changed !== undefined)
    return {
      en: `${changed} has changed in the database since: list again, and check again`,
      es: `${changed} cambió en la base de datos desde entonces: liste y revise de nuevo`,
    }
  const findings = [...known.values()].filter(
    ({ discrepancy }) => discrepancy.case === ofCase && discrepancy.state !== 'resolved',
  )
  return cell('findings') === '' || cell('findings') === String(findings.length)
    ? null
    : {
        en: 'its case has other findings now: list again, and check again',
        es: 'su caso tiene ahora otras novedades: liste y revise de nuevo',
      }
}

const REASON_MAX_CHARACTERS = 4000

const requestOf = (
  kind: SheetDisposition,
  cell: SheetCells,
  { order, untilOf }: SheetContext,
): DispositionRequest | Both<string> => {
  const [reason, until] = [cell('reason'), cell('until')]
  if (!/[\p{L}\p{N}]/u.test(reason))
    return kind === 'note'
      ? { en: 'a note has no words: write them as its reason', es: 'la nota no tiene palabras: escríbalas en reason' }
      : { en: 'it has no reason', es: 'no tiene motivo' }
  if (reason.length > REASON_MAX_CHARACTERS)
    return {
      en: `its reason is longer than ${REASON_MAX_CHARACTERS} characters`,
      es: `su motivo tiene más de ${REASON_MAX_CHARACTERS} caracteres`,
    }
  const ticket = cell('ticket') === '' ? null : cell('ticket')
  if (ticket !== null && kind !== 'claim')
    return { en: `ticket is for claim, not for ${kind}`, es: `ticket es para claim, no para ${kind}` }
  if (kind === 'reopen' || kind === 'note')
    return until === ''
      ? { kind, reason }
      : { en: `until is for accept and claim, not for ${kind}`, es: `until es para accept y claim, no para ${kind}` }
  const date = sheetDate(until, order)
  if (until !== '' && date === null)
    return {
      en: `until is "${until.slice(0, 40)}", and no date: write it as 2026-12-31`,
      es: `until es "${until.slice(0, 40)}", que no es una fecha: escríbala como 2026-12-31`,
    }
  const last = date === null ? null : untilOf(date)
  return kind === 'accept' ? { kind, reason, until: last } : { kind, reason, ticket, until: last }
}

const parseRequest = (
  request: DispositionRequest,
  named: KnownDiscrepancy,
  { today, known }: SheetContext,
): ParsedRow => {
  const decision = decideCase(request, named, known.values())
  if (decision.kind === 'refused')
    return wrongRow(
      decision.why === 'resolved'
        ? { en: 'it is resolved already', es: 'ya está resuelto' }
        : { en: 'it is neither accepted nor claimed', es: 'no está aceptado ni reclamado' },
    )
  if (decision.intents.length > 0 && 'until' in request && request.until !== null && request.until.date < today)
    return wrongRow({
      en: `until ${request.until.date} is in the past: today is ${today}`,
      es: `until ${dayMonthYear(request.until.date)} ya pasó: hoy es ${dayMonthYear(today)}`,
    })
  return { ...decision, request }
}
