import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ActRequest, actOnDiscrepancies } from '../../jobs/act.ts'
import { cuadre } from '../../src/cli/framework/cuadre.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { folderForAll } from '../empty-folder.ts'
import { DISASTER, tellDisaster } from './disaster.ts'
import { type Nights, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'
import { readLedger, readView, viewsAgainstLedgers } from './views-and-ledgers.ts'

const folder = folderForAll()
const database = join(folder, 'cuadre-demo', 'cuadre.db')
const out = join(folder, 'cuadre-demo', 'out')
const view = (sql: string) => readView(database, sql)

beforeAll(() =>
  cuadre(['demo'], {
    stdout: async () => undefined,
    stderr: () => undefined,
    screen: null,
    log: 'off',
    env: {},
    cwd: folder,
    now: () => Date.parse('2026-03-13T03:30:00Z'),
    random: () => 0.5,
    sleep: async () => undefined,
    newRunId: () => 'a-run',
    signal: new AbortController().signal,
  }),
)

describe('the views of the demo week', () => {
  test('say what the ledgers say, cell by cell', () => {
    expect(readLedger(out, 'invoice-ledger.csv').length).toBeGreaterThan(500)
    expect(viewsAgainstLedgers(database, out)).toEqual([])
  })

  test('foot: reported is paid out, in process or failed, and the difference is that to the expected payout', () => {
    expect(view('SELECT count(*) AS number FROM settlements WHERE payout_difference IS NOT NULL')).not.toEqual([
      { number: 0 },
    ])
    expect(
      view(`SELECT * FROM settlements WHERE payout_reported IS NOT NULL AND (payout_reported <> paid_out + in_process + failed
        OR (not_compared IS NULL) <> (payout_difference IS NOT NULL)
        OR round(payout_reported - payout_expected, 2) <> payout_difference)`),
    ).toEqual([])
  })

  test('invoices that count come to what settlements list', () => {
    expect(
      view(`SELECT s.date, s.cycle FROM settlements s WHERE s.collected_listed <> coalesce((SELECT round(sum(i.paid), 2) FROM invoices i
        WHERE i.merchant = s.merchant AND i.date = s.date AND i.cycle = s.cycle AND i.counted), 0)`),
    ).toEqual([])
  })

  test('fees by method come to the fees expected of the settlements that were compared, and to all payments', () => {
    const ofMethods = view('SELECT round(sum(expected), 2) AS expected FROM fees_by_method')
    expect(ofMethods[0]?.expected).toBeGreaterThan(0)
    expect(ofMethods).toEqual(
      view('SELECT round(sum(fees_expected), 2) AS expected FROM settlements WHERE fees_difference IS NOT NULL'),
    )
    expect(view('SELECT sum(payments) AS payments, round(sum(paid), 2) AS paid FROM fees_by_method')).toEqual(
      view('SELECT count(*) AS payments, round(sum(paid), 2) AS paid FROM invoices WHERE counted'),
    )
  })

  test('coverage has each day and cycle once', () => {
    const days = new Set(readLedger(out, 'settlement-ledger.csv').map(({ date }) => date)).size
    expect(view('SELECT count(*) AS cells, count(DISTINCT date || cycle) AS names FROM coverage')).toEqual([
      { cells: days * 5, names: days * 5 },
    ])
    expect(view('SELECT DISTINCT state FROM coverage')).toEqual([{ state: 'read' }])
  })
})

const decide = (nights: Nights, code: string, kind: 'accept' | 'claim' | 'reopen') => {
  const disposition: ActRequest['disposition'] =
    kind === 'reopen'
      ? { kind, reason: 'not so' }
      : kind === 'claim'
        ? { kind, reason: 'asked', ticket: 'T-1', until: null }
        : { kind, reason: 'a loss', until: null }
  const filter = { ...EVERYTHING, codes: [code] }
  return actOnDiscrepancies(nights.context(), { by: 'Ana', targets: { kind: 'filter', filter }, disposition })
}

test('the manual has each view and each column, in order', () => {
  const chapter = readFileSync(join(import.meta.dirname, '../../docs/warehouses.md'), 'utf8')
  const views = view("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name").map(({ name }) => String(name))
  expect(views).toEqual(['coverage', 'discrepancies', 'fees_by_method', 'invoices', 'runs', 'settlements'])
  for (const name of views) {
    const section = chapter.split(`### ${name}\n`)[1]?.split('\n#')[0] ?? ''
    const named = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
      cell.replaceAll('`', '').split(', '),
    )
    expect(named).toEqual(view(`SELECT name FROM pragma_table_info('${name}')`).map((column) => column.name))
  }
})

describe('the views of nights', () => {
  const differences = ({ folder: home }: Nights) => viewsAgainstLedgers(join(home, 'cuadre.db'), join(home, 'out'))
  const inNight = ({ folder: home }: Nights, sql: string) => readView(join(home, 'cuadre.db'), sql)

  test('say what the ledgers say of a day on which everything goes wrong', async () => {
    const nights = await startNights()
    tellDisaster(nights)
    await nights.run({ date: DISASTER })
    expect(differences(nights)).toEqual([])
    await decide(nights, 'PAYOUT_MISMATCH', 'claim')
    await decide(nights, 'DUPLICATE_PAYMENT', 'accept')
    await decide(nights, 'CHARGEBACK', 'accept')
    await decide(nights, 'CHARGEBACK', 'reopen')
    await nights.run({ date: DISASTER })
    expect(differences(nights)).toEqual([])
    const states = inNight(nights, 'SELECT DISTINCT state, decided_by FROM discrepancies ORDER BY state')
    expect(states).toEqual([
      { state: 'accepted', decided_by: 'Ana' },
      { state: 'claimed', decided_by: 'Ana' },
      { state: 'open', decided_by: null },
    ])
    const [twenty] = inNight(nights, "SELECT state, times_read, times_not_read FROM coverage WHERE cycle = '20'")
    expect(twenty).toEqual({ state: 'incomplete', times_read: 0, times_not_read: 2 })
    expect(inNight(nights, 'SELECT number, job, exit_status, settlements_read AS read FROM runs')).toMatchObject([
      { number: 1, job: 'run', exit_status: 5, read: 4 },
      { number: 2, job: 'claim' },
      { number: 3, job: 'accept' },
      { number: 4, job: 'accept' },
      { number: 5, job: 'reopen' },
      { number: 6, job: 'run' },
    ])
  })

  test('a decision ends with other numbers, a resolved discrepancy stays, and the policy that judged is the one that counts', async () => {
    const nights = await startNights()
    const invoices = somePaid(DISASTER, '11', 3)
    const right = settlement(DISASTER, '11', invoices)
    const slot = nights.service.tell(DISASTER, '11', { settlement: { ...right, numberOfInvoices: 5 }, invoices })
    await nights.run({ date: DISASTER })
    await decide(nights, 'COUNT_MISMATCH', 'accept')
    slot.settlement = { ...right, numberOfInvoices: 4, adjustments: 3000 }
    await nights.run({ date: DISASTER })
    expect(differences(nights)).toEqual([])
    slot.settlement = { ...right, adjustments: 3000 }
    const { policy } = nights.context().settings
    const subtracted = { policy: { ...policy, adjustments: 'subtract' } } as const
    await nights.run({ date: DISASTER }, subtracted)
    expect(differences(nights)).toEqual([])
    expect(inNight(nights, "SELECT state, resolved_at FROM discrepancies WHERE code = 'COUNT_MISMATCH'")).toEqual([
      { state: 'resolved', resolved_at: '2026-03-13T03:30:00Z' },
    ])
  })

  test('a gateway payout that policy leaves unchecked was not compared', async () => {
    const nights = await startNights()
    const invoices = somePaid(DISASTER, '11', 3)
    const right = settlement(DISASTER, '11', invoices)
    nights.service.tell(DISASTER, '11', { settlement: { ...right, gateway: true, paymentAmount: 7 }, invoices })
    const { policy } = nights.context().settings
    await nights.run({ date: DISASTER }, { policy: { ...policy, gateway: 'unchecked' } })
    expect(differences(nights)).toEqual([])
    expect(
      inNight(
        nights,
        "SELECT not_compared, payout_difference, collected_difference FROM settlements WHERE cycle = '11'",
      ),
    ).toEqual([{ not_compared: 'unchecked', payout_difference: null, collected_difference: 0 }])
  })
})
