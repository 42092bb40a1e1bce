import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { tieBankEntries } from '../../jobs/bank/tie-bank-entries.ts'
import { casesOut, giveTicket, readClaims } from '../../jobs/claims/claims.ts'
import { settleClaims } from '../../jobs/claims/settle-claims.ts'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import { readStatement } from '../../jobs/statement.ts'
import { readMonth } from '../../jobs/steps/query/month-steps.ts'
import { CLAIMS_LETTER, lettersOf } from '../../reports/documents/claims.ts'
import { accountLines } from '../../reports/statements/account-lines.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { ticketOf } from '../../src/core/findings/act.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { provePack } from '../../src/print/pack/proof.ts'
import { claimsIn } from '../../src/rules/account/claims.ts'
import { cop, slot } from '../core/a.ts'
import { credits, day, january, letter, SETTINGS, SHORT, tell } from './claim-letters.ts'
import { type Nights, startNights } from './night.ts'

const context = (nights: Nights) => ({ ...nights.context(SETTINGS), asOf: null })
const claims = async (nights: Nights) => (await readClaims(context(nights))).claims
const pesos = (sum: bigint): number => Number(sum) / 100

/** asked, recovered, accepted, changed and left of each letter. */
const sums = async (nights: Nights) =>
  lettersOf(await readClaims(context(nights))).map((of) =>
    [of.letter, of.asked, of.recovered, of.accepted, of.changed, of.left].map((sum, at) =>
      at === 0 ? sum : pesos(sum as bigint),
    ),
  )

const accountOf = async (nights: Nights, month: string) => {
  const { account } = await readStatement(context(nights), {
    days: monthOf(day(`${month}-01`)),
    asOf: null,
    format: null,
  })
  return Object.fromEntries(
    accountLines(account).map(({ name, amount }) => [name, amount === null ? null : pesos(amount)]),
  )
}

const idOf = async (nights: Nights, date: string): Promise<string> => {
  const { found } = await listDiscrepancies(context(nights), {
    kind: 'filter',
    filter: { ...EVERYTHING, codes: ['PAYOUT_MISMATCH'] },
  })
  return found.find(({ discrepancy }) => discrepancy.slot.date === date)?.discrepancy.id ?? ''
}

/** The credit of that sum that no payout explains. */
const unknownCredit = async (nights: Nights, sum: bigint): Promise<string> => {
  const { found } = await listDiscrepancies(context(nights), {
    kind: 'filter',
    filter: { ...EVERYTHING, codes: ['BANK_UNKNOWN_CREDIT'] },
  })
  return found.find(({ discrepancy }) => discrepancy.amount === sum)?.discrepancy.subject.slice('bank:'.length) ?? ''
}

const TOTAL = 36_000

test('three months: one claim is paid by an adjustment, one by a credit, one is given up, and one is forgotten', async () => {
  const nights = await january()
  nights.clock('2026-02-02 09:00')
  const { money } = await nights.status()
  expect(pesos(money.tooLittle.open.sum)).toBe(TOTAL)
  const first = await letter(nights, 'letter')
  expect(first.letter?.number).toBe(1)
  expect(first.letter?.rows.map(({ slot: of, sum }) => [of.date, pesos(sum)])).toEqual(Object.entries(SHORT))
  expect(await sums(nights)).toEqual([[1, TOTAL, 0, 0, 0, TOTAL]])
  const after = await nights.status()
  expect([pesos(after.money.tooLittle.open.sum), pesos(after.money.owed.claimed.sum)]).toEqual([0, TOTAL])
  expect(await accountOf(nights, '2026-01')).toMatchObject({ closing: TOTAL, underpaid: TOTAL })
  expect((await letter(nights, 'none')).letter).toBeNull()
  expect(existsSync(join(nights.folder, 'none'))).toBe(false)

  await giveTicket(nights.context(SETTINGS), { number: 1, ticket: 'PQR-77', until: day('2026-02-20'), by: 'Ana' })
  nights.clock('2026-02-12 22:30')
  tell(nights, '2026-02-12', { adjustments: 5_000, paymentAmount: 2_004_000 })
  await nights.run({ date: '2026-02-12' }, SETTINGS)
  const [adjusted, banked, refused] = await Promise.all(Object.keys(SHORT).map((date) => idOf(nights, date)))
  const settle = (id: string, payer: Parameters<typeof settleClaims>[1]['payer']) =>
    settleClaims(nights.context(SETTINGS), { by: 'Ana', targets: { kind: 'ids', ids: [id] }, payer, reason: '' })
  await settle(adjusted ?? '', { kind: 'adjustment', slot: slot('2026-02-12') })
  const paid = Object.entries(SHORT).map(([date, less]) => [date, 1_999_000 - less] as const)
  await credits(
    nights,
    [...paid, ['2026-01-30', 1_999_000], ['2026-02-12', 2_004_000], ['2026-02-16', 7_000]],
    'bank.csv',
  )
  await settle(banked ?? '', { kind: 'entry', entry: await unknownCredit(nights, cop(7_000)) })
  await actOnDiscrepancies(nights.context(SETTINGS), {
    by: 'Luis',
    targets: { kind: 'ids', ids: [refused ?? ''] },
    disposition: { kind: 'accept', reason: 'the operator refused it', until: null },
  })
  expect(await sums(nights)).toEqual([[1, TOTAL, 12_000, 11_000, 0, 13_000]])
  expect(await accountOf(nights, '2026-02')).toMatchObject({ opening: TOTAL, recovered: -12_000, closing: 13_000 })
  expect(
    (await claims(nights)).map(({ ticket, state, recoveries }) => [ticket, state, recoveries.map(({ by }) => by.kind)]),
  ).toEqual([
    ['PQR-77', 'paid', ['adjustment']],
    ['PQR-77', 'paid', ['entry']],
    ['PQR-77', 'accepted', []],
    ['PQR-77', 'claimed', []],
  ])

  expect((await nights.status()).recovered).toEqual([{ month: '2026-02', number: 2, sum: cop(12_000) }])
  expect(readFileSync(join(nights.folder, 'out', 'index.html'), 'utf8')).toMatch(
    /February 2026<\/th><td class="n">12,000/,
  )
  const claimsStep = async () =>
    (await readMonth(context(nights), monthOf(day('2026-01-01')))).steps.find(({ step }) => step === 'claims')
  expect(await claimsStep()).toMatchObject({ state: 'done', facts: { done: 1, of: 1 } })

  // The promised day goes by: what was promised is open again, and the letter reminds of it.
  nights.clock('2026-03-05 22:30')
  await nights.run({ date: '2026-03-05' }, SETTINGS)
  expect((await claims(nights)).map(({ state }) => state)).toEqual(['paid', 'paid', 'accepted', 'open'])
  // What comes late pays it, too.
  expect(await casesOut(context(nights), 1, ({ isPayable }) => isPayable)).toHaveLength(1)
  const again = await letter(nights, 'again.zip', { again: 1, language: 'en' })
  const claimed = await claims(nights)
  expect(
    claimed.map(({ asked, recovered, accepted, changed, left }) => asked - recovered - accepted - changed - left),
  ).toEqual([0n, 0n, 0n, 0n])
  expect(again.letter).toMatchObject({
    number: 1,
    ticket: 'PQR-77',
    again: { date: '2026-02-02', asked: cop(TOTAL), recovered: cop(12_000) },
  })
  expect(again.letter?.rows.map(({ sum }) => pesos(sum))).toEqual([13_000])
  expect(await sums(nights)).toEqual([[1, TOTAL, 12_000, 11_000, 0, 13_000]])
  expect((await claims(nights)).map(({ state }) => state)).toEqual(['paid', 'paid', 'accepted', 'claimed'])
  expect(await casesOut(context(nights), 1)).toHaveLength(1)
  await expect(casesOut(context(nights), 9)).rejects.toThrow('there is no letter 9')
})

test('a letter says what is owed in the operator’s words, and proves it', async () => {
  const nights = await january()
  await letter(nights, 'letter')
  const read = (name: string): string => readFileSync(join(nights.folder, 'letter', name), 'utf8')
  const [page, text, csv] = [read('letter.html'), read('letter.txt'), read('claim.csv')]
  const visible = page.replace(/<style>.*?<\/style>/s, '').replace(/ href="mailto:[^"]*"/, '')
  for (const shown of [visible, text]) {
    expect(shown).toContain('Treinta y seis mil pesos')
    expect(shown).toContain('paymentAmount')
    expect(shown).not.toMatch(/cuadre|MISMATCH|PAYOUT_|discrepanc|Inquilino|100001/i)
  }
  expect(text).toContain('R-2026-01-12-11-1, P-2026-01-12-11-1')
  expect(page).toMatch(/href="mailto:reclamos@recaudos.example\?subject=Reclamaci%C3%B3n/)
  const rows = csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  expect(rows.map((row) => Number(row[7])).reduce((a, b) => a + b)).toBe(TOTAL)
  for (const row of rows) expect(Number(row[6]) - Number(row[5])).toBe(Number(row[7]))
  const folder = join(nights.folder, 'letter')
  expect((await provePack(folder, null, new AbortController().signal)).problems).toEqual([])
  expect(
    (await provePack(join(folder, 'evidence', '2026-01-12_11'), null, new AbortController().signal)).problems,
  ).toEqual([])
  expect(() => execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder })).not.toThrow()
})

test('a letter of named cases takes only what the operator owes, and names payers only when asked to', async () => {
  const nights = await january()
  const id = await idOf(nights, '2026-01-13')
  await letter(nights, 'one', { ids: [id], hasNames: true, language: 'en' })
  expect(await sums(nights)).toEqual([[1, 7_000, 0, 0, 0, 7_000]])
  expect(readFileSync(join(nights.folder, 'one', 'letter.txt'), 'utf8')).toContain('Inquilino 1')
  await expect(letter(nights, 'two', { ids: [id] })).rejects.toThrow('is claimed already')
  await expect(letter(nights, 'one')).rejects.toThrow('is not empty')
  await letter(nights, 'rest')
  expect(await sums(nights)).toEqual([
    [1, 7_000, 0, 0, 0, 7_000],
    [2, 29_000, 0, 0, 0, 29_000],
  ])
})

test('a payout that a credit of the bank may be is left out, with the command that confirms it, until a person names it', async () => {
  const nights = await startNights('2026-01-31 22:30')
  for (const [date, more] of Object.entries({ '2026-01-12': 0, '2026-01-13': 500_000, '2026-01-14': 900_000 }))
    tell(nights, date, { adjustments: more, paymentAmount: 1_999_000 + more })
  await nights.run({ from: '2026-01-12', to: '2026-01-14' }, SETTINGS)
  // Of the first exactly its sum comes a week late, of the second a little less in time, and of the third nothing.
  const rows = [
    ['2026-01-09', 77],
    ['2026-01-14', 2_490_000],
    ['2026-01-22', 1_999_000],
    ['2026-01-30', 78],
  ] as const
  await credits(nights, rows, 'bank.csv')
  const first = await letter(nights, 'first')
  expect(first.letter?.rows.map(({ slot: of, reported, ours, sum }) => [of.date, reported, ours, sum])).toEqual([
    ['2026-01-14', cop(2_899_000), cop(0), cop(2_899_000)],
  ])
  const [row] = first.letter?.rows ?? []
  expect(row?.ground).toEqual({ kind: 'notAtBank', status: 'credited', through: '2026-01-30', later: [] })
  expect(CLAIMS_LETTER.of({ ...first, path: 'first' })).toMatchObject({
    leftOut: [
      { date: '2026-01-12', sum: cop(1_999_000), entries: [expect.any(String)] },
      { date: '2026-01-13', sum: cop(9_000), entries: [expect.any(String)] },
    ],
  })
  const none = await letter(nights, 'none')
  expect([none.letter, none.leftOut.length]).toEqual([null, 2])
  const named = await letter(nights, 'named', { ids: first.leftOut[0]?.owed.cases ?? [] })
  expect(named.letter?.rows[0]?.ground).toMatchObject({ through: '2026-01-30', later: ['2026-01-22'] })
  const again = await letter(nights, 'again', { again: 2 })
  expect([again.letter, again.leftOut.length]).toEqual([null, 1])
})

test('what the bank has above the payout that is reported is left out, until a person names it', async () => {
  const nights = await startNights('2026-01-31 22:30')
  tell(nights, '2026-01-12', { paymentAmount: 1_499_000 })
  tell(nights, '2026-01-13', { paymentAmount: 1_987_000 })
  await nights.run({ from: '2026-01-12', to: '2026-01-13' }, SETTINGS)
  const rows = [
    ['2026-01-09', 77],
    ['2026-01-13', 1_999_000],
    ['2026-01-14', 1_987_000],
    ['2026-01-30', 78],
  ] as const
  await credits(nights, rows, 'bank.csv')
  const tie = {
    slots: [slot('2026-01-12')],
    entries: [await unknownCredit(nights, cop(1_999_000))],
    reason: 'paid whole',
    by: 'Ana',
  }
  await tieBankEntries(context(nights), tie)
  const made = await letter(nights, 'first')
  expect(made.letter?.rows.map(({ slot: of, sum }) => [of.date, sum])).toEqual([['2026-01-13', cop(12_000)]])
  expect(made.leftOut.map(({ owed }) => owed.sum)).toEqual([cop(500_000)])
  const named = await letter(nights, 'named', { ids: made.leftOut[0]?.owed.cases ?? [] })
  expect(named.letter?.rows.map(({ sum }) => sum)).toEqual([cop(500_000)])
})

test('a reminder asks by a day of its own, keeps the ticket, and is due again when that day is over', async () => {
  const nights = await january()
  await letter(nights, 'letter')
  await giveTicket(nights.context(SETTINGS), { number: 1, ticket: 'PQR-77', until: null, by: 'Ana' })
  const standing = async () => {
    const { steps } = await readMonth(context(nights), monthOf(day('2026-01-01')))
    const step = steps.find(({ step: name }) => name === 'claims')
    const [of] = lettersOf(await readClaims(context(nights)))
    return [of?.dueOn, of?.isPastDay, of?.ticket, step?.state, step?.next]
  }
  nights.clock('2026-02-12 09:00')
  const [past, after] = ['2026-02-12', '2026-02-23'].map(
    (date) => `cuadre claims letter --again 1 --out reminder-1-${date}.zip`,
  )
  expect(await standing()).toEqual(['2026-02-10', true, 'PQR-77', 'to-do', past])
  const { act, letter: again } = await letter(nights, 'again', { again: 1 })
  expect(again?.again).toMatchObject({ answerBy: '2026-02-10', asked: cop(TOTAL) })
  expect(act.acts.map((one) => ticketOf(one))).toEqual(Array(4).fill('PQR-77'))
  expect(await standing()).toEqual(['2026-02-22', false, 'PQR-77', 'done', null])
  expect((await letter(nights, 'same', { again: 1 })).act).toMatchObject({ acts: [], unchanged: 4 })
  expect(await sums(nights)).toEqual([[1, TOTAL, 0, 0, 0, TOTAL]])
  nights.clock('2026-02-23 09:00')
  expect(await standing()).toEqual(['2026-02-22', true, 'PQR-77', 'to-do', after])
  expect((await letter(nights, 'third', { again: 1 })).letter?.again).toMatchObject({ answerBy: '2026-02-22' })
})

test('a claim that the operator corrects is no longer asked for', async () => {
  const nights = await january()
  await letter(nights, 'letter')
  nights.clock('2026-02-10 22:30')
  tell(nights, '2026-01-15')
  await nights.run({ date: '2026-01-15' }, SETTINGS)
  expect(await sums(nights)).toEqual([[1, TOTAL, 0, 0, 13_000, 23_000]])
  expect(claimsIn([])).toEqual([])
})
