import { describe, expect, it } from 'vitest'
import { bankMappingReader } from '../../src/config/bank/bank-mapping-reader.ts'
import { operatorTexts, Refusal } from '../../src/config/readers.ts'

const LEAST = { date: 'Fecha', amount: { value: 5 }, text: ['Detalle'] }

const refused = (raw: unknown): string => {
  const value = bankMappingReader(raw)
  return value instanceof Refusal ? value.mustBe.en : 'taken'
}

describe('the columns of a file of the bank', () => {
  it('need no more than date, value and text', () => {
    expect(bankMappingReader(null)).toBeNull()
    expect(bankMappingReader(LEAST)).toEqual({
      headerRows: 0,
      footerRows: 0,
      date: 'Fecha',
      valueDate: null,
      amount: { value: 5, sign: null },
      balance: null,
      text: ['Detalle'],
      reference: null,
      account: null,
      currency: null,
      dates: null,
      decimal: null,
      encoding: null,
      delimiter: null,
    })
  })

  it('may say everything', () => {
    const all = {
      headerRows: 2,
      footerRows: 1,
      date: 1,
      valueDate: 2,
      amount: { debit: 'Débito', credit: 'Crédito' },
      balance: 'Saldo',
      text: [3, 'Oficina'],
      reference: 'Ref',
      account: 'Cuenta',
      currency: 'Moneda',
      dates: 'dd/mm/yyyy',
      decimal: ',',
      encoding: 'windows-1252',
      delimiter: ';',
    }
    expect(bankMappingReader(all)).toEqual(all)
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
