import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { HISTORY } from '../../reports/documents/history.ts'
import { zoneByName } from '../../src/input/zone.ts'
import { historyText } from '../../src/questions/history.ts'
import { openStore } from '../../src/store/open.ts'
import { slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import { paid, somePaid } from './told.ts'

const SCREEN = { width: 80, language: 'en' } as const
const DATE = '2026-03-12'
const ZONE = zoneByName('America/Bogota')

/** A slot in which everything happens, one event each night. */
const tellALife = async (nights: Nights) => {
  const { service, clock, run } = nights
  const invoices = somePaid(DATE, '11', 4)
  const told = service.tellSettled(DATE, '11', invoices)
  const night = async (at: string) => {
    clock(at)
    await run({ date: DATE, cycles: ['11'] })
  }
  await night('2026-03-12 13:30')
  const [first, second, third, fourth] = invoices
  told.invoices = [
    { ...first, paymentAmount: 900_000, customerName: 'Otra Persona' },
    third,
    fourth,
    paid(DATE, '11', 7),
  ]
  service.byId.set(`${second?.id}`, { ...second, settlementDate: '2026-03-13', settlementTime: '16' })
  await night('2026-03-12 22:30')
  told.list = () => ({ status: 400, body: { error: 'no' } })
  await night('2026-03-13 22:30')
  delete told.list
  told.invoices = [third, second, paid(DATE, '11', 7)]
  told.settlement = { ...told.settlement, paymentAmount: 1_000_000.5 }
  await night('2026-03-14 22:30')
  const store = await openStore({ path: `${nights.folder}/cuadre.db`, merchant: 'default', version: '0.0.0-story' })
  const count = (await store.findings.ofSlot(slot(DATE, '11'))).find(({ code }) => code === 'COUNT_MISMATCH')
  await store.dispositions.record(
    [{ kind: 'accept', discrepancy: count?.id ?? '', reason: 'the operator says so', until: null }],
    { by: 'ana', at: Date.parse('2026-03-15T09:00:00-05:00') },
  )
  await store.close()
  await night('2026-03-15 22:30')
}

test('tells every pull and attempt of a slot by its number, what each changed, and what people did', async () => {
  const nights = await startNights()
  await tellALife(nights)
  expect(historyText(await nights.history(DATE, '11'), ZONE, SCREEN)).toMatchInlineSnapshot(`
    "2026-03-12 cycle 11: 4 readings, 1 attempt that could not be read whole  (merchant default)

      number  when (America/Bogota)   what
           2  2026-03-12 13:30:00     reconciled; first read: 4 invoices, settlement
                                      credited
           3  2026-03-12 22:30:00     discrepant; invoices: 1 added, 1 moved, 1
                                      altered
                invoice 2026-03-12-11-001: customerName changed; paid 1,001,000 ->
                900,000
                invoice 2026-03-12-11-002 moved to 2026-03-13 cycle 16
                invoice 2026-03-12-11-007 was added
                found COLLECTED_MISMATCH: reported as collected (amountCollected):
                COP 4,010,000; its 4 paid invoices total COP 3,914,000
                found INVOICE_ADDED of invoice:2026-03-12-11-007: it was not in the
                list when the settlement was first read as final
                found INVOICE_CHANGED of invoice:2026-03-12-11-001.paid: paid
                (paymentAmount): COP 900,000 now, COP 1,001,000 when first read as
                paid
                found INVOICE_VANISHED of invoice:2026-03-12-11-002: it was in the
                list of 2026-03-12 cycle 11 when its settlement was first read as
                final, and is gone; read by id it is paid, of 2026-03-13 cycle 16
                found UNDERPAID of invoice:2026-03-12-11-001: COP 900,000 was paid;
                COP 1,001,000 was asked for
           -  2026-03-13 22:30:00     could not be read whole: GET
                                      /invoices?settlementDate=2026-03-12&settlementCycle=11&limit=100
                                      answered 400: "no"
           4  2026-03-14 22:30:00     discrepant; settlement changed; invoices: 1
                                      added, 2 left
                settlement payout: 4,002,000 -> 1,000,000.50
                invoice 2026-03-12-11-001 left; the service no longer answers for it
                invoice 2026-03-12-11-002 came back
                invoice 2026-03-12-11-004 left; the service no longer answers for it
                changed COLLECTED_MISMATCH: reported as collected (amountCollected):
                COP 4,010,000; its 3 paid invoices total COP 3,012,000
                found COUNT_MISMATCH: the settlement reports 4 invoices
                (numberOfInvoices); 3 listed invoices count
                found INVOICE_VANISHED of invoice:2026-03-12-11-001: it was in the
                list of 2026-03-12 cycle 11 when its settlement was first read as
                final, and is gone; the service no longer answers for it
                found INVOICE_VANISHED of invoice:2026-03-12-11-004: it was in the
                list of 2026-03-12 cycle 11 when its settlement was first read as
                final, and is gone; the service no longer answers for it
                found PAYOUT_MISMATCH: the operator paid out COP 1,000,000.50
                (paymentAmount); its own figures give COP 4,002,000 (net)
                found SETTLEMENT_CHANGED of settlement.payout: payout
                (paymentAmount): COP 1,000,000.50 now, COP 4,002,000 at the first
                final reading
                found FRACTIONAL_PESOS of field:payout: payout (paymentAmount) has
                centavos in 1 record
                resolved INVOICE_CHANGED of invoice:2026-03-12-11-001.paid
                and 2 findings more, all of them with --json
           5  2026-03-15 09:00:00     ana accepted COUNT_MISMATCH of settlement: the
                                      operator says so
           6  2026-03-15 22:30:00     discrepant; nothing changed
    "
  `)
})

test('tells that an acceptance ended, and why', async () => {
  const nights = await startNights()
  const invoices = [paid(DATE, '11', 1)]
  const told = nights.service.tellSettled(DATE, '11', invoices)
  told.settlement = { ...told.settlement, numberOfInvoices: 2 }
  const [found] = (await nights.run({ date: DATE, cycles: ['11'] })).slots.flatMap(({ discrepancies }) => discrepancies)
  const store = await openStore({ path: `${nights.folder}/cuadre.db`, merchant: 'default', version: '0.0.0-story' })
  await store.dispositions.record([{ kind: 'accept', discrepancy: found?.id ?? '', reason: 'agreed', until: null }], {
    by: 'ana',
    at: Date.parse('2026-03-12T22:40:00-05:00'),
  })
  await store.close()
  told.settlement = { ...told.settlement, numberOfInvoices: 3 }
  nights.clock('2026-03-12 22:50')
  await nights.run({ date: DATE, cycles: ['11'] })
  const text = historyText(await nights.history(DATE, '11'), ZONE, SCREEN).replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    '3 invoices (numberOfInvoices); 1 listed invoice counts; its numbers changed, and so its acceptance ended',
  )
})

test('tells a program the same, invoice by invoice, and nobody who the customers are', async () => {
  const nights = await startNights()
  await tellALife(nights)
  const document = JSON.stringify(HISTORY.of(await nights.history(DATE, '11')), (_, value) =>
    typeof value === 'bigint' ? Number(value) / 100 : value,
  )
  const { history } = JSON.parse(document)
  expect(history.map(({ kind, number }: Record<string, unknown>) => `${kind} ${number}`)).toEqual([
    'pull 2',
    'pull 3',
    'attempt null',
    'pull 4',
    'act 5',
    'pull 6',
  ])
  expect(history[1].invoices).toEqual({ added: 1, left: 0, moved: 1, altered: 1 })
  expect(history[1].changes).toEqual([
    {
      kind: 'altered',
      invoiceId: `${DATE}-11-001`,
      fields: [
        { field: 'customerName', isPersonal: true, before: null, now: null },
        { field: 'paid', isPersonal: false, before: 1_001_000, now: 900_000 },
      ],
    },
    { kind: 'moved', invoiceId: `${DATE}-11-002`, became: { status: 'paid', date: '2026-03-13', cycle: '16' } },
    { kind: 'added', invoiceId: `${DATE}-11-007`, isBack: false },
  ])
  expect(history[3].settlement).toEqual([{ field: 'payout', before: expect.any(Number), now: 1_000_000.5 }])
  expect(history[4]).toMatchObject({ by: 'ana', act: 'accept', discrepancy: { code: 'COUNT_MISMATCH' } })
  expect(document).not.toMatch(/Inquilino|Otra Persona|"10000\d"/)
})

test('what the bank brought stands under its own number and time, not under the reading that was checked again', async () => {
  const nights = await startNights()
  const bank = policy({ bankText: ['OPERADOR PAGOS'] })
  const invoices = [paid(DATE, '11', 1)]
  nights.service.tellSettled(DATE, '11', invoices)
  await nights.run({ date: DATE, cycles: ['11'] }, bank)
  nights.clock('2026-04-11 09:00')
  const take = async (name: string, lines: readonly string[]): Promise<void> => {
    const path = join(nights.folder, name)
    writeFileSync(path, lines.map((line) => `406-000011-22,406,,${line},0\r\n`).join(''), 'latin1')
    await importBankFiles(nights.context(bank), { files: [path], account: null, by: 'Ana' })
  }
  const [opening = '', later = ''] = ['20260312,,-1.00,2568,IMPTO', '20260320,,-5000.00,2568,COMISION']
  await take('marzo.csv', [opening, later])
  nights.clock('2026-04-12 09:00')
  await take('otro.csv', [opening, '20260313,,999000.00,2568,PAGO OPERADOR PAGOS', later])
  const history = await nights.history(DATE, '11')
  const text = historyText(history, ZONE, SCREEN).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/2026-03-12 22:30:00 reconciled; first read: 1 invoice, settlement credited \d+ 2026-04-11/)
  expect(text).toMatch(/\d+ 2026-04-11 09:00:00 Ana imported marzo\.csv found BANK_MISSING/)
  expect(text).toMatch(/\d+ 2026-04-12 09:00:00 Ana imported otro\.csv resolved BANK_MISSING $/)
  const document = JSON.stringify(HISTORY.of(history), (_, one) => (typeof one === 'bigint' ? Number(one) : one))
  expect(document).toContain('"bank":{"event":"import","number":')
})

test('what the reading of another settlement brought stands under the number of that night', async () => {
  const nights = await startNights()
  const shared = paid(DATE, '13', 1)
  nights.service.tellSettled(DATE, '13', [shared])
  await nights.run({ date: DATE, cycles: ['13'] })
  const earlier = [paid(DATE, '11', 1, { reference: shared.reference })]
  nights.service.tellSettled(DATE, '11', earlier)
  nights.clock('2026-03-14 22:30')
  await nights.run({ date: DATE, cycles: ['11'] })
  const { entries } = await nights.history(DATE, '13')
  expect(entries.map(({ kind }) => kind)).toEqual(['pull', 'check'])
  expect(historyText(await nights.history(DATE, '13'), ZONE, SCREEN)).toMatch(
    /3 {2}2026-03-14 22:30:00 {5}checked again, not read\n +found DUPLICATE_REFERENCE/,
  )
})

test('in Spanish a status is said as elsewhere', async () => {
  const nights = await startNights()
  const invoices = [paid(DATE, '11', 1)]
  const told = nights.service.tellSettled(DATE, '11', invoices, { status: 'processing' })
  await nights.run({ date: DATE, cycles: ['11'] })
  told.settlement = { ...told.settlement, status: 'credited' }
  told.invoices = [{ ...invoices[0], status: 'chargeback' }]
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: DATE, cycles: ['11'] })
  const text = historyText(await nights.history(DATE, '11'), ZONE, { width: 200, language: 'es' })
  expect(text).toContain('el estado: en proceso -> abonada')
  expect(text).toContain('el estado pagada -> contracargo')
  expect(text).not.toMatch(/processing|credited|chargeback/)
})

test('ends where the past ends', async () => {
  const nights = await startNights()
  await tellALife(nights)
  const all = (await nights.history(DATE, '11')).entries
  const then = (await nights.history(DATE, '11', { kind: 'number', number: 3 })).entries
  expect(then).toEqual(all.slice(0, 3))
})
