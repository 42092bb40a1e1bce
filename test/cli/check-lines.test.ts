import { expect, test } from 'vitest'
import { checkLines } from '../../src/cli/terminal/check-lines.ts'

const VERIFICATION = {
  checked: [
    { what: 'answers', number: 1_234_567 },
    { what: 'lists', number: 35 },
  ],
  damage: [{ en: 'answer 1', es: 'respuesta 1' }],
  damages: 4985,
  upTo: null,
}

test.each([
  ['en', ['1,234,567', '35', 'damaged  answer 1', 'damaged  and 4,984 more']],
  ['es', ['1.234.567', '35', 'dañado  respuesta 1', 'dañado  y 4.984 más']],
] as const)('the counts of a verification have their digits grouped: %s', (language, ends) => {
  const lines = checkLines(VERIFICATION, language)
  expect(lines.map((line, at) => line.slice(-(ends[at]?.length ?? 0)))).toEqual(ends)
})
