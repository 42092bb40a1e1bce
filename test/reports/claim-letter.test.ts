import { describe, expect, test } from 'vitest'
import { CLAIM_LEDGER, claimLetter, letterText } from '../../reports/claims/claim-letter.ts'
import { type ClaimLetterFacts, type ClaimRow, totalOfLetter } from '../../reports/claims/letter-facts.ts'
import { letterPage } from '../../reports/claims/letter-page.tsx'
import { type Centavos, sumOf } from '../../src/core/money.ts'
import { LANGUAGES } from '../../src/words/language.ts'
import { digitsOf } from '../../src/words/money.ts'
import { cop, slot } from '../core/a.ts'
import { invoice, LETTER, ROWS } from './a-claim-letter.ts'

const text = (facts: Partial<ClaimLetterFacts> = {}): string => letterText(claimLetter({ ...LETTER, ...facts }))
const [FIRST] = ROWS as [ClaimRow]

const AGAIN = {
  date: slot('2026-02-02').date,
  answerBy: slot('2026-02-12').date,
  asked: cop(80_000_000),
  recovered: cop(1_000),
}

describe('a letter', () => {
  test.each(LANGUAGES)('says each kind of money in its own words (%s)', async (language) => {
    await expect(text({ language })).toMatchFileSnapshot(`../expected/reports/claim-letter-${language}.txt`)
    await expect(text({ language, ticket: 'PQR-4711', again: AGAIN, rows: [FIRST] })).toMatchFileSnapshot(
      `../expected/reports/claim-reminder-${language}.txt`,
    )
  })

  test.each(LANGUAGES)('has nothing of ours in it (%s)', (language) => {
    for (const shown of [
      text({ language }),
      letterPage(claimLetter({ ...LETTER, language })).replace(/<style>.*<\/style>/s, ''),
    ])
      expect(shown).not.toMatch(/cuadre|[A-Z]{4,}_[A-Z]{3,}/i)
  })

  test('foots: the total is the sum of its rows', () => {
    const sums = sumOf(ROWS.map(({ sum }) => sum))
    expect(totalOfLetter(LETTER)).toBe(sums)
    expect(text().replace(/\s+/g, ' ')).toContain(
      'Treinta y ocho millones novecientos sesenta y seis mil doscientos pesos',
    )
  })

  test('says what of a difference is not asked for, and names few invoices', () => {
    const invoices = Array.from({ length: 9 }, (_, n) => invoice(n))
    const rows = [
      { ...FIRST, sum: cop(50_000), invoices, isWhole: false },
      { ...FIRST, invoices: [{ reference: null, paymentId: null, payer: 'Ana Ruiz, 1020' }] },
    ]
    const said = text({ rows }).replace(/\s+/g, ' ')
    expect(said).toContain('$ 1.800.000 ya se habían reclamado o resuelto')
    expect(said).toContain('y 5 más en claim.csv')
    expect(said).toContain('sin referencia, Ana Ruiz, 1020')
    expect(text({ rows: [{ ...FIRST, invoices: [] }], language: 'en' })).not.toContain('paymentId)')
  })

  const owed = { ...FIRST.ground, keptByGateway: cop(900) } as Extract<ClaimRow['ground'], { kind: 'owed' }>
  test.each<readonly [en: string, es: string, row: Partial<ClaimRow>]>([
    [
      'plus adjustments COP 200',
      'más adjustments $ 200',
      { ground: { ...owed, feesDeducted: cop(0), adjustments: cop(200) } },
    ],
    [
      'less COP 900 kept by the gateway',
      'menos $ 900',
      { ground: { ...owed, feesDeducted: cop(0), adjustments: cop(200) } },
    ],
    [
      'the payment of this settlement costs COP 1,400',
      'el pago de esta liquidación cuesta $ 1.400',
      { ours: cop(1_400), ground: { kind: 'fees', payments: 1 } },
    ],
    [
      'You list no payments for this settlement: by the agreed tariff its fees are COP 0.',
      'Ustedes no listan ningún pago en esta liquidación: según la tarifa acordada, sus comisiones son de $ 0.',
      { ours: cop(0), ground: { kind: 'fees', payments: 0 } },
    ],
    [
      'Chargebacks explain COP 300 of this adjustment, and nothing the rest.',
      'Los contracargos explican $ 300 de este ajuste; el resto no tiene explicación.',
      { ours: cop(300), ground: { kind: 'adjustments' } },
    ],
    [
      'Only COP 300 arrived',
      'solo llegaron $ 300',
      {
        ours: cop(300),
        reported: cop(1_000),
        sum: cop(700),
        ground: { kind: 'notAtBank', status: 'paid', through: null, later: [] },
      },
    ],
    [
      'through 11 March 2026, but exactly this sum on 9 March 2026: please tell us whether that is this payout.',
      'hasta el 11 de marzo de 2026, salvo exactamente esa suma el 9 de marzo de 2026: les solicitamos indicarnos si es este abono.',
      {
        ours: cop(0),
        reported: cop(1_000),
        sum: cop(1_000),
        ground: {
          kind: 'notAtBank',
          status: 'paid',
          through: slot('2026-03-11').date,
          later: [slot('2026-03-09').date],
        },
      },
    ],
  ])('says %s', (en, es, row) => {
    const said = (language: 'en' | 'es'): string =>
      text({ language, rows: [{ ...FIRST, ...row }], from: [] }).replace(/\s+/g, ' ')
    expect(said('en')).toContain(en)
    expect(said('es')).toContain(es)
  })

  test.each(LANGUAGES)('reminds before its day of what nobody paid anything of (%s)', (language) => {
    const again = { ...AGAIN, date: slot('2026-03-11').date, answerBy: slot('2026-03-21').date, recovered: cop(0) }
    const said = text({ language, again, rows: [FIRST] }).replace(/\s+/g, ' ')
    expect(said).toMatch(language === 'en' ? /One day have|1 day/ : /Han pasado 1 día/)
    expect(said).not.toMatch(/after the day|después de la fecha|was paid|se han pagado/)
  })

  test('of many rows has a line each, and of very many the first ones', () => {
    const rows = Array.from({ length: 50 }, () => FIRST)
    const letter = claimLetter({ ...LETTER, rows, language: 'en' })
    expect(letter.lines).toHaveLength(40)
    expect(letter.lines.every(({ says }) => says.length === 0)).toBe(true)
    expect(letter.more).toBe('and 10 more in claim.csv: COP 18,500,000')
    expect(letterPage(letter)).toContain('and 10 more')
  })

  test.each(ROWS.map((row) => [row.ground.kind, row] as const))('has the figures of its sheet (%s)', (_, row) => {
    const [, number, date, cycle, ...figures] = CLAIM_LEDGER.row({ row, number: 1 }, { letter: 3, language: 'en' })
    const cells = figures
      .slice(0, 4)
      .map((cell) => (typeof cell === 'bigint' ? digitsOf(cell as Centavos, 'en') : cell))
    expect(claimLetter({ ...LETTER, rows: [row], language: 'en' }).lines[0]?.cells).toEqual(
      [number, date, cycle, ...cells].map(String),
    )
  })

  test('is a message where the addressee has an address, the whole of it where it fits', () => {
    expect(claimLetter({ ...LETTER, to: ['Operador'] }).mailto).toBeNull()
    const body = (facts: Partial<ClaimLetterFacts>): string => {
      const address = new URL(claimLetter({ ...LETTER, ...facts }).mailto ?? '')
      return (address.searchParams.get('body') ?? '').replaceAll('\r\n', '\n')
    }
    expect(body({ rows: [FIRST] })).toBe(text({ rows: [FIRST] }))
    const long = body({ rows: Array.from({ length: 40 }, () => FIRST) })
    expect(long).toContain('Total: 74.000.000')
    expect(long).not.toContain('2026-03-02')
    expect(letterPage(claimLetter({ ...LETTER, to: ['Operador'] }))).not.toContain('mailto')
  })
})
