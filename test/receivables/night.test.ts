import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import { verifyDatabase } from '../../jobs/database/verify-database.ts'
import { readJournal } from '../../jobs/journal.ts'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import { importLists } from '../../jobs/receivables/import-lists.ts'
import { partRents, tieRents, untieRents, voidList } from '../../jobs/receivables/tie-rents.ts'
import { readMonth } from '../../jobs/steps/query/month-steps.ts'
import { daysToAsk } from '../../jobs/steps/receivables/list-payment-days.ts'
import { readReceivables } from '../../jobs/steps/receivables/receivables-of-month.ts'
import { basesOf, RECEIVABLES } from '../../reports/documents/receivables.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { receivableMappingReader } from '../../src/input/bank/receivable-mapping-reader.ts'
import type { Settings } from '../../src/input/settings.ts'
import { FIND } from '../../src/questions/find.ts'
import { slot } from '../core/a.ts'
import { type Nights, startNights } from '../stories/night.ts'
import { paid } from '../stories/told.ts'

const DATE = '2026-03-12'
const mapping = receivableMappingReader({
  contract: 'Contrato',
  document: 'Cedula',
  owner: 'Propietario',
  amount: 'Canon',
  dueDate: 'Vence',
  headerRows: 1,
  dates: 'dd/mm/yyyy',
})
if (mapping === null || 'mustBe' in mapping) throw new Error('no mapping')
const LISTS: Partial<Settings> = { receivableMapping: mapping, receivableWindowDays: { before: 3, after: 60 } }

const HEAD = 'Contrato;Cedula;Propietario;Canon;Vence'
const ROWS = [
  '1;100001;Luz Marina;1.001.000;05/03/2026',
  '2;100002;Luz Marina;1.102.000;05/03/2026',
  '3;100003;Hernán Ruiz;1.003.000;05/03/2026',
  '4;100004;Hernán Ruiz;1.004.000;05/03/2026',
  '5;100005;;1.005.000;06/03/2026',
  '7;100007;;900.000;25/03/2026',
]

/** Eight payments of a settlement: one paid, one short, one twice, one charged back, one of nobody; the fourth did not pay. */
const told = async (): Promise<Nights> => {
  const nights = await startNights()
  const invoices = [
    paid(DATE, '11', 1),
    paid(DATE, '11', 2),
    paid(DATE, '11', 3, { paymentDate: '2026-03-05T09:00:00-05:00' }),
    paid(DATE, '11', 9, {
      contract: '00003',
      paymentAmount: 1_003_000,
      amount: 1_003_000,
      customerDocumentNumber: '100003',
    }),
    paid(DATE, '11', 5, { status: 'chargeback' }),
    paid(DATE, '11', 8, { contract: '00000' }),
  ]
  nights.service.tellSettled(DATE, '11', invoices)
  await nights.run({ from: '2026-03-02', to: DATE }, LISTS)
  return nights
}

const listFile = (nights: Nights, rows: readonly string[], name = 'marzo.csv'): string => {
  const path = join(nights.folder, name)
  writeFileSync(path, `${[HEAD, ...rows].join('\r\n')}\r\n`, 'latin1')
  return path
}

const take = (nights: Nights, rows: readonly string[] = ROWS, name?: string, month: string | null = null) =>
  importLists(nights.context(LISTS), { files: [listFile(nights, rows, name)], month, by: 'Ana' })

const read = async (nights: Nights, month: string | null = null) =>
  (await readReceivables({ ...nights.context(LISTS), asOf: null }, month)) ?? expect.fail('no list')

const states = async (nights: Nights) =>
  Object.fromEntries((await read(nights)).dues.map(({ due, state }) => [due.key.split('/')[0], state]))

const found = async (nights: Nights): Promise<readonly string[]> => {
  const context = { ...nights.context(LISTS), asOf: null }
  const { found: known } = await listDiscrepancies(context, { kind: 'filter', filter: EVERYTHING })
  return known
    .map(
      ({ discrepancy: { code, state, subject, amount } }) =>
        `${code} ${state === 'new' ? 'open' : state} ${subject.slice(-3)} ${Number(amount) / 100}`,
    )
    .filter((line) => line.startsWith('RENT_'))
    .sort()
}

const fileOf = (nights: Nights, name: string): string =>
  readFileSync(join(nights.folder, 'out', 'receivables', '2026-03', name), 'utf8')

describe('a list against a night', () => {
  test('before the payments of its days were read nobody is called unpaid; afterwards each due has its state', async () => {
    const nights = await told()
    const { imports } = await take(nights)
    expect(imports[0]?.result).toMatchObject({ kind: 'imported', added: 6, repeated: 0 })
    expect(await states(nights)).toEqual({
      1: 'paid',
      2: 'short',
      3: 'twice',
      4: 'not-known',
      5: 'charged-back',
      7: 'not-due',
    })
    const [unread] = (await read(nights)).dues.filter(({ state }) => state === 'not-known')
    expect(unread?.unread).toEqual({ date: '2026-03-02', slot: null })

    nights.clock('2026-03-13 22:30')
    await nights.run({}, LISTS)
    expect(nights.service.asked.filter((path) => path.includes('paymentDate=2026-03-02')).length).toBe(1)
    expect(await states(nights)).toEqual({
      1: 'paid',
      2: 'short',
      3: 'twice',
      4: 'overdue',
      5: 'charged-back',
      7: 'not-due',
    })
    expect(await found(nights)).toEqual([
      'RENT_SHORT open 002 100000',
      'RENT_TWICE open 009 1003000',
      'RENT_UNKNOWN_PAYER open 008 1008000',
    ])
  })

  test('a settlement that could not be read makes it not known, never unpaid', async () => {
    const nights = await told()
    await take(nights)
    nights.clock('2026-03-13 22:30')
    nights.service.refuse((path) =>
      path.includes('/settlements/2026-03-13/13') ? { status: 503, body: { error: 'x' } } : null,
    )
    await nights.run({}, LISTS)
    expect(await states(nights)).toMatchObject({ 1: 'paid', 4: 'not-known' })
    const [unread] = (await read(nights)).dues.filter(({ state }) => state === 'not-known')
    expect(unread?.unread).toEqual({ date: '2026-03-13', slot: { date: '2026-03-13', cycle: '13' } })
  })

  test('a day of payments that could not be read makes it not known', async () => {
    const nights = await told()
    await take(nights)
    nights.clock('2026-03-13 22:30')
    nights.service.refuse((path) =>
      path.includes('paymentDate=2026-03-09') ? { status: 500, body: { error: 'x' } } : null,
    )
    await nights.run({}, LISTS)
    expect(await states(nights)).toMatchObject({ 4: 'not-known' })
    nights.service.refuse(null)
    await nights.run({ date: '2026-03-09' }, LISTS)
    expect(await states(nights)).toMatchObject({ 4: 'overdue' })
  })

  test('a payment counts before any settlement lists it', async () => {
    const nights = await told()
    await take(nights)
    nights.clock('2026-03-13 22:30')
    nights.service.loose.push(paid('2026-03-20', '11', 4, { paymentDate: '2026-03-13T10:00:00-05:00' }))
    await nights.run({}, LISTS)
    expect(await states(nights)).toMatchObject({ 4: 'paid' })
    const due = (await read(nights)).dues.find(({ due: { contract } }) => contract === '4')
    expect(due?.uses[0]?.by).toMatchObject({ slot: null, paidOn: '2026-03-13', channel: 'pse' })
  })

  test('importing again changes nothing, and a night that read the same changes no file', async () => {
    const nights = await told()
    await take(nights)
    nights.clock('2026-03-13 22:30')
    await nights.run({}, LISTS)
    const before = ['receivables.csv', 'aging.csv', 'payments-without-due.csv', 'manifest.json'].map((name) =>
      fileOf(nights, name),
    )
    const { imports } = await take(nights)
    expect(imports[0]?.result.kind).toBe('known')
    await nights.run({}, LISTS)
    expect(
      ['receivables.csv', 'aging.csv', 'payments-without-due.csv', 'manifest.json'].map((name) => fileOf(nights, name)),
    ).toEqual(before)
  })

  test('the files have every due, and foot', async () => {
    const nights = await told()
    await take(nights)
    nights.clock('2026-03-13 22:30')
    await nights.run({}, LISTS)
    const [head, ...rows] = fileOf(nights, 'receivables.csv').trim().split('\n')
    expect(head).toBe(
      'merchant,due_id,period,due_date,contract,reference,customer_document,owner,amount,paid,difference,state,days,invoices,paid_on,channel,date,cycle,settled_on,file,row',
    )
    expect(rows[0]).toBe(
      'default,1/2026-03,2026-03,2026-03-05,1,,100001,Luz Marina,1001000,1001000,0,paid,8,2026-03-12-11-001,2026-03-12,pse,2026-03-12,11,2026-03-12,marzo.csv,2',
    )
    const sum = fileOf(nights, 'aging.csv')
      .trim()
      .split('\n')
      .slice(1)
      .reduce((all, line) => all + Number(line.split(',')[5]), 0)
    expect(sum).toBe(1_001_000 + 1_102_000 + 1_003_000 + 1_004_000 + 1_005_000 + 900_000)
    expect(fileOf(nights, 'receivables.html')).toMatch(/overdue, not paid through the operator/)
    expect(fileOf(nights, 'receivables.html')).not.toMatch(/100001/)
    const report = await read(nights)
    expect(RECEIVABLES.of(report)).toMatchObject({ month: '2026-03', asOf: '2026-03-13' })
  })

  test('what only document and amount tell is marked as such, on the page and in JSON', async () => {
    const nights = await told()
    await take(nights, [...ROWS, '8;100008;;1.008.000;05/03/2026'])
    nights.clock('2026-03-13 22:30')
    await nights.run({}, LISTS)
    const report = await read(nights)
    const marked = report.dues.filter((one) => basesOf(one).includes('document'))
    expect(marked.map(({ due }) => due.key)).toEqual(['8/2026-03'])
    expect(RECEIVABLES.of({ ...report, dues: marked })).toMatchObject({ dues: [{ foundBy: ['document'] }] })
    expect(fileOf(nights, 'receivables.html')).toMatch(/Found by document and amount alone/)
  })

  test('a person ties, parts and undoes; a later list keeps it by key', async () => {
    const nights = await told()
    await take(nights)
    nights.clock('2026-03-13 22:30')
    await nights.run({}, LISTS)
    const who = { reason: 'her brother paid', by: 'Ana' }
    const context = nights.context(LISTS)
    const { tie } = await tieRents(context, { dues: ['4/2026-03'], payments: ['2026-03-12-11-008'], ...who })
    expect(await states(nights)).toMatchObject({ 4: 'over' })
    await expect(
      tieRents(context, { dues: ['7/2026-03'], payments: ['2026-03-12-11-008'], ...who }),
    ).rejects.toMatchObject({ code: 'RECEIVABLE_TIE' })
    await voidList(context, { number: (await filesOf(nights))[0] ?? 0, ...who })
    await expect(read(nights)).rejects.toThrow('no list')
    await take(nights, [...ROWS, 'TOTAL;;;6.015.000;'], 'marzo2.csv')
    expect(await states(nights)).toMatchObject({ 4: 'over' })
    await untieRents(context, { number: tie.number, ...who })
    expect(await states(nights)).toMatchObject({ 4: 'overdue' })
    await expect(untieRents(context, { number: tie.number, ...who })).rejects.toMatchObject({ code: 'RECEIVABLE_TIE' })
    await partRents(context, { dues: ['1/2026-03'], payments: ['2026-03-12-11-001'], ...who })
    expect(await states(nights)).toMatchObject({ 1: 'overdue' })
    expect(await found(nights)).toContain('RENT_UNKNOWN_PAYER open 001 1001000')
    const { damage } = await verifyDatabase({ ...context, asOf: null } as never)
    expect(damage).toEqual([])
  })

  test('what a person ties counts, however early it was paid', async () => {
    const nights = await told()
    await take(nights, ['4;100004;;1.004.000;25/04/2026'], 'abril.csv')
    const request = { dues: ['4/2026-04'], payments: ['2026-03-12-11-001'], reason: 'in advance', by: 'Ana' }
    const { tie } = await tieRents(nights.context(LISTS), request)
    expect(await states(nights)).toEqual({ 4: 'short' })
    await untieRents(nights.context(LISTS), { number: tie.number, reason: 'no', by: 'Ana' })
    const { dues, withoutDue } = await read(nights)
    expect([dues.map(({ state }) => state), withoutDue]).toEqual([['not-due'], []])
  })

  test.each<[string, Parameters<typeof tieRents>[1]]>([
    ['a due that is none', { dues: ['x'], payments: ['2026-03-12-11-008'], reason: 'r', by: 'Ana' }],
    ['a payment that is none', { dues: ['4/2026-03'], payments: ['x'], reason: 'r', by: 'Ana' }],
    ['nothing', { dues: [], payments: [], reason: 'r', by: 'Ana' }],
  ])('a tie of %s is refused', async (_, request) => {
    const nights = await told()
    await take(nights)
    await expect(tieRents(nights.context(LISTS), request)).rejects.toMatchObject({ code: 'RECEIVABLE_TIE' })
  })

  test('the same due with another amount is refused until the earlier list is voided', async () => {
    const nights = await told()
    await take(nights)
    await expect(take(nights, ['1;100001;;1.500.000;05/03/2026'], 'otra.csv')).rejects.toThrow(
      /otra.csv: row 2 has COP 1500000 for a due that marzo.csv has with COP 1001000/,
    )
    await expect(take(nights, ['1;100001;;1.500.000;05/04/2026'], 'otra.csv', '2026-03')).rejects.toThrow(
      /it is of 2026-04/,
    )
  })

  test('collections of a bank pay, and one operation in two files counts once', async () => {
    const nights = await told()
    const refs = receivableMappingReader({ ...mapping, reference: 'Contrato' }) as typeof mapping
    const context = nights.context({ ...LISTS, receivableMapping: refs })
    const line = (...parts: readonly (readonly [number, string])[]) =>
      parts.reduce((text, [at, part]) => text.padEnd(at - 1) + part, '')
    const operation = line([1, '06'], [3, '4'.padStart(48, '0')], [51, '100400000'.padStart(14, '0')], [88, '0000001'])
    const ends = ['08', '09'].map((kind) => line([1, kind], [3, '000000001'], [12, '100400000'.padStart(18, '0')]))
    const head = line([1, '01'], [3, '9001234560'], [13, '20260306'], [21, '007'])
    mkdirSync(join(nights.folder, 'b'))
    const paths = ['a.txt', 'b/a2.txt'].map((name) => join(nights.folder, name))
    writeFileSync(paths[0] ?? '', [head, line([1, '05'], [16, '0001']), operation, ...ends].join('\r\n'))
    writeFileSync(paths[1] ?? '', [head, line([1, '05'], [16, '0002']), operation, ...ends, ''].join('\n'))
    const { imports } = await importLists(context, {
      files: [listFile(nights, ROWS), ...paths],
      month: null,
      by: 'Ana',
    })
    expect(imports.map(({ result }) => (result.kind === 'imported' ? [result.added, result.repeated] : null))).toEqual([
      [6, 0],
      [1, 0],
      [0, 1],
    ])
    const report = await read(nights)
    const due = report.dues.find(({ due: { contract } }) => contract === '4')
    expect([due?.state, due?.uses.map(({ by }) => by.channel)]).toEqual(['paid', ['bank']])
    expect(report.payments.lines.find(({ channel }) => channel === 'bank')).toMatchObject({
      date: '2026-03-06',
      ofMonth: 100400000n,
    })
  })

  test('a closed month stays as of its closing, and find and month know of dues', async () => {
    const nights = await told()
    await take(nights)
    nights.clock('2026-03-13 22:30')
    await nights.run({}, LISTS)
    const stepNow = async () =>
      (await readMonth({ ...nights.context(LISTS), asOf: null }, monthOf('2026-03-01' as SlotDate))).steps.find(
        ({ step }) => step === 'receivables',
      )
    expect(await stepNow()).toMatchObject({ state: 'blocked', next: null })
    const request = { text: '00004', names: false, documents: false }
    const answer = await FIND.read(
      { ...nights.context(LISTS), asOf: null, databases: () => [], pathAsTyped: (p) => p, isWritten: true },
      request,
    )
    expect(answer.dues.map(({ due, state }) => [due.key, state])).toEqual([['4/2026-03', 'overdue']])
    nights.clock('2026-04-01 08:00')
    await nights.run({ from: '2026-03-13', to: '2026-03-31' }, LISTS)
    await nights.run({}, LISTS)
    // A payment of nobody holds up nothing: of each due it is known whether it is paid.
    expect(await stepNow()).toMatchObject({ state: 'done', next: null })
    await closePeriod(nights.context(LISTS), {
      kind: 'close',
      through: slot('2026-03-31').date,
      by: 'Ana',
      reason: 'done',
      force: true,
    } as never)
    nights.service.loose.push(paid('2026-04-02', '11', 4, { paymentDate: '2026-03-31T10:00:00-05:00' }))
    nights.clock('2026-04-02 22:30')
    await nights.run({}, LISTS)
    expect((await states(nights))[4]).toBe('overdue')
    expect((await read(nights)).asOf).toBe('2026-04-01')
  })
})

describe('the journal', () => {
  test.each([
    [
      'document',
      ['100001 rent of 2026-03', '100002 rent of 2026-03', '100003 rent of 2026-03', '100003 rent of 2026-03'],
    ],
    [
      'owner',
      [
        'Hernán Ruiz rent of 2026-03',
        'Hernán Ruiz rent of 2026-03',
        'Luz Marina rent of 2026-03',
        'Luz Marina rent of 2026-03',
      ],
    ],
  ])('a payment has the %s of its due as a third party, and the month of its rent', async (tenants, expected) => {
    const nights = await told()
    await take(nights)
    const accounts = {
      tenants: '28150501',
      operator: '13809501',
      transit: '11100599',
      suspense: '13809599',
      chargebacks: '1',
      fees: '2',
    }
    const settings = {
      ...LISTS,
      journal: {
        accounts,
        thirdParties: { tenants },
        voucherType: null,
        costCenter: null,
        from: null,
        basis: 'accrual',
        template: null,
      },
    } as const
    await readJournal(nights.context(settings), {
      ...{ days: null, format: 'csv', template: null, asOf: null, isWritten: true },
      ...{ by: 'settlement', detail: 'invoice' },
    })
    const journal = readFileSync(join(nights.folder, 'out', 'journal', '2026-03-01_2026-03-31', 'journal.csv'), 'utf8')
    const rows = journal.split('\n').map((line) => line.split(','))
    const lines = rows.filter(([, , , kind, , , account]) => kind === 'payment' && account === '28150501')
    expect(
      lines
        .map((cells) => `${cells[7]} ${cells[11]?.split(': ')[1]}`)
        .filter((line) => line.includes('rent'))
        .sort(),
    ).toEqual(expected)
  })
})

const filesOf = async (nights: Nights): Promise<readonly number[]> => {
  const { RECEIVABLES_FILES } = await import('../../src/questions/receivables.ts')
  const context = {
    ...nights.context(LISTS),
    asOf: null,
    databases: () => [],
    pathAsTyped: (path: string) => path,
    isWritten: true,
  }
  return (await RECEIVABLES_FILES.read(context, {})).files.map(({ number }) => number)
}

describe('the days of payments that a night asks for', () => {
  const today = '2026-03-31' as SlotDate
  test.each<[string | null, string, number]>([
    [null, '2026-02-25', 35],
    ['2026-03-30', '2026-03-22', 10],
    ['2026-03-15', '2026-03-16', 16],
    ['2025-01-01', '2026-02-25', 35],
  ])('since %s: from %s, %d days', (last, from, count) => {
    const days = daysToAsk(today, last as SlotDate | null, null)
    expect([days[0], days.length]).toEqual([from, count])
  })
  test('of days that were named none is to come', () => {
    expect(daysToAsk(today, null, { from: '2026-03-30' as SlotDate, to: '2026-04-09' as SlotDate })).toEqual([
      '2026-03-30',
      '2026-03-31',
    ])
  })
})
