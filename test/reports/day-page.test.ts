import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { dayPage } from '../../reports/pages/day-page.tsx'
import { CODES } from '../../src/domain/rules/registry.ts'
import { LANGUAGES } from '../../src/i18n/language.ts'
import { cop, slot } from '../domain/a.ts'
import { aDay, anInvoice, aProof } from './a-day.ts'
import { aDiscrepancy, anUnreadReport, aReport } from './a-slot.ts'

/** What a reader sees, without tags. */
const textOf = (page: string): string =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ')

describe('the page of a day', () => {
  it('says in one sentence how the day is, in both languages', () => {
    expect(textOf(dayPage(aDay(), aProof))).toContain('≠ 1 of 1 slots does not add up COP 1,850,000 unexplained')
    expect(textOf(dayPage(aDay({}, 'es'), aProof))).toContain('≠ 1 de 1 ciclos no cuadra $ 1.850.000 sin explicar')
  })

  it('shows reported beside expected, and the difference in words', () => {
    const text = textOf(dayPage(aDay(), aProof))
    expect(text).toContain('Collected 45,200,000 43,350,000 +1,850,000')
    expect(text).toContain('Invoices 24 23 +1')
    expect(text).toContain('Collected: COP 1,850,000 more than its invoices.')
  })

  it('puts under one heading what asks for the same', () => {
    const discrepancies = [
      aDiscrepancy(),
      aDiscrepancy({ id: 'b', code: 'UNDERPAID', severity: 'warning', subject: 'invoice:x', message: 'paid less' }),
      aDiscrepancy({ id: 'c', code: 'CHARGEBACK', severity: 'warning', state: 'accepted', message: 'a chargeback' }),
      aDiscrepancy({ id: 'd', code: 'SETTLEMENT_OVERDUE', severity: 'warning', message: 'still processing' }),
      aDiscrepancy({ id: 'e', code: 'PAYOUT_MISMATCH', state: 'resolved', message: 'was off' }),
    ]
    const text = textOf(dayPage(aDay({ reports: [aReport({ discrepancies })] }), aProof))
    const headings = [
      'Ask the operator',
      'Look into the payment',
      'Wait, and read',
      'Accepted by a person',
      'Resolved by',
    ]
    const places = headings.map((heading) => text.indexOf(heading))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('says who accepted what, why, and until when', () => {
    const reports = [aReport({ discrepancies: [aDiscrepancy({ id: 'c', state: 'accepted' })] })]
    const acceptances = { c: { by: 'ana', reason: 'agreed <b>by</b> mail', until: slot('2026-04-30').date } }
    expect(dayPage(aDay({ reports, acceptances }), aProof)).toContain(
      'ana, until 2026-04-30: agreed &lt;b&gt;by&lt;/b&gt; mail',
    )
  })

  it('stays small however much is wrong with a day, and says how much there is', () => {
    const discrepancies = Array.from({ length: 10_000 }, (_, n) =>
      aDiscrepancy({
        id: `${n}`,
        code: 'UNDERPAID',
        severity: 'warning',
        subject: `invoice:${n}`,
        figures: { unit: 'COP', reported: cop(90), expected: cop(100) },
      }),
    )
    const page = dayPage(aDay({ reports: [aReport({ discrepancies })], moreInvoices: 9_960 }), aProof)
    expect(textOf(page)).toContain('and 9,992 more, in discrepancies.csv')
    expect(textOf(page)).toContain('Difference in all: −COP 100,000')
    expect(page.length).toBeLessThan(60_000)
  })

  it('says so when a slot was never read, or not whole the last time', () => {
    const reports = [
      anUnreadReport(),
      aReport({
        slot: slot('2026-03-12', '13'),
        verdict: 'incomplete',
        incomplete: { reason: 'GET /invoices answered 502', request: 'GET /invoices', status: 502 },
      }),
    ]
    const text = textOf(dayPage(aDay({ reports, invoices: [] }), aProof))
    expect(text).toContain('! 2 of 2 slots could not be read')
    expect(text).toContain('Cycle 11 is due and was never read.')
    expect(text).toContain('Never read whole: there are no figures.')
    expect(text).toContain('Cycle 13 could not be read whole at the last attempt: GET /invoices answered 502')
  })

  it('is the same page for the same facts, byte for byte', () => {
    expect(dayPage(aDay(), aProof)).toBe(dayPage(aDay(), aProof))
  })

  test.each(CODES)('%s has its words in both languages', (code) => {
    const reports = [aReport({ discrepancies: [aDiscrepancy({ code })] })]
    for (const language of LANGUAGES) {
      const text = textOf(dayPage(aDay({ reports }, language), aProof))
      expect(text).toMatch(new RegExp(`\\p{L}{2,} ${code}`, 'u'))
      expect(text).not.toContain('undefined')
    }
  })
})

/** The page of a day in which everything that comes from outside is this text. */
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

/** What a browser or a reader's eye might obey, and what none of the pages has a use for. */
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
