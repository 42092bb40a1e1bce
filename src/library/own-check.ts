import { type Finding, SEVERITIES } from '../core/findings/discrepancy.ts'
import { type Centavos, isExact } from '../core/money.ts'
import { filled, listOf, NAME_ONE, oneOf, optional, refuseUnlessFunction, refuseValue } from '../input/readers.ts'
import { ACTORS, type CheckRecord } from '../rules/define-check.ts'
import { isObject } from '../std/json/json-object.ts'

const severity = oneOf(SEVERITIES)

/** A check of another program, whose findings are read before anything is stored. A JavaScript program may pass any: USAGE. */
export const ownCheck = (record: CheckRecord): CheckRecord => {
  const { code, title, message, check, checkInvoice } = record
  severity(`${code}: severity`, record.severity)
  optional(listOf(severity, NAME_ONE))(`${code}: also`, record.also)
  oneOf(ACTORS)(`${code}: acts`, record.acts)
  filled(`${code}: when`, record.when)
  for (const language of ['en', 'es'] as const) {
    filled(`${code}: title.${language}`, title[language])
    refuseUnlessFunction(`${code}: message.${language}`, message[language])
  }
  if (check === null && checkInvoice === null) refuseValue(`${code}: check`, undefined, CHECK_OR_CHECK_INVOICE)
  for (const [name, one] of Object.entries({ check, checkInvoice }))
    if (one !== null) refuseUnlessFunction(`${code}: ${name}`, one)
  return {
    ...record,
    check: check && ((facts) => check(facts).map(ownFinding)),
    checkInvoice: checkInvoice && ((invoice, context) => checkInvoice(invoice, context).map(ownFinding)),
  }
}

const CHECK_OR_CHECK_INVOICE = {
  en: 'check or checkInvoice, a function',
  es: 'check o checkInvoice, una función',
}

/** What a check returns depends on its data: a finding that cannot be read back must not be stored. */
const ownFinding = (finding: Finding): Finding => {
  const of = `${finding.code}: finding`
  severity(`${of}.severity`, finding.severity)
  filled(`${of}.subject`, finding.subject)
  filled(`${of}.message`, finding.message)
  figures(`${of}.figures`, finding.figures)
  if (!isSum(finding.amount) || Number(finding.amount) < 0) refuseValue(`${of}.amount`, finding.amount, AN_AMOUNT)
  if (!isObject(finding.data)) refuseValue(`${of}.data`, finding.data, AN_OBJECT)
  return finding
}

const isSum = (value: unknown): boolean => value === null || (typeof value === 'bigint' && isExact(value as Centavos))

const IS_FIGURE = {
  COP: isSum,
  invoices: (value: unknown) => value === null || Number.isSafeInteger(value),
  null: (value: unknown) => value === null || typeof value === 'string',
}

const figures = (name: string, value: unknown): void => {
  const isFigure = isObject(value) ? IS_FIGURE[`${value.unit}` as keyof typeof IS_FIGURE] : undefined
  if (!isObject(value) || !isFigure?.(value.reported) || !isFigure(value.expected)) refuseValue(name, value, FIGURES)
}

const AN_OBJECT = { en: 'an object, such as NO_DATA', es: 'un objeto, como NO_DATA' }
const AN_AMOUNT = {
  en: 'null or a whole number of centavos from 0 on, as fromPesos gives it',
  es: 'null o un número entero de centavos desde 0, como lo da fromPesos',
}
const FIGURES = {
  en: 'inCop, inInvoices or asText of two values of that kind, or null',
  es: 'inCop, inInvoices o asText de dos valores de esa clase, o null',
}
