import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import { verifyDatabase } from '../../jobs/database/verify-database.ts'
import { importInvoices, voidInvoice } from '../../jobs/fees/import-invoices.ts'
import { readFees } from '../../jobs/fees/read-fees.ts'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import { readStatement } from '../../jobs/statement.ts'
import { withDatabase } from '../../jobs/steps/database/with-database.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import type { Tariff } from '../../src/core/fees/tariff.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import type { Settings } from '../../src/input/settings.ts'
import { FEES_INVOICE_LIST } from '../../src/questions/fees-invoices.ts'
import { about, attached, type InvoiceParts, invoiceXml, line, period, tax, totals } from '../bank/invoice-samples.ts'
import { cop, slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const MARCH = monthOf('2026-03-01' as SlotDate)
const OURS = policy({ cycles: [slot('2026-03-30').cycle], taxId: '900123456' })

/** The last two days of March: fees of COP 1,000 each, for two payments each. */
const march = async (settings: Partial<Settings> = OURS): Promise<Nights> => {
  const nights = await startNights('2026-03-31 22:30')
  for (const date of ['2026-03-30', '2026-03-31']) {
    const invoices = somePaid(date, '11', 2)
    const told = settlement(date, '11', invoices, { fees: 1_000, paymentAmount: 2_002_000 })
    nights.service.tell(date, '11', { settlement: told, invoices })
  }
  await nights.run({ from: '2026-03-30', to: '2026-03-31' }, settings)
  nights.clock('2026-04-03 10:00')
  return nights
}

/** An invoice for base and IVA of these pesos. */
const invoice = (base: number, iva: number, parts: InvoiceParts = {}): string => {
  const [net, of, all] = [base.toFixed(2), iva.toFixed(2), (base + iva).toFixed(2)]
  return invoiceXml({
    head: period('2026-03-01', '2026-03-31'),
    ...parts,
    lines: [line(net, '', parts.root)],
    taxes: tax('TaxTotal', '01', 'IVA', of, net),
    totals: totals({ LineExtensionAmount: net, TaxExclusiveAmount: net, TaxInclusiveAmount: all, PayableAmount: all }),
  })
}
const EXACT = invoice(1_680.67, 319.33)

const take = async (nights: Nights, texts: readonly string[], settings: Partial<Settings> = OURS, month?: string) => {
  const files = texts.map((text, at) => {
    const path = join(nights.folder, `factura ${at + 1}.xml`)
    writeFileSync(path, text)
    return path
  })
  const days = month === undefined ? null : monthOf(`${month}-01` as SlotDate)
  return importInvoices(nights.context(settings), { files, month: days, by: 'Ana' })
}

const list = async (nights: Nights) => {
  const context = { ...nights.context(OURS), asOf: null, databases: () => [], pathAsTyped: String, isWritten: true }
  return (await FEES_INVOICE_LIST.read(context, { month: undefined })).invoices
}

/** The findings about the operator's invoices: settlement, code, severity, subject, state and difference. */
const found = async (nights: Nights): Promise<readonly string[]> => {
  const { found: known } = await listDiscrepancies({ ...nights.context(OURS) }, { kind: 'filter', filter: EVERYTHING })
  return known
    .map(({ discrepancy }) => discrepancy)
    .filter(({ code }) => code.startsWith('FEES_INVOICE'))
    .map(({ slot: { date }, code, severity, subject, state, amount }) =>
      [date, code, severity, subject, state === 'new' ? 'open' : state, Number(amount) / 100].join(' '),
    )
}

/** The last number of the history, and the number of findings ever shown. */
const written = (nights: Nights) =>
  withDatabase(nights.context(OURS), 'test', async (store) => [
    (await store.policies.record('{}', 1)).number,
    (await store.findings.all()).length,
  ])

const witness = async (nights: Nights) => {
  const asked = { days: MARCH, asOf: null, format: null }
  const { invoiced, files } = await readFees(nights.context(OURS), { ...asked, billed: null })
  const { account } = await readStatement(nights.context(OURS), asked)
  return { invoiced, files, beside: account.beside.invoiced }
}

describe('an invoice of exactly the fees', () => {
  test('is a fourth witness in fees and statement, and no finding', async () => {
    const nights = await march()
    const { imports, months } = await take(nights, [attached(EXACT)])
    expect(imports.map(({ name, isKnown, invoice: { number, period: of } }) => [name, isKnown, number, of])).toEqual([
      ['factura 1.xml', false, 'FE-1', '2026-03'],
    ])
    expect(months.map(({ difference, last }) => [difference, last])).toEqual([[cop(0), slot('2026-03-31')]])
    expect(await found(nights)).toEqual([])
    const { invoiced, files, beside } = await witness(nights)
    expect(invoiced).toMatchObject([
      { month: '2026-03', invoiced: cop(2_000), charged: cop(2_000), difference: cop(0) },
    ])
    expect(beside).toEqual({ number: 1, sum: cop(2_000), difference: cop(0) })
    const csv = files.find((file) => file.endsWith('fees-invoices.csv')) ?? ''
    expect(readFileSync(csv, 'utf8')).toBe(
      'merchant,month,invoices,base,iva,invoiced,charged,withheld,difference\ndefault,2026-03,FE-1,1680.67,319.33,2000,2000,0,0\n',
    )
  })

  test('imported again, alone or in another wrapping, changes nothing', async () => {
    const nights = await march()
    await take(nights, [attached(EXACT)])
    const [first] = await list(nights)
    for (const again of [[attached(EXACT)], [EXACT], [EXACT.replaceAll('\n', '\r\n'), attached(EXACT)]]) {
      const { imports, files } = await take(nights, again)
      expect([imports.every(({ isKnown }) => isKnown), files]).toEqual([true, []])
    }
    expect(await list(nights)).toEqual([first])
  })

  test('its file is kept as it came, and proved', async () => {
    const nights = await march()
    await take(nights, [attached(EXACT)])
    const sha256 = createHash('sha256').update(attached(EXACT)).digest('hex')
    expect((await list(nights))[0]?.digest).toBe(sha256)
    const { db } = nights.context(OURS).settings
    const sqlite = new Database(db)
    const body = 'SELECT gzip FROM body JOIN operator_invoice ON body.id = operator_invoice.body'
    expect(gunzipSync(sqlite.prepare<[], Buffer>(body).pluck().get() ?? '').toString()).toBe(attached(EXACT))
    expect((await verifyDatabase(nights.context(OURS))).damage).toEqual([])
    sqlite.exec('DROP TRIGGER operator_invoice_unchanged; UPDATE operator_invoice SET iva = iva + 1')
    sqlite.close()
    expect((await verifyDatabase(nights.context(OURS))).damages).toBeGreaterThan(0)
  })
})

describe('an invoice of another sum', () => {
  test('is told in the last settlement of the month, and check changes nothing afterwards', async () => {
    const nights = await march()
    await take(nights, [invoice(1_700, 323)])
    expect(await found(nights)).toEqual(['2026-03-31 FEES_INVOICE_DIFFERS error fees:2026-03 open 23'])
    await nights.check({}, OURS)
    const before = await written(nights)
    await nights.check({}, OURS)
    expect((await written(nights))[1]).toBe(before[1])
    expect(await found(nights)).toEqual(['2026-03-31 FEES_INVOICE_DIFFERS error fees:2026-03 open 23'])
    expect((await witness(nights)).beside).toEqual({ number: 1, sum: cop(2_023), difference: cop(23) })
  })

  test('within half a peso a payment it is only said', async () => {
    const nights = await march()
    await take(nights, [invoice(1_682, 320)])
    expect(await found(nights)).toEqual(['2026-03-31 FEES_INVOICE_DIFFERS info fees:2026-03 open 2'])
  })

  test('several of a month count together, a credit note in the month of its invoice; in any order', async () => {
    const nights = await march()
    const note = invoice(100, 19, {
      root: 'CreditNote',
      id: 'NC-1',
      uuid: 'c1',
      day: '2026-05-02',
      head: about('FE-1'),
    })
    const rest = invoice(80.67, 15.33, { id: 'FE-2', uuid: 'b2' })
    const { imports } = await take(nights, [note, rest, invoice(1_700, 323)])
    expect(imports.map(({ invoice: { number, period: of } }) => [number, of])).toEqual([
      ['NC-1', '2026-03'],
      ['FE-2', '2026-03'],
      ['FE-1', '2026-03'],
    ])
    expect(await found(nights)).toEqual([])
    expect((await list(nights)).map(({ number }) => number)).toEqual(['FE-1', 'FE-2', 'NC-1'])
  })

  test('what the tariff withholds is on no invoice', async () => {
    const tariff: Tariff = [
      {
        from: slot('2026-01-01').date,
        methods: { pse: { fixed: 500, percent: 0, min: null, max: null, tiers: [] } },
        tax: null,
        withholdings: [{ name: 'ReteICA', percent: 10, base: 'fee', methods: null }],
        rounding: 'none',
        to: 'peso',
        proposed: null,
      },
    ]
    const withTariff = policy({ ...OURS.policy, tariff })
    const nights = await march(withTariff)
    await take(nights, [invoice(1_500, 300)], withTariff)
    const { invoiced } = await readFees(nights.context(withTariff), {
      days: MARCH,
      asOf: null,
      format: null,
      billed: null,
    })
    expect(
      invoiced.map(({ charged, withheld, expected, difference }) => [charged, withheld, expected, difference]),
    ).toEqual([[cop(2_000), cop(200), cop(1_800), cop(0)]])
    expect(await found(nights)).toEqual([])
  })
})

describe('voided', () => {
  test('it counts no more, and its number is free for other bytes', async () => {
    const nights = await march()
    await take(nights, [invoice(1_700, 323)])
    await expect(take(nights, [EXACT])).rejects.toMatchObject({
      code: 'FEES_INVOICE_KNOWN',
      message:
        'factura 1.xml: line 5: <UUID>: an invoice with this CUFE is there, with other bytes; nothing was imported',
      next: 'if the earlier one is wrong, void it: cuadre fees invoice void FE-1 --reason TEXT',
    })
    await expect(take(nights, [EXACT.replaceAll('a1a1', 'b2b2')])).rejects.toMatchObject({
      code: 'FEES_INVOICE_KNOWN',
      message: expect.stringContaining('line 4: <ID>: an invoice with this number is there, with another CUFE'),
    })
    const act = { number: 'FE-1', reason: 'issued again', by: 'Ana' }
    const { invoice: voided } = await voidInvoice(nights.context(OURS), act)
    expect(voided.voided).toMatchObject({ by: 'Ana', reason: 'issued again' })
    expect(await found(nights)).toEqual(['2026-03-31 FEES_INVOICE_DIFFERS error fees:2026-03 resolved 23'])
    await take(nights, [EXACT])
    expect((await list(nights)).map((one) => one.voided === null)).toEqual([false, true])
    await voidInvoice(nights.context(OURS), act)
    await expect(voidInvoice(nights.context(OURS), act)).rejects.toMatchObject({
      message: 'invoice FE-1 is void already',
    })
    await expect(voidInvoice(nights.context(OURS), { ...act, number: 'X' })).rejects.toMatchObject({
      code: 'NO_FEES_INVOICE',
      next: 'see "cuadre fees invoice list"',
    })
  })
})

describe('its month', () => {
  test.each<[string, InvoiceParts, string | undefined, string]>([
    ['is that of its period', {}, undefined, '2026-03'],
    ['which a person may name as well', {}, '2026-03', '2026-03'],
    ['else the one that is named', { head: '' }, '2026-01', '2026-01'],
    ['else that of its issue', { head: '' }, undefined, '2026-04'],
    [
      'of a period over two months the one that is named',
      { head: period('2026-02-26', '2026-03-25') },
      '2026-03',
      '2026-03',
    ],
    ['of a credit note about none as of an invoice', { root: 'CreditNote' }, undefined, '2026-03'],
    [
      'of a credit note whose invoice is not there, the one that is named',
      { root: 'CreditNote', head: about('FE-9') },
      '2026-02',
      '2026-02',
    ],
  ])('%s', async (_, parts, month, expected) => {
    const nights = await march()
    const { imports } = await take(nights, [invoice(100, 19, parts)], OURS, month)
    expect(imports.map((one) => one.invoice.period)).toEqual([expected])
  })

  test('a month that contradicts its document is refused', async () => {
    const nights = await march()
    const [stated, note] = [
      invoice(100, 19),
      invoice(1, 0, { root: 'CreditNote', id: 'NC-1', uuid: 'c1', head: about('FE-1') }),
    ]
    for (const files of [[stated], [EXACT, note]])
      await expect(take(nights, files, OURS, '2026-02')).rejects.toMatchObject({
        code: 'FEES_INVOICE_WRONG',
        message: expect.stringMatching(/it is of 2026-03, and not of 2026-02/),
      })
    expect(await list(nights)).toEqual([])
  })

  test.each<[string, InvoiceParts, RegExp]>([
    [
      'a period over two months',
      { head: period('2026-02-26', '2026-03-25') },
      /line 9: <InvoicePeriod>: it is of more than one month/,
    ],
    [
      'a credit note about what is not there',
      { root: 'CreditNote', head: about('FE-9') },
      /line 9: <BillingReference>: the invoice that the credit note names was not imported/,
    ],
    [
      'a credit note about an invoice of another CUFE',
      { root: 'CreditNote', id: 'NC-1', uuid: 'c1', head: about('FE-1', 'd'.repeat(96)) },
      /was not imported/,
    ],
  ])('%s is refused, and nothing is written', async (_, parts, says) => {
    const nights = await march()
    await expect(take(nights, [EXACT, invoice(100, 19, { id: 'X-1', uuid: 'x1', ...parts })])).rejects.toMatchObject({
      code: 'FEES_INVOICE_WRONG',
      message: expect.stringMatching(says),
    })
    expect(await list(nights)).toEqual([])
  })
})

test('another customer, another supplier, and a file that is not there refuse all, and nothing is written', async () => {
  const nights = await march()
  const journal = {
    ...{ accounts: {}, thirdParties: { operator: '901234567' }, voucherType: null, costCenter: null, from: null },
    ...{ basis: 'accrual' as const, template: null },
  }
  const settings = { ...OURS, journal }
  for (const parts of [{ customer: '900999999' }, { supplier: '900999999' }])
    await expect(take(nights, [EXACT, invoice(1, 0, parts)], settings)).rejects.toMatchObject({
      code: 'FEES_INVOICE_WRONG',
      message: expect.stringMatching(/^factura 2\.xml: line \d+: <Accounting/),
    })
  const absent = { files: [join(nights.folder, 'absent.xml')], month: null, by: 'Ana' }
  await expect(importInvoices(nights.context(OURS), absent)).rejects.toMatchObject({
    code: 'FEES_INVOICE_WRONG',
    message: 'absent.xml: there is no such file',
    next: expect.stringContaining('operator'),
  })
  expect(await list(nights)).toEqual([])
  expect((await take(nights, [EXACT], settings)).imports).toHaveLength(1)
})

describe('a month without an invoice', () => {
  test('is told ten days after its end, only where taxId is set, and is settled by the import', async () => {
    const nights = await march()
    const readAgain = (settings = OURS) => nights.run({ date: '2026-03-31' }, settings)
    nights.clock('2026-04-09 10:00')
    await readAgain()
    expect(await found(nights)).toEqual([])
    nights.clock('2026-04-10 10:00')
    await readAgain(policy({ ...OURS.policy, taxId: null }))
    expect(await found(nights)).toEqual([])
    await readAgain()
    const missing = '2026-03-31 FEES_INVOICE_MISSING warning fees:2026-03'
    expect(await found(nights)).toEqual([`${missing} open 2000`])
    await nights.check({}, OURS)
    expect(await found(nights)).toEqual([`${missing} open 2000`])
    await take(nights, [EXACT])
    expect(await found(nights)).toEqual([`${missing} resolved 2000`])
  })
})

describe('the past', () => {
  test('hides an invoice that came later, and what was closed stays as it was', async () => {
    const nights = await march()
    const closing = { through: MARCH.to, by: 'Ana', reason: 'month', force: true }
    await closePeriod(nights.context(OURS), closing)
    const csv = join(nights.folder, 'out/fees/2026-03-01_2026-03-31/fees-invoices.csv')
    await take(nights, [invoice(1_700, 323)])
    const asked = { days: MARCH, asOf: null, format: null, billed: null }
    const { invoiced, closed } = await readFees(nights.context(OURS), asked)
    expect([invoiced, closed?.now.invoiced.map(({ difference }) => difference), existsSync(csv)]).toEqual([
      [],
      [cop(23)],
      false,
    ])
    const { account, closed: since } = await readStatement(nights.context(OURS), {
      days: MARCH,
      asOf: null,
      format: null,
    })
    expect([account.beside.invoiced, since?.now.account.beside.invoiced?.difference]).toEqual([null, cop(23)])
    expect(await found(nights)).toEqual(['2026-03-31 FEES_INVOICE_DIFFERS error fees:2026-03 open 23'])
  })
})
