import { describe, expect, test } from 'vitest'
import { entry } from '../../../../src/core/fees/fit/equations.ts'
import {
  type BestFit,
  bestOf,
  inOneForm,
  isOnTop,
  roundingsAlike,
  type ScheduleFit,
} from '../../../../src/core/fees/fit/schedule-fit.ts'
import type { Rounding, Schedule } from '../../../../src/core/fees/tariff.ts'
import { inWords, rate, schedule } from './a-schedule.ts'

/** A form as text: its rounding, and `+tax` where a tax is on top. */
type Form = Rounding | `${Rounding}+tax`

const fitOf = (form: Form, fixed: number, percent = 0, count = 0): ScheduleFit => {
  const [rounding = 'none', tax] = form.split('+') as [Rounding, string?]
  return {
    schedule: schedule(
      { pse: rate(fixed, percent) },
      { rounding, tax: tax === undefined ? null : { name: 'IVA', percent: 19, included: false } },
    ),
    loose: [],
    fits: [],
    count,
  }
}

const formOf = (fit: ScheduleFit): string => {
  const { rounding } = fit.schedule
  return `${rounding}${isOnTop(fit) ? '+tax' : ''}`
}

/** The fits of one run in several forms, the best one first; each run has its own fixed sum. */
const runOf = (forms: readonly Form[], run: number): BestFit => {
  const fits = forms.map((form) => fitOf(form, 100 * (run + 1)))
  return { ...entry(fits, 0), alike: fits.slice(1) }
}

const fixedOf = ({ schedule: { methods } }: ScheduleFit): number | undefined => methods.pse?.fixed

describe('runs in one form', () => {
  test.each<[what: string, runs: readonly (readonly Form[])[], expected: readonly (readonly string[])[]]>([
    ['one run', [['none', 'settlement', 'invoice']], [['none', 'settlement', 'invoice']]],
    ['the form that both have', [['none', 'settlement'], ['settlement']], [['settlement'], ['settlement']]],
    [
      'of several the first of the first run',
      [
        ['invoice', 'none', 'settlement'],
        ['settlement', 'none', 'invoice'],
      ],
      [
        ['invoice', 'none', 'settlement'],
        ['invoice', 'none', 'settlement'],
      ],
    ],
    [
      'three runs',
      [
        ['none', 'settlement', 'invoice'],
        ['settlement', 'invoice'],
        ['invoice', 'none'],
      ],
      [['invoice'], ['invoice'], ['invoice']],
    ],
    ['none in common', [['none', 'invoice'], ['settlement']], [['none', 'invoice'], ['settlement']]],
    [
      'a tax on top is another form than none',
      [
        ['settlement+tax', 'settlement'],
        ['settlement', 'settlement+tax'],
      ],
      [
        ['settlement+tax', 'settlement'],
        ['settlement+tax', 'settlement'],
      ],
    ],
    ['and none in common by it', [['none+tax'], ['none']], [['none+tax'], ['none']]],
  ])('%s', (_, runs, expected) => {
    const fits = inOneForm(runs.map(runOf))
    expect(fits.map((fit) => [fit, ...fit.alike].map(formOf))).toEqual(expected)
    for (const [run, fit] of fits.entries())
      for (const one of [fit, ...fit.alike]) expect(fixedOf(one)).toBe(100 * (run + 1))
  })
})

describe('the best of some fits', () => {
  type Fit = readonly [form: Form, fixed: number, percent: number, count: number]
  test.each<[what: string, fits: readonly Fit[], best: string | null, alike: readonly string[]]>([
    ['of none', [], null, []],
    [
      'the one that most settlements fit',
      [
        ['none', 2900, 0, 9],
        ['settlement', 2900, 0, 12],
        ['invoice', 2900, 0, 8],
      ],
      'settlement',
      [],
    ],
    [
      'alike are those that two settlements fewer fit, not three',
      [
        ['none', 2900, 0, 12],
        ['settlement', 2900, 0, 10],
        ['invoice', 2900, 0, 9],
      ],
      'none',
      ['settlement'],
    ],
    [
      'the plainest of equals',
      [
        ['none', 2900, 0, 12],
        ['settlement', 2900, 0, 12],
      ],
      'none',
      ['settlement'],
    ],
    [
      'a plainer one that fewer fit is alike',
      [
        ['none', 2900, 0, 11],
        ['settlement', 2900, 0, 12],
      ],
      'settlement',
      ['none'],
    ],
    [
      'a tax on top of round rates, where they are not round with it',
      [
        ['none', 3451.5, 0, 12],
        ['none+tax', 2900, 0, 12],
      ],
      'none+tax',
      ['none'],
    ],
    [
      'also where one settlement more fits without it',
      [
        ['none', 3451.5, 0, 12],
        ['none+tax', 2900, 0, 11],
      ],
      'none+tax',
      ['none'],
    ],
    [
      'but not where three more do',
      [
        ['none', 3451.5, 0, 12],
        ['none+tax', 2900, 0, 9],
      ],
      'none',
      [],
    ],
    [
      'one rate in whole pesos may be so by chance',
      [
        ['none', 3451, 0, 12],
        ['none+tax', 2900, 0, 12],
      ],
      'none',
      ['none+tax'],
    ],
    [
      'two are no chance',
      [
        ['none', 3451, 1.785, 12],
        ['none+tax', 2900, 1.5, 12],
      ],
      'none+tax',
      ['none'],
    ],
    [
      'tens of pesos and hundredths of a percent are round enough without a tax',
      [
        ['none', 3450, 1.79, 12],
        ['none+tax', 2900, 1.5, 12],
      ],
      'none',
      ['none+tax'],
    ],
    [
      'whole pesos with it are no rounder than whole pesos without it',
      [
        ['none', 3451, 1.785, 12],
        ['none+tax', 2901, 1.501, 12],
      ],
      'none',
      ['none+tax'],
    ],
    [
      'tens of pesos are',
      [
        ['none', 3451, 1.785, 12],
        ['none+tax', 2910, 1.51, 12],
      ],
      'none+tax',
      ['none'],
    ],
    [
      'what nobody writes, either way',
      [
        ['none', 3451.5, 0, 12],
        ['none+tax', 2900.5, 0, 12],
      ],
      'none',
      ['none+tax'],
    ],
    [
      'whole pesos before a tax, where nobody writes what it is with it',
      [
        ['none', 3451.5, 0, 12],
        ['none+tax', 2901, 0, 12],
      ],
      'none+tax',
      ['none'],
    ],
    [
      'of taxes on top that of the roundest rates',
      [
        ['none', 3451.5, 0, 12],
        ['none+tax', 2901, 0, 12],
        ['settlement+tax', 2900, 0, 12],
      ],
      'settlement+tax',
      ['none', 'none+tax'],
    ],
    [
      'of equally round ones the one that most settlements fit',
      [
        ['none', 3451.5, 0, 11],
        ['settlement+tax', 2900, 0, 10],
        ['invoice+tax', 2900, 0, 12],
      ],
      'invoice+tax',
      ['none', 'settlement+tax'],
    ],
    [
      'the roundest rates without a tax are held against it, not the least round',
      [
        ['none', 3451.5, 0, 12],
        ['settlement', 3450, 0, 12],
        ['none+tax', 2900, 0, 12],
      ],
      'none',
      ['settlement', 'none+tax'],
    ],
  ])('%s', (_, fits, best, alike) => {
    const found = bestOf(fits.map((fit) => fitOf(...fit)))
    expect([found && formOf(found), found?.alike.map(formOf) ?? []]).toEqual([best, alike])
  })
})

test.each<[best: readonly boolean[], other: readonly boolean[], expected: readonly Rounding[]]>([
  [[true, true, true], [true, true, true], ['settlement']],
  [[true, true, true], [true, false, true], []],
  [[true, true, false], [true, false, false], ['settlement']],
])('another rounding fits equally well: %s and %s', (fits, otherFits, expected) => {
  const alike = [{ ...fitOf('settlement', 100), fits: otherFits }]
  expect(roundingsAlike({ ...fitOf('none', 100), fits, alike }, () => false).map(inWords)).toEqual(expected)
})

describe('roundings that fit equally well', () => {
  test.each<
    [what: string, best: Form, alike: readonly Form[], sameRates: readonly string[], expected: readonly string[]]
  >([
    ['none', 'none', [], [], []],
    ['with other rates', 'none', ['settlement'], [], ['settlement']],
    ['with the same rates', 'none', [], ['invoice'], ['invoice']],
    ['with either, the simplest first', 'settlement', ['none'], ['invoice'], ['none', 'invoice']],
    ['to another unit', 'invoice', [], ['invoice centavo'], ['invoice centavo']],
    ['not one with the same totals', 'none', [], ['settlement centavo', 'invoice-then-tax'], []],
    [
      'which a tax on top tells apart',
      'none+tax',
      [],
      ['settlement centavo', 'invoice-then-tax'],
      ['settlement centavo', 'invoice-then-tax'],
    ],
    ['its own is none of them', 'settlement', [], ['settlement'], []],
    ['a tax on top is no rounding', 'none', ['settlement+tax', 'none+tax'], [], []],
    ['of two with a tax on top', 'none+tax', ['settlement', 'invoice+tax'], [], ['invoice']],
  ])('%s', (_, best, alike, sameRates, expected) => {
    const fit = runOf([best, ...alike], 0)
    const fitsToo = ({ rounding, to, methods, tax }: Schedule) =>
      sameRates.includes(inWords({ rounding, to })) && methods === fit.schedule.methods && tax === fit.schedule.tax
    expect(roundingsAlike(fit, fitsToo).map(inWords)).toEqual(expected)
  })
})
