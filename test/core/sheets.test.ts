import { describe, expect, test } from 'vitest'
import type { Act } from '../../src/core/findings/act.ts'
import type { Discrepancy, DiscrepancyState } from '../../src/core/findings/discrepancy.ts'
import { timelineOf } from '../../src/core/findings/timeline.ts'
import {
  type DayOrder,
  mayBeFigure,
  readRow,
  type SheetContext,
  sheetDate,
} from '../../src/rules/account/decision-row.ts'
import type { KnownDiscrepancy } from '../../src/rules/account/disposition.ts'
import { aFinding, anOpenFinding, BOGOTA, cop, slot } from './a.ts'

test.each<readonly [string, DayOrder, string | null]>([
  ['2026-12-31', 'day-first', '2026-12-31'],
  ['2026/12/31', 'month-first', '2026-12-31'],
  ['2026-3-1', 'day-first', '2026-03-01'],
  ['2026-12-31 00:00', 'day-first', '2026-12-31'],
  ['2026-12-31T00:00:00', 'day-first', '2026-12-31'],
  ['2026-12-31 10:00', 'day-first', null],
  ['31/12/2026', 'day-first', '2026-12-31'],
  ['3/4/2026', 'day-first', '2026-04-03'],
  ['3/4/2026', 'month-first', '2026-03-04'],
  ['31-12-2026', 'day-first', '2026-12-31'],
  ['31.12.2026', 'day-first', '2026-12-31'],
  ['12/31/2026', 'month-first', '2026-12-31'],
  ['12/31/2026', 'day-first', null],
  ['31/12/2026', 'month-first', null],
  ['el 2026-12-31', 'day-first', null],
  ['el 31/12/2026', 'day-first', null],
  ['31/12/2026 10:00', 'day-first', null],
  ['31/12/26', 'day-first', null],
  ['30/02/2026', 'day-first', null],
  ['2026-02-30', 'day-first', null],
  ['46387', 'day-first', null],
  ['mañana', 'day-first', null],
  ['', 'day-first', null],
])('%s, %s, is %s', (text, order, date) => expect(sheetDate(text, order)).toBe(date))

test.each<readonly [string, bigint | number | string | null, boolean]>([
  ['45200000', cop(45_200_000), true],
  ['45200000.5', cop(45_200_000.5), true],
  ['45200000,50', cop(45_200_000.5), true],
  ['45.200.000,5', cop(45_200_000.5), true],
  ['45,200,000.50', cop(45_200_000.5), true],
  ['45.200.000,55', cop(45_200_000.55), true],
  ['unos 45.200.000', cop(45_200_000), false],
  ['45.200.000 netos', cop(45_200_000), false],
  ['unos 45,200,000', cop(45_200_000), false],
  ['45,200,000 netos', cop(45_200_000), false],
  ['-0', cop(0), true],
  ['null', null, false],
  ['$ 45.200.000', cop(45_200_000), true],
  ['COP 45,200,000', cop(45_200_000), true],
  ['45\u00a0200\u00a0000', cop(45_200_000), true],
  ['-1850000', cop(-1_850_000), true],
  ['-0.05', cop(-0.05), true],
  ['0', cop(0), true],
  ['0,00', cop(0), true],
  ['007', 7, true],
  ['24', 24, true],
  ['24,0', 24, true],
  ['25', 24, false],
  ['45200001', cop(45_200_000), false],
  ['1850000', cop(-1_850_000), false],
  ['4,52E+07', cop(45_200_000), false],
  ['x', cop(1), false],
  ['1', null, false],
  ['', null, true],
  ['', cop(1), true],
  ['anything', 'credited', true],
])('%s may be %s: %s', (cell, figure, expected) => {
  expect(mayBeFigure(cell, figure as Parameters<typeof mayBeFigure>[1])).toBe(expected)
})

const ID = 'bda4edc405336ca0'
const ACCEPTED = 'aaaaaaaaaaaaaaaa'
const GONE = 'bbbbbbbbbbbbbbbb'

const known = (
  id: string,
  state: DiscrepancyState,
  code: Discrepancy['code'] = 'COLLECTED_MISMATCH',
): KnownDiscrepancy => {
  const finding = aFinding({
    code,
    figures: { unit: 'COP', reported: cop(45_200_000), expected: cop(43_350_000) },
  })
  const acts: readonly Act[] =
    state === 'accepted'
      ? [{ kind: 'accept', reason: 'agreed', until: null, discrepancy: id, number: 2, at: 2, by: 'Ana' }]
      : []
  const steps = timelineOf([{ finding, after: 1, at: 1, pull: 1 }], acts)
  return {
    discrepancy: anOpenFinding({ ...finding, id, case: id, state }),
    steps,
  }
}

const CONTEXT: SheetContext = {
  merchant: 'default',
  known: new Map(
    [known(ID, 'open'), known(ACCEPTED, 'accepted', 'COUNT_MISMATCH'), known(GONE, 'resolved')].map((one) => [
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
    case 'acts':
      return reading.intents[0] ?? 'unchanged'
    case 'wrong':
      expect(reading.why.es).not.toBe(reading.why.en)
      return reading.why.en
    default:
      return reading.kind
  }
}

describe('a row that is right', () => {
  const act = (kind: string, reason: string, until?: string, discrepancy = ID) => ({
    kind,
    discrepancy,
    reason,
    ...(kind === 'accept' ? { until: until === undefined ? null : CONTEXT.untilOf(slot(until).date) } : {}),
  })
  const claimed = (reason: string, ticket: string | null, until: string | null = null) => ({
    kind: 'claim',
    discrepancy: ID,
    reason,
    ticket,
    until: until === null ? null : CONTEXT.untilOf(slot(until).date),
  })
  test.each<readonly [string, Record<string, string>, unknown]>([
    ['claims', { id: ID, disposition: 'claim', reason: 'asked' }, claimed('asked', null)],
    [
      'claims in Spanish, with a ticket and a day',
      { id: ID, disposition: 'Reclamado', reason: 'ok', ticket: 'PQR-1', until: '31/12/2026' },
      claimed('ok', 'PQR-1', '2026-12-31'),
    ],
    [
      'has a reason of four thousand characters',
      { id: ID, disposition: 'note', reason: 'x'.repeat(4000) },
      act('note', 'x'.repeat(4000)),
    ],
    ['asks for nothing', { id: ID }, 'nothing'],
    ['accepts', { id: ID, disposition: 'accept', reason: 'ok' }, act('accept', 'ok')],
    ['accepts in Spanish', { id: ID, disposition: 'ACEPTAR', reason: 'ok' }, act('accept', 'ok')],
    [
      'until a day',
      { id: ID, disposition: 'accept', reason: 'ok', until: '31/12/2026' },
      act('accept', 'ok', '2026-12-31'),
    ],
    [
      'until today',
      { id: ID, disposition: 'accept', reason: 'ok', until: '2026-03-13' },
      act('accept', 'ok', '2026-03-13'),
    ],
    [
      'of a case with as many findings as listed',
      { id: ID, findings: '1', disposition: 'accept', reason: 'ok' },
      act('accept', 'ok'),
    ],
    ['is so already', { id: ACCEPTED, disposition: 'accept', reason: 'agreed' }, 'unchanged'],
    ['reopens', { id: ACCEPTED, disposition: 'reabrir', reason: 'no' }, act('reopen', 'no', undefined, ACCEPTED)],
    [
      'notes',
      { id: GONE, disposition: 'Nota', reason: 'was corrected' },
      act('note', 'was corrected', undefined, GONE),
    ],
    ['has an id in capitals', { id: ID.toUpperCase(), disposition: 'note', reason: 'x' }, act('note', 'x')],
    [
      'says what the database says, in the manner of a spreadsheet',
      {
        id: ID,
        merchant: 'default',
        date: '12/03/2026',
        code: 'COLLECTED_MISMATCH',
        reported: '45.200.000',
        expected: '43350000,00',
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
      act('note', 'x', undefined, ACCEPTED),
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
      act('note', 'x', undefined, ACCEPTED),
    ],
  ])('%s', (_, cells, expected) => expect(read(cells)).toEqual(expected))
})

describe('a row that is wrong', () => {
  const accept = (instead: Record<string, string>) => ({ id: ID, disposition: 'accept', reason: 'ok', ...instead })
  test.each<readonly [string, Record<string, string>, RegExp]>([
    ['another word', accept({ disposition: 'borrar' }), /disposition is "borrar": write accept/],
    ['a reason alone', { id: ID, reason: 'x' }, /reason is filled in, and disposition is not/],
    ['an until alone', { id: ID, until: 'x' }, /until is filled in, and disposition is not/],
    ['no reason', accept({ reason: '' }), /no reason/],
    ['a reason of no words', accept({ reason: '--' }), /no reason/],
    ['a note without words', accept({ disposition: 'note', reason: '' }), /a note has no words/],
    ['a reason like a book', accept({ reason: 'x'.repeat(4001) }), /longer than 4000/],
    ['an unknown id', accept({ id: 'f'.repeat(16) }), /no discrepancy has the id/],
    ['an unknown id of digits', accept({ id: '1'.repeat(16) }), /a spreadsheet may have changed it/],
    ['no id', accept({ id: '' }), /a spreadsheet may have changed it/],
    [
      'half an identity',
      accept({ id: '12', date: '2026-03-12', cycle: '13', code: 'COUNT_MISMATCH', subject: 'settlement' }),
      /may have changed it/,
    ],
    [
      'an identity of another day',
      accept({ id: '12', date: '2026-03-11', cycle: '11', code: 'COUNT_MISMATCH', subject: 'settlement' }),
      /may have changed it/,
    ],
    [
      'an identity of another subject',
      accept({ id: '12', date: '2026-03-12', cycle: '11', code: 'COUNT_MISMATCH', subject: 'list' }),
      /may have changed it/,
    ],
    [
      'an identity of another code',
      accept({ id: '12', date: '2026-03-12', cycle: '11', code: 'ADJUSTMENT', subject: 'settlement' }),
      /may have changed it/,
    ],
    ['another merchant', accept({ merchant: 'other' }), /of merchant other/],
    ['another code', accept({ code: 'COUNT_MISMATCH' }), /sorted apart/],
    ['another date', accept({ date: '2026-03-11' }), /sorted apart/],
    ['other figures', accept({ reported: '45200001' }), /reported has changed/],
    ['other figures expected', accept({ expected: '1' }), /expected has changed/],
    ['a case with other findings', accept({ findings: '2' }), /its case has other findings now/],
    ['no date', accept({ until: 'mañana' }), /until is "mañana", and no date/],
    ['a day that is over', accept({ until: '2026-03-12' }), /is in the past: today is 2026-03-13/],
    ['until of a note', accept({ disposition: 'note', until: '2026-12-31' }), /until is for accept/],
    ['a resolved one', accept({ id: GONE }), /resolved already/],
    ['a ticket of an acceptance', accept({ ticket: 'T-1' }), /ticket is for claim, not for accept/],
    ['a ticket without a disposition', { id: ID, ticket: 'T-1' }, /ticket is filled in, and disposition is not/],
    ['one that is not accepted', accept({ disposition: 'reopen' }), /neither accepted nor claimed/],
  ])('%s', (_, cells, why) => expect(read(cells)).toMatch(why))
})

test.each(['disposition', 'merchant', 'until'])('of a long %s only the beginning is quoted', (column) => {
  const cells: Record<string, string> = { id: ID, disposition: 'accept', reason: 'ok', [column]: 'x'.repeat(60) }
  const reading = readRow((name) => cells[name] ?? '', CONTEXT)
  const beginning = expect.stringMatching(/[^x]x{40}[^x]/)
  expect(reading).toMatchObject({ kind: 'wrong', why: { en: beginning, es: beginning } })
})

test('a Spanish refusal writes days as people do', () => {
  const cells: Record<string, string> = { id: ID, disposition: 'accept', reason: 'ok', until: '2026-03-12' }
  const reading = readRow((name) => cells[name] ?? '', CONTEXT)
  expect(reading).toMatchObject({ why: { es: 'until 12/03/2026 ya pasó: hoy es 13/03/2026' } })
})
