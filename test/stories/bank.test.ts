import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { readBank } from '../../jobs/bank/read-bank.ts'
import { tieBankEntries, untieBankEntries } from '../../jobs/bank/tie-bank-entries.ts'
import { voidBankFile } from '../../jobs/bank/void-bank-file.ts'
import { settleClaims } from '../../jobs/claims/settle-claims.ts'
import { closePeriod } from '../../jobs/close.ts'
import { listDiscrepancies, showDiscrepancy } from '../../jobs/list-discrepancies.ts'
import { readStatement } from '../../jobs/statement.ts'
import { readMonth } from '../../jobs/steps/query/month-steps.ts'
import type { BankListReport } from '../../reports/documents/bank/bank-list-report.ts'
import { pullsOfDiscrepancy } from '../../reports/documents/discrepancies.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import type { BankMapping } from '../../src/core/bank/bank-mapping.ts'
import { bankBridge } from '../../src/core/bank/bank-overview.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { END_OF_TIME } from '../../src/core/past-run.ts'
import { nameOf } from '../../src/core/slot.ts'
import { terminalText } from '../../src/print/terminal.ts'
import { readBankFiles } from '../../src/questions/bank.ts'
import { bankListReport } from '../../src/questions/bank-list.ts'
import { groupCases } from '../../src/rules/assessment/case.ts'
import { cop, slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

/** 12 March 2026 is a Thursday: three business days after it is the 17th. */
const DATE = '2026-03-12'
const BANK = policy({ bankText: ['OPERADOR PAGOS'] })

const PLAIN = { width: 200, language: 'en', colour: false } as const

/** The payouts of the cycles 11, 13 and 16: of one, two and three invoices. */
const [A, B, C] = [999_000, 1_999_000, 3_000_000]

const told = async (): Promise<Nights> => {
  const nights = await startNights()
  for (const [index, cycle] of ['11', '13', '16'].entries()) {
    nights.service.tellSettled(DATE, cycle, index + 1)
  }
  await nights.run({ date: DATE })
  nights.clock('2026-03-31 08:00')
  return nights
}

type Line = readonly [day: string, pesos: number, text?: string]

const statement = (nights: Nights, lines: readonly Line[], name = 'marzo año.csv'): string => {
  const path = join(nights.folder, name)
  const rows = lines.map(
    ([day, pesos, text = 'PAGO INTERBANC OPERADOR PAGOS']) =>
      `406-000011-22,406,,${day.replaceAll('-', '')},,${pesos}.00,2568,${text},0`,
  )
  writeFileSync(path, `${rows.join('\r\n')}\r\n`, 'latin1')
  return path
}

const take = (nights: Nights, lines: readonly Line[], name?: string) =>
  importBankFiles(nights.context(BANK), { files: [statement(nights, lines, name)], account: null, by: 'Ana' })

const telling = (nights: Nights) => ({ ...nights.context(BANK), asOf: null })

/** The findings about the bank: slot, code, state. */
const found = async (nights: Nights): Promise<readonly string[]> => {
  const { found: known } = await listDiscrepancies(telling(nights), { kind: 'filter', filter: EVERYTHING })
  return known
    .map(({ discrepancy: { slot, code, state } }) => `${slot.cycle} ${code} ${state === 'new' ? 'open' : state}`)
    .filter((line) => line.includes('BANK_'))
}

const bridgeOf = ({ payouts, withoutCredit }: BankListReport) => bankBridge(payouts, withoutCredit)
const bridge = async (nights: Nights) =>
  Object.fromEntries(
    bridgeOf(await readBank(telling(nights))).map(({ kind, payouts, banked }) => [
      kind,
      [Number(payouts) / 100, banked === null ? null : Number(banked) / 100],
    ]),
  )

/** The credit that is proposed for a payout, or else that no payout explains. */
const openCredit = async (nights: Nights): Promise<string> => {
  const { payouts, unknownCredits } = await readBank(telling(nights))
  const proposed = payouts.flatMap(({ arrival }) => (arrival.kind === 'unconfirmed' ? [arrival.credit] : []))
  return [...proposed, ...unknownCredits][0]?.id ?? ''
}

/** An entry on the 20th: the statement covers the days on which the payouts may arrive. */
const LATER: Line = ['2026-03-20', -5_000, 'COMISION']
const OPENING: Line = ['2026-03-12', -1, 'IMPTO GOBIERNO 4X1000']

/** A statement with balances, from 0 on 12 March to the 20th. */
const mt940 = (nights: Nights, name: string, credits: readonly (readonly [day: number, pesos: number])[]): string => {
  const path = join(nights.folder, name)
  const rows = credits.flatMap(([day, pesos]) => [`:61:2603${day}03${day}C${pesos},00NTRFNONREF`, ':86:OPERADOR PAGOS'])
  const total = credits.reduce((sum, [, pesos]) => sum + pesos, 0)
  const lines = [':20:1', ':25:031', ':28C:1', ':60F:C260312COP0,00', ...rows, `:62F:C260320COP${total},00`, '-']
  writeFileSync(path, lines.join('\r\n'))
  return path
}

test('what the bank lacks was first seen when its statement was imported, not when its settlement was read', async () => {
  const nights = await told()
  nights.clock('2026-03-29 09:00')
  const at = Date.parse('2026-03-29T09:00:00-05:00')
  await take(nights, [OPENING, ['2026-03-13', B], ['2026-03-13', C], LATER])
  const { found: known } = await listDiscrepancies(telling(nights), { kind: 'filter', filter: EVERYTHING })
  const missing = known.find(({ discrepancy }) => discrepancy.code === 'BANK_MISSING')?.discrepancy
  expect([missing?.firstSeen, missing?.lastSeen]).toEqual([at, at])
  const shown = await showDiscrepancy(nights.context(BANK), missing?.id ?? '')
  expect(pullsOfDiscrepancy({ ...shown, ...shown.discrepancy }).map(({ shows }) => shows)).toEqual([false])
})

test('a payout that is missing stays so while it is claimed, and no longer when it is accepted or paid elsewhere', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', C], ['2026-03-19', A + B], LATER])
  const missing = async () => {
    const { missing, settled } = await bridge(nights)
    const { account } = await readStatement(telling(nights), {
      days: monthOf(slot(DATE).date),
      asOf: null,
      format: null,
    })
    return [missing?.[0], Number(account.bank?.missing.sum) / 100, settled?.[0]]
  }
  expect(await missing()).toEqual([A + B, A + B, 0])
  const filter = { ...EVERYTHING, codes: ['BANK_MISSING'] }
  const { found: known } = await listDiscrepancies(telling(nights), { kind: 'filter', filter })
  const [first, second] = known.map(({ discrepancy }) => ({ kind: 'ids', ids: [discrepancy.id] }) as const)
  if (first === undefined || second === undefined) throw new Error('two are missing')
  const claim = { kind: 'claim', reason: 'asked', ticket: null, until: null } as const
  await actOnDiscrepancies(nights.context(BANK), { by: 'Ana', targets: first, disposition: claim })
  expect(await missing()).toEqual([A + B, A + B, 0])
  const payer = { kind: 'entry', entry: await openCredit(nights) } as const
  await settleClaims(nights.context(BANK), { by: 'Ana', targets: first, payer, reason: '' })
  expect(await missing()).toEqual([B, B, A])
  const accept = { kind: 'accept', reason: 'lost', until: null } as const
  await actOnDiscrepancies(nights.context(BANK), { by: 'Ana', targets: second, disposition: accept })
  expect(await missing()).toEqual([0, 0, A + B])
})

test('a corrected statement of the same days is kept beside the first, and said not to agree with it', async () => {
  const nights = await told()
  const request = (file: string) => ({ files: [file], account: null, by: 'Ana' })
  const days = (middle: number) =>
    [
      [13, A],
      [16, middle],
      [17, B],
    ] as const
  const first = await importBankFiles(nights.context(BANK), request(mt940(nights, 'first.sta', days(C))))
  expect(first.imports).toMatchObject([{ isContradicted: false }])
  expect(await found(nights)).toEqual([])
  const corrected = mt940(nights, 'corrected.sta', days(C + 1_000))
  const second = await importBankFiles(nights.context(BANK), request(corrected))
  expect(second.imports).toMatchObject([{ result: { added: 1, repeated: 2 }, isContradicted: true }])
  expect(await found(nights)).toEqual(['20 BANK_GAP open', '20 BANK_UNKNOWN_CREDIT open'])
  const { found: known } = await listDiscrepancies(telling(nights), { kind: 'filter', filter: EVERYTHING })
  const gap = known.find(({ discrepancy }) => discrepancy.code === 'BANK_GAP')?.discrepancy
  expect(gap).toMatchObject({
    subject: 'bank:031-2026-03-13-2026-03-20',
    figures: { reported: cop(A + B + C + 1_000), expected: cop(A + B + C + C + 1_000) },
  })
})

test('a credit of the payout before its re-issue is said to be that, and its sum is counted once', async () => {
  const nights = await told()
  const invoices = somePaid(DATE, '11', 1)
  const reissued = settlement(DATE, '11', invoices, { fees: 3_000, paymentAmount: A - 1_000 })
  nights.service.tell(DATE, '11', { settlement: reissued, invoices })
  await nights.run({ date: DATE })
  await take(nights, [OPENING, ['2026-03-13', A], LATER])
  const { payouts } = await readBank(telling(nights))
  expect(payouts[0]?.arrival).toMatchObject({ kind: 'unconfirmed', mayBe: [{ kind: 're-issue' }] })
  const casesOfPayout = async () => {
    const { found: known } = await listDiscrepancies(telling(nights), { kind: 'filter', filter: EVERYTHING })
    const ofPayout = known
      .map(({ discrepancy }) => discrepancy)
      .filter(({ slot: of, code, subject }) => of.cycle === '11' && /^BANK|payout$/.test(code + subject))
    return groupCases(ofPayout).map(({ amount, first, others }) => [
      Number(amount) / 100,
      [first, ...others].map(({ code }) => code).sort(),
    ])
  }
  expect(await casesOfPayout()).toEqual([[1_000, ['BANK_UNCONFIRMED', 'SETTLEMENT_CHANGED']]])
  const credit = { slots: [slot(DATE, '11')], entries: [await openCredit(nights)], reason: 'seen', by: 'Ana' }
  const { tie } = await tieBankEntries(nights.context(BANK), credit)
  expect(await casesOfPayout()).toEqual([[1_000, ['BANK_DIFFERS', 'SETTLEMENT_CHANGED']]])
  await untieBankEntries(nights.context(BANK), { number: tie.number, by: 'Ana', reason: 'another payment' })
  expect(await casesOfPayout()).toEqual([[A - 1_000, ['BANK_MISSING', 'SETTLEMENT_CHANGED']]])
})

test('who accepts the sum of a proposed credit has decided about its payout: the month waits for it no longer', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', A - 500], ['2026-03-13', B], ['2026-03-13', C], LATER])
  const stepOf = async () => {
    const { steps } = await readMonth(telling(nights), monthOf(slot(DATE).date))
    const { state, facts } = steps.find(({ step }) => step === 'bank') ?? {}
    const [all, pesos] = [await bridge(nights), facts?.sum ?? null]
    return [state, facts?.done, facts?.of, pesos, all.unconfirmed, all.settled]
  }
  expect(await stepOf()).toEqual(['to-do', 2, 3, cop(500), [A, A - 500], [0, null]])
  const accept = { kind: 'accept', reason: 'a fee of the bank', until: null } as const
  const targets = { kind: 'filter', filter: { ...EVERYTHING, codes: ['BANK_UNCONFIRMED'] } } as const
  await actOnDiscrepancies(nights.context(BANK), { by: 'Ana', targets, disposition: accept })
  expect(await stepOf()).toEqual(['done', 3, 3, null, [0, null], [A, A - 500]])
  const text = terminalText(bankListReport(await readBank(telling(nights)), false), PLAIN)
  expect(text).toMatch(/Arrived with another sum:\n[^:]*2026-03-12 +11 /)
  expect(text).not.toContain('To confirm')
})

test.each<[what: string, instead: { entries?: readonly string[] | 'few'; slots?: []; by?: string }, message: unknown]>([
  ['without an entry', { entries: [] }, 'a tie needs a settlement and an entry'],
  ['without a settlement', { slots: [] }, 'a tie needs a settlement and an entry'],
  ['of an entry without digits', { entries: [''] }, 'the bank has no entry '],
  ['of an entry with too few digits', { entries: 'few' }, expect.stringContaining('the bank has no entry')],
  ['by the program itself', { by: 'cuadre' }, '"cuadre" is the program, not a person'],
])('a tie %s is refused, and nothing is stored', async (_, instead, message) => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', B - 1_000], LATER])
  const id = await openCredit(nights)
  const entries = instead.entries === 'few' ? [id.slice(0, 5)] : (instead.entries ?? [id])
  const request = { slots: [slot(DATE, '13')], reason: 'short', by: 'Ana', ...instead, entries }
  await expect(tieBankEntries(nights.context(BANK), request)).rejects.toMatchObject({ code: 'BANK_TIE', message })
  const ofUnread = { ...request, slots: [slot('2025-01-02', '11')], entries: [id], by: 'Ana' }
  await expect(tieBankEntries(nights.context(BANK), ofUnread)).rejects.toMatchObject({
    code: 'NEVER_PULLED',
    next: 'pull it with: cuadre run --date 2025-01-02 --cycle 11',
  })
  expect((await readBank(telling(nights))).ties).toEqual([])
})

test('payouts that the bank set off against one below zero arrive whole when they are tied', async () => {
  const nights = await startNights()
  nights.service.tellSettled(DATE, '11', 1)
  nights.service.tell(DATE, '13', {
    settlement: settlement(DATE, '13', [], { adjustments: -200_000, paymentAmount: -200_000 }),
  })
  await nights.run({ date: DATE })
  nights.clock('2026-03-31 08:00')
  await take(nights, [OPENING, ['2026-03-13', A - 200_000], LATER])
  const { unknownCredits } = await readBank(telling(nights))
  const slots = [slot(DATE, '11'), slot(DATE, '13')]
  const request = { slots, entries: [unknownCredits[0]?.id ?? ''], reason: 'set off', by: 'Ana' }
  await tieBankEntries(nights.context(BANK), request)
  expect((await found(nights)).filter((line) => !line.endsWith('resolved'))).toEqual([])
  const ledger = readFileSync(join(nights.folder, 'out', DATE, 'settlement-ledger.csv'), 'utf8').split('\n')
  expect(ledger[1]).toContain(`,${A},2026-03-13,`)
  expect(ledger[2]).toContain(',-200000,2026-03-13,')
  expect(await bridge(nights)).toMatchObject({
    arrived: [A - 200_000, A - 200_000],
    negative: [0, null],
    total: [A - 200_000, A - 200_000],
  })
  const days = { from: slot('2026-03-01').date, to: slot('2026-03-31').date }
  const { account } = await readStatement(nights.context(BANK), { days, asOf: null, format: null })
  expect(account.bank).toMatchObject({
    arrived: { number: 2, sum: cop(A - 200_000) },
    negativePayouts: { number: 0 },
    closing: { number: 0 },
  })
})

test('a credit that no payout explains stays beside the account, month after month, until a person accepts it', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', A], ['2026-03-13', B], ['2026-03-13', C], ['2026-03-13', 333_000], LATER])
  const unknownIn = async (from: string, to: string) => {
    const days = { from: slot(from).date, to: slot(to).date }
    return (await readStatement(nights.context(BANK), { days, asOf: null, format: null })).account.bank?.unknownCredits
  }
  const [NONE, one] = [
    { number: 0, sum: 0n },
    { number: 1, sum: cop(333_000) },
  ]
  expect(await unknownIn('2026-03-01', '2026-03-12')).toEqual(NONE)
  expect(await unknownIn('2026-03-01', '2026-03-31')).toEqual(one)
  expect(await unknownIn('2026-04-01', '2026-04-30')).toEqual(one)
  nights.clock('2026-04-15 08:00')
  await actOnDiscrepancies(nights.context(BANK), {
    by: 'Ana',
    targets: { kind: 'filter', filter: { ...EVERYTHING, codes: ['BANK_UNKNOWN_CREDIT'] } },
    disposition: { kind: 'accept', reason: 'an advance', until: null },
  })
  expect(await unknownIn('2026-03-01', '2026-03-31')).toEqual(one)
  expect(await unknownIn('2026-04-01', '2026-04-30')).toEqual(NONE)
})

test('what arrived short is carried from month to month, and leaves with its acceptance', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', A], ['2026-03-13', B - 1_000], ['2026-03-13', C], LATER])
  const request = { slots: [slot(DATE, '13')], entries: [await openCredit(nights)], reason: 'short', by: 'Ana' }
  await tieBankEntries(nights.context(BANK), request)
  const bankOf = async (from: string, to: string) => {
    const days = { from: slot(from).date, to: slot(to).date }
    return (await readStatement(nights.context(BANK), { days, asOf: null, format: null })).account.bank
  }
  const NONE = { number: 0, sum: 0n }
  const short = { number: 1, sum: cop(1_000) }
  expect(await bankOf('2026-03-01', '2026-03-31')).toMatchObject({
    arrived: { number: 3, sum: cop(A + B - 1_000 + C) },
    closing: short,
    arrivedLess: short,
  })
  expect(await bankOf('2026-04-01', '2026-04-30')).toMatchObject({ opening: short, closing: short, missing: NONE })
  nights.clock('2026-04-02 08:00')
  await actOnDiscrepancies(nights.context(BANK), {
    by: 'Ana',
    targets: { kind: 'filter', filter: { ...EVERYTHING, codes: ['BANK_DIFFERS'] } },
    disposition: { kind: 'accept', reason: 'a fee of the bank', until: null },
  })
  expect(await bankOf('2026-03-01', '2026-03-31')).toMatchObject({ closing: short, acceptedLess: NONE })
  const april = { opening: short, acceptedLess: short, closing: NONE }
  expect(await bankOf('2026-04-01', '2026-04-30')).toMatchObject(april)
  // A reading that failed since takes nothing back: neither the day it was paid out on nor the acceptance.
  nights.service.refuse(() => ({ status: 400, body: {} }))
  await nights.run({ date: DATE, cycles: ['13'] })
  expect(await bankOf('2026-04-01', '2026-04-30')).toMatchObject(april)
})

test('a credit that the bank takes back has not arrived, whatever was tied to it; paid once more, it has', async () => {
  const nights = await told()
  const first: Line[] = [OPENING, ['2026-03-13', A], ['2026-03-13', B], ['2026-03-13', C]]
  expect((await take(nights, first)).ties).toBe(3)
  const back: Line[] = [...first, ['2026-03-16', -A, 'REVERSO OPERADOR PAGOS'], LATER]
  expect((await take(nights, back, 'segundo.csv')).ties).toBe(0)
  expect(await found(nights)).toEqual(['11 BANK_MISSING open'])
  expect(await bridge(nights)).toMatchObject({ arrived: [B + C, B + C], missing: [A, null], total: [A + B + C, B + C] })
  const shown = await readBank(telling(nights))
  expect(shown.reversals).toMatchObject([{ credit: { value: cop(A) }, debit: { bookedOn: '2026-03-16' } }])
  expect(shown.unknownCredits).toEqual([])
  const again: Line[] = [...back.slice(0, -1), ['2026-03-17', A], LATER]
  expect((await take(nights, again, 'tercero.csv')).ties).toBe(1)
  expect(await found(nights)).toEqual(['11 BANK_MISSING resolved'])
  expect(await bridge(nights)).toMatchObject({ arrived: [A + B + C, A + B + C] })
  const ledger = readFileSync(join(nights.folder, 'out', DATE, 'settlement-ledger.csv'), 'utf8').split('\n')
  expect(ledger[1]).toContain(`,${A},2026-03-17,`)
})

test('what is found after the closing of its day is told every night until it is claimed, and again when the claim ends', async () => {
  const nights = await told()
  await closePeriod(nights.context(BANK), { through: slot(DATE).date, by: 'Ana', reason: '', force: false })
  const nightOf = async (date: string) => {
    nights.clock(`${date} 22:30`)
    const { slots, exitCode } = await nights.run({}, BANK)
    return [exitCode, ...slots.filter((one) => one.slot.date === DATE).map((one) => one.slot.cycle)]
  }
  expect(await nightOf('2026-03-28')).toEqual([0])
  await take(nights, [OPENING, ['2026-03-13', A], LATER])
  expect(await nightOf('2026-03-29')).toEqual([3, '13', '16'])
  expect(await nightOf('2026-03-30')).toEqual([3, '13', '16'])
  const until = slot('2026-04-01').date
  await actOnDiscrepancies(nights.context(BANK), {
    by: 'Ana',
    targets: { kind: 'filter', filter: { ...EVERYTHING, codes: ['BANK_MISSING'], states: ['new', 'open'] } },
    disposition: { kind: 'claim', reason: 'asked for', ticket: null, until },
  })
  expect(await nightOf('2026-04-01')).toEqual([0])
  expect(await nightOf('2026-04-02')).toEqual([3, '13', '16'])
})

test('credits of a tie are in one order, now and as of now', async () => {
  const nights = await told()
  const inThree = (payout: number, odd: number): readonly Line[] => [
    ['2026-03-17', payout / 3 + 2 * odd],
    ['2026-03-12', payout / 3 - odd],
    ['2026-03-16', payout / 3 - odd],
  ]
  await take(nights, [...inThree(A, 10_001), ...inThree(C, 77_003)])
  const now = await readBank(telling(nights))
  expect(now.ties.map(({ entries }) => entries.length)).toEqual([3, 3])
  expect((await readBank({ ...telling(nights), asOf: END_OF_TIME })).ties).toEqual(now.ties)
})

test('the same file covers more of its days when it is imported later', async () => {
  const nights = await told()
  const importFile = (file: string) =>
    importBankFiles(nights.context(BANK), { files: [file], account: null, by: 'Ana' })
  const ofMonth = mt940(nights, 'month.sta', [[12, A]])
  nights.clock('2026-03-16 08:00')
  await importFile(ofMonth)
  expect(await bridge(nights)).toMatchObject({ 'on-the-way': [B + C, null] })
  nights.clock('2026-03-31 08:00')
  expect((await importFile(ofMonth)).imports).toMatchObject([{ result: { kind: 'imported', added: 0, repeated: 1 } }])
  expect(await found(nights)).toEqual(['13 BANK_MISSING open', '16 BANK_MISSING open'])
  const asOf = { kind: 'time', at: Date.parse('2026-03-17T00:00:00-05:00') } as const
  const before = await readBank({ ...telling(nights), asOf })
  expect(before.covered).toMatchObject([{ from: '2026-03-12', to: '2026-03-16' }])
  expect(before.payouts.map(({ arrival }) => arrival.kind)).toEqual(['arrived', 'on-the-way', 'on-the-way'])
  expect((await importFile(ofMonth)).imports).toMatchObject([{ result: { kind: 'known' } }])
})

test('a file that lacks later entries of its days covers no more of them when it is imported again', async () => {
  const nights = await told()
  const importFile = (file: string) =>
    importBankFiles(nights.context(BANK), { files: [file], account: null, by: 'Ana' })
  const first = mt940(nights, 'first.sta', [[13, A]])
  nights.clock('2026-03-16 08:00')
  await importFile(first)
  nights.clock('2026-03-18 08:00')
  const second = [
    [13, A],
    [17, B],
  ] as const
  await importFile(mt940(nights, 'second.sta', second))
  nights.clock('2026-03-31 08:00')
  expect((await importFile(first)).imports).toMatchObject([{ result: { kind: 'known' } }])
  expect((await readBank(telling(nights))).covered).toMatchObject([{ from: '2026-03-13', to: '2026-03-18' }])
})

test('what had arrived by the end of a month was paid out by then, though its status was read in the next', async () => {
  const nights = await startNights('2026-02-27 22:30')
  const invoices = somePaid('2026-02-27', '11', 1)
  const tell = (status: string) => nights.service.tellSettled('2026-02-27', '11', invoices, { status })
  tell('processing')
  await nights.run({ date: '2026-02-27' })
  const february = { from: slot('2026-02-01').date, to: slot('2026-02-28').date }
  const account = async () =>
    (await readStatement(nights.context(BANK), { days: february, asOf: null, format: null })).account
  expect(await account()).toMatchObject({ paidOut: { sum: 0n }, closingParts: { 'in-process': { sum: cop(A) } } })
  nights.clock('2026-03-03 22:30')
  tell('credited')
  await nights.run({ date: '2026-02-27' })
  await take(nights, [
    ['2026-02-26', -1, 'IMPTO GOBIERNO 4X1000'],
    ['2026-02-28', A],
    ['2026-03-03', -5, 'COMISION'],
  ])
  expect(await account()).toMatchObject({
    paidOut: { sum: cop(A) },
    closing: 0n,
    bank: { paidOut: { number: 1, sum: cop(A) }, arrived: { number: 1, sum: cop(A) } },
  })
  expect((await nights.inTransit('2026-02-28')).total).toMatchObject({ number: 0 })
})

test('two credits of one sum: a person chooses', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', A], ['2026-03-13', A], ['2026-03-16', B], ['2026-03-16', C], LATER])
  expect(await found(nights)).toEqual(['11 BANK_AMBIGUOUS open'])
  const entry = (await readBank(telling(nights))).payouts.flatMap(({ arrival }) =>
    arrival.kind === 'candidates' ? arrival.candidates : [],
  )[0]?.credits[0]
  const slots = [slot(DATE, '11')]
  await tieBankEntries(nights.context(BANK), { slots, entries: [entry?.id ?? ''], reason: 'the first', by: 'Ana' })
  expect(await found(nights)).toEqual(['11 BANK_AMBIGUOUS resolved', '20 BANK_UNKNOWN_CREDIT open'])
})

test('a settlement that is named twice is tied once', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', A - 1_000], LATER])
  const slots = [slot(DATE, '11'), slot(DATE, '11')]
  const request = { slots, entries: [await openCredit(nights)], reason: 'short', by: 'Ana' }
  const { tie } = await tieBankEntries(nights.context(BANK), request)
  expect(tie.payouts.map(({ slot }) => nameOf(slot))).toEqual(['2026-03-12 cycle 11'])
})

test('a payout that changes after it was tied is told by the run that reads it', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', A], LATER])
  const invoices = somePaid(DATE, '11', 1)
  const changed = settlement(DATE, '11', invoices, { fees: 3_000, paymentAmount: A - 1_000 })
  nights.service.tell(DATE, '11', { settlement: changed, invoices })
  await nights.run({ date: DATE }, BANK)
  expect(await found(nights)).toContain('11 BANK_DIFFERS open')
})

test('what arrived stays in the tables where the settlement is no longer paid out', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-13', A], ['2026-03-16', B], ['2026-03-17', C], LATER])
  const retell = (cycle: string, invoices: number, instead: Parameters<typeof settlement>[3]) =>
    nights.service.tellSettled(DATE, cycle, invoices, instead)
  retell('11', 1, { status: 'error' })
  retell('13', 2, { status: 'processing' })
  await nights.run({ date: DATE }, BANK)
  const all = [C, A + B + C]
  expect(await bridge(nights)).toMatchObject({ arrived: all, total: all })
  const days = { from: slot(DATE).date, to: slot('2026-03-31').date }
  const { account } = await readStatement(nights.context(BANK), { days, asOf: null, format: null, isWritten: false })
  const sums = account.bank && [account.bank.paidOut, account.bank.arrived, account.bank.arrivedMore]
  expect(sums?.map(({ number, sum }) => [number, Number(sum) / 100])).toEqual([
    [1, C],
    [3, A + B + C],
    [2, A + B],
  ])
  const page = readFileSync(join(nights.folder, 'out', DATE, 'report.html'), 'utf8')
  expect(page).toContain('The 3 payouts of the day arrived at the bank, 2 of them with another sum.')
})

describe('nothing is kept of', () => {
  const entries = async (nights: Nights) => (await readBank(telling(nights))).entries.size

  test.each([
    ['a file of another account', { account: '999' }, BANK, 'BANK_ACCOUNT'],
    ['a file, without the name of the operator', { account: null }, policy({}), 'BANK_TEXT_MISSING'],
  ])('%s', async (_, { account }, settings, code) => {
    const nights = await told()
    const request = { files: [statement(nights, [OPENING, LATER])], account, by: 'Ana' }
    await expect(importBankFiles(nights.context(settings), request)).rejects.toMatchObject({ code })
    await expect(readBank(telling(nights))).rejects.toMatchObject({ code: 'NO_BANK_STATEMENT' })
  })

  test('any file where one of several is none', async () => {
    const nights = await told()
    const wrong = join(nights.folder, 'extracto.pdf')
    writeFileSync(wrong, '%PDF-1.7')
    const files = [statement(nights, [OPENING, LATER]), wrong]
    const importing = importBankFiles(nights.context(BANK), { files, account: null, by: 'Ana' })
    await expect(importing).rejects.toMatchObject({ code: 'BANK_FILE_WRONG' })
    await expect(readBank(telling(nights))).rejects.toMatchObject({ code: 'NO_BANK_STATEMENT' })
  })

  test('days that are there already in another form', async () => {
    const nights = await told()
    await take(nights, [OPENING, LATER])
    const before = await entries(nights)
    const ofx = join(nights.folder, 'marzo.sta')
    writeFileSync(
      ofx,
      [':20:X', ':25:406-000011-22', ':28C:1/1', ':60F:C260312COP0,', ':62F:C260313COP0,', '-', ''].join('\r\n'),
    )
    const importing = importBankFiles(nights.context(BANK), { files: [ofx], account: null, by: 'Ana' })
    await expect(importing).rejects.toMatchObject({ code: 'BANK_FILE_WRONG' })
    expect(await entries(nights)).toBe(before)
  })

  test('the same bytes for another account', async () => {
    const nights = await told()
    const path = join(nights.folder, 'marzo.csv')
    writeFileSync(
      path,
      'Fecha,Descripción,Débito,Crédito,Saldo\n13/03/2026,OPERADOR PAGOS,,"999.000,00","999.000,00"\n',
    )
    const importFor = (account: string) => importBankFiles(nights.context(BANK), { files: [path], account, by: 'Ana' })
    await importFor('031-1')
    await expect(importFor('031-2')).rejects.toMatchObject({
      code: 'BANK_ACCOUNT',
      message: 'marzo.csv has the bytes of a file of account 0311, and is named for account 0312; nothing was imported',
      next: expect.stringContaining('--account 0311'),
    })
    expect(await entries(nights)).toBe(1)
    expect((await importFor('031-1')).imports).toMatchObject([{ result: { kind: 'known' } }])
  })

  test('the same bytes, read by another mapping', async () => {
    const nights = await told()
    const path = join(nights.folder, 'marzo.txt')
    writeFileSync(path, 'Fecha;Concepto;Documento;Valor\n13/03/2026;OPERADOR PAGOS;77;999000,00\n')
    const mapping = guessMapping(readFileSync(path), { name: 'marzo.txt' })
    const importBy = (bankMapping: BankMapping) => {
      const context = nights.context(BANK)
      const settings = { ...context.settings, bankMapping }
      return importBankFiles({ ...context, settings }, { files: [path], account: '031-1', by: 'Ana' })
    }
    await importBy({ ...mapping, reference: null })
    await expect(importBy({ ...mapping, text: ['Documento'] })).rejects.toMatchObject({
      code: 'BANK_FILE_WRONG',
      message: expect.stringMatching(/^marzo\.txt was imported as file \d+, and its bytes give other entries by now/),
      next: expect.stringMatching(/cuadre bank void \d+ --reason TEXT$/),
    })
    expect(await entries(nights)).toBe(1)
    for (const reference of [null, 'Documento'])
      expect((await importBy({ ...mapping, reference })).imports).toMatchObject([{ result: { kind: 'known' } }])
    expect(await entries(nights)).toBe(1)
  })

  test('a longer file with the same sums of a day, read by another mapping', async () => {
    const nights = await told()
    const path = join(nights.folder, 'marzo.txt')
    const [head, first] = ['Fecha;Concepto;Documento;Valor', '13/03/2026;OPERADOR PAGOS;77;999000,00']
    writeFileSync(path, [head, first, ''].join('\n'))
    const mapping = { ...guessMapping(readFileSync(path), { name: 'marzo.txt' }), reference: null }
    const importBy = (bankMapping: BankMapping) => {
      const context = nights.context(BANK)
      const settings = { ...context.settings, bankMapping }
      return importBankFiles({ ...context, settings }, { files: [path], account: '031-1', by: 'Ana' })
    }
    await importBy(mapping)
    writeFileSync(path, [head, first, '14/03/2026;OPERADOR PAGOS;78;999000,00', ''].join('\n'))
    await expect(importBy({ ...mapping, text: ['Documento'] })).rejects.toMatchObject({
      code: 'BANK_FILE_WRONG',
      message: expect.stringMatching(/^marzo\.txt has the sums of 2026-03-13 that file \d+ has, with other texts/),
      next: expect.stringMatching(/cuadre bank void \d+ --reason TEXT$/),
    })
    expect(await entries(nights)).toBe(1)
    expect((await importBy(mapping)).imports).toMatchObject([{ result: { kind: 'imported', added: 1, repeated: 1 } }])
  })

  test('but not of a quiet month, which two accounts may share', async () => {
    const nights = await told()
    const path = join(nights.folder, 'marzo.csv')
    writeFileSync(path, 'Fecha,Descripción,Débito,Crédito,Saldo\n13/03/2026,CUOTA DE MANEJO,"9.000,00",,"1.000,00"\n')
    for (const account of ['031-1', '031-2']) {
      const { imports } = await importBankFiles(nights.context(BANK), { files: [path], account, by: 'Ana' })
      expect(imports).toMatchObject([{ result: { kind: 'imported', added: 1 } }])
    }
  })

  test('any file where two of one command have the same days in different forms', async () => {
    const nights = await told()
    const csv = statement(nights, [OPENING, LATER])
    const other = join(nights.folder, 'marzo.sta')
    const lines = [':20:X', ':25:406-000011-22', ':28C:1/1', ':60F:C260312COP0,', ':62F:C260313COP0,', '-', '']
    writeFileSync(other, lines.join('\r\n'))
    for (const files of [
      [csv, other],
      [other, csv],
    ]) {
      const importing = importBankFiles(nights.context(BANK), { files, account: null, by: 'Ana' })
      await expect(importing).rejects.toMatchObject({ code: 'BANK_FILE_WRONG' })
    }
    await expect(readBank(telling(nights))).rejects.toMatchObject({ code: 'NO_BANK_STATEMENT' })
  })
})

test('a check under another policy ties what that policy allows, as the next night would', async () => {
  const nights = await told()
  await take(nights, [OPENING, ['2026-03-19', A], ['2026-03-25', -1, 'COMISION']])
  expect(await found(nights)).toContain('11 BANK_MISSING open')
  const patient = policy({ bankText: ['OPERADOR PAGOS'], bankDays: 5 })
  await nights.check({ date: DATE }, patient)
  expect(await found(nights)).toContain('11 BANK_MISSING resolved')
  expect((await readBank(telling(nights))).ties).toMatchObject([{ payouts: [{ slot: { cycle: '11' } }] }])
})

describe('voiding a file', () => {
  const OTHERS: Line = ['2026-03-12', 5_000, 'NOMINA']
  const voidFile = (nights: Nights, number: number) =>
    voidBankFile(nights.context(BANK), { number, reason: 'of another merchant', by: 'Eva' })
  const numbers = async (nights: Nights) => (await readBankFiles(telling(nights))).files.map(({ number }) => number)

  test('undoes what came of it, and the right file takes its place', async () => {
    const nights = await told()
    await take(nights, [OPENING, ['2026-03-13', A], ['2026-03-13', B + 7], LATER], 'wrong.csv')
    expect(await found(nights)).toEqual(['13 BANK_UNCONFIRMED open', '16 BANK_MISSING open'])
    const [wrong = 0] = await numbers(nights)
    expect(await voidFile(nights, wrong)).toMatchObject({
      file: { number: wrong, name: 'wrong.csv', voided: { by: 'Eva', reason: 'of another merchant' } },
      untied: [expect.any(Number)],
    })
    expect(await found(nights)).toEqual(['13 BANK_UNCONFIRMED resolved', '16 BANK_MISSING resolved'])
    await expect(readBank(telling(nights))).rejects.toMatchObject({ code: 'NO_BANK_STATEMENT' })
    const ledger = () => readFileSync(join(nights.folder, 'out', DATE, 'settlement-ledger.csv'), 'utf8')
    expect(ledger()).not.toContain('2026-03-13')
    const { ties } = await take(nights, [OPENING, ['2026-03-13', A], ['2026-03-16', B + C], LATER])
    expect(ties).toBe(2)
    expect(await bridge(nights)).toMatchObject({ arrived: [A + B + C, A + B + C], total: [A + B + C, A + B + C] })
    expect(ledger()).toContain(`,${A},2026-03-13,`)
  })

  test('a file imported by mistake for another account can be imported for the right one', async () => {
    const nights = await told()
    const path = join(nights.folder, 'marzo.csv')
    writeFileSync(
      path,
      'Fecha,Descripción,Débito,Crédito,Saldo\n13/03/2026,OPERADOR PAGOS,,"999.000,00","999.000,00"\n',
    )
    const importFor = (account: string) => importBankFiles(nights.context(BANK), { files: [path], account, by: 'Ana' })
    await importFor('031-1')
    const [number = 0] = await numbers(nights)
    await expect(importFor('031-2')).rejects.toMatchObject({
      next: expect.stringContaining(`cuadre bank void ${number} --reason TEXT`),
    })
    await voidFile(nights, number)
    expect((await importFor('031-2')).imports).toMatchObject([{ accounts: ['0312'], result: { added: 1 } }])
  })

  test('waits for later files of its days; other files stay as they are', async () => {
    const nights = await told()
    await take(nights, [OPENING, ['2026-03-13', A], LATER], 'first.csv')
    await take(nights, [OPENING, ['2026-03-13', A], LATER, ['2026-03-24', 3]], 'second.csv')
    await take(nights, [['2026-03-25', 4]], 'third.csv')
    const [first = 0, second = 0] = await numbers(nights)
    await expect(voidFile(nights, first)).rejects.toMatchObject({
      code: 'BANK_VOID',
      message: `bank file ${second} (second.csv) has days of bank file ${first}, and an entry that both have is stored once`,
      next: `void it first (cuadre bank void ${second} --reason TEXT), and import it again afterwards`,
    })
    await voidFile(nights, second)
    expect((await readBank(telling(nights))).ties).toHaveLength(1)
    await voidFile(nights, first)
    expect((await readBank(telling(nights))).ties).toHaveLength(0)
    await take(nights, [OPENING, ['2026-03-13', A], LATER, ['2026-03-24', 3]], 'second.csv')
    expect((await readBank(telling(nights))).ties).toHaveLength(1)
  })

  test('is refused twice, and of a file that is not there', async () => {
    const nights = await told()
    await take(nights, [OTHERS])
    const [number = 0] = await numbers(nights)
    await voidFile(nights, number)
    await expect(voidFile(nights, number)).rejects.toMatchObject({
      code: 'BANK_VOID',
      message: `bank file ${number} is already void, by Eva`,
    })
    await expect(voidFile(nights, 4711)).rejects.toMatchObject({ message: 'there is no bank file 4711' })
  })
})

test('a payout that arrived before its settlement exists is tied to its list: it leaves transit and holds up no closing', async () => {
  const nights = await startNights()
  const invoices = somePaid(DATE, '11', 1)
  nights.service.tell(DATE, '11', { settlement: null, invoices })
  await nights.run({ date: DATE, cycles: ['11'] }, BANK)
  nights.clock('2026-03-31 08:00')
  await nights.run({ date: DATE, cycles: ['11'] }, BANK)
  await take(nights, [OPENING, ['2026-03-16', A], LATER])
  const closing = { through: slot(DATE).date, by: 'Ana', reason: '', force: false }
  expect((await closePeriod(nights.context(BANK), closing)).forbidding.map(({ slot: of }) => of.cycle)).toContain('11')
  const transit = async (day: string) => Number((await nights.inTransit(day, true, BANK)).total.sum) / 100
  expect([await transit('2026-03-15'), await transit('2026-03-16')]).toEqual([1_001_000, 1_001_000])
  const entries = [(await readBank(telling(nights))).unknownCredits[0]?.id ?? '']
  const { tie } = await tieBankEntries(nights.context(BANK), {
    slots: [slot(DATE, '11')],
    entries,
    reason: 'paid by hand',
    by: 'Ana',
  })
  expect(tie.payouts).toMatchObject([{ payout: cop(1_001_000) }])
  expect([await transit('2026-03-15'), await transit('2026-03-16')]).toEqual([1_001_000, 0])
  const { forbidding } = await closePeriod(nights.context(BANK), closing)
  expect(forbidding.map(({ slot: of }) => of.cycle)).not.toContain('11')
  // The settlement comes, with another payout: the rest alone differs.
  nights.clock('2026-04-01 08:00')
  nights.service.tellSettled(DATE, '11', invoices, { paymentAmount: A + 600 })
  await nights.run({ date: DATE, cycles: ['11'] }, BANK)
  expect(await found(nights)).toContain('11 BANK_DIFFERS open')
  expect(await transit('2026-03-16')).toBe(0)
})

test('a claim that came by a transfer of its own is paid on the day of the bank, and the credit is explained', async () => {
  const nights = await startNights()
  nights.service.tellSettled(DATE, '11', 2, { paymentAmount: 1_900_000 })
  await nights.run({ date: DATE, cycles: ['11'] })
  const short = async () => {
    const filter = { ...EVERYTHING, codes: ['PAYOUT_MISMATCH'] }
    return (await listDiscrepancies(telling(nights), { kind: 'filter', filter })).found.map(
      ({ discrepancy }) => discrepancy,
    )
  }
  const id = (await short())[0]?.id ?? ''
  const claim = { kind: 'claim', reason: 'asked', ticket: 'T-1', until: null } as const
  await actOnDiscrepancies(nights.context(BANK), { by: 'Ana', targets: { kind: 'ids', ids: [id] }, disposition: claim })
  nights.clock('2026-03-31 08:00')
  await take(nights, [
    ['2026-03-13', 1_900_000],
    ['2026-03-20', 99_000],
  ])
  const credit = await openCredit(nights)
  expect((await showDiscrepancy(nights.context(BANK), id)).payments).toMatchObject([
    { by: { kind: 'entry', entry: credit }, left: cop(99_000) },
  ])

  const payer = { kind: 'entry', entry: credit } as const
  await settleClaims(nights.context(BANK), { by: 'Ana', targets: { kind: 'ids', ids: [id] }, payer, reason: '' })
  expect((await short()).map(({ state, recovered }) => [state, recovered])).toEqual([['paid', cop(99_000)]])
  expect((await readBank(telling(nights))).unknownCredits).toEqual([])
  const days = monthOf(slot(DATE).date)
  const { account } = await readStatement(telling(nights), { days, asOf: null, format: null })
  expect([account.recovered.sum, account.closing]).toEqual([cop(99_000), cop(0)])

  nights.service.tellSettled(DATE, '13', 2)
  await nights.run({ date: DATE, cycles: ['13'] })
  const tie = { slots: [slot(DATE, '13')], entries: [credit], reason: 'the second', by: 'Ana' }
  await expect(tieBankEntries(nights.context(BANK), tie)).rejects.toThrow('paid a claim already')
})
