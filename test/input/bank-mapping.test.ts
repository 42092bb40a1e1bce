import { describe, expect, it } from 'vitest'
import { LEAST_MAPPING } from '../../src/core/bank/bank-mapping.ts'
import { bankMappingReader } from '../../src/input/bank/bank-mapping-reader.ts'
import { operatorTexts, Refusal } from '../../src/input/setting-readers.ts'

const LEAST = { date: 'Fecha', amount: { value: 5 }, text: ['Detalle'] }

const refused = (raw: unknown): string => {
  const value = bankMappingReader(raw)
  return value instanceof Refusal ? value.mustBe.en : 'taken'
}

describe('the columns of a file of the bank', () => {
  it('need no more than date, value and text', () => {
    expect(bankMappingReader(null)).toBeNull()
    expect(bankMappingReader(LEAST)).toEqual({ ...LEAST_MAPPING, ...LEAST, amount: { value: 5, sign: null } })
  })

  it('may say everything', () => {
    const all = {
      headerRows: 2,
      footerRows: 1,
      date: 1,
      valueDate: 2,
      amount: { debit: 'Débito', credit: 'Crédito' },
      charged: 4,
      balance: 'Saldo',
      balanceRows: { opening: ['Viene'], closing: [], daily: ['Corte'] },
      text: [3, 'Oficina'],
      reference: 'Ref',
      account: { below: 'NRO CUENTA' },
      currency: 'Moneda',
      status: { column: 'Estado', counts: ['Va'], ignored: ['No va'] },
      ignoredRows: ['Total'],
      dates: 'dd/mm/yyyy',
      decimal: ',',
      encoding: 'windows-1252',
      delimiter: ';',
    }
    expect(bankMappingReader(all)).toEqual(all)
  })

  it('may give a column of words alone, or with the words of the bank', () => {
    const sign = { column: 'Tipo', debit: ['C'], credit: ['A'] }
    expect(bankMappingReader({ ...LEAST, amount: { value: 5, sign }, status: 7 })).toMatchObject({
      amount: { value: 5, sign },
      status: 7,
    })
    const few = { ...LEAST, amount: { value: 5, sign: { column: 4 } }, status: { column: 7, ignored: ['No va'] } }
    expect(bankMappingReader(few)).toMatchObject({
      amount: { value: 5, sign: { column: 4, debit: [], credit: [] } },
      status: { column: 7, counts: [], ignored: ['No va'] },
    })
  })

  it.each([
    [{ ...LEAST, date: undefined }, 'date is absent'],
    [{ ...LEAST, date: 0 }, 'date is 0'],
    [{ ...LEAST, headerRows: -1 }, 'headerRows is -1'],
    [{ ...LEAST, text: [] }, 'text is []'],
    [{ ...LEAST, amount: { value: 1, debit: 2, credit: 3 } }, 'amount has value (and sign), or debit and credit'],
    [{ ...LEAST, amount: { debit: 2 } }, 'amount.credit is absent'],
    [{ ...LEAST, decimal: "'" }, 'decimal is "\'"'],
    [{ ...LEAST, dates: 'dd-mm-yyyy' }, 'dates is "dd-mm-yyyy"'],
    [{ ...LEAST, status: { counts: [] } }, 'status.column is absent'],
    [{ ...LEAST, ignoredRows: [7] }, 'ignoredRows[0] is 7'],
    [{ ...LEAST, colour: 1 }, 'holds "colour"'],
    [[], 'must be an object'],
  ])('%j is refused with its place', (raw, place) => {
    expect(refused(raw)).toContain(place)
  })
})

describe('the operator as the bank writes it', () => {
  it.each([
    ['PAYCO SAS', ['PAYCO SAS']],
    [
      ['PAYCO', 'PAY CO'],
      ['PAYCO', 'PAY CO'],
    ],
    [[], []],
  ])('%j is taken', (raw, texts) => expect(operatorTexts(raw)).toEqual(texts))

  it.each([['PA'], [''], ['a  '], [['PAYCO', 'PAYCO']], [7], [['x\ny z']]])('%j is refused', (raw) =>
    expect(operatorTexts(raw)).toBeInstanceOf(Refusal),
  )
})
