import { expect, test } from 'vitest'
import { daysToSkip } from '../../jobs/steps/report/report-days.ts'
import { inBoth } from '../../src/std/both.ts'
import type { ErrorCode } from '../../src/std/error-codes.ts'
import { CuadreError } from '../../src/std/errors.ts'
import type { SlotState } from '../../src/store/pulls/slot-states.ts'
import { aPull, slot } from '../core/a.ts'

const RUN = 'run-2'
/** A slot of 12 March, or another day, that was due. */
const state = (cycle: string, instead: Partial<SlotState> = {}, date = '2026-03-12'): SlotState => ({
  slot: slot(date, cycle),
  pull: null,
  incomplete: null,
  assessment: null,
  actedSince: false,
  ...instead,
})
const readBy = (runId: string, cycle = '11') =>
  state(cycle, { pull: aPull({ slot: slot('2026-03-12', cycle), runId }) })
const failedBy = (code: string, cycle = '13', instead: Partial<SlotState> = {}) =>
  state(cycle, {
    incomplete: { slot: slot('2026-03-12', cycle), at: 0, code, reason: 'r', request: null, status: null },
    ...instead,
  })
const stop = (code: ErrorCode) => new CuadreError(code, inBoth('m'), inBoth('n'))

test.each<[string, readonly SlotState[], CuadreError | null, boolean]>([
  ['read by this run', [readBy(RUN)], null, false],
  ['read by this run, which stopped later', [readBy(RUN)], stop('CREDENTIALS_REJECTED'), false],
  ['read by an earlier run, and not tried', [readBy('run-1')], stop('CREDENTIALS_REJECTED'), true],
  ['never tried', [state('11')], stop('CREDENTIALS_REJECTED'), true],
  ['tried without an answer, and never read before', [failedBy('UNREACHABLE')], null, true],
  ['timed out, and never read before', [failedBy('TIMED_OUT')], null, true],
  ['tried without an answer, and read before', [failedBy('UNREACHABLE', '13'), readBy('run-1')], null, false],
  ['answered by what cannot be read, and never read before', [failedBy('BAD_ANSWER')], null, false],
  [
    'answered by what cannot be read by a run that stopped',
    [failedBy('BAD_ANSWER')],
    stop('CREDENTIALS_REJECTED'),
    true,
  ],
  ['tried by a run whose clock is off', [readBy(RUN)], stop('CLOCK_SKEW'), true],
])('the files of a day %s', (_, states, stopped, isLeft) => {
  const { date } = slot('2026-03-12')
  const due = states.map((one) => one.slot)
  expect([...daysToSkip([date], due, states, RUN, stopped)]).toEqual(isLeft ? [date] : [])
})

test('a day of which nothing was due is written, and by a clock that is off no day is', () => {
  const days = ['2026-03-11', '2026-03-12'].map((date) => slot(date).date)
  expect([...daysToSkip(days, [slot('2026-03-12')], [], RUN, null)]).toEqual(['2026-03-12'])
  expect([...daysToSkip(days, [slot('2026-03-12')], [], RUN, stop('CLOCK_SKEW'))]).toEqual(days)
})
