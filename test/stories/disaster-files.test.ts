import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readStatement } from '../../jobs/statement.ts'
import { hasLibreOffice, opened } from '../publish/libreoffice.ts'
import { figuresIn, tablesIn } from '../reports/read-tables.ts'
import { DISASTER, DISASTER_SENTENCE, tellDisaster } from './disaster.ts'
import { type Nights, startNights } from './night.ts'

const disasterDay = async (): Promise<Nights> => {
  const nights = await startNights()
  tellDisaster(nights)
  await nights.run({ date: DISASTER })
  return nights
}

const read = ({ folder }: Nights, ...path: string[]): string => readFileSync(join(folder, 'out', ...path), 'utf8')
/** Its money has no-break spaces. */
const headlineIn = (html: string): string =>
  (/class="headline[^"]*">.*?<b>(.*?)<\/b>/s.exec(html)?.[1] ?? '').replaceAll('\u00a0', ' ')
const rowsIn = (html: string, name: string): readonly (readonly string[])[] =>
  tablesIn(html)
    .filter((table) => table.name === name)
    .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.map(({ cells }) => cells)))

/**
 * Computed by hand from the table of `tellDisaster`: 27,198,000 listed by 11 and 16, and 8,036,000 by 18; 2,000 for
 * each of 35 fees.
 */
const BRIDGE = [
  ['Listed invoices', '35,234,000'],
  ['Fees deducted', '−70,000'],
  ['Expected payout', '35,164,000'],
  ['Failed', '−8,020,000'],
  ['Paid too little', '−300,000'],
  ['Paid too much', '+500,000'],
  ['Paid out', '27,344,000'],
]

/** The account: 35,164,000 - 27,344,000 = 7,820,000 = 8,020,000 + 300,000 - 500,000. */
const ACCOUNT: Readonly<Record<string, readonly (number | null)[]>> = {
  Collected: [3, 35_234_000],
  'Fees deducted': [null, -70_000],
  'Due on these days': [3, 35_164_000],
  'Paid out, according to the operator': [2, -27_344_000],
  'Closing: still to be paid out': [3, 7_820_000],
  'In process': [0, 0],
  Failed: [1, 8_020_000],
  'Paid too little': [1, 300_000],
  'Paid too much': [1, -500_000],
  'Not compared, by the payout reported': [1, 9_985_000],
  'Not read, or not read whole; by the payout last read, if any': [1, 0],
  Chargebacks: [9, 9_045_000],
}

describe('the figures of a disaster day', () => {
  test('are on its page: the sentence, what was compared and what was not, and the bridge', async () => {
    const page = read(await disasterDay(), DISASTER, 'report.html')
    expect(headlineIn(page)).toBe(DISASTER_SENTENCE)
    const totals = tablesIn(page)
      .filter(({ name }) => name === 'glance')
      .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows.filter(({ isTotal }) => isTotal)))
    expect(totals.map(({ cells }) => cells)).toEqual([
      ['Compared: 2', '', '27,198,000', '−54,000', '0', '27,144,000', '27,344,000', '', '200,000'],
      [
        'Not compared, failed or in process: 1, reported COP 8,020,000',
        ...['', '8,036,000', '−16,000', '', '8,020,000', '', '8,020,000', ''],
      ],
      [
        'Not compared, no expected payout: 1, reported COP 9,985,000',
        ...['', '8,036,000', '', '', '', '9,985,000', '', ''],
      ],
    ])
    const [bridge, differences] = figuresIn(page)
    expect(bridge).toEqual(BRIDGE)
    expect(differences).toEqual([
      ['Cycle 11', '+500,000'],
      ['Cycle 16', '−300,000'],
    ])
  })

  test('are on the page of all days: the sentence, each settlement in trouble, the account of the month', async () => {
    const index = read(await disasterDay(), 'index.html')
    expect(headlineIn(index)).toBe(DISASTER_SENTENCE)
    expect(rowsIn(index, 'troubled').map(([name, , ...sums]) => [name, ...sums.slice(0, 4)])).toEqual([
      ['2026-03-12 · 13', '', '', '', '9,985,000'],
      ['2026-03-12 · 18', '', '', '8,020,000', ''],
      ['2026-03-12 · 11', '', '500,000', '', ''],
      ['2026-03-12 · 16', '−300,000', '', '', ''],
      ['2026-03-12 · 20', '', '', '', ''],
      ['Total', '−300,000', '500,000', '8,020,000', '9,985,000'],
    ])
    expect(Object.fromEntries(rowsIn(index, 'balance'))).toMatchObject({
      'Due on these days': '35,164,000',
      'Paid out, according to the operator': '−27,344,000',
      Closing: '7,820,000',
      'Failed (1)': '8,020,000',
      'Paid too little (1)': '300,000',
      'Paid too much (1)': '−500,000',
    })
    expect(index).toContain('1 settlement not compared, COP\u00a09,985,000 reported')
    expect(index).toContain('1 settlement not read whole')
  })

  test.skipIf(!hasLibreOffice)('are in the workbook of the day and in that of the statement', async () => {
    const nights = await disasterDay()
    const days = { from: DISASTER, to: DISASTER }
    const { files } = await readStatement(nights.context(), { days, asOf: null, format: 'xlsx' })
    const statement = files.find((file) => file.endsWith('.xlsx')) ?? ''
    for (const workbook of [join(nights.folder, 'out', DISASTER, 'ledger.xlsx'), statement]) {
      const rows = ((await opened(workbook, 'es-CO')).get('Account') ?? []).map((row) => row.map((cell) => cell?.value))
      expect(rows[1]?.[0]).toContain(DISASTER_SENTENCE)
      const account = Object.fromEntries(
        rows.toReversed().map(([name, ...sums]) => [name, sums.map((sum) => (sum === undefined ? null : Number(sum)))]),
      )
      expect(account).toMatchObject(ACCOUNT)
    }
  })
})
