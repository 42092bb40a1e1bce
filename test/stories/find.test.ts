import { expect, test } from 'vitest'
import { findInvoices } from '../../jobs/find.ts'
import { searchDocument } from '../../reports/documents/search-report.ts'
import { findText } from '../../src/cli/commands/find.ts'
import type { AsOf } from '../../src/core/past-run.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { jsonText } from '../../src/print/json.ts'
import { type Nights, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement, somePaid } from './told.ts'

const SCREEN = { width: 80, language: 'en' } as const
const DATE = '2026-03-12'
const ZONE = zoneByName('America/Bogota')

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
  service.tell(DATE, '11', { settlement: settlement(DATE, '11', both), invoices: both })
  service.tell(DATE, '13', { settlement: settlement(DATE, '13', [twin]), invoices: [twin] })
  await run({ date: DATE, cycles: ['11', '13'] })
  return nights
}

const find = (
  nights: Nights,
  text: string,
  { names = false, asOf = null }: { names?: boolean; asOf?: AsOf | null } = {},
) => findInvoices({ ...nights.context(), asOf }, { text, names })

test.each([['CTR-7'], ['1020304050'], [`P-${DATE}-11-1`], [`${DATE}-11-001`], ['ARR-1.020.304.050']])(
  'an invoice is found by %s, with what it said then and says now, and without its customer',
  async (text) => {
    const nights = await twoNights()
    const report = await find(nights, text)
    const shown = findText(report, ZONE, SCREEN)
    expect(shown.split('\n').slice(1).join('\n')).toMatchInlineSnapshot(`
      "
      Invoice 2026-03-12-11-001
        reference ARR-***; contract CTR-7; document ***; Arriendo de ***
        2026-03-12 cycle 11  reconciled
          ready at first, paid now: asked for COP 1,001,000, paid COP 1,001,000 on
          2026-03-12 08:03:00 by pse (P-2026-03-12-11-1)
          listed since 2026-03-12 13:30:00
          warning NOT_PAID, resolved (f92f9595)
      "
    `)
    expect(`${shown}${jsonText(searchDocument(report))}`).not.toMatch(/Marta|Quiroga|020.?304/)
  },
)

test('a payment that two invoices carry shows both, with the finding and its pesos', async () => {
  const nights = await twoNights()
  const report = await find(nights, `P-${DATE}-11-2`)
  expect(findText(report, ZONE, SCREEN)).toMatchInlineSnapshot(`
    "2 invoices with this payment id in the settlements of 2026-03-12.

    Invoice 2026-03-12-11-002
      reference R-2026-03-12-11-2; contract 00002; document ***; Arriendo 2
      2026-03-12 cycle 11  reconciled
        paid: asked for COP 1,002,000, paid COP 1,002,000 on 2026-03-12 08:03:00 by
        pse (P-2026-03-12-11-2)
        listed since 2026-03-12 13:30:00

    Invoice 2026-03-12-13-009
      reference R-2026-03-12-13-9; contract 00009; document ***; Arriendo 9
      2026-03-12 cycle 13  exceptions
        paid: asked for COP 1,009,000, paid COP 1,009,000 on 2026-03-12 08:03:00 by
        pse (P-2026-03-12-11-2)
        listed since 2026-03-12 22:30:00
        error DUPLICATE_PAYMENT, COP 1,009,000, new (6e53f6a8)
    "
  `)
})

test('names are shown to whoever asks for them', async () => {
  const nights = await twoNights()
  const shown = findText(await find(nights, 'CTR-7', { names: true }), ZONE, SCREEN)
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
    findText(await find(nights, 'CTR'), ZONE, SCREEN)
      .split('\n')
      .slice(0, 2)
      .join(' '),
  ).toBe(
    'No field is exactly this text; 1 invoice in the settlements of 2026-03-12 has one that begins with it (contract).',
  )
})

test('where there is nothing it says what was searched, and through which day', async () => {
  const nights = await twoNights()
  expect(findText(await find(nights, 'CTR-8'), ZONE, SCREEN)).toMatchInlineSnapshot(`
    "No invoice in the settlements of 2026-03-12 has this text, or one that begins
    with it, as its invoice id, reference, contract, document or payment id.
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
  nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', [second]), invoices: [second] })
  await nights.run({ date: DATE, cycles: ['11'] })
  const shown = findText(await find(nights, 'CTR-7'), ZONE, SCREEN)
  expect(shown).toContain('listed since 2026-03-12 13:30:00, and no longer listed since 2026-03-13')
  expect(shown).toContain('error INVOICE_VANISHED, COP 1,001,000, new')
})
