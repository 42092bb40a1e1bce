import { NO_CAUSES } from '../../domain/causes/cause.ts'
import { type Figures, type Finding, SEVERITIES, type Severity } from '../../domain/findings/discrepancy.ts'
import { type Centavos, fromCentavos } from '../../domain/money.ts'
import { NO_DATA } from '../../domain/rules/define-check.ts'
import { findingJson, fromFindingJson } from './finding-json.ts'

/** The columns of a finding, and those that identify it. Figures are decimal text, since centavos may exceed 2^63. */
export interface ShownRow {
  readonly code: string
  readonly subject: string
  readonly severity: string
  readonly unit: string | null
  readonly reported: string | null
  readonly expected: string | null
  readonly message: string
  readonly causes: string | null
  readonly data: string | null
  readonly amount: number | null
}

/** The most texts of which one shared copy is kept. */
const SHARED_TEXTS_MAX = 1000

/** Reads findings back. Many findings of a slot share their texts, which are kept once. */
export const findingReader = (): ((row: ShownRow) => Finding) => {
  const texts = new Map<string, string>()
  const shared = <T extends string | null>(text: T): T => {
    if (text === null) return text
    if (texts.size > SHARED_TEXTS_MAX) texts.clear()
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return (known ?? text) as T
  }
  const datas = new Map<string, object>()
  const sharedData = (text: string): object => {
    if (datas.size > SHARED_TEXTS_MAX) datas.clear()
    const known = datas.get(text) ?? dataOf(text)
    datas.set(text, known)
    return known
  }
  return (row) =>
    findingOf(
      {
        ...row,
        code: shared(row.code),
        reported: shared(row.reported),
        expected: shared(row.expected),
        message: shared(row.message),
      },
      sharedData,
    )
}

/** A finding as it was shown. */
export const findingOf = (row: ShownRow, readData = dataOf): Finding => {
  return {
    code: row.code,
    severity: severityOf(row.severity),
    subject: row.subject,
    figures: figuresOf(row),
    amount: amountOf(row.amount),
    message: row.message,
    data: row.data === null ? null : readData(row.data),
    causes: row.causes === null ? NO_CAUSES : fromFindingJson(row.causes),
  }
}

export const severityOf = (text: string): Severity => {
  const severity = SEVERITIES.find((known) => known === text)
  if (severity === undefined) throw new Error(`there is no severity ${text}`)
  return severity
}

export const amountOf = (stored: number | null): Centavos | null => (stored === null ? null : fromCentavos(stored))

const dataOf = (text: string): object => (text === '{}' ? NO_DATA : fromFindingJson(text))

const figuresOf = ({ unit, reported, expected }: ShownRow): Figures => {
  if (unit === 'COP') return { unit, reported: centavosOf(reported), expected: centavosOf(expected) }
  if (unit === 'invoices') return { unit, reported: numberOf(reported), expected: numberOf(expected) }
  return { unit: null, reported, expected }
}

const centavosOf = (text: string | null) => (text === null ? null : fromCentavos(BigInt(text)))
const numberOf = (text: string | null) => (text === null ? null : Number(text))
const textOf = (figure: bigint | number | string | null) => (figure === null ? null : `${figure}`)

export const sightingColumns = ({ severity, figures, amount, data, message, causes }: Finding) => ({
  severity,
  unit: figures.unit,
  reported: textOf(figures.reported),
  expected: textOf(figures.expected),
  message,
  causes: causes.length === 0 ? null : findingJson(causes),
  data: data === null ? null : findingJson(data),
  amount,
})

/** The same columns of a sighting at which it was gone. */
export const GONE_COLUMNS = {
  severity: null,
  unit: null,
  reported: null,
  expected: null,
  message: null,
  causes: null,
  data: null,
  amount: null,
}
