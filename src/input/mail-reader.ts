import { isObject } from '../std/json/json-object.ts'
import { defineReader, type Reader, Refusal, type Schema } from './setting-readers.ts'

/** The mail server, who writes, who reads, and the time of day from which the mail of a day is due, in `timeZone`. */
export type MailSetting = {
  readonly host: string
  readonly port: number
  readonly user: string | null
  readonly from: string
  readonly to: readonly string[]
  readonly at: string
}

const ADDRESS = /^[^\s<>@,;"]+@[^\s<>@,;"]+$/
const HOST = /^[A-Za-z0-9._:-]{1,253}$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** Submission with STARTTLS, as providers of mail ask for. */
const DEFAULT_PORT = 587
const DEFAULT_AT = '07:00'

const ADDRESS_SCHEMA: Schema = { type: 'string', pattern: ADDRESS.source }
const PROPERTIES: Schema = {
  host: { type: 'string', pattern: HOST.source },
  port: { type: 'integer', minimum: 1, maximum: 65_535 },
  user: { type: ['string', 'null'] },
  from: ADDRESS_SCHEMA,
  to: { type: 'array', items: ADDRESS_SCHEMA, minItems: 1, maxItems: 20 },
  at: { type: 'string', pattern: TIME.source },
}
const SCHEMA: Schema = {
  anyOf: [
    { type: 'null' },
    { type: 'object', properties: PROPERTIES, required: ['host', 'from', 'to'], additionalProperties: false },
  ],
}

export const mailReader: Reader<MailSetting | null> = defineReader(SCHEMA, (raw) => {
  if (raw === null) return null
  if (isObject(raw) && Object.keys(raw).every((name) => Object.hasOwn(PROPERTIES, name))) {
    const { host, port = DEFAULT_PORT, user = null, from, to, at = DEFAULT_AT } = raw
    if (is(HOST, host) && isPort(port) && isUser(user) && is(ADDRESS, from) && isAddresses(to) && is(TIME, at))
      return { host, port, user, from, to, at }
  }
  return new Refusal({
    en: 'null, or {"host": "smtp.example.com", "port": 587, "user": "...", "from": "a@example.com", "to": ["b@example.com"], "at": "07:00"}',
    es: 'null, o {"host": "smtp.example.com", "port": 587, "user": "...", "from": "a@example.com", "to": ["b@example.com"], "at": "07:00"}',
  })
})

const is = (pattern: RegExp, value: unknown): value is string => typeof value === 'string' && pattern.test(value)
const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536
const isUser = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && /^\P{Cc}{1,200}$/u.test(value))
const isAddresses = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.length <= 20 && value.every((one) => is(ADDRESS, one))
