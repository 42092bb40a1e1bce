import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { letterOf } from '../../reports/pages/day-page/letter.tsx'
import { dayPage } from '../../reports/pages/day-page.tsx'
import { type Result, resultOf } from '../../reports/pages/result.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { cop, slot } from '../core/a.ts'
import { aDay, anInvoice, aProof } from './a-day.ts'
import { aDiscrepancy, aReport, someMoney } from './a-slot.ts'

const OVERDUE = aDiscrepancy({ code: 'SETTLEMENT_OVERDUE', severity: 'warning' })

/** The visible text, without tags. */
const textOf = (page: string): string =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ')

describe('the page of a day', () => {
  it('leads to the days beside it whose pages are there, and from a copy for others to none', () => {
    const neighbours = { previous: slot('2026-03-10').date, next: null }
    const links = (page: string): readonly string[] =>
      [...page.matchAll(/href="(\.\.[^"]*)"/g)].map(([, to = '']) => to)
    const ways = ['../2026-03-10/report.html', '../index.html']
    expect(links(dayPage(aDay({ neighbours, reports: [] }), aProof))).toEqual(ways)
    expect(links(dayPage(aDay({ neighbours }), aProof))).toEqual([...ways, '../index.html#troubled'])
    expect(dayPage(aDay({ hasWorkbook: true }), aProof)).toContain('href="ledger.xlsx"')
    expect(links(dayPage(aDay({ neighbours, masked: true }), aProof))).toEqual([])
  })

  it('says whether the payouts of the day arrived, also where none did', () => {
    const whole = cop(44_590_000)
    const arrival = { tie: 40, banked: whole, tied: whole, on: slot('2026-03-13').date, parts: [], isConfirmed: true }
    const missing = [aDiscrepancy({ code: 'BANK_MISSING', state: 'accepted' })]
    const said = (reports: readonly SlotReport[], language: 'en' | 'es' = 'en'): string | undefined =>
      /(?:what the operator says|lo que dice el operador)\.([^.]*\.)/
        .exec(textOf(dayPage(aDay({ reports }, language), aProof)))?.[1]
        ?.trim()
    const [here, lost] = [aReport({ arrival }), aReport({ discrepancies: missing })]
    const next = { slot: slot('2026-03-12', '13') }
    expect(said([aReport()])).toBe('Not checked against the bank.')
    expect(said([here])).toBe('The payout of the day arrived at the bank.')
    expect(said([lost])).toBe('The payout of the day has not arrived at the bank.')
    expect(said([here, { ...here, ...next }])).toBe('The 2 payouts of the day arrived at the bank.')
    expect(said([here, { ...lost, ...next }])).toBe('1 of the 2 payouts of the day arrived at the bank.')
    expect(said([lost, { ...lost, ...next }])).toBe('None of the 2 payouts of the day arrived at the bank.')
    expect(said([lost, aReport(next)])).toBe('None of the 2 payouts of the day arrived at the bank.')
    const short = aReport({ arrival: { ...arrival, banked: cop(44_000_000) } })
    expect(said([short])).toBe('The payout of the day arrived at the bank with another sum.')
    expect(said([here, { ...short, ...next }])).toBe(
      'The 2 payouts of the day arrived at the bank, 1 of them with another sum.',
    )
    expect(said([short, { ...lost, ...next }], 'es')).toBe(
      'Al banco llegó 1 de los 2 abonos del día, 1 de ellos con otra suma.',
    )
    const resolved = aDiscrepancy({ code: 'BANK_MISSING', state: 'resolved' })
    expect(said([aReport({ discrepancies: [resolved] })])).toBe('Not checked against the bank.')
    expect(said([lost], 'es')).toBe('El abono del día no ha llegado al banco.')
    expect(said([here, { ...lost, ...next }], 'es')).toBe('Al banco llegó 1 de los 2 abonos del día.')
    expect(said([lost, { ...lost, ...next }], 'es')).toBe('Ninguno de los 2 abonos del día ha llegado al banco.')
    expect(said([here, { ...here, ...next }], 'es')).toBe('Los 2 abonos del día llegaron al banco.')
  })

  const NOT_FINAL = someMoney({
    notCompared: 'not-final',
    paidOut: cop(0),
    inProcess: cop(44_590_000),
    difference: null,
  })
  const NO_SETTLEMENT = someMoney({ notCompared: 'no-settlement', expected: null, parts: null, difference: null })

  it.each<[Result, Partial<SlotReport>]>([
    ['late', { verdict: 'provisional', money: NOT_FINAL, discrepancies: [OVERDUE] }],
    ['late', { money: NOT_FINAL, discrepancies: [{ ...OVERDUE, severity: 'error' }] }],
    ['late', { money: NO_SETTLEMENT, discrepancies: [{ ...OVERDUE, code: 'SETTLEMENT_MISSING' }] }],
    ['provisional', { verdict: 'provisional', money: NOT_FINAL, discrepancies: [] }],
    ['provisional', { verdict: 'provisional', money: NOT_FINAL, discrepancies: [{ ...OVERDUE, state: 'resolved' }] }],
    ['not-compared', { money: { ...NO_SETTLEMENT, notCompared: 'malformed' } }],
    ['not-compared', { money: { ...NO_SETTLEMENT, notCompared: null } }],
    ['discrepant', {}],
    ['claimed', { verdict: 'accepted', discrepancies: [aDiscrepancy({ state: 'claimed' })] }],
    [
      'claimed',
      { verdict: 'accepted', discrepancies: [aDiscrepancy({ state: 'accepted' }), aDiscrepancy({ state: 'claimed' })] },
    ],
    ['as-it-is', { verdict: 'accepted', discrepancies: [aDiscrepancy({ state: 'accepted' })] }],
    [
      'as-it-is',
      {
        verdict: 'accepted',
        discrepancies: [aDiscrepancy({ state: 'accepted' }), aDiscrepancy({ state: 'claimed', severity: 'warning' })],
      },
    ],
    ['failed', { verdict: 'failed', money: someMoney({ notCompared: 'failed', paidOut: cop(0), difference: null }) }],
  ])('has a badge of its own for what is late and what could not be compared: %s', (badge, instead) => {
    const report = aReport(instead)
    expect(resultOf(report)).toBe(badge)
    expect(dayPage(aDay({ reports: [report] }), aProof)).toContain(`<span class="badge v-${badge}">`)
  })

  it('has a text for the operator with the names of its own fields, and nothing of a customer in it', () => {
    const facts = aDay()
    const letter = letterOf(facts).join('\n')
    expect(letter).toBe(
      [
        'Merchant default, settlement date 2026-03-12 (settlementDate)',
        '',
        'Cycle 11 (settlementCycle), status credited:',
        '- paymentAmount: reported COP 44,590,000; COP 42,740,000 according to the listed invoices, fees and adjustments; difference COP 1,850,000',
        `- ${aDiscrepancy().message}`,
        '- the settlement reports 24 invoices (numberOfInvoices); 23 listed invoices count',
        '',
        'Please tell us how and when this will be corrected.',
      ].join('\n'),
    )
    expect(letter).not.toContain('Ana')
    const named = aDiscrepancy({ code: 'INVOICE_OUTSIDE_SLOT', subject: 'invoice:inv-1', message: 'it names cycle 16' })
    expect(letterOf(aDay({ reports: [aReport({ discrepancies: [named] })] }))).toContain(
      '- it names cycle 16 (inv-1, ARR-1)',
    )
    const ofPayout = aDiscrepancy({
      code: 'PAYOUT_MISMATCH',
      subject: 'settlement.payout',
      message: 'the payout is off',
    })
    const inSpanish = letterOf(aDay({ reports: [aReport({ discrepancies: [ofPayout] })] }, 'es'))
    expect(inSpanish[0]).toBe('Comercio default, fecha de liquidación 12/03/2026 (settlementDate)')
    expect(inSpanish.join('\n')).not.toContain('settlement.payout')
    expect(letterOf(aDay({ reports: [aReport({ discrepancies: [] })] }))).toEqual([])
  })

  it('proposes no command of ours to the operator, tells a re-issue on one line, and does not ask about fees that are too low', () => {
    const change = (field: string, firstSeen: number) =>
      aDiscrepancy({
        id: field,
        code: 'SETTLEMENT_CHANGED',
        subject: `settlement.${field}`,
        firstSeen,
        message: `${field} changed`,
      })
    const fees = (id: string, pesos: number) =>
      aDiscrepancy({
        id,
        code: 'FEES_MISMATCH',
        figures: { unit: 'COP', reported: cop(1_000 + pesos), expected: cop(1_000) },
        message: `fees off by ${pesos}`,
      })
    const missing = aDiscrepancy({
      id: 'bank',
      code: 'BANK_MISSING',
      message: 'nothing arrived; if it is this payout, tie it with "cuadre bank tie"',
    })
    const discrepancies = [
      missing,
      change('payout', 1),
      change('collected', 1),
      change('fees', 2),
      fees('much', 7),
      fees('little', -7),
    ]
    const letter = letterOf(aDay({ reports: [aReport({ discrepancies })] }))
    expect(letter.filter((line) => /changed|fees off|arrived|cuadre/.test(line)).toSorted()).toEqual([
      '- collected changed; payout changed',
      '- fees changed',
      '- fees off by 7',
      '- nothing arrived',
    ])
  })

  it('has only the code of a check of somebody else, which has no title', () => {
    const html = dayPage(aDay({ invoices: [anInvoice({ why: ['RENT_TOO_HIGH'] })] }), aProof)
    expect(html).toContain('<div> <code>RENT_TOO_HIGH</code></div>')
  })

  it('asks the operator for nothing that the tenant has to answer, however much of it there is', () => {
    const nine = (code: string, amount: number) =>
      Array.from({ length: 9 }, (_, n) =>
        aDiscrepancy({
          id: `${code}${n}`,
          code,
          subject: `invoice:${n}`,
          amount: cop(amount),
          message: `${code} ${n}`,
        }),
      )
    const discrepancies = [...nine('UNDERPAID', 20), ...nine('INVOICE_OUTSIDE_SLOT', 10)]
    const letter = letterOf(aDay({ reports: [aReport({ discrepancies })] })).join('\n')
    expect(letter).toContain('INVOICE_OUTSIDE_SLOT: and 1 more of the same kind')
    expect(letter).not.toContain('UNDERPAID')
  })

  it('stays small however much is wrong with a day, and says how much there is', () => {
    const discrepancies = Array.from({ length: 10_000 }, (_, n) =>
      aDiscrepancy({
        id: `${n}`,
        code: 'UNDERPAID',
        severity: 'warning',
        subject: `invoice:${n}`,
        figures: { unit: 'COP', reported: cop(90), expected: cop(100) },
        amount: cop(10),
      }),
    )
    const page = dayPage(aDay({ reports: [aReport({ discrepancies })], moreInvoices: 9_960 }), aProof)
    expect(textOf(page)).toContain('and 9,992 more of UNDERPAID, COP 99,920 in all: see discrepancies.csv')
    expect(page.length).toBeLessThan(60_000)
  })

  it('is the same page for the same facts, byte for byte', () => {
    expect(dayPage(aDay(), aProof)).toBe(dayPage(aDay(), aProof))
  })
})

/** The page of a day in which all foreign text is this text. */
const pageOf = (text: string): string =>
  dayPage(
    aDay({
      invoices: [anInvoice({ id: text, reference: text, contract: text, customer: text, status: text })],
      reports: [
        aReport({
          incomplete: { reason: text, request: null, status: null },
          settlement: { ...(aReport().settlement ?? never()), status: text },
          discrepancies: [
            aDiscrepancy({
              subject: `invoice:${text}`,
              message: text,
              causes: [{ code: 'ROUNDING', detail: text, invoices: [text], candidates: 1, tiedWith: [] }],
            }),
          ],
          totals: {
            ...(aReport().totals ?? never()),
            byMethod: new Map([[text, { invoices: 1, amount: cop(1), paid: cop(1) }]]),
            byStatus: new Map([[text, { invoices: 1, amount: cop(1), paid: cop(1) }]]),
          },
        }),
      ],
    }),
    aProof,
  )

const tagsOf = (page: string): readonly string[] => page.match(/<\/?[a-z][^\s/>]*/gi) ?? []

/** Characters that a browser or a reader might obey, and that no page needs. */
const OBEYED = /[\p{Cc}\p{Cf}\p{Cs}]/u

describe('nothing of the page is obeyed', () => {
  const HOSTILE: readonly (readonly [string, string])[] = [
    ['a script', '<script>document.title="run"</script>'],
    ['an attribute', '"><img src=x onerror=alert(1)>'],
    ['an attribute in single quotes', "' onmouseover='alert(1)"],
    ['the end of the style sheet', '</style></main><b>'],
    ['an entity', '&lt;b&gt; &#x3c;'],
    ['an address that runs', "javascript:alert('1')"],
    ['a formula', '=HYPERLINK("http://evil.example")'],
    ['an escape sequence', '\u001b[31mred\u001b[0m\u0007'],
    ['an order of letters', '\u202egnp.exe\u2066'],
    ['NUL and line ends', 'a\u0000b\r\nc\u2028d'],
    ['half a letter', '\ud800'],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['a megabyte of escapes', '\u001b[31m'.repeat(200_000)],
  ]
  test.each(HOSTILE)('%s', (_name, text) => {
    const page = pageOf(text)
    expect(tagsOf(page)).toEqual(tagsOf(pageOf('plain')))
    expect(OBEYED.test(page.replaceAll('\n', ''))).toBe(false)
    expect(page.length).toBeLessThan(60_000)
  })

  it('has a policy that lets nothing in but its own style sheet, known by its hash', () => {
    const page = dayPage(aDay(), aProof)
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"/>`,
    )
    expect(page).not.toMatch(/ style="|<script|https?:/)
  })
})

const never = (): never => {
  throw new Error('the report has both')
}
