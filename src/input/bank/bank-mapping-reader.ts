import type { BankColumn, BankMapping, BankValueColumns } from '../../core/bank/bank-mapping.ts'
import type { Both } from '../../std/both.ts'
import { defineReader, objectOf, orNull, type Reader, Refusal, type Schema } from '../setting-readers.ts'
import { Place, WrongPlace } from '../tariff/tariff-reader.ts'

const DATE_FORMS = ['yyyy-mm-dd', 'yyyymmdd', 'ddmmyyyy', 'dd/mm/yyyy', 'mm/dd/yyyy', 'dd/mm', 'mm/dd'] as const
const DECIMALS = ['.', ','] as const
const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const
const DELIMITERS = [',', ';', '\t', '|'] as const

export const COLUMN: Schema = {
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 80 },
    { type: 'integer', minimum: 1 },
  ],
}
const ROWS: Schema = { type: 'integer', minimum: 0, maximum: 1000 }

/** How the cells of a table are read, in every mapping of one. */
export const TABLE_FORMS = {
  headerRows: ROWS,
  footerRows: ROWS,
  decimal: { enum: [...DECIMALS, null] },
  encoding: { enum: [...ENCODINGS, null] },
  delimiter: { enum: [...DELIMITERS, null] },
} as const satisfies Readonly<Record<string, Schema>>
export const TABLE_FORM_NAMES = ['headerRows', 'footerRows', 'decimal', 'encoding', 'delimiter'] as const

export const tableForms = (given: Readonly<Record<(typeof TABLE_FORM_NAMES)[number], Place>>) => ({
  headerRows: rowsIn(given.headerRows),
  footerRows: rowsIn(given.footerRows),
  decimal: oneOrNull(given.decimal, DECIMALS),
  encoding: oneOrNull(given.encoding, ENCODINGS),
  delimiter: oneOrNull(given.delimiter, DELIMITERS),
})

/** A mapping of columns, or null: what is wrong with it is told as a place within it. */
export const mappingReader = <Mapping>(
  schema: Schema,
  of: Both<string>,
  mappingAt: (place: Place) => Mapping,
): Reader<Mapping | null> =>
  defineReader(orNull(schema), (raw) => {
    if (raw === null) return null
    try {
      return mappingAt(new Place('', raw))
    } catch (error) {
      if (!(error instanceof WrongPlace)) throw error
      return new Refusal({ en: `null, or ${of.en}: ${error.text.en}`, es: `null, o ${of.es}: ${error.text.es}` })
    }
  })

const TEXT: Schema = { type: 'string', minLength: 1, maxLength: 80 }
const WORDS: Schema = { type: 'array', items: TEXT }
const SIGN = objectOf({ column: COLUMN, debit: WORDS, credit: WORDS }, ['column'])
const BALANCE_ROWS = objectOf({ opening: WORDS, closing: WORDS, daily: WORDS }, [])
const STATUS = objectOf({ column: COLUMN, counts: WORDS, ignored: WORDS }, ['column'])

const MAPPING: Schema = objectOf(
  {
    ...TABLE_FORMS,
    date: COLUMN,
    valueDate: orNull(COLUMN),
    amount: {
      anyOf: [
        objectOf({ value: COLUMN, sign: { anyOf: [COLUMN, SIGN, { type: 'null' }] } }, ['value']),
        objectOf({ debit: COLUMN, credit: COLUMN }, ['debit', 'credit']),
      ],
    },
    charged: orNull(COLUMN),
    balance: orNull(COLUMN),
    balanceRows: orNull(BALANCE_ROWS),
    text: { type: 'array', minItems: 1, items: COLUMN },
    reference: orNull(COLUMN),
    account: { anyOf: [COLUMN, objectOf({ below: TEXT }, ['below']), { type: 'null' }] },
    currency: orNull(COLUMN),
    status: { anyOf: [COLUMN, STATUS, { type: 'null' }] },
    ignoredRows: WORDS,
    dates: { enum: [...DATE_FORMS, null] },
  },
  ['date', 'amount', 'text'],
)

const mappingIn = (place: Place): BankMapping => {
  const given = place.object(
    ...TABLE_FORM_NAMES,
    'date',
    'valueDate',
    'amount',
    'charged',
    'balance',
    'balanceRows',
    'text',
    'reference',
    'account',
    'currency',
    'status',
    'ignoredRows',
    'dates',
  )
  return {
    ...tableForms(given),
    date: columnIn(given.date),
    valueDate: columnOrNull(given.valueDate),
    amount: amountIn(given.amount),
    charged: columnOrNull(given.charged),
    balance: columnOrNull(given.balance),
    balanceRows: isNothing(given.balanceRows)
      ? null
      : wordListsIn(given.balanceRows.object(...BALANCE_KINDS), BALANCE_KINDS),
    text: textColumnsIn(given.text),
    reference: columnOrNull(given.reference),
    account: accountIn(given.account),
    currency: columnOrNull(given.currency),
    status: wordColumnOrNull(given.status, 'counts', 'ignored'),
    ignoredRows: wordListIn(given.ignoredRows),
    dates: oneOrNull(given.dates, DATE_FORMS),
  }
}

/** The columns of a bank's file. Members that are left out are detected from the file, or are absent in it. */
export const bankMappingReader: Reader<BankMapping | null> = mappingReader(
  MAPPING,
  { en: "the columns of the bank's file", es: 'las columnas del archivo del banco' },
  mappingIn,
)

const rowsIn = (place: Place): number => {
  if (place.isAbsent) return 0
  const { value } = place
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 1000
    ? value
    : place.mustBe({ en: 'a number of rows from 0 to 1000', es: 'un número de filas de 0 a 1000' })
}

const isNothing = ({ isAbsent, value }: Place): boolean => isAbsent || value === null

export const columnIn = (place: Place): BankColumn => {
  const { value } = place
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  if (typeof value === 'string') return place.text()
  return place.mustBe({
    en: 'the name of a column, or its number from 1',
    es: 'el nombre de una columna, o su número desde 1',
  })
}

export const columnOrNull = (place: Place): BankColumn | null => (isNothing(place) ? null : columnIn(place))

const isObjectAt = ({ value }: Place): boolean => typeof value === 'object' && value !== null

/** A column of the rows, or a name above them. */
const accountIn = (place: Place): BankMapping['account'] =>
  isObjectAt(place) ? { below: place.object('below').below.text() } : columnOrNull(place)

const wordListIn = (place: Place): readonly string[] =>
  isNothing(place) ? [] : place.list().map((word) => word.text())

type WordLists<Name extends string> = Readonly<Record<Name, readonly string[]>>

/** Lists of words by name; one that is left out has none. */
const wordListsIn = <Name extends string>(
  lists: Readonly<Record<Name, Place>>,
  names: readonly Name[],
): WordLists<Name> => Object.fromEntries(names.map((name) => [name, wordListIn(lists[name])])) as WordLists<Name>

/** A column alone, or with words of the bank. */
const wordColumnOrNull = <Name extends string>(
  place: Place,
  ...names: readonly Name[]
): BankColumn | ({ readonly column: BankColumn } & WordLists<Name>) | null => {
  if (!isObjectAt(place)) return columnOrNull(place)
  const given = place.object<Name | 'column'>('column', ...names)
  return { column: columnIn(given.column), ...wordListsIn(given, names) }
}

const BALANCE_KINDS = ['opening', 'closing', 'daily'] as const

const textColumnsIn = (place: Place): readonly BankColumn[] => {
  const columns = place.list().map(columnIn)
  return columns.length > 0
    ? columns
    : place.mustBe({ en: 'a list of at least one column', es: 'una lista de al menos una columna' })
}

/** One column with a signed amount, or one column each for debit and credit. */
const amountIn = (place: Place): BankValueColumns => {
  const { value, sign, debit, credit } = place.object('value', 'sign', 'debit', 'credit')
  if (!value.isAbsent && debit.isAbsent && credit.isAbsent)
    return { value: columnIn(value), sign: wordColumnOrNull(sign, 'debit', 'credit') }
  if (value.isAbsent && sign.isAbsent) return { debit: columnIn(debit), credit: columnIn(credit) }
  return place.refuse({
    en: 'has value (and sign), or debit and credit, not both',
    es: 'tiene value (y sign), o debit y credit, no ambos',
  })
}

export const oneOrNull = <T extends string>(place: Place, values: readonly T[]): T | null => {
  if (isNothing(place)) return null
  const quoted = values.map((value) => JSON.stringify(value)).join(', ')
  return (
    values.find((value) => value === place.value) ??
    place.mustBe({ en: `null or one of ${quoted}`, es: `null o uno de ${quoted}` })
  )
}
