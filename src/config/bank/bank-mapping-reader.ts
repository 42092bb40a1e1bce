import type { BankColumn, BankMapping, BankValueColumns } from '../../domain/bank/bank-mapping.ts'
import { defineReader, type Reader, Refusal, type Schema } from '../readers.ts'
import { Place, WrongPlace } from '../tariff/place.ts'

const DATE_FORMS = ['yyyy-mm-dd', 'yyyymmdd', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const
const DECIMALS = ['.', ','] as const
const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const
const DELIMITERS = [',', ';', '\t', '|'] as const

const COLUMN: Schema = {
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 80 },
    { type: 'integer', minimum: 1 },
  ],
}
const ROWS: Schema = { type: 'integer', minimum: 0, maximum: 1000 }
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const objectOf = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const MAPPING: Schema = objectOf(
  {
    headerRows: ROWS,
    footerRows: ROWS,
    date: COLUMN,
    valueDate: orNull(COLUMN),
    amount: {
      anyOf: [
        objectOf({ value: COLUMN, sign: orNull(COLUMN) }, ['value']),
        objectOf({ debit: COLUMN, credit: COLUMN }, ['debit', 'credit']),
      ],
    },
    balance: orNull(COLUMN),
    text: { type: 'array', minItems: 1, items: COLUMN },
    reference: orNull(COLUMN),
    account: orNull(COLUMN),
    currency: orNull(COLUMN),
    dates: { enum: [...DATE_FORMS, null] },
    decimal: { enum: [...DECIMALS, null] },
    encoding: { enum: [...ENCODINGS, null] },
    delimiter: { enum: [...DELIMITERS, null] },
  },
  ['date', 'amount', 'text'],
)

/** The columns of a bank's file. Members that are left out are detected from the file, or are absent in it. */
export const bankMappingReader: Reader<BankMapping | null> = defineReader(orNull(MAPPING), (raw) => {
  if (raw === null) return null
  try {
    return mappingIn(new Place('', raw))
  } catch (error) {
    if (!(error instanceof WrongPlace)) throw error
    return new Refusal({
      en: `null, or the columns of the bank's file: ${error.text.en}`,
      es: `null, o las columnas del archivo del banco: ${error.text.es}`,
    })
  }
})

const mappingIn = (place: Place): BankMapping => {
  const given = place.object(
    'headerRows',
    'footerRows',
    'date',
    'valueDate',
    'amount',
    'balance',
    'text',
    'reference',
    'account',
    'currency',
    'dates',
    'decimal',
    'encoding',
    'delimiter',
  )
  return {
    headerRows: rowsIn(given.headerRows),
    footerRows: rowsIn(given.footerRows),
    date: columnIn(given.date),
    valueDate: columnOrNull(given.valueDate),
    amount: amountIn(given.amount),
    balance: columnOrNull(given.balance),
    text: textColumnsIn(given.text),
    reference: columnOrNull(given.reference),
    account: columnOrNull(given.account),
    currency: columnOrNull(given.currency),
    dates: oneOrNull(given.dates, DATE_FORMS),
    decimal: oneOrNull(given.decimal, DECIMALS),
    encoding: oneOrNull(given.encoding, ENCODINGS),
    delimiter: oneOrNull(given.delimiter, DELIMITERS),
  }
}

const rowsIn = (place: Place): number => {
  if (place.isAbsent) return 0
  const { value } = place
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 1000
    ? value
    : place.mustBe({ en: 'a number of rows from 0 to 1000', es: 'un número de filas de 0 a 1000' })
}

const isNothing = ({ isAbsent, value }: Place): boolean => isAbsent || value === null

const columnIn = (place: Place): BankColumn => {
  const { value } = place
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  if (typeof value === 'string') return place.text()
  return place.mustBe({
    en: 'the name of a column, or its number from 1',
    es: 'el nombre de una columna, o su número desde 1',
  })
}

const columnOrNull = (place: Place): BankColumn | null => (isNothing(place) ? null : columnIn(place))

const textColumnsIn = (place: Place): readonly BankColumn[] => {
  const columns = place.list().map(columnIn)
  return columns.length > 0
    ? columns
    : place.mustBe({ en: 'a list of at least one column', es: 'una lista de al menos una columna' })
}

/** One column with a signed amount, or one column each for debit and credit. */
const amountIn = (place: Place): BankValueColumns => {
  const { value, sign, debit, credit } = place.object('value', 'sign', 'debit', 'credit')
  if (!value.isAbsent && debit.isAbsent && credit.isAbsent) return { value: columnIn(value), sign: columnOrNull(sign) }
  if (value.isAbsent && sign.isAbsent) return { debit: columnIn(debit), credit: columnIn(credit) }
  return place.refuse({
    en: 'has value (and sign), or debit and credit, not both',
    es: 'tiene value (y sign), o debit y credit, no ambos',
  })
}

const oneOrNull = <T extends string>(place: Place, values: readonly T[]): T | null => {
  if (isNothing(place)) return null
  const quoted = values.map((value) => JSON.stringify(value)).join(', ')
  return (
    values.find((value) => value === place.value) ??
    place.mustBe({ en: `null or one of ${quoted}`, es: `null o uno de ${quoted}` })
  )
}
