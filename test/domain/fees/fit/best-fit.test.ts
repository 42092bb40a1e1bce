import { describe, expect, test } from 'vitest'
import { type BestFit, inOneForm, isOnTop } from '../../../../src/domain/fees/fit/best-fit.ts'
import type { ScheduleFit } from '../../../../src/domain/fees/fit/schedule-fit.ts'
import { entry } from '../../../../src/domain/fees/fit/vector.ts'
import type { Rounding } from '../../../../src/domain/fees/tariff.ts'
import { rate, schedule } from './a-schedule.ts'

/** A form in words: its rounding, and `+tax` on top or `=tax` within the rates. */
type Form = Rounding | `${Rounding}${'+' | '='}tax`

const fitOf = (form: Form, fixed: number): ScheduleFit => {
  const [rounding = 'none', tax] = form.split(/[+=]/) as [Rounding, string?]
  const included = form.includes('=')
  return {
    schedule: schedule(
      { pse: rate(fixed, 0) },
      { rounding, tax: tax === undefined ? null : { name: 'IVA', percent: 19, included } },
    ),
    loose: [],
    fits: [],
    count: 0,
  }
}

const formOf = (fit: ScheduleFit): string => {
  const { rounding, tax } = fit.schedule
  return `${rounding}${tax === null ? '' : isOnTop(fit) ? '+tax' : '=tax'}`
}

/** The fits of one run in so many forms, the best one first; each run has a fixed sum of its own. */
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
    [
      'a tax within the rates is no other form',
      [['settlement=tax'], ['settlement']],
      [['settlement=tax'], ['settlement']],
    ],
    [
      'nor is it in a run that has both',
      [
        ['none', 'settlement'],
        ['settlement=tax', 'settlement'],
      ],
      [['settlement'], ['settlement=tax', 'settlement']],
    ],
  ])('%s', (_, runs, expected) => {
    const fits = inOneForm(runs.map(runOf))
    expect(fits.map((fit) => [fit, ...fit.alike].map(formOf))).toEqual(expected)
    for (const [run, fit] of fits.entries())
      for (const one of [fit, ...fit.alike]) expect(fixedOf(one)).toBe(100 * (run + 1))
  })
})
