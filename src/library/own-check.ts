import { type Finding, GAP_NAMES, SEVERITIES, type Severity } from '../core/findings/discrepancy.ts'
import { type Centavos, isExact } from '../core/money.ts'
import { nameOf, type Slot } from '../core/slot.ts'
import {
  filled,
  listOf,
  NAME_ONE,
  oneOf,
  optional,
  optionsIn,
  orElse,
  refuseUnlessFunction,
  refuseValue,
  type ValueReader,
} from '../input/readers.ts'
import { BUCKETS } from '../rules/account/position.ts'
import { ACTORS, type CheckRecord, DEPENDENCIES, EVENTS, FOLLOWED } from '../rules/define-check.ts'
import { inBoth } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { isObject } from '../std/json/json-object.ts'

/** A check of another program, whose findings are read before anything is stored. A JavaScript program may pass any: USAGE. */
export const ownCheck = (record: CheckRecord): CheckRecord => {
  const { code, severity, also = [], check, checkInvoice } = record
  saidOf(code, () => {
    optionsIn('defineCheck', record, MEMBERS)
    if (check === null && checkInvoice === null) refuseValue('check', undefined, CHECK_OR_CHECK_INVOICE)
  })
  const read = (slot: Slot, look: () => readonly Finding[]): readonly Finding[] =>
    saidOf(`${code} of ${nameOf(slot)}`, () => look().map((finding) => ownFinding(finding, [severity, ...also])))
  return {
    ...record,
    check: check && ((facts) => read(facts.slot, () => check(facts))),
    checkInvoice: checkInvoice && ((invoice, context) => read(context.slot, () => checkInvoice(invoice, context))),
  }
}

/** Says of what an error is, also one that the code of the other program threw. */
const saidOf = <T>(name: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    const { message, next } =
      error instanceof CuadreError ? error.texts : { message: inBoth(String(error)), next: CORRECT_THE_CHECK }
    throw new CuadreError('USAGE', { en: `${name}: ${message.en}`, es: `${name}: ${message.es}` }, next, {
      cause: error,
    })
  }
}

const CORRECT_THE_CHECK = { en: 'correct the check', es: 'corrija la verificación' }

const severity = oneOf(SEVERITIES)

const aFunction: ValueReader<unknown> = (name, value) => refuseUnlessFunction(name, value)

const onlyTrue = optional<true>((name, value) =>
  value === true ? value : refuseValue(name, value, { en: 'true, or left out', es: 'true, o se omite' }),
)

/** An object with these members and no others. */
const objectOf =
  (members: Readonly<Record<string, ValueReader<unknown>>>): ValueReader<unknown> =>
  (name, value) => {
    const named = Object.entries(members).map(([member, read]) => [
      member,
      (_: string, one: unknown) => read(`${name}.${member}`, one),
    ])
    return optionsIn(name, value, Object.fromEntries(named))
  }

const bothOf = (read: ValueReader<unknown>): ValueReader<unknown> => objectOf({ en: read, es: read })

const inBuckets = oneOf(BUCKETS)
const bucket: ValueReader<unknown> = (name, value) => {
  if (!isObject(value)) return inBuckets(name, value)
  return objectOf('error' in value ? { error: inBuckets } : { more: inBuckets, less: inBuckets })(name, value)
}

const words = bothOf(filled)
const badge: ValueReader<unknown> = (name, value) =>
  isObject(value) && 'more' in value
    ? objectOf({ more: words, less: words, even: optional(words) })(name, value)
    : words(name, value)

/** What a check says of itself, member by member. */
const MEMBERS = {
  code: filled,
  severity,
  also: optional(listOf(severity, NAME_ONE)),
  acts: oneOf(ACTORS),
  mayStillCome: onlyTrue,
  isAboutFigures: onlyTrue,
  isAcrossSlots: onlyTrue,
  isChange: onlyTrue,
  event: optional(oneOf(EVENTS)),
  namesInvoices: onlyTrue,
  follows: optional(oneOf(FOLLOWED)),
  bucket: optional(bucket),
  badge: optional(badge),
  isTiedByPersons: onlyTrue,
  dependsOn: optional(oneOf(DEPENDENCIES)),
  isTold: onlyTrue,
  gap: optional(oneOf(GAP_NAMES)),
  amount: optional(oneOf(['difference'])),
  title: words,
  when: filled,
  message: bothOf(aFunction),
  check: orElse(aFunction, null),
  checkInvoice: orElse(aFunction, null),
  findingOf: optional(aFunction),
} satisfies { readonly [Name in keyof CheckRecord | 'findingOf']-?: ValueReader<unknown> }

const CHECK_OR_CHECK_INVOICE = {
  en: 'check or checkInvoice, a function',
  es: 'check o checkInvoice, una función',
}

/** What a check returns depends on its data: a finding that cannot be read back must not be stored. */
const ownFinding = (finding: Finding, severities: readonly Severity[]): Finding => {
  oneOf(severities)('finding.severity', finding.severity)
  filled('finding.subject', finding.subject)
  filled('finding.message', finding.message)
  figures('finding.figures', finding.figures)
  if (!isSum(finding.amount) || Number(finding.amount) < 0) refuseValue('finding.amount', finding.amount, AN_AMOUNT)
  if (!isObject(finding.data)) refuseValue('finding.data', finding.data, AN_OBJECT)
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
