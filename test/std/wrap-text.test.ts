import { expect, test } from 'vitest'
import { wrapText } from '../../src/std/wrap-text.ts'

test('lines end at spaces, and a word longer than a line stands alone', () => {
  expect(wrapText('Why  ', 'it was not read', 12)).toEqual(['Why  it was', '     not', '     read'])
  expect(wrapText('', 'a settlement', 3)).toEqual(['a', 'settlement'])
})

test('the mark of a currency stays with its number', () => {
  expect(wrapText('', 'paid COP 1,850,000 less', 12)).toEqual(['paid', 'COP 1,850,000', 'less'])
  expect(wrapText('', 'ajustes por -$ 7.020 en', 14)).toEqual(['ajustes por', '-$ 7.020 en'])
  expect(wrapText('', 'ECOP 1 of', 5)).toEqual(['ECOP', '1 of'])
})
