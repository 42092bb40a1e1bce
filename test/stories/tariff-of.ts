import type { MethodRate, Tariff } from '../../src/core/fees/tariff.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import type { Fee, Fees, FeeTerms } from '../../src/sandbox/settlements/fees.ts'
import { slot } from '../core/a.ts'

const EVER: SlotDate = slot('2000-01-01').date

const rateOf = ({ percent, fixed, min, max, tiers }: Fee): MethodRate => ({
  percent,
  fixed,
  min: min ?? null,
  max: max ?? null,
  tiers: tiers ?? [],
})

/** The tariff of a person who knows what the sandbox charges. */
export const tariffOf = ({ fees, feeChanges, feeTax, feeRounding, feeRoundingTo }: FeeTerms): Tariff =>
  [{ from: EVER, fees }, ...feeChanges].map(
    ({ from, fees: ofDay }: { readonly from: string; readonly fees: Fees }) => ({
      from: slot(from).date,
      methods: Object.fromEntries(Object.entries(ofDay).map(([method, fee]) => [method, rateOf(fee)])),
      tax: feeTax === 0 ? null : { name: 'IVA', percent: feeTax, included: false },
      withholdings: [],
      rounding: feeRounding,
      to: feeRoundingTo,
      proposed: null,
    }),
  )
