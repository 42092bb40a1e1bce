import { describe, expect, it, test } from 'vitest'
import type { Figures } from '../../src/domain/discrepancy.ts'
import { HIDDEN, maskedDiscrepancy, maskedHeld, quotesTheMerchant } from '../../src/domain/mask.ts'
import { aPaidInvoice, cop, held } from './a.ts'

const invoice = aPaidInvoice({
  customerDocument: '1.032.456-789',
  customerName: 'José Peña Ruiz',
  reference: 'FAC-1032456789-03',
  contract: 'C-1032456789',
  description: 'Arriendo de jose pena, apto 301, fiador Luis Gil',
  extra: '{"email":"jose@example.co"}',
})

describe('an invoice shown to others', () => {
  const { current, baseline, previous } = maskedHeld(held({ current: invoice, baseline: invoice }))

  it('has neither document nor name, and says that it had both', () => {
    expect(current).toMatchObject({ customerDocument: HIDDEN, customerName: HIDDEN, extra: null })
    expect(baseline).toEqual(current)
    expect(previous).toBeNull()
  })

  it('has them hidden in the texts of the merchant, accents or not; the name of somebody else stays', () => {
    expect(current).toMatchObject({
      reference: 'FAC-***-03',
      contract: 'C-***',
      description: 'Arriendo de *** ***, apto 301, fiador Luis Gil',
    })
  })

  it('keeps everything else', () => {
    const { id, amount, paid, paymentId, paymentDate, status } = invoice
    expect(current).toMatchObject({ id, amount, paid, paymentId, paymentDate, status })
  })

  it('hides what an earlier version called the customer', () => {
    const now = { ...invoice, customerName: 'Otra Persona', description: 'antes de Ruiz' }
    expect(maskedHeld(held({ current: now, previous: invoice })).current?.description).toBe('antes de ***')
  })

  it('says nothing of what was absent', () => {
    const nobody = aPaidInvoice({
      customerDocument: null,
      customerName: null,
      reference: null,
      contract: null,
      description: null,
    })
    expect(maskedHeld(held({ current: nobody })).current).toEqual(nobody)
  })
})

describe('a discrepancy shown to others', () => {
  const about = held({ current: invoice })
  const asText = (stated: string | null, recomputed: string | null): Figures => ({ unit: null, stated, recomputed })
  const ROWS: readonly (readonly [why: string, subject: string, figures: Figures, subjectNow: string, now: Figures])[] =
    [
      [
        'a changed document shows not even its last digits',
        'invoice:a.customerDocument',
        asText('***789', null),
        'invoice:a.customerDocument',
        asText(HIDDEN, null),
      ],
      [
        'a changed reference is shown without the person',
        'invoice:a.reference',
        asText('FAC-1032456789', null),
        'invoice:a.reference',
        asText('FAC-***', null),
      ],
      [
        'a changed contract too',
        'invoice:a.contract',
        asText('00001', 'CC1032456789'),
        'invoice:a.contract',
        asText('00001', 'CC***'),
      ],
      [
        'a doubled reference too; the ids of the two invoices stay',
        'reference:PENA-03',
        asText('a', 'b'),
        'reference:***-03',
        asText('a', 'b'),
      ],
      [
        'sums are nobody’s name',
        'invoice:a.contract',
        { unit: 'COP', stated: cop(1), recomputed: null },
        'invoice:a.contract',
        { unit: 'COP', stated: cop(1), recomputed: null },
      ],
      [
        'anything else is shown as it is',
        'invoice:a.paymentId',
        asText('1032456789', null),
        'invoice:a.paymentId',
        asText('1032456789', null),
      ],
    ]
  test.each(ROWS)('%s', (_, subject, figures, subjectNow, now) => {
    expect(maskedDiscrepancy({ subject, figures }, [about])).toEqual({ subject: subjectNow, figures: now })
  })

  test.each([
    ['reference:x', true],
    ['invoice:a.reference', true],
    ['invoice:a.contract', true],
    ['invoice:a.customerDocument', false],
    ['settlement', false],
  ])('its people are looked up where it quotes the merchant: %s, %s', (subject, quotes) => {
    expect(quotesTheMerchant({ subject })).toBe(quotes)
  })
})
