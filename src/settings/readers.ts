import { type Centavos, fromPesos, isFractional } from '../domain/money.ts'
import { asCycle, type Cycle } from '../domain/slot.ts'

/** Why a value is refused: it "must be" this. */
export class Refusal {
  readonly mustBe: string

  constructor(mustBe: string) {
    this.mustBe = mustBe
  }
}

/** Takes a value as the file, the environment or a flag has it to what the setting holds. */
export type Reader<T> = (raw: unknown) => T | Refusal

const isText = (raw: unknown): raw is string => typeof raw === 'string' && raw !== ''

/** Text that may be printed on a line and passed to the operating system. */
const isPlainText = (raw: unknown): raw is string => isText(raw) && !/\p{Cc}/u.test(raw)

export const plainText =
  (mustBe: string): Reader<string> =>
  (raw) =>
    isPlainText(raw) ? raw : new Refusal(mustBe)

export const matching =
  (pattern: RegExp, mustBe: string): Reader<string> =>
  (raw) =>
    isText(raw) && pattern.test(raw) ? raw : new Refusal(mustBe)

export const oneOf =
  <const T extends string>(...values: readonly T[]): Reader<T> =>
  (raw) =>
    values.find((value) => value === raw) ?? new Refusal(`one of ${values.join(', ')}`)

export const whole =
  (least: number, most: number): Reader<number> =>
  (raw) =>
    typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= least && raw <= most
      ? raw
      : new Refusal(`a whole number from ${least} to ${most}`)

/** COP with at most two decimals, not below zero. */
export const tolerance: Reader<Centavos> = (raw) => {
  const centavos = typeof raw === 'number' ? fromPesos(raw) : null
  return centavos !== null && centavos >= 0n
    ? centavos
    : new Refusal('a number of COP, 0 or more, with at most two decimals')
}

/** COP without centavos, as the service takes them when an invoice is created. */
export const wholePesos: Reader<Centavos> = (raw) => {
  const centavos = typeof raw === 'number' ? fromPesos(raw) : null
  return centavos !== null && centavos > 0n && !isFractional(centavos)
    ? centavos
    : new Refusal('a whole number of COP, 1 or more')
}

/** A rate in percent with at most four decimals, above 0; null is none. */
export const percent: Reader<number | null> = (raw) => {
  if (raw === null) return null
  const isRate = typeof raw === 'number' && raw > 0 && raw <= 100 && Math.round(raw * 10_000) / 10_000 === raw
  return isRate ? raw : new Refusal('null, or a number of percent above 0, up to 100, with at most four decimals')
}

/** A list whose members are all taken by `isMember`, each there once. */
const listOf = <T>(raw: unknown, isMember: (member: unknown) => member is T): readonly T[] | null =>
  Array.isArray(raw) && raw.every(isMember) && new Set(raw).size === raw.length ? raw : null

const isCycle = (member: unknown): member is Cycle => typeof member === 'string' && asCycle(member) !== null
const A_CYCLE = 'text of 1 to 16 letters, digits, "_", ":" or "-"'

export const cycles =
  (least: 0 | 1): Reader<readonly Cycle[]> =>
  (raw) => {
    const list = listOf(raw, isCycle)
    return list !== null && list.length >= least
      ? list
      : new Refusal(
          `a list of ${least === 1 ? 'at least one cycle' : 'cycles'}, each once, and each ${A_CYCLE}: ["11", "13"]`,
        )
  }

export const statuses: Reader<readonly string[]> = (raw) => {
  const list = listOf(raw, isPlainText)
  return list !== null && list.length > 0
    ? list
    : new Refusal('a list of at least one settlement status, each once: ["paid", "credited"]')
}

/** What another label of a cycle stands for. Whether that is a known cycle shows once the cycles are known. */
export const aliases: Reader<Readonly<Record<string, string>>> = (raw) => {
  const entries = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? Object.entries(raw) : null
  return entries?.every(([label, cycle]) => isPlainText(label) && isCycle(cycle))
    ? Object.fromEntries(entries)
    : new Refusal('an object of other labels and the cycles they stand for: {"11:00": "11"}')
}

/** Answers that say something else than "no such settlement": the key, the pace, or a fault that may pass. */
const NEVER_ABSENT = [401, 403, 408, 425, 429]

export const absentStatuses: Reader<readonly number[]> = (raw) => {
  const isAbsent = (member: unknown): member is number =>
    typeof member === 'number' &&
    Number.isInteger(member) &&
    member >= 400 &&
    member <= 499 &&
    !NEVER_ABSENT.includes(member)
  return (
    listOf(raw, isAbsent) ??
    new Refusal(`a list of HTTP statuses from 400 to 499, each once, without ${NEVER_ABSENT.join(', ')}: [404]`)
  )
}

/** An IANA name. Offsets such as `-05:00` are no zones to every version of Node, and know no daylight saving. */
export const timeZone: Reader<string> = (raw) =>
  isText(raw) && /^[A-Za-z]/.test(raw) && isKnownZone(raw)
    ? raw
    : new Refusal('the IANA name of a time zone: America/Bogota')

const isKnownZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** An address to which paths can be appended: no credentials, which would be written into logs, no query, no fragment. */
export const baseUrl: Reader<string> = (raw) => {
  const url =
    isText(raw) && !/[\s\p{Cc}?#\\]/u.test(raw) && /^https?:\/\//i.test(raw) && URL.canParse(raw) ? new URL(raw) : null
  return url !== null && url.username === '' && url.password === ''
    ? url.href.replace(/\/+$/, '')
    : new Refusal('an http or https address without user, password, query or fragment: https://service.example/v1')
}

/** RFC 6750 puts the key behind `Bearer ` in a header: visible ASCII without spaces. */
export const apiKey: Reader<string> = matching(/^[\x21-\x7e]+$/, 'visible ASCII characters without spaces')

export const secretText: Reader<string> = (raw) => (isText(raw) ? raw : new Refusal('text'))
