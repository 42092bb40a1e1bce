import { describe, expect, test } from 'vitest'
import type { Act } from '../../src/domain/findings/act.ts'
import type { Discrepancy, DiscrepancyState } from '../../src/domain/findings/discrepancy.ts'
import type { KnownDiscrepancy } from '../../src/domain/findings/disposition.ts'
import { timelineOf } from '../../src/domain/findings/timeline.ts'
import { readRow, type SheetContext } from '../../src/domain/sheets/sheet-row.ts'
import { BOGOTA, cop, slot } from './a.ts'

const ID = 'bda4edc405336ca0'
const WAIVED = 'aaaaaaaaaaaaaaaa'
const GONE = 'bbbbbbbbbbbbbbbb'

const known = (
  id: string,
  state: DiscrepancyState,
  code: Discrepancy['code'] = 'COLLECTED_MISMATCH',
): KnownDiscrepancy => {
  const finding = {
    code,
    severity: 'error',
    subject: 'settlement',
    figures: { unit: 'COP', stated: cop(45_200_000), recomputed: cop(43_350_000) },
    message: 'm',
    data: null,
    causes: [],
  } as const
  const acts: readonly Act[] =
    state === 'waived'
      ? [{ kind: 'waive', reason: 'agreed', until: null, discrepancy: id, number: 2, at: 2, by: 'Ana' }]
      : []
  const steps = timelineOf([{ finding, after: 1, at: 1, pull: 1 }], acts)
  return { discrepancy: { ...finding, id, slot: slot(), state, firstSeen: 0, lastSeen: 0, ageEnd: 0 }, steps }
}

const CONTEXT: SheetContext = {
  merchant: 'default',
  known: new Map(
    [known(ID, 'open'), known(WAIVED, 'waived', 'COUNT_MISMATCH'), known(GONE, 'resolved')].map((one) => [
      one.discrepancy.id,
      one,
    ]),
  ),
  today: slot('2026-03-13').date,
  order: 'day-first',
  untilOf: (date) => ({ date, end: BOGOTA.instantOf(date, 1440) }),
}

const read = (cells: Record<string, string>) => {
  const reading = readRow((column) => cells[column] ?? '', CONTEXT)
  switch (reading.kind) {
    case 'act':
      return reading.intent
    case 'wrong':
      return reading.why
    default:
      return reading.kind
  }
}

describe('a row that is right', () => {
  const act = (kind: string, reason: string, until?: string, discrepancy = ID) => ({
    kind,
    discrepancy,
    reason,
    ...(kind === 'waive' ? { until: until === undefined ? null : CONTEXT.untilOf(slot(until).date) } : {}),
  })
  test.each<readonly [string, Record<string, string>, unknown]>([
    ['asks for nothing', { id: ID }, 'nothing'],
    ['waives', { id: ID, disposition: 'waive', reason: 'ok' }, act('waive', 'ok')],
    ['waives in Spanish', { id: ID, disposition: 'ACEPTAR', reason: 'ok' }, act('waive', 'ok')],
    [
      'until a day',
      { id: ID, disposition: 'waive', reason: 'ok', until: '31/12/2026' },
      act('waive', 'ok', '2026-12-31'),
    ],
    [
      'until today',
      { id: ID, disposition: 'waive', reason: 'ok', until: '2026-03-13' },
      act('waive', 'ok', '2026-03-13'),
    ],
    ['is so already', { id: WAIVED, disposition: 'waive', reason: 'agreed' }, 'unchanged'],
    ['reopens', { id: WAIVED, disposition: 'reabrir', reason: 'no' }, act('reopen', 'no', undefined, WAIVED)],
    [
      'notes',
      { id: GONE, disposition: 'Nota', reason: 'was corrected' },
      act('note', 'was corrected', undefined, GONE),
    ],
    ['has an id in capitals', { id: ID.toUpperCase(), disposition: 'note', reason: 'x' }, act('note', 'x')],
    [
      'says what the books say, in the manner of a spreadsheet',
      {
        id: ID,
        merchant: 'default',
        date: '12/03/2026',
        code: 'COLLECTED_MISMATCH',
        stated: '45.200.000',
        recomputed: '43350000,00',
        disposition: 'note',
        reason: 'x',
      },
      act('note', 'x'),
    ],
    [
      'lost the last digits of its id to a spreadsheet',
      {
        id: '1234567890123450',
        date: '12/03/2026',
        cycle: '11',
        code: 'COUNT_MISMATCH',
        subject: 'settlement',
        disposition: 'note',
        reason: 'x',
      },
      act('note', 'x', undefined, WAIVED),
    ],
    [
      'lost its id to a spreadsheet',
      {
        id: '1,2E+15',
        date: '12/03/2026',
        cycle: '11',
        code: 'COUNT_MISMATCH',
        subject: 'settlement',
        disposition: 'note',
        reason: 'x',
      },
      act('note', 'x', undefined, WAIVED),
    ],
  ])('%s', (_, cells, expected) => expect(read(cells)).toEqual(expected))
})

describe('a row that is wrong', () => {
  const waive = (instead: Record<string, string>) => ({ id: ID, disposition: 'waive', reason: 'ok', ...instead })
  test.each<readonly [string, Record<string, string>, RegExp]>([
    ['another word', waive({ disposition: 'borrar' }), /disposition is "borrar": write waive/],
    ['a reason alone', { id: ID, reason: 'x' }, /reason is filled in, and disposition is not/],
    ['an until alone', { id: ID, until: 'x' }, /until is filled in, and disposition is not/],
    ['no reason', waive({ reason: '' }), /no reason/],
    ['a reason of no words', waive({ reason: '--' }), /no reason/],
    ['a note without words', waive({ disposition: 'note', reason: '' }), /a note has no words/],
    ['a reason like a book', waive({ reason: 'x'.repeat(4001) }), /longer than 4000/],
    ['an unknown id', waive({ id: 'f'.repeat(16) }), /no discrepancy has the id/],
    ['an unknown id of digits', waive({ id: '1'.repeat(16) }), /a spreadsheet may have changed it/],
    ['no id', waive({ id: '' }), /a spreadsheet may have changed it/],
    [
      'half an identity',
      waive({ id: '12', date: '2026-03-12', cycle: '13', code: 'COUNT_MISMATCH', subject: 'settlement' }),
      /may have changed it/,
    ],
    [
      'an identity of another subject',
      waive({ id: '12', date: '2026-03-12', cycle: '11', code: 'COUNT_MISMATCH', subject: 'list' }),
      /may have changed it/,
    ],
    [
      'an identity of another code',
      waive({ id: '12', date: '2026-03-12', cycle: '11', code: 'ADJUSTMENT', subject: 'settlement' }),
      /may have changed it/,
    ],
    ['another merchant', waive({ merchant: 'other' }), /of merchant other/],
    ['another code', waive({ code: 'COUNT_MISMATCH' }), /sorted apart/],
    ['another date', waive({ date: '2026-03-11' }), /sorted apart/],
    ['other figures', waive({ stated: '45200001' }), /stated has changed/],
    ['other figures recomputed', waive({ recomputed: '1' }), /recomputed has changed/],
    ['no date', waive({ until: 'mañana' }), /until is "mañana", and no date/],
    ['a day that is over', waive({ until: '2026-03-12' }), /is over: today is 2026-03-13/],
    ['until of a note', waive({ disposition: 'note', until: '2026-12-31' }), /until is for waive/],
    ['a resolved one', waive({ id: GONE }), /resolved already/],
    ['one that is not waived', waive({ disposition: 'reopen' }), /not waived/],
  ])('%s', (_, cells, why) => expect(read(cells)).toMatch(why))
})
