/** The cost of a payment; in a tier, that of a larger one. */
export interface StoryRate {
  readonly fixed?: number
  readonly percent?: number
}

export interface StoryMethod extends StoryRate {
  readonly min?: number | null
  readonly max?: number | null
  readonly tiers?: readonly (StoryRate & { readonly above: number })[]
}

export interface StoryWithholding {
  readonly name: string
  readonly percent: number
  readonly base: 'paid' | 'fee' | 'tax'
  readonly methods?: readonly string[]
}

/** One dated schedule of a tariff, as the settings file spells it. */
export interface StorySchedule {
  readonly from: string
  readonly methods: Readonly<Record<string, StoryMethod>>
  readonly tax?: { readonly name: string; readonly percent: number; readonly included: boolean }
  readonly withholdings?: readonly StoryWithholding[]
  readonly rounding?: 'invoice' | 'invoice-then-tax' | 'settlement' | 'none'
  readonly to?: 'peso' | 'centavo'
}

/** The settings about fees. */
export interface StoryTariff {
  readonly tariff?: readonly StorySchedule[]
  readonly tariffDate?: 'payment' | 'settlement'
  readonly feesToleranceCop?: number | null
}
