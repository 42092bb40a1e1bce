import { describe, expect, it } from 'vitest'
import { withoutPersonal } from '../../src/domain/personal.ts'

const PERSONAL = ['1.032.456-789', 'Ana de la Peña Ruiz']

describe('what the service says of a person', () => {
  it.each([
    ['number 1.032.456-789 is wrong', 'number [hidden] is wrong'],
    ['number 1032456789 is wrong', 'number [hidden] is wrong'],
    ['CC1032456789-X', 'CC[hidden]-X'],
    ['number 1 032 456 789 is wrong', 'number [hidden] is wrong'],
    ['Ana de la Peña Ruiz owes', '[hidden] owes'],
    ['pena, and PEÑA with its accent apart: PEN\u0303A', '[hidden], and [hidden] with its accent apart: [hidden]'],
    ['RUIZ, ANA', '[hidden], [hidden]'],
    ['peña@example.co', '[hidden]@example.co'],
    ['Analysis of la casa de campo', 'Analysis of la casa de campo'],
    ['Amount must be from 3000 to 550000000', 'Amount must be from 3000 to 550000000'],
  ])('%s is told as %s', (text, told) => {
    expect(withoutPersonal(text, PERSONAL)).toBe(told)
  })

  it('a document of one digit does not eat every number', () => {
    expect(withoutPersonal('document 1 is wrong, 11 is not', ['1'])).toBe('document [hidden] is wrong, 11 is not')
  })

  it('signs of a pattern are signs', () => {
    expect(withoutPersonal('a (x) [y] .* c', ['(x) [y] .*'])).toBe('a [hidden] c')
  })

  it('nobody is hidden when nobody is named', () => {
    expect(withoutPersonal('as it is', ['', '  '])).toBe('as it is')
  })
})
