import { LIST_COLUMNS, type ReceivableMapping } from '../../core/receivables.ts'
import { isObject } from '../../std/json/json-object.ts'
import { defineReader, type Reader, Refusal } from '../setting-readers.ts'
import { Place, WrongPlace } from '../tariff/tariff-reader.ts'
import {
  COLUMN,
  columnIn,
  columnOrNull,
  DECIMALS,
  DELIMITERS,
  ENCODINGS,
  objectOf,
  oneOrNull,
  orNull,
  ROWS,
  rowsIn,
} from './bank-mapping-reader.ts'

const DATE_FORMS = ['yyyy-mm-dd', 'yyyymmdd', 'ddmmyyyy', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const
const FORMS = ['headerRows', 'footerRows', 'dates', 'decimal', 'encoding', 'delimiter'] as const

const MAPPING = objectOf(
  {
    ...Object.fromEntries(LIST_COLUMNS.map((name) => [name, name === 'amount' ? COLUMN : orNull(COLUMN)])),
    headerRows: ROWS,
    footerRows: ROWS,
    dates: { enum: [...DATE_FORMS, null] },
    decimal: { enum: [...DECIMALS, null] },
    encoding: { enum: [...ENCODINGS, null] },
    delimiter: { enum: [...DELIMITERS, null] },
  },
  ['amount'],
)

/** The columns of the merchant's list of dues. Members that are left out are detected from the file, or are absent in it. */
export const receivableMappingReader: Reader<ReceivableMapping | null> = defineReader(orNull(MAPPING), (raw) => {
  if (raw === null) return null
  try {
    return mappingIn(new Place('', raw))
  } catch (error) {
    if (!(error instanceof WrongPlace)) throw error
    return new Refusal({
      en: `null, or the columns of the list: ${error.text.en}`,
      es: `null, o las columnas de la lista: ${error.text.es}`,
    })
  }
})

const mappingIn = (place: Place): ReceivableMapping => {
  const given = place.object(...LIST_COLUMNS, ...FORMS)
  const [names, days] = [['dueId', 'reference', 'contract', 'document'] as const, ['dueDate', 'period'] as const]
  if (names.every((name) => columnOrNull(given[name]) === null))
    return place.refuse({
      en: 'names dueId, reference, contract or document',
      es: 'indica dueId, reference, contract o document',
    })
  if (days.every((name) => columnOrNull(given[name]) === null))
    return place.refuse({ en: 'names dueDate or period', es: 'indica dueDate o period' })
  return {
    dueId: columnOrNull(given.dueId),
    reference: columnOrNull(given.reference),
    contract: columnOrNull(given.contract),
    document: columnOrNull(given.document),
    amount: columnIn(given.amount),
    dueDate: columnOrNull(given.dueDate),
    period: columnOrNull(given.period),
    concept: columnOrNull(given.concept),
    owner: columnOrNull(given.owner),
    headerRows: rowsIn(given.headerRows),
    footerRows: rowsIn(given.footerRows),
    dates: oneOrNull(given.dates, DATE_FORMS),
    decimal: oneOrNull(given.decimal, DECIMALS),
    encoding: oneOrNull(given.encoding, ENCODINGS),
    delimiter: oneOrNull(given.delimiter, DELIMITERS),
  }
}

/** Days before and after the due date within which a payment may be of a due. */
export const windowDaysReader: Reader<{ readonly before: number; readonly after: number }> = defineReader(
  objectOf(
    { before: { type: 'integer', minimum: 0, maximum: 366 }, after: { type: 'integer', minimum: 0, maximum: 366 } },
    ['before', 'after'],
  ),
  (raw) => {
    const mustBe = {
      en: '{ "before": 20, "after": 60 }: days from 0 to 366',
      es: '{ "before": 20, "after": 60 }: días de 0 a 366',
    }
    const isDays = (value: unknown): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 366
    if (!isObject(raw)) return new Refusal(mustBe)
    const { before, after, ...others } = raw
    return isDays(before) && isDays(after) && Object.keys(others).length === 0 ? { before, after } : new Refusal(mustBe)
  },
)
