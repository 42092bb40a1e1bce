import type { RoundingForm } from '../../../../src/core/fees/fit/charged-settlement.ts'
import type { MethodRate, Schedule } from '../../../../src/core/fees/tariff.ts'
import { addDays } from '../../../../src/core/slot.ts'
import { slot } from '../../a.ts'

export const FIRST = slot('2026-03-02').date

export const rate = (fixed: number, percent: number): MethodRate => ({
  fixed,
  percent,
  min: null,
  max: null,
  tiers: [],
})

export const schedule = (methods: Schedule['methods'], instead: Partial<Schedule> = {}): Schedule => ({
  from: addDays(FIRST, -30),
  methods,
  tax: null,
  withholdings: [],
  rounding: 'none',
  to: 'peso',
  proposed: null,
  ...instead,
})

/** A rounding as text: its name, and its unit if that is not the usual one. */
export const inWords = ({ rounding, to }: RoundingForm): string =>
  rounding === 'none' || to === 'peso' ? rounding : `${rounding} ${to}`
