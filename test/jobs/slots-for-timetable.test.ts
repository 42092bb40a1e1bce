import { expect, test } from 'vitest'
import { slotsForTimetable } from '../../jobs/steps/schedule/slots-for-timetable.ts'
import type { KnownSlot } from '../../jobs/steps/schedule/timetable.ts'
import type { SlotState } from '../../src/store/pulls/slot-states.ts'
import { aPolicy, aPull, aSettlement, slot, someTotals } from '../core/a.ts'

const ATTEMPT = { slot: slot(), at: 0, code: 'X', reason: 'x', request: null, status: null }
const IN_PROCESS = aPull({ settlement: aSettlement({ status: 'processing' }) })
const NO_SETTLEMENT = aPull({ settlement: null })

const checked = (counted: number, verdict: 'reconciled' | 'provisional' | 'empty'): SlotState['assessment'] => ({
  slot: slot(),
  pullId: 7,
  rulebook: 'r',
  verdict,
  totals: someTotals({ counted }),
})

test.each<[what: string, state: Partial<SlotState>, isPending: boolean, verdict: KnownSlot['verdict']]>([
  ['final, and checked', { pull: aPull(), assessment: checked(1, 'reconciled') }, false, 'reconciled'],
  [
    'final, and a person acted since it was checked',
    { pull: aPull(), assessment: checked(1, 'reconciled'), actedSince: true },
    false,
    null,
  ],
  ['in process', { pull: IN_PROCESS, assessment: checked(1, 'provisional') }, true, 'provisional'],
  [
    'invoices without a settlement',
    { pull: NO_SETTLEMENT, assessment: checked(1, 'provisional') },
    true,
    'provisional',
  ],
  ['nothing that counts and no settlement', { pull: NO_SETTLEMENT, assessment: checked(0, 'empty') }, false, 'empty'],
  ['no settlement, and not checked yet', { pull: NO_SETTLEMENT }, false, null],
  ['never read', {}, false, null],
  ['never read whole', { incomplete: ATTEMPT }, true, 'incomplete'],
  [
    'final when it was read whole, and not read whole since',
    { pull: aPull(), assessment: checked(1, 'reconciled'), incomplete: ATTEMPT },
    true,
    'incomplete',
  ],
])('what the timetable knows of a slot: %s', (_, instead, isPending, verdict) => {
  const state: SlotState = {
    slot: slot(),
    pull: null,
    incomplete: null,
    assessment: null,
    actedSince: false,
    ...instead,
  }
  expect(slotsForTimetable([state], aPolicy())).toEqual([{ slot: slot(), isPending, verdict }])
})
