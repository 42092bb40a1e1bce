import { Cron } from 'croner'
import { instantIn } from '../core/calendar/calendar.ts'
import type { Json } from '../core/cell.ts'
import { taxIdOf } from '../core/fees/operator-invoice.ts'
import { type Centavos, fromPesos, isFractional } from '../core/money.ts'
import { PINNED, type PinnedReadings } from '../core/policy.ts'
import { ABSENT_BODIES, type AbsentBody } from '../core/settlement.ts'
import { asCycle, asSlotDate, type Cycle } from '../core/slot.ts'
import { CODES, type Code, isCode } from '../rules/registry.ts'
import type { Both } from '../std/both.ts'
import { isObject } from '../std/json/json-object.ts'

/** A refused value; the message says what it "must be". */
export class Refusal {
  readonly mustBe: Both<string>

  constructor(mustBe: Both<string>) {
    this.mustBe = mustBe
  }
}

/** A JSON Schema (draft 7) of a value; the reader may be stricter, never laxer. */
export type Schema = { readonly [name: string]: Json }

/** Converts a value from the file, the environment or a flag to the setting's type, and has a schema of the values it accepts. */
export interface Reader<T> {
  (raw: unknown): T | Refusal
  readonly schema: Schema
}

export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

/** An object with these members and no others. */
export const objectOf = (properties: Schema, required: readonly string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

export const defineReader = <T>(schema: Schema, read: (raw: unknown) => T | Refusal): Reader<T> =>
  Object.assign((raw: unknown) => read(raw), { schema })

const isText = (raw: unknown): raw is string => typeof raw === 'string' && raw !== ''

/** Text that may be printed on a line and passed to the operating system. */
const isPlainText = (raw: unknown): raw is string => isText(raw) && !/\p{Cc}/u.test(raw)

const PLAIN_TEXT: Schema = { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$' }

export const plainText = (mustBe: Both<string>): Reader<string> =>
  defineReader(PLAIN_TEXT, (raw) => (isPlainText(raw) ? raw : new Refusal(mustBe)))

export const matching = (pattern: RegExp, mustBe: Both<string>): Reader<string> =>
  defineReader({ type: 'string', pattern: pattern.source }, (raw) =>
    isText(raw) && pattern.test(raw) ? raw : new Refusal(mustBe),
  )

export const oneOf = <const T extends string>(...values: readonly T[]): Reader<T> =>
  defineReader(
    { enum: values },
    (raw) =>
      values.find((value) => value === raw) ??
      new Refusal({ en: `one of ${values.join(', ')}`, es: `uno de ${values.join(', ')}` }),
  )

export const truth: Reader<boolean> = defineReader({ type: 'boolean' }, (raw) =>
  typeof raw === 'boolean' ? raw : new Refusal({ en: 'true or false', es: 'true o false' }),
)

export const wholeNumber = (least: number, most: number): Reader<number> =>
  defineReader({ type: 'integer', minimum: least, maximum: most }, (raw) =>
    typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= least && raw <= most
      ? raw
      : new Refusal({ en: `a whole number from ${least} to ${most}`, es: `un número entero de ${least} a ${most}` }),
  )

/** COP with at most two decimals, not below zero. */
export const tolerance: Reader<Centavos> = defineReader({ type: 'number', minimum: 0 }, (raw) => {
  const centavos = typeof raw === 'number' ? fromPesos(raw) : null
  return centavos !== null && centavos >= 0n
    ? centavos
    : new Refusal({
        en: 'a number of COP, 0 or more, with at most two decimals',
        es: 'un número en COP, 0 o más, con máximo dos decimales',
      })
})

/** A reader that also accepts null. */
export const nullOr = <T>(reader: Reader<T>): Reader<T | null> =>
  defineReader({ anyOf: [reader.schema, { type: 'null' }] }, (raw) => (raw === null ? null : reader(raw)))

/** Whole COP without centavos, which the service requires when an invoice is created. */
export const wholePesos: Reader<Centavos> = defineReader({ type: 'integer', minimum: 1 }, (raw) => {
  const centavos = typeof raw === 'number' ? fromPesos(raw) : null
  return centavos !== null && centavos > 0n && !isFractional(centavos)
    ? centavos
    : new Refusal({ en: 'a whole number of COP, 1 or more', es: 'un número entero en COP, 1 o más' })
})

/** A rate in percent, greater than 0, with at most four decimals; null means no rate. */
export const percent: Reader<number | null> = defineReader(
  { type: ['number', 'null'], exclusiveMinimum: 0, maximum: 100 },
  (raw) => {
    if (raw === null) return null
    const isRate = typeof raw === 'number' && raw > 0 && raw <= 100 && Math.round(raw * 10_000) / 10_000 === raw
    return isRate
      ? raw
      : new Refusal({
          en: 'null, or a number of percent above 0, up to 100, with at most four decimals',
          es: 'null, o un porcentaje mayor que 0 y hasta 100, con máximo cuatro decimales',
        })
  },
)

/** A list of different members that all pass `isMember`. */
const listOf = <T>(raw: unknown, isMember: (member: unknown) => member is T): readonly T[] | null =>
  Array.isArray(raw) && raw.every(isMember) && new Set(raw).size === raw.length ? raw : null

const isCycle = (member: unknown): member is Cycle => typeof member === 'string' && asCycle(member) !== null
const A_CYCLE = {
  en: 'text of 1 to 16 letters, digits, "_", ":" or "-"',
  es: 'un texto de 1 a 16 letras, dígitos, "_", ":" o "-"',
}
const CYCLE: Schema = { type: 'string', pattern: '^[A-Za-z0-9_:-]{1,16}$' }
const listSchema = (items: Schema, minItems: number): Schema => ({ type: 'array', items, minItems, uniqueItems: true })

export const cycles = (least: 0 | 1): Reader<readonly Cycle[]> =>
  defineReader(listSchema(CYCLE, least), (raw) => {
    const list = listOf(raw, isCycle)
    return list !== null && list.length >= least
      ? list
      : new Refusal({
          en: `a list of ${least === 1 ? 'at least one cycle' : 'cycles'}, each once, and each ${A_CYCLE.en}: ["11", "13"]`,
          es: `una lista de ${least === 1 ? 'al menos un ciclo' : 'ciclos'}, cada uno una vez, y cada uno ${A_CYCLE.es}: ["11", "13"]`,
        })
  })

export const statuses: Reader<readonly string[]> = defineReader(listSchema(PLAIN_TEXT, 1), (raw) => {
  const list = listOf(raw, isPlainText)
  return list !== null && list.length > 0
    ? list
    : new Refusal({
        en: 'a list of at least one settlement status, each once: ["paid", "credited"]',
        es: 'una lista de al menos un estado de liquidación, cada uno una vez: ["paid", "credited"]',
      })
})

/** Other labels of cycles. Each must stand for a known cycle, which is checked after the cycles are read. */
export const aliases: Reader<Readonly<Record<string, string>>> = defineReader(
  { type: 'object', propertyNames: PLAIN_TEXT, additionalProperties: CYCLE },
  (raw) => {
    const entries = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? Object.entries(raw) : null
    return entries?.every(([label, cycle]) => isPlainText(label) && isCycle(cycle))
      ? Object.fromEntries(entries)
      : new Refusal({
          en: 'an object of other labels and the cycles they stand for: {"11:00": "11"}',
          es: 'un objeto de otras etiquetas y los ciclos que representan: {"11:00": "11"}',
        })
  },
)

const PIN: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['by', 'at'],
  properties: { by: PLAIN_TEXT, at: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } },
}

/** Who decided a reading, and on which day. */
export const pinnedReadings: Reader<PinnedReadings> = defineReader(
  {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(PINNED.map((name) => [name, PIN])),
  },
  (raw) => {
    const pins = isObject(raw) ? Object.entries(raw).map(([name, pin]) => pinOf(name, pin)) : [null]
    return pins.every((pin) => pin !== null)
      ? Object.fromEntries(pins)
      : new Refusal({
          en: `an object of ${PINNED.join(', ')}, each with name and day: ${A_PIN}`,
          es: `un objeto de ${PINNED.join(', ')}, cada uno con nombre y fecha: ${A_PIN}`,
        })
  },
)

const A_PIN = '{"adjustments": {"by": "Ana", "at": "2026-03-12"}}'

const pinOf = (name: string, pin: unknown) => {
  const known = PINNED.find((one) => one === name)
  if (known === undefined || !isObject(pin) || Object.keys(pin).length !== 2) return null
  const { by, at } = pin
  const day = typeof at === 'string' ? asSlotDate(at) : null
  return isPlainText(by) && day !== null ? ([known, { by, at: day }] as const) : null
}

/** Statuses that never mean "no such settlement": they concern the key, the rate limit, or a temporary fault. */
const NEVER_ABSENT = [401, 403, 408, 425, 429]

const isAbsent = (member: unknown): member is number =>
  typeof member === 'number' &&
  Number.isInteger(member) &&
  ((member >= 200 && member <= 299) || (member >= 400 && member <= 599)) &&
  !NEVER_ABSENT.includes(member)

export const absentStatuses: Reader<readonly number[]> = defineReader(
  listSchema(
    {
      type: 'integer',
      minimum: 200,
      maximum: 599,
      not: { anyOf: [{ minimum: 300, maximum: 399 }, { enum: NEVER_ABSENT }] },
    },
    0,
  ),
  (raw) =>
    listOf(raw, isAbsent) ??
    new Refusal({
      en: `a list of HTTP statuses from 200 to 299 and from 400 to 599, each once, without ${NEVER_ABSENT.join(', ')}: [404]`,
      es: `una lista de estados HTTP de 200 a 299 y de 400 a 599, cada uno una vez, sin ${NEVER_ABSENT.join(', ')}: [404]`,
    }),
)

const isAbsentBody = (member: unknown): member is AbsentBody => ABSENT_BODIES.some((body) => body === member)

export const absentBodies: Reader<readonly AbsentBody[]> = defineReader(
  listSchema({ type: 'string', enum: ABSENT_BODIES }, 0),
  (raw) =>
    listOf(raw, isAbsentBody) ??
    new Refusal({
      en: `a list of bodies, each once, out of ${ABSENT_BODIES.map((body) => `"${body}"`).join(', ')}: ["empty"]`,
      es: `una lista de contenidos, cada uno una vez, entre ${ABSENT_BODIES.map((body) => `"${body}"`).join(', ')}: ["empty"]`,
    }),
)

/**
 * An IANA name. Some versions of Node do not accept offsets such as `-05:00` as zones, and an offset has no daylight
 * saving time.
 */
export const timeZone: Reader<string> = defineReader(
  { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$' },
  (raw) =>
    isText(raw) && /^[A-Za-z]/.test(raw) && isKnownZone(raw)
      ? raw
      : new Refusal({
          en: 'the IANA name of a time zone: America/Bogota',
          es: 'el nombre IANA de una zona horaria: America/Bogota',
        }),
)

const isKnownZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * An address to which paths can be appended. It has no credentials, which would appear in logs, and no query or
 * fragment.
 */
export const baseUrl: Reader<string> = defineReader(
  { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s?#\\\\/][^\\s?#\\\\]*$' },
  (raw) => {
    const url =
      isText(raw) && !/[\s\p{Cc}?#\\]/u.test(raw) && /^https?:\/\/[^/]/i.test(raw) && URL.canParse(raw)
        ? new URL(raw)
        : null
    return url !== null && url.username === '' && url.password === ''
      ? url.href.replace(/\/+$/, '')
      : new Refusal({
          en: 'an http or https address without user, password, query or fragment: https://service.example/v1',
          es: 'una dirección http o https sin usuario, contraseña, consulta ni fragmento: https://service.example/v1',
        })
  },
)

/** A moment as ISO 8601 writes it, with an offset. */
export const moment: Reader<string> = defineReader(
  { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d[Tt ].*([Zz]|[+-]\\d\\d:?\\d\\d)$' },
  (raw) =>
    isText(raw) && !Number.isNaN(instantIn(raw))
      ? raw
      : new Refusal({
          en: 'a date and time with an offset: 2026-03-13T03:30:00Z',
          es: 'una fecha y hora con su diferencia horaria: 2026-03-13T03:30:00Z',
        }),
)

/** An address that is notified of runs. Its path or query often is its key, so neither is ever shown. */
export const watchUrl: Reader<string> = defineReader(
  { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s#]+$' },
  (raw) => {
    const url =
      isText(raw) && !/[\s\p{Cc}#\\]/u.test(raw) && /^https?:\/\//i.test(raw) && URL.canParse(raw) ? new URL(raw) : null
    return url !== null && url.username === '' && url.password === ''
      ? url.href
      : new Refusal({
          en: 'an http or https address without user, password or fragment: https://hc-ping.com/your-id',
          es: 'una dirección http o https sin usuario, contraseña ni fragmento: https://hc-ping.com/your-id',
        })
  },
)

/** The name of the payload member: none of the envelope's own members. With null the program searches for it. */
const PAYLOAD_FIELD = /^(?!(?:webhookId|timestamp|type|__proto__)$)[A-Za-z_][A-Za-z0-9_-]{0,39}$/
export const payloadField: Reader<string | null> = defineReader(
  { type: ['string', 'null'], pattern: PAYLOAD_FIELD.source },
  (raw) =>
    raw === null || (isText(raw) && PAYLOAD_FIELD.test(raw))
      ? raw
      : new Refusal({
          en: 'null, or a name of 1 to 40 letters, digits, "_" and "-" that begins with a letter or "_" and is not webhookId, timestamp or type: "payload"',
          es: 'null, o un nombre de 1 a 40 letras, dígitos, "_" y "-" que empiece por letra o "_" y no sea webhookId, timestamp ni type: "payload"',
        }),
)

/** The bank's spelling of the operator, in one text or several. A text of a letter or two would match every row. */
const isOperatorText = (member: unknown): member is string => isPlainText(member) && member.trim().length >= 3
const OPERATOR_TEXT: Schema = { type: 'string', minLength: 3, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$' }
export const operatorTexts: Reader<readonly string[]> = defineReader(
  { anyOf: [OPERATOR_TEXT, listSchema(OPERATOR_TEXT, 0)] },
  (raw) =>
    listOf(isText(raw) ? [raw] : raw, isOperatorText) ??
    new Refusal({
      en: 'the name of the operator as the bank writes it, of 3 characters or more, or a list of such names: ["PAYCO SAS"]',
      es: 'el nombre del operador como lo escribe el banco, de 3 caracteres o más, o una lista de tales nombres: ["PAYCO SAS"]',
    }),
)

/** A tax id by its digits, without its check digit. */
export const taxId: Reader<string> = defineReader(
  { type: 'string', pattern: '^[0-9][0-9. ]{2,18}(-[0-9])?$' },
  (raw) => (isText(raw) ? taxIdOf(raw) : null) ?? new Refusal(A_TAX_ID),
)
const A_TAX_ID: Both<string> = {
  en: 'a tax id: its digits, with or without the check digit behind a dash, "900123456-7"',
  es: 'un NIT: sus dígitos, con o sin el dígito de verificación tras un guion, "900123456-7"',
}

/** Codes of discrepancies, each once. */
export const codes: Reader<readonly Code[]> = defineReader(
  listSchema({ type: 'string', enum: CODES }, 0),
  (raw) =>
    listOf(raw, isOneOfTheCodes) ??
    new Refusal({
      en: 'a list of codes of discrepancies, each once: ["CHARGEBACK", "ADJUSTMENT"]',
      es: 'una lista de códigos de novedades, cada uno una vez: ["CHARGEBACK", "ADJUSTMENT"]',
    }),
)
const isOneOfTheCodes = (member: unknown): member is Code => typeof member === 'string' && isCode(member)

/** Times of the day in the five fields of cron; an empty list means never. */
export const times: Reader<readonly string[]> = defineReader(
  listSchema({ type: 'string', pattern: '^\\S+( \\S+){4}$' }, 0),
  (raw) =>
    listOf(raw, isTime) ??
    new Refusal({
      en: 'a list of times in the five fields of cron, each once: ["30 13 * * *"]',
      es: 'una lista de horas en los cinco campos de cron, cada una una vez: ["30 13 * * *"]',
    }),
)

const isTime = (member: unknown): member is string => {
  if (!isPlainText(member) || !/^\S+( \S+){4}$/.test(member)) return false
  try {
    return new Cron(member, { mode: '5-part', paused: true }).nextRun() !== null
  } catch {
    return false
  }
}

/** RFC 6750 puts the key after `Bearer ` in a header: visible ASCII without spaces. */
export const apiKey: Reader<string> = matching(/^[\x21-\x7e]+$/, {
  en: 'visible ASCII characters without spaces',
  es: 'caracteres ASCII visibles, sin espacios',
})

export const secretText: Reader<string> = defineReader({ type: 'string', minLength: 1 }, (raw) =>
  isText(raw) ? raw : new Refusal({ en: 'text', es: 'un texto' }),
)

/** A key that nobody can guess, since whoever finds a copy of what it encrypts may try as many as they like. */
export const databaseKey: Reader<string> = matching(/^.{16,}$/s, {
  en: 'a long random text, 16 characters at least: openssl rand -base64 48',
  es: 'un texto largo al azar, de 16 caracteres al menos: openssl rand -base64 48',
})

/** The name of the variable or file of a secret. A key pasted here by mistake is recognised by its letters. */
export const variableName: Reader<string> = matching(/^[A-Z][A-Z0-9_]{0,63}$/, {
  en: 'the name of an environment variable, in capitals: CUADRE_API_KEY. The key itself never stands in a settings file',
  es: 'el nombre de una variable de entorno, en mayúsculas: CUADRE_API_KEY. La clave misma nunca va en un archivo de parámetros',
})
