import { LIST_COLUMNS, type ReceivableMapping } from '../../core/receivables.ts'
import { isObject } from '../../std/json/json-object.ts'
import { defineReader, objectOf, orNull, type Reader, Refusal } from '../setting-readers.ts'
import type { Place } from '../tariff/tariff-reader.ts'
import {
  COLUMN,
  columnIn,
  columnOrNull,
  mappingReader,
  oneOrNull,
  TABLE_FORM_NAMES,
  TABLE_FORMS,
  tableForms,
} from './bank-mapping-reader.ts'

const DATE_FORMS = ['yyyy-mm-dd', 'yyyymmdd', 'ddmmyyyy', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const

const MAPPING = objectOf(
  {
    ...Object.fromEntries(LIST_COLUMNS.map((name) => [name, name === 'amount' ? COLUMN : orNull(COLUMN)])),
    ...TABLE_FORMS,
    dates: { enum: [...DATE_FORMS, null] },
  },
  ['amount'],
)

const mappingIn = (place: Place): ReceivableMapping => {
  const { amount, dates, ...given } = place.object(...LIST_COLUMNS, ...TABLE_FORM_NAMES, 'dates')
  const columns = {
    dueId: columnOrNull(given.dueId),
    reference: columnOrNull(given.reference),
    contract: columnOrNull(given.contract),
    document: columnOrNull(given.document),
    dueDate: columnOrNull(given.dueDate),
    period: columnOrNull(given.period),
    concept: columnOrNull(given.concept),
    owner: columnOrNull(given.owner),
  }
  if ((columns.dueId ?? columns.reference ?? columns.contract ?? columns.document) === null)
    return place.refuse({
      en: 'names dueId, reference, contract or document',
      es: 'indica dueId, reference, contract o document',
    })
  if ((columns.dueDate ?? columns.period) === null)
    return place.refuse({ en: 'names dueDate or period', es: 'indica dueDate o period' })
  return { ...columns, amount: columnIn(amount), dates: oneOrNull(dates, DATE_FORMS), ...tableForms(given) }
}

/** The columns of the merchant's list of dues. Members that are left out are detected from the file, or are absent in it. */
export const receivableMappingReader: Reader<ReceivableMapping | null> = mappingReader(
  MAPPING,
  { en: 'the columns of the list', es: 'las columnas de la lista' },
  mappingIn,
)

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
