import { expect, it } from 'vitest'
import { quotableText } from '../../src/service/http/errors.ts'

const ESC = '\u001b'

it.each([
  ['Internal Server Error', 'Internal Server Error'],
  ['two\r\nlines\tand a tab', 'two lines and a tab'],
  [`${ESC}[31mred${ESC}[0m`, 'red'],
  [`${ESC}]0;title\u0007after`, 'after'],
  ['bell\u0007 and null\u0000', 'bell and null'],
  ['right\u202eto left', 'right to left'],
  ['half \ud800 a pair', 'half a pair'],
  ['key sk-1 and sk-1', 'key [hidden] and [hidden]'],
  [`key s${ESC}[1mk-1`, 'key [hidden]'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(199)}…`],
  ['😀'.repeat(300), `${'😀'.repeat(199)}…`],
])('%j becomes %j', (text, shown) => {
  expect(quotableText(text, ['sk-1'])).toBe(shown)
})
