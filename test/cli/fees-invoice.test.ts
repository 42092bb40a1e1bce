import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { attached, invoiceXml, period, tax } from '../bank/invoice-samples.ts'
import { zipOf } from '../bank/zip-of.ts'
import { emptyFolder } from '../empty-folder.ts'
import { startService } from '../stories/service.ts'
import { settlement, somePaid } from '../stories/told.ts'
import { type } from './terminal.ts'

const DATE = '2026-03-12'

/** A settlement with fees of COP 1,190, and the operator's invoice for it in the zip of its mail. */
const withInvoice = async (settings: object = {}) => {
  const now = () => Date.parse('2026-04-20T03:30:00Z')
  const service = await startService(now)
  const invoices = somePaid(DATE, '11', 1)
  const told = settlement(DATE, '11', invoices, { fees: 1_190, paymentAmount: 999_810 })
  service.tell(DATE, '11', { settlement: told, invoices })
  const cwd = emptyFolder()
  let runs = 0
  const io: Partial<Io> = { cwd, env: { CUADRE_API_KEY: 'key' }, now, newRunId: () => `run-${++runs}` }
  const write = (more: object) =>
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ baseUrl: service.baseUrl, ...settings, ...more }))
  write({})
  const text = invoiceXml({
    head: period('2026-03-01', '2026-03-31'),
    withholdings: tax('WithholdingTaxTotal', '06', 'ReteFuente', '40.00', '1000.00', '4.00'),
  })
  writeFileSync(join(cwd, 'ad09.zip'), zipOf({ 'ad09.xml': attached(text), 'ad09.pdf': '%PDF' }))
  expect((await type(`run --date ${DATE}`, io)).err).toBe('')
  return { service, cwd, io, write }
}

test('an invoice is imported, listed in every form, and voided by its number', async () => {
  const { service, io, write } = await withInvoice({ taxId: '900.123.456-8' })
  const { out } = await type('fees invoice import ad09.zip --by Ana', io)
  expect(out).toContain('ad09.zip/ad09.xml: invoice FE-1 for 2026-03: base COP 1,000, IVA COP 190\n')
  expect(out).toContain('2026-03: invoiced COP 1,190, which is exactly the fees of its settlements\n')
  expect((await type('fees invoice import ad09.zip --by Ana', io)).out).toBe(
    'ad09.zip/ad09.xml: FE-1 was imported before; nothing changed\n2026-03: invoiced COP 1,190, which is exactly the fees of its settlements\n',
  )
  const listed = (await type('fees invoice list', io)).out.replaceAll(/ +/g, ' ')
  expect(listed).toContain('FE-1 invoice 2026-04-01 2026-03 1,000 190 40 1,190\n')
  expect(listed).toContain('FE-1 withholding 06 ReteFuente 4.00 40\n')
  expect((await type('fees invoice list --month 2026-02', io)).out).toContain('No invoice of the operator')
  expect((await type('fees invoice list --format csv --table taxes', io)).out).toContain(
    'FE-1,withholding,06,ReteFuente,4.00,40\n',
  )
  const bytes = async (): Promise<void> => {}
  for (const form of ['html', 'xlsx'])
    expect((await type(`fees invoice list --format ${form}`, { ...io, bytes })).status).toBe(0)
  const fees = (await type('fees --month 2026-03', io)).out
  expect(fees).toContain("The operator's invoices against the fees of the month")
  expect((await type('statement --month 2026-03', io)).out).toMatch(
    /Fees invoiced by the operator: base and IVA +1 +1,190\n.*Invoiced less fees without withholdings +0\n/,
  )
  write({ language: 'es' })
  expect((await type('fees invoice void FE-1 --reason otra', io)).out).toContain('factura FE-1 de 2026-03 anulada\n')
  expect((await type('fees invoice list', io)).out).toMatch(/anuló la FE-1 el 19\/04\/2026: otra\n/)
  await service.close()
})

test('what is wrong ends with 2, one line and a next step, in both languages, and writes nothing', async () => {
  const { service, cwd, io, write } = await withInvoice({ taxId: '900999999' })
  const json = async (line: string) => JSON.parse((await type(`${line} --json`, io)).out).error
  expect(await json('fees invoice import ad09.zip')).toMatchObject({
    code: 'FEES_INVOICE_WRONG',
    message: expect.stringMatching(
      /^ad09\.zip\/ad09\.xml: in the document inside its <Description>: line \d+: <AccountingCustomerParty>: its customer is not/,
    ),
  })
  write({ language: 'es', journal: { thirdParties: { operator: '900111111' } } })
  writeFileSync(join(cwd, 'f.xml'), invoiceXml({ customer: '900999999' }))
  const { status, err } = await type('fees invoice import f.xml', io)
  expect([status, err]).toEqual([
    2,
    expect.stringContaining('f.xml: línea 12: <AccountingSupplierParty>: su emisor no es el operador'),
  ])
  write({})
  for (const [line, code] of [
    ['fees invoice import f.xml --month 2026-13', 'USAGE'],
    ['fees invoice import', 'USAGE'],
    ['fees invoice void FE-1', 'USAGE'],
    ['fees invoice void FE-1 --reason x', 'NO_FEES_INVOICE'],
  ])
    expect((await json(line ?? '')).code).toBe(code)
  expect((await type('fees invoice list --json', io)).out).toContain('"invoices": []')
  for (const [value, named] of [
    [{ taxId: 'NIT' }, 'taxId'],
    [{ journal: 7 }, 'journal'],
    [{ journal: { thirdParties: { operator: 'x' } } }, 'journal'],
  ] as const) {
    write(value)
    expect((await type('status', io)).err).toContain(named)
  }
  await service.close()
})
