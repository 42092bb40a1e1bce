import { isObject } from '../std/json/json-object.ts'
import { defineReader, type Reader, Refusal, type Schema } from './setting-readers.ts'

/** Who writes and who gets the letter of a claim, in lines as they stand on paper, and the days to answer it. */
export type ClaimsSetting = {
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly daysToAnswer: number
}

const DEFAULT_DAYS = 10
const LINE = /^\P{Cc}{1,120}$/u
const LINES: Schema = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 120 }, maxItems: 8 }
const SCHEMA: Schema = {
  type: 'object',
  properties: { from: LINES, to: LINES, daysToAnswer: { type: 'integer', minimum: 1, maximum: 365 } },
  additionalProperties: false,
}

export const claimsReader: Reader<ClaimsSetting> = defineReader(SCHEMA, (raw) => {
  if (isObject(raw) && Object.keys(raw).every((name) => Object.hasOwn(SCHEMA.properties as object, name))) {
    const { from = [], to = [], daysToAnswer = DEFAULT_DAYS } = raw
    if (isLines(from) && isLines(to) && isDays(daysToAnswer)) return { from, to, daysToAnswer }
  }
  return new Refusal({
    en: '{"from": ["..."], "to": ["..."], "daysToAnswer": 10}: up to 8 lines each, and 1 to 365 days',
    es: '{"from": ["..."], "to": ["..."], "daysToAnswer": 10}: hasta 8 líneas cada uno, y de 1 a 365 días',
  })
})

const isLines = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 8 && value.every((line) => typeof line === 'string' && LINE.test(line))

const isDays = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 365
