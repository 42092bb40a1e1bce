import { ROUNDING_UNITS, ROUNDINGS } from '../../core/fees/tariff.ts'
import type { Schema } from '../setting-readers.ts'

const PESOS: Schema = { type: 'number', minimum: 0 }
const PESOS_OR_NONE: Schema = { type: ['number', 'null'], minimum: 0 }
const PERCENT: Schema = { type: 'number', minimum: 0, maximum: 50 }
const NAME: Schema = { type: 'string', minLength: 1, maxLength: 80 }

const object = (properties: Schema, ...required: readonly string[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const list = (items: Schema): Schema => ({ type: 'array', items })

const TIER = object({ above: PESOS, fixed: PESOS, percent: PERCENT }, 'above')
const METHOD = object({ fixed: PESOS, percent: PERCENT, min: PESOS_OR_NONE, max: PESOS_OR_NONE, tiers: list(TIER) })
const TAX: Schema = {
  ...object({ name: NAME, percent: PERCENT, included: { type: 'boolean' } }, 'name', 'percent'),
  type: ['object', 'null'],
}
const WITHHOLDING = object(
  {
    name: NAME,
    percent: PERCENT,
    base: { enum: ['paid', 'fee', 'tax'] },
    methods: { type: ['array', 'null'], items: NAME },
  },
  'name',
  'percent',
)

/** The schema (draft 7) of the setting `tariff`; its reader checks the order of dates and tiers. */
export const tariffSchema: Schema = list(
  object(
    {
      from: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
      methods: { type: 'object', minProperties: 1, additionalProperties: METHOD },
      tax: TAX,
      withholdings: list(WITHHOLDING),
      rounding: { enum: ROUNDINGS },
      to: { enum: ROUNDING_UNITS },
      proposed: { ...object({ by: NAME, at: NAME }, 'by', 'at'), type: ['object', 'null'] },
    },
    'from',
    'methods',
  ),
)
