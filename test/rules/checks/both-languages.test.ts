import { describe, expect, test } from 'vitest'
import { asText, inInvoices } from '../../../src/core/findings/discrepancy.ts'
import { chargebacksDeducted, chargebacksExcluded, invoiceInNeighbour } from '../../../src/rules/causes/list.ts'
import { causeRecordOf } from '../../../src/rules/causes/registry.ts'
import { countMismatch } from '../../../src/rules/checks/figures.ts'
import { malformedRecord } from '../../../src/rules/checks/list.ts'
import { cycleLabel } from '../../../src/rules/checks/settlement.ts'
import { SAY } from '../../../src/words/say.ts'
import { cop } from '../../core/a.ts'

const { en, es } = SAY
const figures = asText(null, null)

describe('a sentence in both languages', () => {
  test.each([
    [chargebacksDeducted, 1, 'the chargeback of', 'el contracargo de'],
    [chargebacksDeducted, 2, 'the 2 chargebacks of', 'los 2 contracargos por'],
    [chargebacksExcluded, 1, 'the chargeback of', 'el contracargo de'],
    [chargebacksExcluded, 2, 'the 2 chargebacks of', 'los 2 contracargos por'],
  ])('$0.code counts %2$d', ({ message }, chargebacks, english, spanish) => {
    const data = { chargebacks, sum: cop(150_000) }
    expect(message.en(data, en)).toContain(english)
    expect(message.es(data, es)).toContain(spanish)
  })

  test.each([
    [1, '1 fits', '', ''],
    [3, '3 fit', ', and 2 more', ', y 2 más'],
  ])('names one place of %d', (candidates, fits, more, moreInSpanish) => {
    const places = [{ id: 'inv-1', slot: { date: '2026-03-12', cycle: '13' }, namesThisSlot: true }]
    const data = { sum: cop(150_000), candidates, places }
    expect(invoiceInNeighbour.message.en(data, en)).toContain(fits)
    expect(invoiceInNeighbour.message.en(data, en)).toContain(`${more})`)
    expect(invoiceInNeighbour.message.es(data, es)).toContain(`${moreInSpanish})`)
  })

  test('a label, and a cycle that came as a number', () => {
    const label = { figures, data: { kind: 'label', cycle: '11', label: '11h' } } as const
    const number = { figures, data: { kind: 'number', cycle: '11' } } as const
    expect(cycleLabel.message.es(label, es)).toBe(
      'el ciclo 11 responde con la etiqueta 11h; si son el mismo, ponga cycleAliases en {"11h":"11"}',
    )
    expect(cycleLabel.message.es(number, es)).toBe('la liquidación da su ciclo como el número 11; se lee como texto')
    expect(cycleLabel.message.en(label, en)).toContain('under the label 11h')
    expect(cycleLabel.message.en(number, en)).toContain('as the number 11')
  })

  test.each([
    [1, '1 listed invoice counts', 'en la lista cuenta 1'],
    [2, '2 listed invoices count', 'en la lista cuentan 2'],
  ])('%d of the list counts', (expected, english, spanish) => {
    const said = { figures: inInvoices(3, expected), data: { uncounted: null } }
    expect(countMismatch.message.en(said, en)).toMatch(new RegExp(`${english}$`))
    expect(countMismatch.message.es(said, es)).toMatch(new RegExp(`${spanish}$`))
  })

  test.each([
    [1, '1 more record of the list', '1 registro más de la lista no se puede leer'],
    [2, '2 more records of the list', '2 registros más de la lista no se pueden leer'],
  ])('%d records besides those that are named', (number, english, spanish) => {
    const said = { figures, data: { kind: 'others', number } } as const
    expect(malformedRecord.message.en(said, en)).toContain(english)
    expect(malformedRecord.message.es(said, es)).toContain(spanish)
  })

  test('a reason that this version does not know stays as it was written', () => {
    const data = { kind: 'record', field: 'amount', reason: 'is too blue', page: 1, item: 2, copies: 0 } as never
    expect(malformedRecord.message.es({ figures, data }, es)).toContain('is too blue')
  })
})

test('a cause that this version does not know has no record', () => {
  expect(causeRecordOf('NO_SUCH_CAUSE')).toBeNull()
})
