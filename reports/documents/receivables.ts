import { type Centavos, minus } from '../../src/core/money.ts'
import type {
  Month,
  ReceivableFileRecord,
  ReceivableFileResult,
  ReceivableMapping,
  ReceivableRules,
  RentTie,
} from '../../src/core/receivables.ts'
import type { Slot, SlotDate } from '../../src/core/slot.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  free,
  list,
  number,
  shape,
  text,
  time,
  truth,
  wordOf,
} from '../../src/print/shape.ts'
import type { ListGuess } from '../../src/receivables/guess-list.ts'
import { BASES, type Basis, type PaymentUse } from '../../src/receivables/matching.ts'
import {
  AGES,
  DUE_STATES,
  type DueStanding,
  type ListLine,
  type OwnerLine,
  type OwnersSum,
  type PaymentLine,
  type PaymentsSum,
  type PaymentWithoutDue,
  type Unread,
} from '../../src/receivables/standing.ts'
import { ACTED, type AnswerDocument } from './answer-document.ts'

/** The receivables of a month, as known on a day. */
export interface ReceivablesReport {
  readonly merchant: string
  readonly month: Month
  /** The day of the last run; of a closed month, that of the last run before its closing. */
  readonly asOf: SlotDate
  readonly rules: ReceivableRules
  readonly dues: readonly DueStanding[]
  readonly list: readonly ListLine[]
  readonly payments: { readonly lines: readonly PaymentLine[]; readonly all: PaymentsSum }
  readonly owners: { readonly lines: readonly OwnerLine[]; readonly all: OwnersSum }
  readonly withoutDue: readonly PaymentWithoutDue[]
  readonly unread: readonly Unread[]
  readonly ties: readonly RentTie[]
  /** The day on which the money of a settlement arrived, or on which it is paid out where no bank is known; null while it is not. */
  readonly settledOn: (slot: Slot) => SlotDate | null
}

/** What was paid for a due; null while that is not known. */
export const paidOf = ({ state, paid }: DueStanding): Centavos | null =>
  state === 'not-known' || state === 'ambiguous' ? null : paid

export const differenceOf = (one: DueStanding): Centavos | null => {
  const paid = paidOf(one)
  return paid === null ? null : minus(paid, one.due.amount)
}

/** The day on which a payment is in the merchant's hands; null while it is not. */
export const arrivedOn = (
  { by }: Pick<PaymentUse, 'by'>,
  settledOn: ReceivablesReport['settledOn'],
): SlotDate | null => (by.slot === null ? (by.channel === 'bank' ? by.paidOn : null) : settledOn(by.slot))

/** What to type so that it becomes known. */
export const commandFor = ({ date, slot }: Unread): string =>
  `cuadre run --date ${date}${slot === null ? '' : ` --cycle ${slot.cycle}`}`

/** The ids of the payments of a due, each once. */
export const paymentsOf = ({ uses }: DueStanding): readonly string[] => [...new Set(uses.map(({ payment }) => payment))]

/** By what the payments of a due were found, each once. */
export const basesOf = ({ uses }: DueStanding): readonly Basis[] => [...new Set(uses.map(({ basis }) => basis))]

/** A due, without the document of its tenant. */
export const DUE = shape<DueStanding>()({
  due: text(
    ({ due }) => due.key,
    'The id of the list, or contract, month and concept: what `receivables tie` asks for.',
  ),
  month: text(({ due }) => due.month),
  dueDate: dateText(({ due }) => due.dueDate),
  contract: text.orNull(({ due }) => due.contract),
  reference: text.orNull(({ due }) => due.reference),
  owner: text.orNull(({ due }) => due.owner),
  amount: cop(({ due }) => due.amount),
  paid: cop.orNull(paidOf, 'Null while it is not known.'),
  difference: cop.orNull(differenceOf, 'Paid less amount; negative: still owed.'),
  state: wordOf(DUE_STATES),
  days: number.as('Since its due date; negative before it.'),
  payments: list(text)(paymentsOf),
  foundBy: list(wordOf(BASES))(basesOf, 'By what its payments were found; `document` is by document and amount.'),
  file: number(({ due }) => due.file),
  row: number(({ due }) => due.row),
  unread: dateText.orNull(({ unread }) => unread?.date ?? null, 'The first day that was never read whole.'),
  next: text.orNull(({ unread }) => unread && commandFor(unread), 'The command that reads it.'),
})

const LINE = shape<ListLine>()({
  state: wordOf(DUE_STATES),
  age: wordOf(AGES).orNull.as('Days after the grace, of what is overdue.'),
  dues: number(({ number: dues }) => dues),
  amount: cop,
  paid: cop,
  left: cop,
})

const PAYMENTS = shape<PaymentLine>()({
  date: dateText,
  channel: text,
  payments: number(({ number: payments }) => payments),
  paid: cop,
  ofMonth: cop.as('Of dues of the month.'),
  ofOtherMonths: cop,
  excess: cop.as('More than was due.'),
  second: cop.as('Whole payments of what was paid before.'),
  ambiguous: cop,
  unknown: cop.as('Of no due.'),
})

const OWNER = shape<OwnerLine>()({
  owner: text,
  dues: number(({ number: dues }) => dues),
  amount: cop,
  paid: cop,
  arrived: cop.as('What of it is in the merchant’s hands.'),
  left: cop,
})

const WITHOUT_DUE = shape<PaymentWithoutDue>()({
  payment: text(({ payment }) => payment.id),
  paidOn: dateText(({ payment }) => payment.paidOn),
  channel: text(({ payment }) => payment.channel),
  reference: text.orNull(({ payment }) => payment.reference),
  contract: text.orNull(({ payment }) => payment.contract),
  paid: cop(({ payment }) => payment.paid),
  kind: wordOf(['unknown', 'ambiguous']),
})

const TIE = shape<RentTie>()({
  number: number.as('Its number in the history.'),
  dues: list(text),
  payments: list(text),
  isTied: truth.as('Whether they belong together; false: they do not.'),
  at: time,
  by: text,
  reason: text,
  undone: ACTED.orNull,
})

export const RECEIVABLES = shape<ReceivablesReport>()({
  merchant: text,
  month: text,
  asOf: dateText.as('The day of the last run; of a closed month, that of the last run before its closing.'),
  list: list(LINE).as('The amounts of all lines add up to the list; each is what was paid of it and what is left.'),
  payments: list(PAYMENTS)(
    ({ payments }) => payments.lines,
    'Payments of the month; the columns behind `paid` add up to it.',
  ),
  owners: list(OWNER)(({ owners }) => owners.lines),
  dues: list(DUE),
  withoutDue: list(WITHOUT_DUE),
  ties: list(TIE).as('What people said of dues and payments, as far as it holds.'),
})

export interface ReceivableFilesReport {
  readonly merchant: string
  readonly files: readonly ReceivableFileRecord[]
}

const FILE = shape<ReceivableFileRecord>()({
  number: number.as('Its number in the history.'),
  kind: wordOf(['list', 'bank']),
  name: text,
  months: list(text),
  rows: number,
  sum: cop,
  at: time,
  by: text,
  sha256: text(({ digest }) => digest),
  voided: ACTED.orNull.as('When it was voided, by whom and why; null while it counts.'),
})

export const RECEIVABLE_FILES = shape<ReceivableFilesReport>()({ merchant: text, files: list(FILE) })

/** The result of importing one file. */
export interface ReceivableImport {
  readonly name: string
  readonly kind: 'list' | 'bank'
  readonly months: readonly Month[]
  readonly result: ReceivableFileResult
  /** Rows of a list that are no due, and operations of a bank that were returned. */
  readonly leftOut: number
}

export interface ReceivableImportReport {
  readonly merchant: string
  readonly imports: readonly ReceivableImport[]
  /** Paths of the written files. */
  readonly files: readonly string[]
}

const IMPORT = shape<ReceivableImport>()({
  name: text,
  kind: wordOf(['list', 'bank']),
  months: list(text),
  number: number(({ result }) => result.number, 'The number of the file in the history.'),
  known: truth(({ result }) => result.kind === 'known', 'Whether it was imported before, so that nothing changed.'),
  added: number(({ result }) => (result.kind === 'imported' ? result.added : 0), 'Rows that no earlier file had.'),
  repeated: number(
    ({ result }) => (result.kind === 'imported' ? result.repeated : 0),
    'Rows that an earlier file had.',
  ),
  leftOut: number.as('Totals and rows of zero; operations of a bank that were returned.'),
})

export const RECEIVABLE_IMPORT = shape<ReceivableImportReport>()({
  merchant: text,
  imports: list(IMPORT),
  files: list(text).as('The reports that were written.'),
})

/** Only what a person has to write into the settings. */
export const writtenListMapping = (mapping: ReceivableMapping) =>
  Object.fromEntries(
    Object.entries(mapping).filter(([name, value]) => value !== null && !(name === 'footerRows' && value === 0)),
  )

export const RECEIVABLE_GUESS = shape<ListGuess>()({
  receivableMapping: free.orNull(
    ({ receivableMapping }) => receivableMapping && writtenListMapping(receivableMapping),
    'Those of the settings where they read the file, else those proposed; null for collections of a bank, which need none.',
  ),
  isProposed: truth.as('Whether `receivableMapping` is proposed: the list is refused until it stands in the settings.'),
  rows: list(
    shape<ListGuess['rows'][number]>()({ row: number, due: text(({ key }) => key), dueDate: dateText, amount: cop }),
  ).as('The first rows as they would be read.'),
  count: number.as('The number of all dues that would be read.'),
  refusal: text.orNull(({ refusal }) => refusal?.en ?? null, 'Why the file would be refused as proposed.'),
})

/** A tie in its present state, and the files that were written. */
export interface RentTieReport {
  readonly merchant: string
  readonly tie: RentTie
  readonly files: readonly string[]
}
export const RECEIVABLE_TIE = shape<RentTieReport>()({ merchant: text, tie: TIE, files: list(text) })

export interface ReceivableVoidReport {
  readonly merchant: string
  readonly file: ReceivableFileRecord
  readonly files: readonly string[]
}
export const RECEIVABLE_VOID = shape<ReceivableVoidReport>()({ merchant: text, file: FILE, files: list(text) })

export type ReceivablesDocument = AnswerDocument<'receivables list'> & DocumentOf<typeof RECEIVABLES>
export type ReceivableFilesDocument = AnswerDocument<'receivables files'> & DocumentOf<typeof RECEIVABLE_FILES>
export type ReceivableImportDocument = AnswerDocument<'receivables import'> & DocumentOf<typeof RECEIVABLE_IMPORT>
export type ReceivableGuessDocument = AnswerDocument<'receivables import'> & DocumentOf<typeof RECEIVABLE_GUESS>
export type ReceivableTieDocument = AnswerDocument<'receivables tie' | 'receivables untie'> &
  DocumentOf<typeof RECEIVABLE_TIE>
export type ReceivableVoidDocument = AnswerDocument<'receivables void'> & DocumentOf<typeof RECEIVABLE_VOID>
