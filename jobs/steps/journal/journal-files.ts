import { extname } from 'node:path'
import type { Days } from '../../../src/core/calendar/calendar.ts'
import type { Row } from '../../../src/core/cell.ts'
import type { JournalSettings } from '../../../src/core/journal.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import { MissingAccounts } from '../../../src/journal/accounts.ts'
import {
  FIELDS,
  type ProgramSheet,
  type SheetColumn,
  templateError,
  type VoucherLine,
} from '../../../src/journal/fields.ts'
import type { JournalProof } from '../../../src/journal/proofs.ts'
import {
  columnsOfProgram,
  columnsOfTemplate,
  PROGRAM_SHEETS,
  refuseLine,
  refuseLong,
} from '../../../src/journal/sheets.ts'
import type { JournalSums } from '../../../src/journal/summary.ts'
import { headsIn, type OwnSheet } from '../../../src/journal/template.ts'
import { BEANCOUNT, HLEDGER, type TextJournal } from '../../../src/journal/text-journals.ts'
import { type Grouping, type Voucher, vouchersOf } from '../../../src/journal/vouchers.ts'
import { csvPieces } from '../../../src/print/csv/csv.ts'
import type { FileToWrite } from '../../../src/print/files/together.ts'
import type { Column } from '../../../src/print/xlsx/workbook.ts'
import { sheetPieces } from '../../../src/print/xlsx/xlsx.ts'
import type { Both } from '../../../src/std/both.ts'
import type { Piece } from '../../../src/std/files/whole-file.ts'
import type { Store } from '../../../src/store/store.ts'
import type { JobContext } from '../run/context.ts'

export const JOURNAL_FORMATS = ['csv', 'xlsx', 'hledger', 'beancount', 'siigo', 'world-office'] as const
export type JournalFormat = (typeof JOURNAL_FORMATS)[number]

/** What is to be written of a journal whose draft stands in the store. */
export interface JournalPlan {
  readonly store: Store
  readonly context: JobContext
  readonly journal: JournalSettings
  readonly days: Days
  readonly open: SlotDate
  readonly sums: JournalSums
  readonly proofs: readonly JournalProof[]
  readonly sheet: OwnSheet | null
  readonly request: Grouping
  readonly format: JournalFormat
}

/** The files of a journal; what a program refuses is refused before any is written. */
export const journalFiles = async (plan: JournalPlan): Promise<readonly FileToWrite[]> => {
  const { format, sheet, context } = plan
  if (sheet !== null) return [templateFile(plan, sheet)]
  if (format === 'hledger') return [textFile(plan, HLEDGER)]
  if (format === 'beancount') return [textFile(plan, BEANCOUNT)]
  if (format === 'siigo' || format === 'world-office') return programFiles(plan, format, PROGRAM_SHEETS[format])
  const { language, csvProfile } = context.settings
  if (format === 'csv')
    return [{ name: 'journal.csv', pieces: csvPieces(Object.keys(FIELDS), rowsOf(plan, COLUMNS), csvProfile) }]
  const columns = Object.values(FIELDS).map(({ head, kind }) => sheetColumn(head[language], kind))
  return [
    {
      name: 'journal.xlsx',
      pieces: sheetPieces({ name: 'journal', columns, frozen: 3, batches: rowsOf(plan, COLUMNS) }),
    },
  ]
}

const COLUMNS = Object.values(FIELDS)

const sheetColumn = (head: string, kind: SheetColumn['kind']): Column => ({
  head,
  kind: kind === 'money' || kind === 'id' ? 'number' : kind,
  width: Math.max(kind === 'text' ? 24 : 14, Math.min(40, head.length + 1)),
})

const vouchers = ({ store, context, journal, days, open, request }: JournalPlan): AsyncGenerator<Voucher> => {
  const say = (text: Both<string>): string => text[context.settings.language]
  return vouchersOf(store.journal.entries(days, open), request, journal, say)
}

/** The vouchers with a number each: that of its freezing, or the next one. */
async function* numbered(plan: JournalPlan): AsyncGenerator<readonly VoucherLine[]> {
  let next = await plan.store.journal.lastNumber()
  const merchant = plan.store.merchant.name
  for await (const voucher of vouchers(plan)) {
    if (voucher.number === null) next += 1
    const number = voucher.number ?? next
    yield voucher.lines.map((line, at) => ({ merchant, voucher, number, line, place: at + 1 }))
  }
}

const ROWS_AT_ONCE = 500

async function* rowsOf(plan: JournalPlan, columns: readonly Pick<SheetColumn, 'of'>[]): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  for await (const lines of numbered(plan)) {
    rows.push(...lines.map((line) => columns.map(({ of }) => of(line))))
    if (rows.length < ROWS_AT_ONCE) continue
    yield rows
    rows = []
  }
  yield rows
}

const textFile = (plan: JournalPlan, form: TextJournal): FileToWrite => {
  const { context, sums, proofs, days, journal } = plan
  const say = (text: Both<string>): string => text[context.settings.language]
  const opening = sums.opening(say)
  if (opening !== null) {
    const missing = new MissingAccounts()
    missing.add(opening, journal)
    missing.refuse()
  }
  const pieces = async function* (): AsyncGenerator<Piece> {
    yield { text: form.head(sums.accounts(), opening?.date ?? days.from), rows: 0 }
    if (opening !== null) yield { text: form.voucher(opening), rows: opening.lines.length }
    for await (const voucher of vouchers(plan)) yield { text: form.voucher(voucher), rows: voucher.lines.length }
    yield { text: form.end(sums.asserted(days.to, proofs, say)), rows: 0 }
  }
  return { name: form.file, pieces: pieces() }
}

/** Files of a program, cut between vouchers: they are counted first, and then written one after the other from one stream. */
const programFiles = async (
  plan: JournalPlan,
  name: JournalFormat,
  sheet: ProgramSheet,
): Promise<readonly FileToWrite[]> => {
  const columns = columnsOfProgram(sheet)
  const cuts: number[] = []
  let [vouchersIn, rowsIn] = [0, 0]
  for await (const lines of numbered(plan)) {
    const [first] = lines
    if (first !== undefined) refuseLong(sheet.program, sheet.rows, first.voucher.id, lines.length)
    for (const line of lines) refuseLine(sheet, line)
    if (rowsIn + lines.length > sheet.rows) {
      cuts.push(vouchersIn)
      ;[vouchersIn, rowsIn] = [0, 0]
    }
    vouchersIn += 1
    rowsIn += lines.length
  }
  cuts.push(vouchersIn)
  const all = numbered(plan)
  const batches = async function* (number: number): AsyncGenerator<readonly Row[]> {
    for (let left = number; left > 0; left -= 1) {
      const { value } = await all.next()
      if (value !== undefined) yield (value as readonly VoucherLine[]).map((line) => columns.map(({ of }) => of(line)))
    }
  }
  return cuts.map((number, at) => ({
    name: `${name}-${at + 1}.xlsx`,
    pieces: sheetPieces({
      ...{ name: 'Comprobantes', frozen: 0, batches: batches(number) },
      columns: columns.map(({ head, kind }) => sheetColumn(head, kind)),
    }),
  }))
}

/** The user's own sheet with its rows. */
const templateFile = (plan: JournalPlan, sheet: OwnSheet): FileToWrite => {
  const { template } = plan.journal
  if (template === null)
    throw templateError(
      {
        en: 'journal.template says not what stands below which head',
        es: 'journal.template no dice qué va bajo cada encabezado',
      },
      {
        en: 'propose one with "cuadre journal --template FILE --guess"',
        es: 'proponga uno con "cuadre journal --template ARCHIVO --guess"',
      },
    )
  const { above, heads } = headsIn(sheet, template)
  const columns = columnsOfTemplate(heads, template)
  const [first, ...others] = [...above, heads]
  const top = heads.map((_, at) => String(first?.[at] ?? ''))
  const batches = async function* (): AsyncGenerator<readonly Row[]> {
    yield others
    yield* rowsOf(plan, columns)
  }
  const name = `journal${extname(sheet.name)}`
  if (!sheet.isWorkbook)
    return { name, pieces: csvPieces(top, batches(), sheet.delimiter === ';' ? 'excel-co' : 'standard') }
  const of = columns.map(({ kind }, at) => sheetColumn(top[at] ?? '', kind))
  return { name, pieces: sheetPieces({ name: 'journal', columns: of, frozen: 0, batches: batches() }) }
}
