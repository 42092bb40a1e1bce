import type { BankGuess } from '../../../src/bank/tables/guess-file.ts'
import { type BankMapping, LEAST_MAPPING } from '../../../src/core/bank/bank-mapping.ts'
import {
  BANK_FORMATS,
  type BankEntry,
  type BankFormat,
  type BankStatement,
} from '../../../src/core/bank/bank-statement.ts'
import type { Json } from '../../../src/core/cell.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  free,
  list,
  number,
  shape,
  text,
  truth,
  wordOf,
} from '../../../src/print/shape.ts'
import type { AnswerDocument } from '../answer-document.ts'

/** The result of importing one bank file. */
export interface BankImport {
  readonly name: string
  readonly format: BankFormat
  readonly accounts: readonly string[]
  /** The number of its entries that carry the operator's text. */
  readonly ofOperator: number
  readonly result:
    | { readonly kind: 'known'; readonly number: number }
    | {
        readonly kind: 'imported'
        readonly number: number
        readonly added: number
        readonly repeated: number
        readonly renewed: number
      }
  /** The entries of the file that are not imported. */
  readonly leftOut: { readonly notBooked: number; readonly doubled: number }
  /** Whether earlier files have other entries of its days, so that its closing balance does not follow from what is held. */
  readonly isContradicted: boolean
}

export interface BankImportReport {
  readonly merchant: string
  readonly imports: readonly BankImport[]
  /** The number of ties made by exact sums. */
  readonly ties: number
  /** Paths of the written files. */
  readonly files: readonly string[]
}

const ofEntries = (kind: 'added' | 'repeated' | 'renewed', description: string) =>
  number(({ result }: BankImport) => (result.kind === 'imported' ? result[kind] : 0), description)

const IMPORT = shape<BankImport>()({
  name: text,
  format: wordOf(BANK_FORMATS),
  accounts: list(text),
  number: number(({ result }) => result.number, 'The number of the file in the history.'),
  added: ofEntries('added', 'Entries that no earlier file had.'),
  repeated: ofEntries('repeated', 'Entries that an earlier file had.'),
  renewed: ofEntries('renewed', 'Those of the repeated ones that it had with another text or reference.'),
  notBooked: number(({ leftOut }) => leftOut.notBooked, 'Entries that the bank has not booked: not imported.'),
  doubled: number(
    ({ leftOut }) => leftOut.doubled,
    'Those of a statement that stands in the file twice: not imported.',
  ),
  ofOperator: number.as('Entries with the text of the operator (`bankText`).'),
  known: truth(
    ({ result }) => result.kind === 'known',
    'Whether the file was imported before, so that nothing was left to import.',
  ),
  isContradicted: truth.as(
    'Whether its closing balance does not follow from the entries of its days that are held: an earlier file has others.',
  ),
})

export const BANK_IMPORT = shape<BankImportReport>()({
  merchant: text,
  imports: list(IMPORT),
  ties: number.as('The number of ties made by exact sums.'),
  files: list(text).as('The reports that were written.'),
})

/** Only what a person has to write into the settings. */
export const writtenMapping = (mapping: BankMapping): { readonly [name: string]: Json } => {
  const least: { readonly [name: string]: Json } = LEAST_MAPPING
  return Object.fromEntries(
    Object.entries(mapping).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(least[name])),
  )
}

export const BANK_GUESS = shape<BankGuess>()({
  format: wordOf(BANK_FORMATS).as('`mapped` where its form is none of those that are known.'),
  bankMapping: free.orNull(
    ({ bankMapping }) => bankMapping && writtenMapping(bankMapping),
    'Those of the settings where they read the file, else those proposed; null where the form is known and needs none.',
  ),
  isProposed: truth.as('Whether `bankMapping` is proposed: the file is refused until it stands in the settings.'),
  statements: list(
    shape<BankStatement>()({
      account: text.orNull,
      from: dateText,
      to: dateText,
      opening: cop.orNull,
      closing: cop.orNull,
      entries: number(({ entries }) => entries.length),
    }),
  ),
  rows: list(
    shape<BankEntry>()({
      position: number.as('The line or row of the file.'),
      date: dateText(({ bookedOn }) => bookedOn),
      value: cop.as('COP: positive for a credit.'),
      text,
    }),
  ).as('The first rows as they would be read, in the order of the file.'),
  count: number.as('The number of all rows that would be read.'),
  refusal: text.orNull(
    ({ refusal }) => refusal?.en ?? null,
    'Why the file would be refused as proposed; null where it would not.',
  ),
})

export type BankGuessDocument = AnswerDocument<'bank import'> & DocumentOf<typeof BANK_GUESS>
export type BankImportDocument = AnswerDocument<'bank import'> & DocumentOf<typeof BANK_IMPORT>
