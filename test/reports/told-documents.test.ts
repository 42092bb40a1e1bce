import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { arrivalIn } from '../../reports/documents/bank/arrival-in.ts'
import { ACCOUNTS, FILES, VOID } from '../../reports/documents/bank/bank-files.ts'
import { BANK_IMPORT } from '../../reports/documents/bank/bank-import-report.ts'
import { BANK_LIST } from '../../reports/documents/bank/bank-list-report.ts'
import { CLOSE, notClosable } from '../../reports/documents/close-document.ts'
import {
  DIAGNOSES,
  type DoctorCheck,
  exitCodeOfDiagnoses,
  failedCheck,
  ok,
  warning,
} from '../../reports/documents/diagnosis.ts'
import {
  DISCREPANCIES_LIST,
  DISCREPANCIES_SHOW,
  DISPOSITION,
  REFUSED_SHEET,
} from '../../reports/documents/discrepancies.ts'
import { DOCUMENTS, schemaOf } from '../../reports/documents/documents.ts'
import { EXPLANATION, explanation, unresolvedIn } from '../../reports/documents/explanation.ts'
import { EXPORT } from '../../reports/documents/export-document.ts'
import { FEES } from '../../reports/documents/fees/fees-document.ts'
import { FEES_FIT } from '../../reports/documents/fees/fees-fit-report.ts'
import { type BankEvent, betweenReadings, HISTORY, historyEntries } from '../../reports/documents/history.ts'
import { IN_TRANSIT as IN_TRANSIT_DOCUMENT } from '../../reports/documents/in-transit.ts'
import { isWorthSending, NOTICE } from '../../reports/documents/notice.ts'
import { READINGS } from '../../reports/documents/readings.ts'
import { JOB } from '../../reports/documents/run-document.ts'
import { runMetrics } from '../../reports/documents/run-metrics.ts'
import { verdictsOf, WHOLE_RUN } from '../../reports/documents/runs.ts'
import { FOUND } from '../../reports/documents/search-report.ts'
import { INVOICE, SETTLEMENT } from '../../reports/documents/service.ts'
import { STATEMENT } from '../../reports/documents/statement-document.ts'
import { STATUS, statusReport } from '../../reports/documents/status.ts'
import { RECEIVED_LIST, RECEIVED_WHOLE } from '../../reports/documents/webhooks.ts'
import { parquetColumns, parquetSchemaDocument } from '../../reports/ledgers/parquet-columns.ts'
import { weeksUntil } from '../../reports/pages/weeks.ts'
import type { BankFileRecord } from '../../src/core/bank/bank-file-record.ts'
import { BRIDGE_KINDS, type BridgeRow, bankBridge } from '../../src/core/bank/bank-overview.ts'
import type { Arrival } from '../../src/core/bank/payout-arrivals.ts'
import { BY_EXACT_SUMS } from '../../src/core/bank/tie-out.ts'
import { wholeHoursBetween } from '../../src/core/calendar/calendar.ts'
import type { Json } from '../../src/core/cell.ts'
import type { Act, Payer, Recovery } from '../../src/core/findings/act.ts'
import { type Change, timelineOf } from '../../src/core/findings/timeline.ts'
import type { InvoiceChange } from '../../src/core/pull/invoice-in-pull.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { jsonText } from '../../src/print/json.ts'
import { terminalText } from '../../src/print/terminal.ts'
import { IN_TRANSIT } from '../../src/questions/in-transit.ts'
import { statusText } from '../../src/questions/status.ts'
import { compareBill } from '../../src/rules/account/fees-summary.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { chargebackBalance } from '../../src/rules/assessment/chargeback-account.ts'
import { countedReportOf } from '../../src/rules/assessment/slot-report.ts'
import { firstSentence } from '../../src/words/first-sentence.ts'
import { anUnpaidInvoice, aPaidInvoice, aSettlement, at, BOGOTA, cop, slot } from '../core/a.ts'
import { anInvoice } from './a-day.ts'
import { aFeesReport, IN_PROCESS, NO_TARIFF, RIGHT, TOO_LITTLE, TOO_MUCH, UNREAD } from './a-fees-report.ts'
import { A_CAUSE, anEntry, MONTH_POLICY, monthFacts, monthReports, UNKNOWN_CREDIT } from './a-month.ts'
import { aDiscrepancy } from './a-slot.ts'
import { A_CLOSING, aStatement, aStatementOfClosedDays, MARCH, someInTransit } from './a-statement.ts'
import { anAcceptedLife, aTimeline } from './a-timeline.ts'
import { shortJson } from './short-text.ts'
import { somePulls } from './some-pulls.ts'

const stored = (name: string): string => join(import.meta.dirname, '../expected/reports', `${name}.json`)

const told = async (name: string, document: Json): Promise<void> => {
  await expect(`${shortJson(JSON.parse(jsonText(document)))}\n`).toMatchFileSnapshot(stored(name))
}

const NOW = at('2026-03-13T22:30:00-05:00')
const day = (text: string): SlotDate => text as SlotDate

const reportOf = (date: string, cycle = '11') => {
  const report = monthReports().find(({ slot: one }) => one.date === date && one.cycle === cycle)
  if (report === undefined) throw new Error(`the month has no ${date} ${cycle}`)
  return report
}

test('the account with the operator', async () => {
  await told('statement', STATEMENT.of({ ...aStatement(), files: ['a.html'] }))
})

test('the account of closed days', async () => {
  await told('statement-closed', STATEMENT.of({ ...aStatementOfClosedDays(), files: [] }))
})

test('a run over every trouble', async () => {
  await told(
    'run',
    JOB.of({
      command: 'run',
      outcome: 'differs',
      exitCode: 3,
      runId: 'run-1',
      slots: monthReports().toReversed(),
      files: ['a.csv'],
      asOf: { number: 7, at: NOW },
      error: null,
    }),
  )
})

const standingOf = () => {
  const reports = monthReports()
  return {
    merchant: 'casa',
    now: NOW,
    zone: BOGOTA,
    weeks: { from: day('2026-03-02'), to: day('2026-03-09') },
    reports: reports.map(countedReportOf),
    lastSuccess: { id: 'run-1', at: NOW - 7_199_999, outcome: 'differs' },
    lastRead: NOW,
    hasNights: true,
    chargebacks: chargebackBalance(monthFacts().chargebacks, MARCH),
    quiet: { since: day('2026-03-10'), businessDays: 2 },
    closed: A_CLOSING,
    bank: {
      through: day('2026-03-12'),
      bridge: bankBridge([{ slot: slot(), payout: cop(5), arrival: { kind: 'not-covered' } }], []),
    },
    recovered: [],
    unusableNotifications: 2,
    asOf: { number: 7, at: NOW },
  }
}

test('how a merchant stands', async () => {
  const status = statusReport(standingOf())
  for (const { number, today, week, month, older } of status.open) expect(today + week + month + older).toBe(number)
  await told('status', STATUS.of(status))
  const nothing = { lastSuccess: null, lastRead: null, quiet: null, closed: null, bank: null, asOf: null }
  expect(STATUS.of(statusReport({ ...standingOf(), ...nothing, reports: [] }))).toMatchObject({
    lastSuccess: null,
    lastRead: null,
    quiet: null,
    closed: null,
    bank: null,
    asOf: null,
    calendar: [],
  })
})

test.each(['en', 'es'] as const)(
  'what it says of the bank adds up to all payouts, of whatever kinds they are: %s',
  (language) => {
    const kinds = BRIDGE_KINDS.filter((kind) => kind !== 'negative' && kind !== 'echo')
    const row = (kind: BridgeRow['kind'], settlements: number): BridgeRow => ({
      ...{ kind, settlements, payouts: cop(0), banked: null, left: cop(0) },
    })
    const display = { language, width: 500, colour: false }
    const numbersOf = (told: readonly BridgeRow[]): readonly number[] => {
      const total = told.reduce((all, { settlements }) => all + settlements, 0)
      const bank = { through: day('2026-03-12'), bridge: [...told, row('negative', 4), row('total', total + 4)] }
      const text = statusText(statusReport({ ...standingOf(), bank }), BOGOTA, {
        display,
        all: false,
        pasteable: String,
      })
      const [line = ''] = /^Ban(k|co) .*$/m.exec(text) ?? []
      return [...line.replace(/^.*?: |;.*$/g, '').matchAll(/\d+/g)].map(([number]) => Number(number))
    }
    for (const kind of kinds) {
      const [arrived = 0, all, ...others] = numbersOf([row(kind, 2)])
      expect([kind, arrived + sumOfNumbers(others)]).toEqual([kind, all])
    }
    const [, all, ...others] = numbersOf(kinds.map((kind) => row(kind, 3)))
    expect([all, others]).toEqual([3 * kinds.length, kinds.slice(1).map(() => 3)])
  },
)

const sumOfNumbers = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

test('ages of what is open end at a day, a week and 31 days', () => {
  const ages = [0, 1, 6, 7, 30, 31, 400]
  const discrepancies = ages.map((days) =>
    aDiscrepancy({ ageEnd: at('2026-03-12T22:30:00-05:00') + days * 86_400_000 }),
  )
  const [errors] = statusReport({ ...standingOf(), reports: [{ ...reportOf('2026-03-12'), discrepancies }] }).open
  expect(errors).toEqual({ severity: 'error', number: 7, today: 1, week: 2, month: 2, older: 2 })
})

test('hours are whole, and weeks are the one of the day and the four before it', () => {
  expect([wholeHoursBetween(0, 3_599_999), wholeHoursBetween(0, 3_600_000)]).toEqual([0, 1])
  for (const today of ['2026-03-09', '2026-03-12', '2026-03-15'])
    expect(weeksUntil(day(today))).toEqual({ from: '2026-02-09', to: '2026-03-15' })
})

const explained = (date: string, cycle = '11') => ({
  report: reportOf(date, cycle),
  isChecked: true,
  invoices: [
    anInvoice(),
    anInvoice({ id: 'inv-2', slot: slot(date, '13') }),
    anInvoice({ id: 'inv-3', slot: slot(date, cycle) }),
  ],
  moreInvoices: 3,
  pulls: somePulls(),
  chargebacks: chargebackBalance(monthFacts().chargebacks, MARCH),
  arrival: null,
  asOf: null,
})

test('a settlement explained', async () => {
  const arrival = { kind: 'arrived', tie: 3, banked: cop(1), tied: cop(2), on: day('2026-03-03'), parts: [] } as const
  const missing = {
    kind: 'missing',
    lastDay: day('2026-03-06'),
    through: day('2026-03-06'),
    isComplete: true,
    laterCredits: [],
    takenBack: [],
  } as const
  const past = { number: 7, at: NOW }
  const document = (one: Parameters<typeof explanation>[0]): Json => EXPLANATION.of(explanation(one, MONTH_POLICY))
  await told('explanations', [
    document({ ...explained('2026-03-02'), arrival }),
    document({ ...explained('2026-03-03'), isChecked: false, invoices: [], arrival: missing }),
    document({ ...explained('2026-03-05'), asOf: past }),
    document({ ...explained('2026-03-09'), invoices: [] }),
    document({ ...explained('2026-03-10'), pulls: [] }),
  ])
})

test('what a settlement with parts of nothing cannot tell', () => {
  const settlement = aSettlement({ fees: cop(0), adjustments: cop(0) })
  const { undetermined } = explanation(
    { ...explained('2026-03-02'), report: { ...reportOf('2026-03-02'), settlement } },
    MONTH_POLICY,
  )
  expect(undetermined.en.length).toBeGreaterThan(0)
  expect(undetermined.es).toHaveLength(undetermined.en.length)
  const without = { ...reportOf('2026-03-05'), settlement: null }
  expect(explanation({ ...explained('2026-03-05'), report: without }, MONTH_POLICY).undetermined).toEqual({
    en: [],
    es: [],
  })
})

test.each([
  ['reconciled', ['discrepancies']],
  ['incomplete', ['run']],
  ['provisional', ['run']],
  ['discrepant', ['discrepancies', 'run']],
  ['exceptions', ['discrepancies', 'run']],
  ['failed', ['discrepancies', 'run']],
] as const)('what to do about a settlement that is %s', (verdict, verbs) => {
  const report = { ...reportOf('2026-03-02'), verdict }
  const { next } = explanation({ ...explained('2026-03-02'), report, invoices: [] }, MONTH_POLICY)
  expect(next.map(({ command }) => command.split(' ')[1])).toEqual(verbs)
})

test('a resolved discrepancy stands no longer', () => {
  expect(unresolvedIn(reportOf('2026-03-12')).map(({ code }) => code)).toEqual(['CHARGEBACK', 'INVOICE_MOVED'])
})

const CHANGES: readonly InvoiceChange[] = [
  { kind: 'added', invoiceId: 'a', pull: 5, isBack: true },
  { kind: 'left', invoiceId: 'b', pull: 5, became: null },
  {
    kind: 'moved',
    invoiceId: 'c',
    pull: 5,
    became: { invoiceId: 'c', status: 'paid', ownDate: '2026-03-14', ownCycle: '13' },
  },
  {
    kind: 'altered',
    invoiceId: 'd',
    pull: 5,
    fields: [{ field: 'paid', isPersonal: false, before: cop(1), now: cop(2) }],
  },
]

test('everything that happened to a settlement, in the order of the one sequence', async () => {
  const changes = new Map([[5, { moved: 1, changes: CHANGES, moreChanges: 2 }]])
  const timelines = new Map([
    ['bbbbbbbbbbbbbbbb', anAcceptedLife()],
    ['aaaaaaaaaaaaaaaa', aTimeline()],
  ])
  const closing = { ...A_CLOSING, number: 10, at: at('2026-03-07T08:00:00-05:00'), undone: null }
  const entries = historyEntries({ pulls: somePulls(), changes, timelines, closings: [closing] })
  expect(entries.map((entry) => entry.kind)).toEqual([
    'pull',
    'act',
    'pull',
    'act',
    'pull',
    'act',
    'attempt',
    'pull',
    'closing',
    'pull',
    'act',
  ])
  await told('history', HISTORY.of({ merchant: 'casa', slot: slot(), asOf: null, entries }))
  expect(historyEntries({ pulls: [], changes: new Map(), timelines: new Map(), closings: [] })).toEqual([])
})

const paidField = (before: number, now: number) => ({
  ...{ field: 'paid', isPersonal: false, before: cop(before), now: cop(now) },
})

test('what differs between two readings: what came and went, or changed and changed back, does not', () => {
  const of = (pull: number, ...changes: readonly object[]) =>
    [pull, { moved: 0, moreChanges: 0, changes: changes.map((one) => ({ pull, ...one })) as InvoiceChange[] }] as const
  const changes = new Map([
    of(
      2,
      { invoiceId: 'came and went', kind: 'added', isBack: false },
      { invoiceId: 'went and came', kind: 'left', became: null },
      { invoiceId: 'changed back', kind: 'altered', fields: [paidField(1, 2)] },
      { invoiceId: 'changed twice', kind: 'altered', fields: [paidField(1, 2)] },
    ),
    of(
      3,
      { invoiceId: 'came and went', kind: 'left', became: null },
      { invoiceId: 'went and came', kind: 'added', isBack: true },
      { invoiceId: 'changed back', kind: 'altered', fields: [paidField(2, 1)] },
      { invoiceId: 'changed twice', kind: 'altered', fields: [paidField(2, 3)] },
    ),
    of(5, { invoiceId: 'came', kind: 'added', isBack: false }, { invoiceId: 'went', kind: 'left', became: null }),
  ])
  const entries = historyEntries({ pulls: somePulls(), changes, timelines: new Map(), closings: [] })
  const between = (first: number, last: number) => {
    const net = betweenReadings(entries, first, last)
    return [net?.step.settlement.map(({ field }) => field), net?.changes.map((one) => [one.kind, one.invoiceId])]
  }
  const changed = ['altered', 'changed twice']
  expect(between(3, 7)).toEqual([['status'], [changed]])
  expect(between(3, 9)).toEqual([
    ['status', 'gateway', 'payout'],
    [changed, ['added', 'came'], ['left', 'went']],
  ])
  expect(betweenReadings(entries, 9, 9)).toBeNull()
})

const bankEvent = (kind: BankEvent['kind'], number: number, by = 'Ana'): BankEvent => ({ kind, number, by, text: 'x' })

test.each<[what: string, bank: readonly BankEvent[], behind: { event: BankEvent['kind']; number: number } | null]>([
  ['nothing', [], null],
  ['nothing of its number', [bankEvent('import', 11), bankEvent('import', 13)], null],
  ['a file', [bankEvent('tie', 11), bankEvent('import', 12)], { event: 'import', number: 12 }],
  ['a tie of a person', [bankEvent('import', 11), bankEvent('tie', 12)], { event: 'tie', number: 12 }],
  [
    'a file, and the ties that follow from it',
    [bankEvent('import', 10), bankEvent('tie', 11, BY_EXACT_SUMS), bankEvent('tie', 12, BY_EXACT_SUMS)],
    { event: 'import', number: 10 },
  ],
  ['a tie by exact sums alone', [bankEvent('tie', 12, BY_EXACT_SUMS)], { event: 'tie', number: 12 }],
])('a later check of a reading stands by its own number, with what happened at the bank: %s', (_, bank, behind) => {
  const pulls = somePulls().map((pull) => ({ ...pull, checkedAfter: pull.number }))
  const steps = aTimeline().map((step) =>
    step.number === 12 && step.sighting !== null ? { ...step, sighting: { ...step.sighting, pull: 9 } } : step,
  )
  const timelines = new Map([['aaaaaaaaaaaaaaaa', steps]])
  const entries = historyEntries({ pulls, changes: new Map(), timelines, closings: [], bank })
  const found = entries.flatMap((entry) => {
    if (entry.kind === 'pull') return [`pull ${entry.step.number}: ${entry.found.map(({ number }) => number)}`]
    return entry.kind === 'check' ? [`check ${entry.number}: ${entry.found.map(({ number }) => number)}`] : []
  })
  expect(found).toEqual(['pull 3: 3', 'pull 5: ', 'pull 7: 7', 'pull 9: 9', 'pull 12: ', 'check 12: 12'])
  const { history } = HISTORY.of({ merchant: 'casa', slot: slot(), asOf: null, entries })
  const check = (history as readonly { readonly [name: string]: Json }[]).find(({ kind }) => kind === 'check')
  expect(check).toMatchObject({
    number: 12,
    at: '2026-03-08T03:30:00.000Z',
    bank: behind && { ...behind, by: bank.find(({ number }) => number === behind.number)?.by, text: 'x' },
    found: [{ number: 12, code: 'COLLECTED_MISMATCH' }],
  })
})

test('the files of the bank, and one that was voided', async () => {
  const days = { account: '123', from: day('2026-03-02'), to: day('2026-03-06'), entries: 4 }
  const file: BankFileRecord = {
    ...{ number: 5, at: NOW, by: 'Ana', name: 'march.csv', format: 'mapped', digest: 'c0ffee', isOriginal: true },
    statements: [days, { ...days, account: '456' }],
    voided: null,
  }
  const voided = { ...file, number: 6, voided: { number: 9, at: NOW + 60_000, by: 'Eva', reason: 'another account' } }
  await told('bank-files', [
    FILES.of({ merchant: 'casa', files: [file, voided] }),
    VOID.of({ merchant: 'casa', file: voided, untied: [7, 8], files: ['a.csv'] }),
  ])
})

test('what became later of a settlement of the closing balance is in the document of the account', () => {
  const statement = aStatement()
  const later = [{ kind: 'paid-out', on: day('2026-04-03'), sum: cop(5) }] as const
  const items = statement.account.items.slice(0, 1).map((one) => ({ ...one, later }))
  const document = STATEMENT.of({ ...statement, account: { ...statement.account, items }, files: [] })
  expect(document).toMatchObject({
    account: { settlements: [{ later: [{ kind: 'paid-out', on: '2026-04-03', sum: cop(5) }] }] },
  })
})

test('what was closed before it was ever read stands before its readings', () => {
  const undone = { number: 0.5, at: A_CLOSING.at, by: 'Pedro', reason: 'too early' }
  const closing = { ...A_CLOSING, number: 0, undone }
  const entries = historyEntries({ pulls: somePulls(), changes: new Map(), timelines: new Map(), closings: [closing] })
  expect(entries.map(({ kind }) => kind).slice(0, 3)).toEqual(['closing', 'undo', 'pull'])
})

test('a discrepancy that was never found is a mistake of ours', () => {
  const timelines = new Map([['x', aTimeline().slice(1)]])
  expect(() => historyEntries({ pulls: [], changes: new Map(), timelines, closings: [] })).toThrow('never found')
})

test('a discrepancy with all that happened to it, and the pulls behind it', async () => {
  const discrepancy = aDiscrepancy({ causes: [A_CAUSE], firstSeen: Date.parse('2026-03-02T22:30:00-05:00') })
  const of = { merchant: 'casa', findings: [discrepancy], pulls: somePulls(), payments: [] }
  const found = [{ discrepancy: aDiscrepancy({ id: 'b' }), steps: anAcceptedLife() }]
  await told('discrepancy', [
    DISCREPANCIES_SHOW.of({ ...of, discrepancy, steps: aTimeline() }).discrepancy,
    ...(DISCREPANCIES_LIST.of({ ...of, isAnythingPulled: true, found, whole: found }).discrepancies as Json[]),
  ])
})

const ACTED = { at: NOW, by: 'Ana', discrepancy: 'aaaaaaaaaaaaaaaa', reason: 'so' }
const UNTIL = { date: day('2026-03-20'), end: NOW }
const paidBy = (by: Payer): Recovery => ({ by, sum: cop(60), on: day('2026-03-12') })

test('decisions on discrepancies, what paid a claim, and a sheet that was refused', async () => {
  const ofBank = { kind: 'entry', entry: 'e1' } as const
  const settled = paidBy({ kind: 'adjustment', slot: slot() })
  const acts: readonly Act[] = [
    { ...ACTED, number: 1, kind: 'accept', until: null },
    { ...ACTED, number: 2, kind: 'claim', ticket: 'T-7', until: UNTIL },
    { ...ACTED, number: 3, kind: 'settle', recovery: settled },
    { ...ACTED, number: 4, kind: 'settle', recovery: { ...paidBy(ofBank), isAll: true } },
    { ...ACTED, number: 5, kind: 'note' },
  ]
  const discrepancy = aDiscrepancy({ firstSeen: Date.parse('2026-03-02T22:30:00-05:00') })
  const steps = timelineOf(
    aTimeline().flatMap(({ sighting }) => sighting ?? []),
    acts,
  )
  const of = { merchant: 'casa', acts, unchanged: 1, discrepancies: [{ discrepancy, steps }], files: ['a.csv'] }
  const payments = [{ by: ofBank, on: day('2026-03-12'), left: cop(60) }]
  const more = { merchant: 'casa', findings: [], pulls: somePulls(), payments }
  await told('dispositions', [
    DISPOSITION.of({ ...of, report: null }),
    DISPOSITION.of({ ...of, acts: [], report: { runId: 'run-1', slots: monthReports().slice(0, 2) } }),
    DISCREPANCIES_SHOW.of({ ...more, discrepancy, steps }),
    REFUSED_SHEET.of({ rows: [{ line: 2, why: { en: 'no such id' } }] }),
  ])
})

test('notifications in the inbox', async () => {
  const body = Buffer.from('{}')
  const received = {
    ...{
      webhookId: 'w1',
      type: 'settlement.paid',
      slot: slot(),
      receivedAt: NOW,
      sentAt: 'then',
      format: 'signed-body' as const,
    },
    ...{ payloadField: 'data', runId: 'run-1', failures: 1, reason: 'no', nextTryAt: NOW, conflicts: 1, body },
    ...{ headers: { 'content-type': 'application/json', 'x-signature': 'secret' }, content: '', unusable: null },
  } as const
  await told('webhooks', [
    RECEIVED_LIST.of({
      events: [
        { ...received, state: 'waiting' },
        { ...received, state: 'waiting', nextTryAt: 0 },
        { ...received, state: 'done', slot: null },
      ],
    }),
    RECEIVED_WHOLE.of({ event: { ...received, state: 'kept', others: [{ receivedAt: NOW, body }] } }),
  ])
})

const change = (code: string, before: Change['before'], after: Change['after']): Change => ({
  id: code,
  slot: slot(),
  code,
  before,
  after,
})

const NEWS = {
  merchant: 'casa',
  job: 'run',
  runId: 'run-1',
  at: NOW,
  outcome: 'differs',
  exitCode: 3,
  code: null,
  money: null,
  changes: { appeared: [], worse: [], resolved: [] },
  transition: 'as-before',
} as const

test('what somebody is told of a run', async () => {
  const some = (number: number): readonly Change[] =>
    Array.from({ length: number }, (_, n) => change(`C${n}`, null, 'error'))
  const changes = {
    appeared: some(4),
    worse: [change('W', 'warning', 'error')],
    resolved: [change('R', 'error', null)],
  }
  await told('notifications', [
    NOTICE.of({ ...NEWS, changes, money: positionOf(monthReports()) }),
    NOTICE.of({ ...NEWS, transition: 'stopped', code: 'HTTP', exitCode: 4, money: positionOf([]), runId: null }),
    NOTICE.of({ ...NEWS, transition: 'stopped', exitCode: 1 }),
    NOTICE.of({
      ...NEWS,
      transition: 'recovered',
      money: positionOf([]),
      changes: { ...changes, appeared: some(3) },
    }),
  ])
  const many = NOTICE.of({ ...NEWS, changes: { appeared: some(51), worse: some(52), resolved: some(51) } })
  expect(many).toMatchObject({ changes: 154 })
  const lists = many as { readonly [name: string]: Json }
  expect(['new', 'worse', 'resolved'].map((name) => (lists[name] as readonly Json[]).length)).toEqual([50, 50, 50])
})

test('the line of a run with nothing new is its first sentence alone', () => {
  const document = NOTICE.of({ ...NEWS, money: positionOf([]) })
  expect(document).toMatchObject({ text: `Cuadre, casa: ${firstSentence(positionOf([]), 'en', 0).text}` })
})

test.each([
  ['appeared', true],
  ['worse', true],
  ['resolved', true],
] as const)('what has %s is news', (how, expected) => {
  expect(isWorthSending({ ...NEWS, changes: { ...NEWS.changes, [how]: [change('A', null, 'error')] } })).toBe(expected)
})

test('a run as any other is no news; one that stopped is', () => {
  expect([isWorthSending(NEWS), isWorthSending({ ...NEWS, transition: 'stopped' })]).toEqual([false, true])
})

test('what a run came to', async () => {
  const one = { slot: slot(), at: NOW, verdict: 'reconciled', reason: null, pages: 2, invoices: 3 } as const
  const run = {
    ordinal: 4,
    id: 'run-1',
    job: 'run',
    at: NOW,
    version: '1.2.3',
    end: { at: NOW + 1_500, exitCode: 3, outcome: 'differs' },
    read: 2,
    notRead: 1,
    invoices: 6,
    scope: 'due',
    lastNumber: 9,
  } as const
  const slots = [
    one,
    { ...one, verdict: 'discrepant' },
    { ...one, slot: slot('2026-03-12', '13'), verdict: 'failed', reason: 'it answered 503', at: null },
    { ...one, slot: slot('2026-03-12', '16'), verdict: null },
  ] as const
  await told('runs', [
    WHOLE_RUN.of({ ...run, slots }),
    WHOLE_RUN.of({ ...run, end: null, slots: [] }),
    WHOLE_RUN.of({ ...run, end: { ...run.end, at: NOW - 1 }, slots: [] }),
  ])
  expect(verdictsOf(slots)).toEqual([
    { verdict: 'discrepant', number: 1 },
    { verdict: 'incomplete', number: 1 },
  ])
})

test('the numbers of a run that a monitoring system reads', async () => {
  const run = { merchant: 'casa', endedAt: 10, seconds: 2, exitCode: 3, read: { pages: 4, invoices: 5, retries: 6 } }
  const metrics = [
    ...runMetrics({ ...run, lastSuccess: 9, slots: monthReports() }),
    ...runMetrics({ ...run, lastSuccess: null, slots: null }),
  ]
  await told(
    'metrics',
    metrics.map(({ name, help, values }) => ({ name, help, values: values.map((value) => ({ ...value })) })),
  )
})

test('what a command finds, and why it failed', async () => {
  const texts = { message: { en: 'no', es: 'no' }, next: { en: 'go on', es: 'siga' } }
  const invoice = aPaidInvoice({ extra: '{"a":1}', flaws: [] })
  const answer = (found: { readonly [name: string]: Json }): Json =>
    answerDocument('find', 2, found, { code: 'X', texts })
  await told('answers', [
    answer({ invoice: INVOICE.of({ invoice, paymentUrl: 'https://x' }) }),
    answerDocument('invoice', 0, { invoice: INVOICE.of({ invoice: anUnpaidInvoice(), paymentUrl: null }) }),
    answer({ settlement: SETTLEMENT.of(aSettlement({ extra: '{"b":[2]}' })) }),
    SETTLEMENT.of(aSettlement()),
    CLOSE.of({ runId: 'r', closing: A_CLOSING, forbidding: [], files: ['a'] }),
    CLOSE.of({ runId: 'r', closing: null, forbidding: [reportOf('2026-03-02')], files: [] }),
    notClosable('2026-03-31', 2, 9).texts,
    EXPORT.of({
      days: MARCH,
      by: 'payment',
      format: { kind: 'csv', profile: 'excel' },
      masked: true,
      files: [{ path: 'a', rows: 1, bytes: 2, sha256: 'aa' }],
      notPulled: [slot()],
      policyChanged: true,
      asOf: { number: 5 },
    }),
    EXPORT.of({
      days: MARCH,
      by: 'settlement',
      format: { kind: 'xlsx' },
      masked: false,
      files: [],
      notPulled: [],
      policyChanged: false,
      asOf: null,
    }),
  ])
})

test('where an invoice is, and what is known of it there', async () => {
  const settlement = {
    slot: slot(),
    verdict: 'discrepant',
    listedSince: NOW,
    leftAt: NOW + 1_000,
    firstStatus: 'ready',
    invoice: aPaidInvoice(),
    discrepancies: [aDiscrepancy()],
  } as const
  const nobody = aPaidInvoice({ customerDocument: null, customerName: null })
  await told(
    'search',
    FOUND.of({
      merchant: 'casa',
      mode: 'exact',
      from: MARCH.from,
      to: MARCH.to,
      invoices: [
        {
          id: 'inv-1',
          fields: ['reference'],
          settlements: [settlement, { ...settlement, leftAt: null, invoice: nobody }],
        },
      ],
      dues: [],
      hasMore: true,
      asOf: null,
    }),
  )
})

test('fees against the tariff', async () => {
  const report = aFeesReport([
    RIGHT,
    { ...TOO_MUCH, on: '2026-04-02', apart: 500 },
    TOO_LITTLE,
    IN_PROCESS,
    UNREAD,
    { on: '2026-03-20', charged: 0 },
  ])
  const unpriced = report.entries.map((one) =>
    one.notCompared === 'not-final'
      ? { ...one, unpriced: [{ reason: 'no-method', method: '', payments: 2 } as const] }
      : one,
  )
  const closed = { closing: A_CLOSING, now: aFeesReport([RIGHT]) }
  await told('fees', [
    FEES.of({ ...report, entries: unpriced, bill: compareBill(cop(4_500), report.total), closed, files: ['a'] }),
    FEES.of({ ...aFeesReport([], NO_TARIFF), files: [] }),
  ])
})

test('the tariff that history proposes', async () => {
  const rate = { fixed: 900, percent: 2.5, min: null, max: null, tiers: [] }
  const loose = { method: 'card', reason: 'few', with: ['pse'], settlements: 1, payments: 2 } as never
  const fitted = { method: 'pse', rate, settlements: 3, payments: 4 }
  const schedule = {
    from: day('2026-01-01'),
    methods: { pse: rate },
    tax: null,
    withholdings: [],
    rounding: 'none',
    to: 'peso',
    proposed: null,
  } as const
  const fit = {
    refusal: null,
    settlements: 10,
    fits: 9,
    close: 1,
    open: 1,
    gaps: [{ from: slot('2026-01-02'), to: slot('2026-01-05'), settlements: 2 }],
    schedules: [
      {
        schedule,
        fromLast: day('2026-01-03'),
        settlements: 9,
        fits: 8,
        rates: [fitted],
        together: [{ ...fitted, method: 'card+cash' }],
        loose: [loose],
        roundings: [{ rounding: 'invoice', to: 'centavo' }],
        taxAlike: { name: 'IVA', percent: 19, included: false },
      },
      {
        schedule,
        fromLast: day('2026-01-03'),
        settlements: 1,
        fits: 1,
        rates: [],
        together: [],
        loose: [],
        roundings: [],
        taxAlike: null,
      },
    ],
    tariffDate: 'payment',
    deviations: [{ slot: slot(), charged: cop(9), expected: cop(7), difference: cop(2) }],
    loose: [loose],
  } as const
  const unused = { absent: 1, notFinal: 2, malformed: 3, noMethod: 4 }
  const later = { settlements: 5, off: 2, open: 1 }
  const report = { merchant: 'casa', days: MARCH, taxes: [19], unused, fit, later, files: ['a.json'] }
  await told('fees-fit', [
    FEES_FIT.of(report as never),
    FEES_FIT.of({
      ...report,
      days: null,
      later: null,
      fit: { ...fit, refusal: 'few', schedules: [], tariffDate: null },
    } as never),
  ])
})

const arrivals = (): readonly Arrival[] => {
  const open = { slot: slot(), payout: cop(5), earlier: [], lastDay: day('2026-03-13') }
  const tie = { payouts: [open], credits: [anEntry('e-5', '2026-03-05', 5)] }
  return [
    { kind: 'arrived', tie: 3, banked: cop(4), tied: cop(5), on: day('2026-03-03'), parts: [] },
    { kind: 'candidates', candidates: [tie] },
    { kind: 'on-the-way', lastDay: day('2026-03-31') },
    {
      kind: 'missing',
      lastDay: day('2026-03-06'),
      through: day('2026-03-06'),
      isComplete: true,
      laterCredits: [],
      takenBack: [],
    },
    {
      kind: 'missing',
      lastDay: day('2026-03-06'),
      through: day('2026-03-06'),
      isComplete: true,
      laterCredits: [anEntry('e-7', '2026-03-20', 11)],
      takenBack: [{ on: day('2026-03-05'), back: day('2026-03-06') }],
    },
    { kind: 'not-covered' },
    {
      kind: 'unconfirmed',
      credit: anEntry('e-6', '2026-03-08', 11),
      mayBe: [{ kind: '4x1000' }, { kind: 'charge', entry: 'e-5' }],
    },
  ]
}

test('what the bank says of payouts', async () => {
  const payouts = arrivals().map((arrival, place) => ({
    slot: slot(`2026-03-0${place + 1}`),
    payout: cop(5 + place),
    arrival,
  }))
  const entries = new Map(
    [anEntry('e-1', '2026-03-03', 4), anEntry('e-5', '2026-03-05', 5)].map((one) => [one.id, one]),
  )
  const tie = {
    number: 3,
    at: NOW,
    by: 'cuadre',
    reason: 'exact sums',
    payouts: [{ slot: slot(), payout: cop(5) }],
    entries: ['e-1', 'lost'],
    undone: null,
  }
  const bridge = bankBridge(payouts, [])
  const total = bridge.find(({ kind }) => kind === 'total')
  const parts = bridge.filter(({ kind }) => kind !== 'total')
  expect(parts.reduce((all, { payouts: sum }) => all + sum, 0n)).toBe(total?.payouts)
  await told('bank', [
    BANK_LIST.of({
      merchant: 'casa',
      covered: [{ account: '001-1', from: MARCH.from, to: MARCH.to }],
      gaps: [
        { account: '001-1', after: day('2026-03-01'), before: day('2026-03-04'), balances: null, isWithin: false },
        {
          account: '001-1',
          after: day('2026-03-05'),
          before: day('2026-03-06'),
          balances: { reported: cop(1), expected: cop(2) },
          isWithin: false,
        },
      ],
      payouts,
      withoutCredit: [],
      ties: [tie, { ...tie, undone: { number: 9, at: NOW, by: 'Ana', reason: 'wrong' } }],
      entries,
      unknownCredits: [UNKNOWN_CREDIT],
      reversals: [{ credit: anEntry('e-7', '2026-03-07', 3), debit: anEntry('e-8', '2026-03-08', -3) }],
      isComplete: false,
    }),
    BANK_IMPORT.of({
      merchant: 'casa',
      imports: [
        {
          name: 'a.csv',
          format: 'mapped',
          accounts: ['001-1'],
          ofOperator: 3,
          result: { kind: 'imported', number: 4, added: 5, repeated: 6, renewed: 0 },
          leftOut: { notBooked: 8, doubled: 9 },
          isContradicted: true,
        },
        {
          name: 'b.csv',
          format: 'ofx',
          accounts: [],
          ofOperator: 0,
          result: { kind: 'known', number: 7 },
          leftOut: { notBooked: 0, doubled: 0 },
          isContradicted: false,
        },
      ] as never,
      ties: 2,
      files: ['x'],
    }),
  ])
  const decided = { banked: cop(1), on: slot().date, isConfirmed: true }
  await told(
    'arrivals',
    arrivals().flatMap((arrival) =>
      [null, decided].flatMap((known) => [arrivalIn(arrival, known, 'en'), arrivalIn(arrival, known, 'es')]),
    ),
  )
})

test('the balance of an account is that of its last statement that has one', () => {
  const statement = (to: string, closing: number | null) => ({
    file: 1,
    account: '001-1',
    number: null,
    from: MARCH.from,
    to: day(to),
    opening: null,
    closing: closing === null ? null : cop(closing),
  })
  const balanceOf = (...statements: readonly ReturnType<typeof statement>[]): Json | undefined => {
    const covered = [{ account: '001-1', from: MARCH.from, to: MARCH.to }]
    const { accounts } = ACCOUNTS.of({
      merchant: 'casa',
      accounts: [{ account: '001-1', statements, entries: 7, covered }],
    })
    expect(accounts).toMatchObject([
      { account: '001-1', statements: statements.length, entries: 7, covered: [{ from: MARCH.from, to: MARCH.to }] },
    ])
    return (accounts as readonly { readonly balance: Json }[])[0]?.balance
  }
  expect(balanceOf(statement('2026-03-10', 1), statement('2026-03-20', 2), statement('2026-03-15', 3))).toBe(cop(2))
  expect(balanceOf(statement('2026-03-10', 1), statement('2026-03-20', null))).toBe(cop(1))
  expect(balanceOf(statement('2026-03-10', 1), statement('2026-03-10', 4))).toBe(cop(4))
  expect([balanceOf(statement('2026-03-10', null)), balanceOf()]).toEqual([null, null])
})

test('what is in transit', async () => {
  const facts = {
    ...someInTransit(),
    merchant: 'casa',
    zone: BOGOTA,
    notArrived: { number: 2, sum: cop(9) },
    arrivedLess: { number: 1, sum: cop(1) },
    isOver: true,
    databaseSince: day('2026-01-01'),
    asked: { from: MARCH.from, to: MARCH.to, payments: 5, inNoSlot: 1, malformed: 2 },
    whyStored: null,
    payments: [],
    file: 'in-transit.csv',
  }
  const byAge = facts.byAge.reduce((all, { sum }) => all + sum, 0n)
  expect([byAge, [...facts.byMethod.values()].reduce((all, { sum }) => all + sum, 0n)]).toEqual([
    facts.total.sum,
    facts.total.sum,
  ])
  const onScreen = (language: 'en' | 'es') =>
    terminalText(IN_TRANSIT.report?.(facts, { zone: BOGOTA } as never, {} as never) as never, {
      width: 200,
      language,
      colour: false,
    })
  expect(onScreen('en')).toContain('had not arrived at the bank by then, and COP 1 that arrived short.')
  expect(onScreen('es')).toContain('2 liquidaciones, $ 9, y $ 1 que llegaron de menos.')
  await told('in-transit', [
    IN_TRANSIT_DOCUMENT.of(facts),
    IN_TRANSIT_DOCUMENT.of({ ...facts, notArrived: null, asked: null, whyStored: { en: 'no key', es: 'sin llave' } }),
  ])
})

test('the readings against history', async () => {
  const row = {
    setting: 'adjustments',
    inForce: 'add',
    values: [{ value: 'add', fits: 2, doesNotFit: 1 }],
    canTell: 3,
    fitNone: 1,
    standing: 'contradicted',
    against: [slot()],
  } as const
  const rows = [
    { ...row, pinned: { by: 'Ana', at: day('2026-03-01') } },
    { ...row, pinned: null },
    { ...row, pinned: undefined },
  ]
  await told(
    'readings',
    READINGS.of({ merchant: 'casa', asOf: null, settlements: 4, file: 'a.json', rows: rows as never }),
  )
})

test('what the doctor found, and the status of the first failure', async () => {
  const text = { en: 'a', es: 'b' }
  const named = (check: DoctorCheck, name: string) => ({ check: name, merchant: null, ...check })
  const good = named(ok(text), 'key')
  const odd = named(warning(text, text), 'clock')
  const bad = [named(failedCheck(2, text, text), 'file'), named(failedCheck(6, text, text), 'database')]
  await told(
    'diagnosis',
    [[good], [good, odd], [odd, ...bad]].map((diagnoses) => DIAGNOSES.of({ diagnoses })),
  )
  expect([exitCodeOfDiagnoses([good, odd]), exitCodeOfDiagnoses([odd, ...bad])]).toEqual([0, 2])
})

test('the columns of the ledgers for a warehouse', async () => {
  const columns = (['settlements', 'invoices', 'discrepancies'] as const).map((ledger) =>
    parquetColumns(ledger, BOGOTA).map(({ name, type, at: place }) => `${place} ${name} ${type}`),
  )
  await told('parquet', [columns, parquetSchemaDocument()])
})

test('a schema has a name of its own; that of an answer names its commands, and that of several documents all of them', () => {
  const schemas = new Map(DOCUMENTS.map((one) => [one.name, schemaOf(one)]))
  expect(new Set([...schemas.values()].map(({ $id }) => $id)).size).toBe(DOCUMENTS.length)
  expect(schemas.get('db backup')).toMatchObject({ properties: { command: { enum: ['db backup'] } } })
  expect(schemas.get('failure')).not.toMatchObject({ properties: { command: { enum: [] } } })
  expect(schemas.get('schedule')).toMatchObject({ anyOf: [{}, {}, {}] })
})
