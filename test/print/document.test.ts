import { raw } from 'hono/html'
import { expect, test } from 'vitest'
import { htmlDocument } from '../../src/print/html/document.tsx'

test('a page keeps a number with its currency and percent sign, and changes nothing else', () => {
  const text = 'COP 1,850,000, −$ 1.850, 0.83 % and 2 of COP, $ or %'
  const page = htmlDocument({ language: 'en', title: 'COP 5', skip: 'skip' }, raw(`<p>${text}</p>`))
  expect(page).toContain('<p>COP\u00a01,850,000, −$\u00a01.850, 0.83\u00a0% and 2 of COP, $ or %</p>')
  expect(page).toContain('<title>COP 5</title>')
})
