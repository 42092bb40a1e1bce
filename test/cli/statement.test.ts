import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCuadre } from '../../src/index.ts'
import { hasLibreOffice, opened } from '../publish/libreoffice.ts'
import { tablesIn } from '../reports/read-tables.ts'
import { type } from './terminal.ts'

const rowsOf = (html: string, name: string) =>
  tablesIn(html)
    .filter((table) => table.name === name)
    .flatMap(({ groups }) => groups.flatMap(({ rows }) => rows))

/** The week of the demo; sandbox/scenarios describes its troubles. */
describe('the account with the operator of the demo', () => {
  let cwd: string
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'cuadre-statement-'))
    expect((await type('demo', { cwd })).status).toBe(0)
  })
  afterAll(() => rmSync(cwd, { recursive: true, force: true }))
  const say = (line: string) => type(`${line} --config cuadre-demo/cuadre.config.json`, { cwd })
  const OUT = '--out cuadre-demo/out'

  test('stands on a screen of 100 columns: the sentence, the lines, the settlements behind closing, the files', async () => {
    const { status, out } = await say(`statement ${OUT}`)
    expect(status).toBe(0)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(out).toMatch(/^The operator owes COP\s120,000/)
    const figures = out
      .split('\n')
      .flatMap((line) => /^[= ] {0,2}(\S.*?) {2,}(?:\d+ +)?(-?[\d,]+)$/.exec(line)?.slice(1, 3).join(': ') ?? [])
    expect(figures).toEqual(
      expect.arrayContaining([
        'Opening: due before and not paid out: 0',
        'Collected: 2,510,495,001',
        'Fees deducted: -20,807,770',
        'Adjustments explained by chargebacks: -2,625,000',
        'Due on these days: 2,487,062,231',
        'Paid out, according to the operator: -2,340,825,261',
        'Closing: still to be paid out: 146,236,970',
      ]),
    )
    const of = (name: string): number =>
      Number(
        figures
          .find((figure) => figure.startsWith(`${name}: `))
          ?.slice(name.length + 2)
          .replaceAll(',', ''),
      )
    const due = of('Due on these days')
    const closing = of('Closing: still to be paid out')
    expect(of('Collected') + of('Fees deducted') + of('Adjustments explained by chargebacks')).toBe(due)
    expect(due + of('Paid out, according to the operator')).toBe(closing)
    expect(of('In process') + of('Failed') + of('Paid too little') + of('Paid too much')).toBe(closing)
    const balances = [...out.matchAll(/^ {2}2026-\d\d-\d\d \d\d .* (-?[\d,]+)$/gm)].map(([, sum = '']) => sum)
    expect(balances).toHaveLength(4)
    expect(balances.reduce((sum, one) => sum + Number(one.replaceAll(',', '')), 0)).toBe(closing)
  })

  test('of any two neighbouring ranges closes with what the next one opens with', async () => {
    const cuadre = openCuadre({ db: join(cwd, 'cuadre-demo/cuadre.db'), out: join(cwd, 'library') })
    const days = ['2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12']
    let closing: number | null = null
    for (const day of days) {
      const { account } = await cuadre.statement({ from: day, to: day })
      if (closing !== null) expect(account.opening).toBe(closing)
      const { opening, due, paidOut, accepted } = account
      expect(opening + due.sum - paidOut.sum - accepted.sum).toBeCloseTo(account.closing, 2)
      closing = account.closing
    }
    expect(closing).toBe((await cuadre.statement({ month: '2026-03' })).account.closing)
    await cuadre.close()
  })

  test('has the same sentence and figures on the page of all days, in the documents and in the workbook of the week', async () => {
    const { out } = await say(`statement --month 2026-03 --json ${OUT}`)
    const { sentence, money } = JSON.parse(out)
    const text = (html: string): string => html.replaceAll('\u00a0', ' ')
    expect(sentence).toMatch(
      /^The operator owes COP 120,000 on 1 settlement; it paid COP 1,850,000 more than expected on 1 settlement; 1 settlement of COP 64,705,520 failed; 1 settlement of COP 83,261,450 is overdue and in process; 1 settlement of COP 77,148,160 could not be compared;/,
    )
    expect(money).toMatchObject({
      open: { owed: { number: 1, sum: 120_000 }, overpaid: { number: 1, sum: 1_850_000 } },
      failed: { number: 1, sum: 64_705_520 },
      late: { number: 1, sum: 83_261_450 },
    })
    const index = readFileSync(join(cwd, 'cuadre-demo/out/index.html'), 'utf8')
    expect(text(index)).toContain(sentence)
    expect(index).toContain('<a href="fees/2026-03-05_2026-03-12/fees.html">')
    const total = rowsOf(index, 'troubled').find(({ isTotal }) => isTotal)
    const notPaidOut = (money.failed.sum + money.late.sum).toLocaleString('en-US')
    expect(total?.cells).toEqual([
      'Total',
      '',
      '−120,000',
      '1,850,000',
      notPaidOut,
      '77,148,160',
      '333,130',
      '127,633,180',
      '',
    ])
    expect((await say('status')).out.replace(/\s+/g, ' ')).toContain(sentence)
    if (!hasLibreOffice) return
    expect((await say('export --from 2026-03-05 --to 2026-03-12 --format xlsx --out week')).status).toBe(0)
    const workbook = await opened(join(cwd, 'week/export/2026-03-05_2026-03-12/ledger.xlsx'), 'es-CO')
    const account = (workbook.get('Account') ?? []).map((row) => row.map((cell) => cell?.value ?? ''))
    expect(account[1]?.[0]).toContain(sentence)
    const first = (name: string) => account.find(([line]) => line === name)?.slice(1)
    expect(
      ['In process', 'Failed', 'Paid too little', 'Paid too much', 'Not compared, by the payout reported'].map(first),
    ).toEqual([
      ['1', '83261450'],
      ['1', '64705520'],
      ['1', '120000'],
      ['1', '-1850000'],
      ['1', '77148160'],
    ])
  })

  test('is one document with --json, and in Spanish by the setting', async () => {
    const { out } = await say(`statement --month 2026-03 --json ${OUT}`)
    const { command, from, to, account, files, closed } = JSON.parse(out)
    expect([command, from, to, account.closing, closed]).toEqual([
      'statement',
      '2026-03-01',
      '2026-03-31',
      146_236_970,
      null,
    ])
    expect(account.settlements.map(({ kind }: { kind: string }) => kind)).toEqual([
      'underpaid',
      'failed',
      'in-process',
      'overpaid',
    ])
    expect(files.map((file: string) => existsSync(join(cwd, file)))).toEqual([true, true, true, true])
    const page = readFileSync(join(cwd, files[0]), 'utf8')
    expect(page).toContain('<html lang="en">')
  })

  test('writes only the format asked for, and a past one to another folder', async () => {
    expect((await say('statement --month 2026-03 --format csv --out only')).status).toBe(0)
    const folder = join(cwd, 'only/statement/2026-03-01_2026-03-31')
    expect(['statement.csv', 'statement.html', 'statement.xlsx'].map((name) => existsSync(join(folder, name)))).toEqual(
      [true, true, false],
    )
    expect((await say('statement --as-of 40')).err).toContain('--as-of needs --out')
    const past = await say('statement --month 2026-03 --as-of 40 --out then')
    expect(past.status).toBe(0)
    expect(existsSync(join(cwd, 'then/statement/2026-03-01_2026-03-31/statement.csv'))).toBe(true)
  })

  test.each([
    ['statement --month 2026-13', '--month is not a valid month'],
    ['statement --month 2026-03 --from 2026-03-01 --to 2026-03-02', '--month excludes --from and --to'],
    ['statement --from 2026-03-01', '--from needs --to'],
    ['statement --format pdf', '--format must be csv or xlsx'],
    ['statement --month 2025-01', 'nothing was ever pulled for 2025-01-31 or before'],
  ])('%s is refused with 2: %s', async (line, message) => {
    const { status, err } = await say(line)
    expect([status, err]).toEqual([2, expect.stringContaining(message)])
  })
})
