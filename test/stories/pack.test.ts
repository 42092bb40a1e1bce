import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { readBank } from '../../jobs/bank/read-bank.ts'
import { tieBankEntries } from '../../jobs/bank/tie-bank-entries.ts'
import { giveTicket } from '../../jobs/claims/claims.ts'
import { closePeriod, undoClosing } from '../../jobs/close.ts'
import { makePack } from '../../jobs/pack.ts'
import { readMonth } from '../../jobs/steps/query/month-steps.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { type JournalSettings, ROLES } from '../../src/core/journal.ts'
import { HIDDEN } from '../../src/core/personal/personal.ts'
import { provePack } from '../../src/print/pack/proof.ts'
import { bankListReport } from '../../src/questions/bank-list.ts'
import { chargebacksReport } from '../../src/questions/chargebacks.ts'
import { claimsReport } from '../../src/questions/claims.ts'
import { invoicesReport } from '../../src/questions/fees-invoices.ts'
import { journalReport } from '../../src/questions/journal.ts'
import { sha256Of } from '../../src/std/files/whole-file.ts'
import { cop, slot } from '../core/a.ts'
import { credits, day, january, letter, SETTINGS, SHORT, tell } from './claim-letters.ts'
import { type Nights, policy, startNights } from './night.ts'
import { paid, settlement, somePaid } from './told.ts'

const JANUARY = monthOf(day('2026-01-01'))

const make = (
  nights: Nights,
  name: string,
  instead: Partial<Parameters<typeof makePack>[1]> = {},
  settings: Parameters<Nights['context']>[0] = SETTINGS,
) => {
  const context = nights.context(settings)
  return makePack(context, {
    ...{ days: JANUARY, path: join(nights.folder, name), hasNames: false, isDraft: false, by: 'Ana' },
    lists: {
      bank: (facts) => bankListReport(facts, true),
      chargebacks: chargebacksReport,
      claims: (facts) => claimsReport(facts, context.zone),
      invoices: (facts) => invoicesReport(facts, context.zone),
      journal: journalReport,
    },
    ...instead,
  })
}

/** January with a letter, and the bank: one payout never came, and one credit nothing explains. */
const claimed = async (): Promise<Nights> => {
  const nights = await january()
  nights.clock('2026-02-05 09:00')
  const paid = Object.entries(SHORT).map(([date, less]) => [date, 1_999_000 - less] as const)
  await credits(nights, [...paid.slice(0, 3), ['2026-01-20', 55_500], ['2026-02-04', 1_999_000]], 'january.csv')
  await nights.run({ from: '2026-01-12', to: '2026-01-31' }, SETTINGS)
  await letter(nights, 'letter')
  return nights
}

const close = (nights: Nights, settings: Parameters<Nights['context']>[0] = SETTINGS) =>
  closePeriod(nights.context(settings), { through: JANUARY.to, by: 'Ana', reason: 'month end', force: true })

const JOURNAL: JournalSettings = {
  accounts: Object.fromEntries(
    ROLES.filter((role) => role !== 'withholdings').map((role, at) => [role, `${1000 + at}`]),
  ),
  thirdParties: { operator: '900123456', tenants: 'document' },
  ...{ voucherType: null, costCenter: null, from: null, basis: 'accrual', template: null },
}
const JOURNALED = { ...SETTINGS, journal: JOURNAL }

type Rows = readonly Readonly<Record<string, string>>[]
const sum = (rows: Rows, column: string): number =>
  Math.round(rows.reduce((all, row) => all + Number(row[column] ?? 0) * 100, 0)) / 100

test('a pack is of the closing: made again, after later nights, it is the same to the byte', async () => {
  const nights = await claimed()
  await expect(make(nights, 'early.zip')).rejects.toMatchObject({ code: 'NOT_CLOSED' })
  await close(nights)
  const step = async () =>
    (await readMonth({ ...nights.context(SETTINGS), asOf: null }, JANUARY)).steps.find((one) => one.step === 'pack')
      ?.state
  expect(await step()).toBe('to-do')
  const first = await make(nights, 'first.zip')
  expect(await step()).toBe('done')
  nights.clock('2026-02-20 22:30')
  tell(nights, '2026-01-15')
  await nights.run({ from: '2026-01-12', to: '2026-01-31' }, SETTINGS)
  const again = await make(nights, 'again.zip')
  expect(again).toEqual(first)
  expect(await sha256Of(join(nights.folder, 'again.zip'))).toBe(await sha256Of(join(nights.folder, 'first.zip')))
  expect(
    (await provePack(join(nights.folder, 'first.zip'), first.manifestSha256, new AbortController().signal)).problems,
  ).toEqual([])
})

test('every figure of its index follows from its own files', async () => {
  const nights = await claimed()
  await close(nights)
  await make(nights, 'pack')
  const folder = join(nights.folder, 'pack')
  const rows = (name: string): Rows => parse(readFileSync(join(folder, name), 'utf8'), { columns: true })
  const controls = new Map(rows('controls.csv').map((row) => [row.name, row]))
  const figure = (name: string): number => Number(controls.get(name)?.sum || controls.get(name)?.number)
  const [settlements, discrepancies] = [rows('settlement-ledger.csv'), rows('discrepancies.csv')]
  const reconciliation = new Map(rows('bank-reconciliation.csv').map((row) => [row.line, Number(row.sum)]))
  const at = (line: string): number => reconciliation.get(line) ?? Number.NaN
  expect(figure('read')).toBe(
    settlements.filter((row) => row.not_compared === 'unread' && row.verdict !== 'not-due').length,
  )
  const read = settlements.filter((row) => row.collected_reported !== '')
  const differing = read.filter(
    (row) => row.collected_reported !== row.collected_listed || row.invoices_reported !== row.invoices_listed,
  )
  expect(controls.get('ledger')).toMatchObject({
    holds: 'true',
    number: `${differing.length}`,
    sum: `${sum(read, 'collected_reported') - sum(read, 'collected_listed')}`,
  })
  expect(figure('payouts')).toBe(sum(settlements, 'payout_difference'))
  expect(figure('account')).toBe(Number(rows('statement.csv').find((row) => row.line === 'closing')?.amount))
  expect(figure('bank')).toBe(at('over') + at('unknown_credits') - at('unexplained'))
  expect(figure('open')).toBe(
    discrepancies.filter((row) => row.severity === 'error' && ['new', 'open'].includes(row.state ?? '')).length,
  )
  expect(figure('claims')).toBe(sum(rows('claims.csv'), 'left'))
  expect(controls.get('adjustments')).toMatchObject({ holds: 'null', sum: '' })
  expect(at('books') + at('on_the_way') + at('unexplained') + at('over')).toBe(at('bank'))
  expect(at('opening') + at('paid_out') + at('decided')).toBe(at('books'))
  expect(at('bank')).toBe(5_974_000)
  expect([at('on_the_way'), at('unexplained'), at('unknown_credits')]).toEqual([-1_999_000, -1_986_000, 55_500])
  expect([...controls.values()].filter((row) => row.holds === 'false').map(({ name }) => name)).toEqual([
    'read',
    'bank',
  ])
  if (process.env.CUADRE_SHOW) cpSync(folder, process.env.CUADRE_SHOW, { recursive: true })
  expect(rows('closing.csv')).toMatchObject([
    { through: '2026-01-31', by: 'Ana', forced: 'false', reason: 'month end' },
  ])
  expect(rows('decisions.csv').map(({ what, who }) => [what, who])).toEqual(
    Array.from({ length: 5 }, () => ['claim', 'Ana']),
  )
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const file of ['statement.csv', 'bank-reconciliation.html', 'decisions.csv'])
    expect(index).toContain(`href="${file}"`)
  expect(readFileSync(join(folder, 'invoice-ledger.csv'), 'utf8')).not.toContain('Inquilino')
})

const controlsIn = (nights: Nights, name: string): ReadonlyMap<string | undefined, string> => {
  const rows: Rows = parse(readFileSync(join(nights.folder, name, 'controls.csv'), 'utf8'), { columns: true })
  return new Map(rows.map(({ name: of, holds, number, sum: pesos }) => [of, `${holds} ${number || pesos}`]))
}

const acceptAll = (nights: Nights, codes: readonly string[], settings = SETTINGS) =>
  actOnDiscrepancies(nights.context(settings), {
    by: 'Ana',
    targets: { kind: 'filter', filter: { ...EVERYTHING, codes } },
    disposition: { kind: 'accept', reason: 'seen', until: null },
  })

test('what was decided about holds, and the ticket of a letter stands in the decisions though it was given at once', async () => {
  const nights = await claimed()
  await giveTicket(nights.context(SETTINGS), { number: 1, ticket: 'PQR-77', until: day('2026-02-20'), by: 'Ana' })
  await acceptAll(nights, ['BANK_UNKNOWN_CREDIT'])
  await close(nights)
  await make(nights, 'pack')
  expect(controlsIn(nights, 'pack').get('bank')).toBe('true 2041500')
  const decisions: Rows = parse(readFileSync(join(nights.folder, 'pack', 'decisions.csv'), 'utf8'), { columns: true })
  expect(decisions.filter(({ what }) => what === 'claim').map(({ ticket, until }) => `${ticket} ${until}`)).toEqual([
    ...Array.from({ length: 5 }, () => ' '),
    ...Array.from({ length: 5 }, () => 'PQR-77 2026-02-20'),
  ])
  nights.clock('2026-02-21 22:30')
  await nights.run({ date: '2026-02-20' }, SETTINGS)
  await make(nights, 'next', { days: monthOf(day('2026-02-01')), isDraft: true }, { ...SETTINGS, language: 'es' })
  const page = readFileSync(join(nights.folder, 'next', 'index.html'), 'utf8')
  expect(page.match(/pasó su último día/g)).toHaveLength(5)
})

const cells = (nights: Nights, path: string, ...columns: readonly string[]): readonly string[] => {
  const rows: Rows = parse(readFileSync(join(nights.folder, path), 'utf8'), { columns: true })
  return rows.map((row) => columns.map((column) => row[column]).join(' '))
}

test('a claim stands in the decisions, also where its settlement has no difference left at the closing', async () => {
  const nights = await january()
  tell(nights, '2026-01-16', { status: 'error' })
  await nights.run({ date: '2026-01-16' }, SETTINGS)
  await letter(nights, 'letter')
  tell(nights, '2026-01-16')
  nights.clock('2026-02-05 22:30')
  await nights.run({ from: '2026-01-12', to: '2026-01-31' }, SETTINGS)
  await close(nights)
  await make(nights, 'pack')
  const claims = cells(nights, 'pack/claims.csv', 'date', 'case')
  expect(claims).toHaveLength(5)
  expect(cells(nights, 'pack/decisions.csv', 'date', 'case').toSorted()).toEqual(claims.toSorted())
})

test('what is decided about closed days stands in the decisions of the first open month, and in no other', async () => {
  const nights = await claimed()
  await close(nights)
  const decisions = (name: string) => cells(nights, `${name}/decisions.csv`, 'date', 'what', 'when', 'ticket')
  nights.clock('2026-02-20 22:30')
  await giveTicket(nights.context(SETTINGS), { number: 1, ticket: 'PQR-77', until: null, by: 'Ana' })
  tell(nights, '2026-02-19', { paymentAmount: 1_900_000 })
  await nights.run({ date: '2026-02-19' }, SETTINGS)
  await acceptAll(nights, ['PAYOUT_MISMATCH'])
  const february = monthOf(day('2026-02-01'))
  nights.clock('2026-03-02 22:30')
  tell(nights, '2026-03-02')
  await nights.run({ date: '2026-03-02' }, SETTINGS)
  await closePeriod(nights.context(SETTINGS), { through: february.to, by: 'Ana', reason: 'month end', force: true })
  await acceptAll(nights, ['BANK_MISSING'])
  await make(nights, 'first')
  await make(nights, 'second', { days: february })
  await make(nights, 'third', { days: monthOf(day('2026-03-01')), isDraft: true })
  const [short, missing] = [Object.keys(SHORT), '2026-01-15']
  expect(decisions('first')).toEqual([...short, missing].map((date) => `${date} claim 2026-02-05 09:00:00 `))
  expect(decisions('second')).toEqual([
    ...[...short, missing].map((date) => `${date} claim 2026-02-20 22:30:00 PQR-77`),
    ...[...short, '2026-02-19'].map((date) => `${date} accept 2026-02-20 22:30:00 `),
  ])
  expect(decisions('third')).toEqual([`${missing} accept 2026-03-02 22:30:00 `])
})

test('a case has one name in all files of a masked pack: its id, or where that tells of a person another for each', async () => {
  const nights = await claimed()
  for (const date of ['2026-01-16', '2026-01-19']) {
    const invoices = [...somePaid(date, '11', 2), paid(date, '11', 3, { amount: 'no sum' })]
    nights.service.tell(date, '11', { settlement: settlement(date, '11', invoices), invoices })
    await nights.run({ date }, JOURNALED)
  }
  await actOnDiscrepancies(nights.context(SETTINGS), {
    by: 'Ana',
    targets: { kind: 'filter', filter: { ...EVERYTHING, codes: ['MALFORMED_RECORD'] } },
    disposition: { kind: 'claim', reason: 'asked', ticket: 'PQR-8', until: null },
  })
  // A payout that was claimed as missing comes, and is short: what was first found of its case is resolved.
  await credits(nights, [['2026-02-05', 1_980_000]], 'february.csv')
  const { unknownCredits } = await readBank({ ...nights.context(SETTINGS), asOf: null })
  const entries = unknownCredits.filter(({ value }) => value === cop(1_980_000)).map(({ id }) => id)
  const slots = [slot('2026-01-15')]
  await tieBankEntries(nights.context(SETTINGS), { slots, entries, reason: 'short', by: 'Ana' })
  await acceptAll(nights, ['BANK_DIFFERS'])
  await close(nights, JOURNALED)
  await make(nights, 'masked', {}, JOURNALED)
  await make(nights, 'named', { hasNames: true }, JOURNALED)
  const casesIn = (folder: string, file: string) =>
    [...new Set(cells(nights, `${folder}/${file}`, 'date', 'case'))].toSorted()
  const ofPersons = cells(nights, 'named/discrepancies.csv', 'code', 'case').filter((one) =>
    one.startsWith('MALFORMED'),
  )
  expect(ofPersons).toHaveLength(2)
  const names = new Map(ofPersons.map((one, at) => [one.split(' ')[1] ?? '', `***-2026-01-${at === 0 ? 16 : 19}-11-1`]))
  for (const file of ['discrepancies.csv', 'decisions.csv', 'claims.csv']) {
    const named = casesIn('named', file).map((one) => one.replace(/\S+$/, (of) => names.get(of) ?? of))
    expect([file, casesIn('masked', file)]).toEqual([file, named])
  }
  for (const file of readdirSync(join(nights.folder, 'masked')))
    for (const id of names.keys()) expect(readFileSync(join(nights.folder, 'masked', file), 'utf8')).not.toContain(id)
  expect(cells(nights, 'masked/claims.csv', 'who')).not.toContain(HIDDEN)
})

test('no file of a masked pack has a document of a customer, not even in the reference of a payment in transit', async () => {
  const nights = await claimed()
  const [document, paymentDate] = ['1010200300', '2026-01-31T08:03:00-05:00']
  const told = { customerDocumentNumber: document, reference: `ARR-${document}-1`, contract: document, paymentDate }
  for (const date of ['2026-01-31', '2026-02-02']) {
    const invoices = [paid(date, '11', 1, told), paid(date, '11', 2)]
    nights.service.tell(date, '11', { settlement: settlement(date, '11', invoices), invoices })
    await nights.run({ date })
  }
  await close(nights, JOURNALED)
  await make(nights, 'masked', {}, JOURNALED)
  const files = readdirSync(join(nights.folder, 'masked'))
  const isTold = (file: string): boolean => readFileSync(join(nights.folder, 'masked', file), 'utf8').includes(document)
  expect([files.length > 20, files.filter(isTold)]).toEqual([true, []])
  expect(cells(nights, 'masked/in-transit.csv', 'reference', 'contract')).toContain('ARR-*** ***')
})

test('the journal of the closing stands in it, proved, with no document of a customer', async () => {
  const nights = await claimed()
  const [settings, journal] = [JOURNALED, JOURNALED.journal]
  await close(nights, settings)
  await make(nights, 'masked', {}, settings)
  // Accounts of today change nothing that was frozen.
  await make(nights, 'again', {}, { ...SETTINGS, journal: { ...journal, accounts: { operator: '1' } } })
  await make(nights, 'named', { hasNames: true }, settings)
  const text = (folder: string, name: string): string => readFileSync(join(nights.folder, folder, name), 'utf8')
  const rows = (name: string): Rows => parse(text('masked', name), { columns: true })
  const [lines, proofs] = [rows('journal.csv'), rows('journal-proofs.csv')]
  expect(sum(lines, 'debit')).toBe(sum(lines, 'credit'))
  expect(sum(lines, 'debit')).toBeGreaterThan(0)
  expect(text('again', 'journal.csv')).toBe(text('masked', 'journal.csv'))
  expect(proofs.map(({ proof }) => proof)).toEqual(['operator', 'transit', 'suspense', 'debits'])
  const control = rows('controls.csv').find(({ name }) => name === 'journal')
  expect(proofs.map((row) => Number(row.difference))).toEqual([0, 0, 0, 0])
  expect(control).toMatchObject({ holds: 'true', number: '0' })
  // From findings to letter to journal: what the letter asks for beside the payout that never came waits in suspense.
  const short = rows('claims.csv').filter((row) => Number(row.left) < 100_000)
  expect(sum(short, 'left')).toBe(
    sum(
      Object.values(SHORT).map((less) => ({ less: `${less}` })),
      'less',
    ),
  )
  expect(proofs.find(({ proof }) => proof === 'suspense')?.expected).toBe(`${sum(short, 'left')}`)
  const ofTenants = (folder: string): readonly string[] =>
    (parse(text(folder, 'journal.csv'), { columns: true }) as Rows)
      .filter((row) => row.account === journal.accounts.tenants)
      .map((row) => row.third_party ?? '')
  expect(new Set(ofTenants('masked'))).toEqual(new Set([HIDDEN]))
  expect(ofTenants('named').every((party) => /^\d+$/.test(party))).toBe(true)
})

test('a month without a bank has no control of it; a tariff and adjustments have theirs', async () => {
  const nights = await startNights('2026-01-31 22:30')
  const rate = { fixed: 2_500, percent: 0, min: null, max: null, tiers: [] }
  const schedule = { from: day('2026-01-01'), methods: { pse: rate }, tax: null, withholdings: [], proposed: null }
  const tariff = [{ ...schedule, rounding: 'none', to: 'peso' } as const]
  const settings = { ...SETTINGS, ...policy({ cycles: [slot('2026-03-30').cycle], tariff }) }
  tell(nights, '2026-01-30', { adjustments: -50_000, paymentAmount: 1_949_000 })
  await nights.run({ from: '2026-01-30', to: '2026-01-31' }, settings)
  await closePeriod(nights.context(settings), { through: JANUARY.to, by: 'Ana', reason: 'late', force: true })
  await make(nights, 'pack', {}, settings)
  expect(Object.fromEntries(controlsIn(nights, 'pack'))).toMatchObject({
    bank: 'null ',
    journal: 'null ',
    claims: 'false ',
    fees: 'false 1',
    adjustments: 'false -50000',
    closed: 'false ',
  })
  await undoClosing(nights.context(settings), { by: 'Ana', reason: 'to decide' })
  await acceptAll(nights, ['FEES_MISMATCH', 'ADJUSTMENT'], settings)
  await make(nights, 'decided', { isDraft: true }, settings)
  expect(Object.fromEntries(controlsIn(nights, 'decided'))).toMatchObject({
    fees: 'true 1',
    adjustments: 'true -50000',
  })
})

test.each([
  [
    'a list that is not what its settlement reports',
    { amountCollected: 2_103_000, paymentAmount: 2_099_000 },
    {},
    'false 1 100000',
  ],
  ['of another number of invoices', { numberOfInvoices: 3 }, {}, 'false 1 0'],
  ['as it reports', {}, {}, 'true 0 0'],
  ['a list with a record that cannot be read', {}, { amount: 'x' }, 'false 1 1001000'],
])('%s: the control of lists says so', async (_case, told, first, control) => {
  const nights = await startNights('2026-01-31 22:30')
  const invoices = somePaid('2026-01-30', '11', 2)
  nights.service.tell('2026-01-30', '11', {
    settlement: settlement('2026-01-30', '11', invoices, told),
    invoices: invoices.map((one, at) => (at === 0 ? { ...one, ...first } : one)),
  })
  await nights.run({ from: '2026-01-30', to: '2026-01-31' }, SETTINGS)
  await make(nights, 'pack', { isDraft: true })
  const rows: Rows = parse(readFileSync(join(nights.folder, 'pack', 'controls.csv'), 'utf8'), { columns: true })
  expect(
    rows.filter(({ name }) => name === 'ledger').map(({ holds, number, sum }) => `${holds} ${number} ${sum}`),
  ).toEqual([control])
})

test('a changed byte, an added file and a removed one are named, also without cuadre', async () => {
  const nights = await claimed()
  const made = await make(nights, 'pack', { isDraft: true, hasNames: true })
  expect(made.isDraft).toBe(true)
  const folder = join(nights.folder, 'pack')
  for (const page of ['index.html', 'statement.html', 'bank-reconciliation.html'])
    expect(readFileSync(join(folder, page), 'utf8')).toMatch(/A draft/)
  expect(readFileSync(join(folder, 'invoice-ledger.csv'), 'utf8')).toContain('Inquilino 1')
  const sums = () => execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder, stdio: 'pipe' })
  expect(sums).not.toThrow()
  const csv = join(folder, 'statement.csv')
  const bytes = readFileSync(csv)
  bytes[20] = (bytes[20] ?? 0) ^ 1
  writeFileSync(csv, bytes)
  writeFileSync(join(folder, 'extra.csv'), 'x')
  rmSync(join(folder, 'decisions.csv'))
  expect(sums).toThrow(/1 computed checksum did NOT match/)
  const { problems } = await provePack(folder, made.manifestSha256, new AbortController().signal)
  expect(problems.map(({ file, what }) => `${what} ${file}`).sort()).toEqual([
    'added extra.csv',
    'altered statement.csv',
    'missing decisions.csv',
  ])
})
