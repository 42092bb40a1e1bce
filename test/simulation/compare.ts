import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { isClosed } from './oracle/closing.ts'
import { keyOf } from './oracle/finding.ts'
import { cyclesOf, EVERY_FINDING, isOfBank, type Model, memoryOf, type SlotMemory, stateOf } from './oracle/model.ts'
import { discrepancyCells, invoiceRows, isListed, type Row, settlementRow } from './oracle/rows.ts'
import { bySlot } from './oracle/words.ts'
import { nameOf } from './story.ts'

/** The printed document of a run or a check. */
export interface Printed {
  readonly outcome: string
  readonly exitCode: number
  readonly slots: readonly PrintedSlot[]
}

export interface PrintedSlot {
  readonly date: string
  readonly cycle: string
  readonly verdict: string
  readonly discrepancies: readonly { readonly code: string; readonly subject: string }[]
}

/** Whether a finding of the slot is partly undecided, which makes its verdict undecided. */
const isUndecided = ({ undecided }: SlotMemory): boolean => undecided.size > 0

/** Compares the files of a date with the expected ones; each line is one disagreement. */
export const compareDate = (
  out: string,
  date: string,
  model: Model,
  now: number,
  isAsked: boolean,
): readonly string[] => {
  const folder = join(out, date)
  if (!existsSync(join(folder, 'settlement-ledger.csv'))) return [`${date}: no files`]
  const memories = memoriesOf(model, date)
  return [
    ...compareSettlements(rowsOf(folder, 'settlement-ledger.csv'), memories, model, now, isAsked),
    ...compareInvoices(rowsOf(folder, 'invoice-ledger.csv'), memories, model),
    ...compareDiscrepancies(rowsOf(folder, 'discrepancies.csv'), memories),
  ].map((line) => `${date} ${line}`)
}

const rowsOf = (folder: string, file: string): readonly Row[] =>
  parse(readFileSync(join(folder, file)), { columns: true })

/** One row for each configured cycle, and for each other stored one. */
const memoriesOf = (model: Model, date: string): readonly SlotMemory[] => {
  for (const cycle of cyclesOf(model.policy)) memoryOf(model, { date, cycle })
  return [...model.slots.values()]
    .filter(({ slot }) => slot.date === date)
    .sort((one, other) => bySlot(one.slot, other.slot))
}

const compareSettlements = (
  rows: readonly Row[],
  memories: readonly SlotMemory[],
  model: Model,
  now: number,
  isAsked: boolean,
): readonly string[] => {
  const cycles = memories.map(({ slot }) => slot.cycle)
  const printed = rows.map(({ cycle }) => cycle)
  if (cycles.join() !== printed.join()) return [`settlement-ledger.csv: cycles ${printed}, not ${cycles}`]
  return memories.flatMap((memory, place) => {
    const { verdict, discrepancies, accepted, claimed, ...rest } = settlementRow(memory, model, now)
    const isSure = !isUndecided(memory) && (isAsked || memory.readings.length > 0)
    const expected = isSure ? { verdict, discrepancies, accepted, claimed, ...rest } : rest
    return compareRow(`${memory.slot.cycle} settlement-ledger`, rows[place] ?? {}, expected as Row)
  })
}

const compareInvoices = (rows: readonly Row[], memories: readonly SlotMemory[], model: Model): readonly string[] => {
  const expected = memories.flatMap((memory) => invoiceRows(memory, model))
  const ids = (all: readonly Row[]): string => all.map(({ cycle, invoice_id }) => `${cycle} ${invoice_id}`).join(', ')
  if (ids(rows) !== ids(expected)) return [`invoice-ledger.csv: ${ids(rows)}; not ${ids(expected)}`]
  return expected.flatMap((row, place) =>
    compareRow(`${row.cycle} ${row.invoice_id} invoice-ledger`, rows[place] ?? {}, row),
  )
}

const compareDiscrepancies = (rows: readonly Row[], memories: readonly SlotMemory[]): readonly string[] =>
  memories.flatMap((memory) => {
    const own = rows.filter(({ cycle }) => cycle === memory.slot.cycle)
    const printed = new Map(own.map((row) => [`${row.code} ${unguarded(row.subject ?? '')}`, row]))
    const lines: string[] = []
    if (memory.undecided.has(EVERY_FINDING)) return []
    for (const [key, known] of memory.known) {
      if (memory.undecided.has(key) || known.resolved?.isElsewhere === true) {
        printed.delete(key)
        continue
      }
      const row = printed.get(key)
      printed.delete(key)
      const isShown = isListed(known, memory)
      if (row === undefined && isShown)
        lines.push(`${memory.slot.cycle} ${key}: not listed, should be ${stateText(known)}`)
      if (row !== undefined && !isShown)
        lines.push(`${memory.slot.cycle} ${key}: listed as ${row.state}, should not be`)
      if (row === undefined || !isShown) continue
      if (isOfBank(known.finding.code) && standing(row.state ?? '') !== standing(stateOf(known)))
        lines.push(`${memory.slot.cycle} ${key}: ${row.state}, should be ${stateOf(known)}`)
      lines.push(...compareRow(`${memory.slot.cycle} ${key}`, row, discrepancyCells(known)))
    }
    for (const [key, row] of printed) {
      if (!memory.undecided.has(key))
        lines.push(`${memory.slot.cycle} ${key}: listed as ${row.state}, ${row.severity}; nobody expects it`)
    }
    return lines
  })

/** Whether a finding is new or open is undecided when an import showed it. */
const standing = (state: string): string => (state === 'new' ? 'open' : state)

const stateText = (...args: Parameters<typeof discrepancyCells>): string => JSON.stringify(discrepancyCells(...args))

const unguarded = (text: string): string => text.replace(/^'/, '')

const compareRow = (name: string, printed: Row, expected: Row): readonly string[] =>
  Object.entries(expected).flatMap(([column, value]) =>
    (printed[column] ?? '') === value
      ? []
      : [`${name}: ${column} is ${JSON.stringify(printed[column])}, should be ${JSON.stringify(value)}`],
  )

/** Compares the document with the files, which were compared with the oracle: same rows, same verdicts. */
export const compareDocument = (
  printed: Printed,
  model: Model,
  asked: readonly string[],
  now: number,
): readonly string[] => {
  const names = printed.slots.map(nameOf)
  if (names.join() !== asked.join()) return [`slots: ${names}; should be ${asked}`]
  return printed.slots.flatMap((slot) => {
    const memory = memoryOf(model, slot)
    if (isUndecided(memory) || isClosed(model, slot.date)) return []
    const { verdict } = settlementRow(memory, model, now)
    const keys = slot.discrepancies.map(keyOf).sort().join(', ')
    const expected = [...memory.known]
      .filter(([, known]) => isListed(known, memory))
      .map(([key]) => key)
      .sort()
      .join(', ')
    const isSure = [...memory.known.values()].every((known) => !known.isFromElsewhere)
    return [
      ...(slot.verdict === verdict ? [] : [`${nameOf(slot)} document: verdict ${slot.verdict}, should be ${verdict}`]),
      ...(keys === expected || !isSure ? [] : [`${nameOf(slot)} document: ${keys}; should be ${expected}`]),
    ]
  })
}
