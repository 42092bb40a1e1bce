import { expect, test } from 'vitest'
import { FOUND, type SearchReport } from '../../reports/documents/search-report.ts'
import type { AsOf } from '../../src/core/past-run.ts'
import { jsonText } from '../../src/print/json.ts'
import { terminalText } from '../../src/print/terminal.ts'
import { FIND } from '../../src/questions/find.ts'
import { type Nights, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, somePaid } from './told.ts'

const SCREEN = { width: 80, language: 'en', colour: false } as const
const DATE = '2026-03-12'

/** A tenant whose document and name the merchant writes everywhere. */
const MARTA: Told = {
  customerDocumentNumber: '1020304050',
  customerName: 'Marta Quiroga',
  reference: 'ARR-1.020.304.050',
  contract: 'CTR-7',
  description: 'Arriendo de Marta Quiroga',
}

/** Two nights: an invoice is first ready, then paid, then also in another cycle; one payment pays two invoices. */
const twoNights = async (): Promise<Nights> => {
  const nights = await startNights('2026-03-12 13:30')
  const { service, clock, run } = nights
  const [first = {}, second = {}] = somePaid(DATE, '11', 2)
  const ready = { ...first, ...MARTA, status: 'ready', paymentAmount: null, paymentDate: null, paymentId: null }
  service.tell(DATE, '11', { settlement: null, invoices: [ready, second] })
  await run({ date: DATE, cycles: ['11'] })
  clock('2026-03-12 22:30')
  const both = [{ ...first, ...MARTA }, second]
  const twin = paid(DATE, '13', 9, { paymentId: second.paymentId })
  service.tellSettled(DATE, '11', both)
  service.tellSettled(DATE, '13', [twin])
  await run({ date: DATE, cycles: ['11', '13'] })
  return nights
}

const find = (
  nights: Nights,
  text: string,
  { names = false, asOf = null }: { names?: boolean; asOf?: AsOf | null } = {},
) =>
  FIND.read(
    { ...nights.context(), asOf, databases: () => [], isWritten: false, pathAsTyped: (path) => path },
    { text, names, documents: false },
  )

const shownOf = (nights: Nights, found: SearchReport) => {
  const report = FIND.report?.(found, nights.context(), { text: '', names: false, documents: false })
  return report === undefined ? '' : terminalText(report, SCREEN)
}

test.each([['CTR-7'], ['1020304050'], [`P-${DATE}-11-1`], [`${DATE}-11-001`], ['ARR-1.020.304.050']])(
  'an invoice is found by %s, with what it said then and says now, and without its customer',
  async (text) => {
    const nights = await twoNights()
    const report = await find(nights, text)
    const shown = shownOf(nights, report)
    expect(shown.split('\n').slice(1).join('\n')).toMatchInlineSnapshot(`
      "
      Invoice         2026-03-12-11-001
      Reference       ARR-***
      Contract        CTR-7
      Document        ***
      Description     Arriendo de ***
      Settlement      2026-03-12
      Cycle           11
      Its result      reconciled
      First status    ready, not paid
      Status          paid
      Asked for, COP  1,001,000
      Paid, COP       1,001,000
      Paid at         2026-03-12 08:03:00
      Method          PSE
      Payment         P-2026-03-12-11-1
      Listed since    2026-03-12 13:30:00
      Discrepancies   warning NOT_PAID, resolved (f92f9595)
      "
    `)
    expect(`${shown}${jsonText(FOUND.of(report))}`).not.toMatch(/Marta|Quiroga|020.?304/)
  },
)

test('a payment that two invoices carry shows both, with the finding and its pesos', async () => {
  const nights = await twoNights()
  const report = await find(nights, `P-${DATE}-11-2`)
  expect(shownOf(nights, report)).toMatchInlineSnapshot(`
    "2 invoices with this payment id in the settlements of 2026-03-12.

    Invoice         2026-03-12-11-002
    Reference       R-2026-03-12-11-2
    Contract        00002
    Document        ***
    Description     Arriendo 2
    Settlement      2026-03-12
    Cycle           11
    Its result      reconciled
    First status    paid
    Status          paid
    Asked for, COP  1,002,000
    Paid, COP       1,002,000
    Paid at         2026-03-12 08:03:00
    Method          PSE
    Payment         P-2026-03-12-11-2
    Listed since    2026-03-12 13:30:00

    Invoice         2026-03-12-13-009
    Reference       R-2026-03-12-13-9
    Contract        00009
    Document        ***
    Description     Arriendo 9
    Settlement      2026-03-12
    Cycle           13
    Its result      exceptions
    First status    paid
    Status          paid
    Asked for, COP  1,009,000
    Paid, COP       1,009,000
    Paid at         2026-03-12 08:03:00
    Method          PSE
    Payment         P-2026-03-12-11-2
    Listed since    2026-03-12 22:30:00
    Discrepancies   error DUPLICATE_PAYMENT, COP 1,009,000, new (6e53f6a8)
    "
  `)
})

test('names are shown to whoever asks for them', async () => {
  const nights = await twoNights()
  const shown = shownOf(nights, await find(nights, 'CTR-7', { names: true }))
  expect(shown).toContain('Marta Quiroga')
  expect(shown).not.toMatch(/020.?304/)
})

test('only where nothing is exactly the text, what begins with it is shown', async () => {
  const nights = await twoNights()
  expect(await find(nights, '0000')).toMatchObject({
    mode: 'beginning',
    invoices: [{ fields: ['contract'] }, { fields: ['contract'] }],
  })
  expect(
    shownOf(nights, await find(nights, 'CTR'))
      .split('\n')
      .slice(0, 2)
      .join(' '),
  ).toBe(
    'No field is exactly this text; 1 invoice in the settlements of 2026-03-12 has one that begins with it (contract).',
  )
})

test('where there is nothing it says what was searched, and through which day', async () => {
  const nights = await twoNights()
  expect(shownOf(nights, await find(nights, 'CTR-8'))).toMatchInlineSnapshot(`
    "No invoice in the settlements of 2026-03-12 has this text, or one that begins
    with it, as its invoice id, reference, contract, document, payment id, amount or
    paid amount.
    "
  `)
})

test('the past knows no more than it knew', async () => {
  const nights = await twoNights()
  const asOf: AsOf = { kind: 'time', at: Date.parse('2026-03-12T14:00:00-05:00') }
  const then = await find(nights, 'CTR-7', { asOf })
  expect(then.invoices).toMatchObject([{ settlements: [{ firstStatus: 'ready', invoice: { status: 'ready' } }] }])
  expect((await find(nights, `P-${DATE}-11-1`, { asOf })).mode).toBe(null)
})

test('an invoice that left says since when', async () => {
  const nights = await twoNights()
  nights.clock('2026-03-13 22:30')
  const second = paid(DATE, '11', 2)
  nights.service.tellSettled(DATE, '11', [second])
  await nights.run({ date: DATE, cycles: ['11'] })
  const shown = shownOf(nights, await find(nights, 'CTR-7'))
  expect(shown).toMatch(/Not listed since +2026-03-13/)
  expect(shown).toContain('error INVOICE_VANISHED, COP 1,001,000, new')
})
