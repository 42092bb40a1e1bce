import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { readBank } from '../../jobs/bank/read-bank.ts'
import { tieBankEntries } from '../../jobs/bank/tie-bank-entries.ts'
import { settleClaims } from '../../jobs/claims/settle-claims.ts'
import { closePeriod } from '../../jobs/close.ts'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import { readStatement } from '../../jobs/statement.ts'
import { type Days, monthOf } from '../../src/core/calendar/calendar.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { cop, slot } from '../core/a.ts'
import { centavosIn, tablesIn } from '../reports/read-tables.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { settlement, somePaid } from './told.ts'

const BANK = policy({ bankText: ['OPERADOR PAGOS'], cycles: [slot('2026-10-01').cycle] })
const [OCTOBER, NOVEMBER] = ['2026-10-01', '2026-11-01'].map((day) => monthOf(day as SlotDate)) as [Days, Days]

/** Two invoices of COP 2,003,000 less 4,000 of fees: COP 1,999,000. */
const tell = (nights: Nights, date: string, instead: Told | null = {}): void => {
  const invoices = somePaid(date, '11', 2)
  nights.service.tell(date, '11', {
    settlement: instead === null ? null : settlement(date, '11', invoices, instead),
    invoices,
  })
}

const night = async (nights: Nights, date: string, instead: Told | null = {}): Promise<void> => {
  nights.clock(`${date} 22:30`)
  tell(nights, date, instead)
  await nights.run({ date }, BANK)
}

const idOf = async (nights: Nights, code: string): Promise<string> => {
  const { found: known } = await listDiscrepancies(nights.context(BANK), {
    kind: 'filter',
    filter: { ...EVERYTHING, codes: [code] },
  })
  return known[0]?.discrepancy.id ?? ''
}

const close = (nights: Nights, { to }: Days, reason: string) =>
  closePeriod(nights.context(BANK), { through: to, by: 'Ana', reason, force: true })

/** The printed statement: its text, and each table as rows of cells. */
const printed = async (nights: Nights, days: Days) => {
  const statement = await readStatement(nights.context(BANK), { days, asOf: null, format: null })
  const [page = ''] = statement.files
  const html = readFileSync(page, 'utf8').replaceAll('\u00a0', ' ')
  const [account = [], ...others] = tablesIn(html).map(({ groups }) =>
    groups.flatMap(({ rows }) => rows.map(({ cells }) => cells)),
  )
  const lines = new Map(account.map(([name, , cell]) => [name ?? '', centavosIn(cell ?? '', 'en') ?? 0n]))
  return { ...statement, html, account, lines, others }
}

/** Every column of the printed page: the lines down to each total, and the rows of settlements across and down. */
const expectFoots = ({ account, others }: Awaited<ReturnType<typeof printed>>): void => {
  const sum = (cells: readonly (string | undefined)[]): bigint =>
    cells.reduce((all, cell) => all + (centavosIn(cell ?? '', 'en') ?? 0n), 0n)
  const at = (start: string) => account.findIndex(([name]) => name?.startsWith(start) === true)
  const [due, closing] = [at('Due on these days'), at('Closing:')]
  const cells = account.map(([, , cell]) => cell)
  expect(sum(cells.slice(1, due))).toBe(sum([cells[due]]))
  expect(sum([cells[0], ...cells.slice(due, closing)])).toBe(sum([cells[closing]]))
  for (const rows of others.filter(([first]) => first !== undefined && first.length >= 9)) {
    const isOfClosing = rows[0]?.length === 9
    for (const row of rows.slice(0, -1)) {
      if (isOfClosing) expect(sum([row[4]]) - sum(row.slice(5, 8))).toBe(sum([row[8]]))
      else {
        expect(sum(row.slice(3, 7))).toBe(sum([row[7]]))
        expect(sum(row.slice(7, 10))).toBe(sum([row[10]]))
      }
    }
    const last = rows.at(-1) ?? []
    expect(sum(rows.slice(0, -1).map((row) => row.at(-1)))).toBe(sum([last.at(-1)]))
  }
}

test('two months with a late settlement, a forced closing, a claim paid elsewhere and a payout by hand add up', async () => {
  const nights = await startNights('2026-10-28 22:30')
  await night(nights, '2026-10-28')
  await night(nights, '2026-10-29', { paymentAmount: 1_994_000 })
  await night(nights, '2026-10-30', null)
  const claim = await idOf(nights, 'PAYOUT_MISMATCH')
  await actOnDiscrepancies(nights.context(BANK), {
    by: 'Ana',
    targets: { kind: 'ids', ids: [claim] },
    disposition: { kind: 'claim', reason: 'asked', ticket: 'PQR-1', until: null },
  })
  nights.clock('2026-11-01 09:00')
  const forced = await close(nights, OCTOBER, 'the books are due')
  expect(forced.forbidding.map(({ slot: { date }, verdict }) => `${date} ${verdict}`)).toEqual([
    '2026-10-30 provisional',
    '2026-10-31 not-pulled',
  ])
  const october = await printed(nights, OCTOBER)
  expect(october.html.match(/Closed by force[^<]*/)?.[0]).toBe(
    'Closed by force, in spite of 2 settlements that were unfinished (2026-10-30 11: Provisional; 2026-10-31 11: Not pulled). Reason: the books are due',
  )
  expect(october.html).toContain('1 settlement of these days was never read whole.')
  const register = readFileSync(october.files.find((file) => file.endsWith('decisions.csv')) ?? '', 'utf8').split('\n')
  expect(register.slice(0, 2)).toEqual([
    'merchant,date,cycle,case,amount,what,who,when,why,ticket,until',
    `default,2026-10-29,11,${claim},5000,claim,Ana,2026-10-30 22:30:00,asked,PQR-1,`,
  ])

  // November: October's last settlement comes late; an adjustment pays the claim; one payout arrives before its settlement.
  nights.clock('2026-11-03 22:30')
  tell(nights, '2026-10-30')
  await nights.run({ date: '2026-10-30' }, BANK)
  await night(nights, '2026-11-03', { adjustments: 5_000, paymentAmount: 2_004_000 })
  await settleClaims(nights.context(BANK), {
    by: 'Ana',
    targets: { kind: 'ids', ids: [claim] },
    payer: { kind: 'adjustment', slot: slot('2026-11-03') },
    reason: '',
  })
  await night(nights, '2026-11-04', null)
  const path = join(nights.folder, 'bank.csv')
  const row = (day: string, pesos: number, text: string) => `406-000011-22,406,,${day},,${pesos}.00,2568,${text},0`
  writeFileSync(path, [row('20261104', -1, 'GMF'), row('20261105', 1_998_500, 'OPERADOR PAGOS')].join('\r\n'), 'latin1')
  nights.clock('2026-11-06 09:00')
  await importBankFiles(nights.context(BANK), { files: [path], account: null, by: 'Ana' })
  const { unknownCredits } = await readBank({ ...nights.context(BANK), asOf: null })
  await tieBankEntries(nights.context(BANK), {
    slots: [slot('2026-11-04')],
    entries: [unknownCredits.find(({ value }) => value === cop(1_998_500))?.id ?? ''],
    reason: 'paid by hand',
    by: 'Ana',
  })
  nights.clock('2026-12-01 09:00')
  const { forbidding } = await close(nights, NOVEMBER, 'month end')
  expect(forbidding.map(({ slot: { date } }) => date)).not.toContain('2026-11-04')
  const november = await printed(nights, NOVEMBER)
  const both = await printed(nights, { from: OCTOBER.from, to: NOVEMBER.to })
  for (const page of [october, november, both]) expectFoots(page)

  const line = (page: typeof both, ...names: readonly string[]) =>
    names.reduce((all, name) => all + (page.lines.get(name) ?? 0n), 0n)
  const COLLECTED = ['Collected', 'Restatements of closed days: collected']
  const PAID = [
    'Paid out, according to the operator',
    'Paid out, of what was due before',
    'Restatements of closed days: paid out',
  ]
  for (const names of [COLLECTED, ['Due on these days'], PAID, ['Recovered: claims paid elsewhere']])
    expect(line(october, ...names) + line(november, ...names)).toBe(line(both, ...names))
  expect(line(november, 'Opening: due before and not paid out')).toBe(line(october, 'Closing: still to be paid out'))
  expect(line(both, 'Closing: still to be paid out')).toBe(line(november, 'Closing: still to be paid out'))
  expect(november.account.find(([name]) => name?.startsWith('Recovered') === true)?.at(2)).toBe('−5,000')
  expect(november.html).toContain('2026-10-30')
})
