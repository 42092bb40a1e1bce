import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assumptionsOf, DEFAULT_POLICY } from '../../src/core/policy.ts'
import { ERROR_CODES } from '../../src/std/error-codes.ts'
import { wordsIn } from '../../src/words/words.ts'
import { englishIn } from '../english-words.ts'

test.each(assumptionsOf({ ...DEFAULT_POLICY, bankText: ['PAYCO'] }))(
  'what $setting decides is said in Spanish',
  ({ setting, meaning }) => {
    expect(wordsIn('es').meanings?.[setting]).toMatch(/^\S/)
    expect(wordsIn('es').meanings?.[setting]).not.toBe(meaning)
  },
)

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['src', 'jobs', 'reports'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file: join(folder, file), text: readFileSync(join(ROOT, folder, file), 'utf8') })),
)

/** Names of settings, fields and values appear in sentences as typed. */
const TYPED =
  /\b(?:merchants|[a-z]+[A-Z]\w*|disposition|reason|ticket|until|id|export|statement|find|fees|close|accept|claim|reopen|note|list|show|import|debit)\b|\(Date\)|settlement o payment|settlement \(fechas|new, open, accepted, claimed|error, warning, info o never|, warning, info o never|merchant \(de|value \(y/g

/** The Spanish of every pair of sentences in the code, without inserted values. */
const spanishIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bes: *\n? *(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs)].map(([, , said = '']) =>
    said
      .replace(/\$\{[^{}]*\}/g, 'X')
      .replace(/\$\{.*/s, '')
      .replace(/\\(.)/g, '$1')
      .replace(TYPED, ' '),
  )

describe('what the program says', () => {
  const said = SOURCES.filter(({ text }) => /\bes:/.test(text)).map(({ file, text }) => ({
    file,
    spanish: spanishIn(text),
  }))

  test('has many sentences in Spanish', () => {
    expect(said.flatMap(({ spanish }) => spanish).length).toBeGreaterThan(1_000)
  })

  test.each(said)('$file is Spanish where it says so', ({ spanish }) => {
    expect(spanish.flatMap(englishIn)).toEqual([])
  })
})

describe('every error', () => {
  test.each(Object.keys(ERROR_CODES))('%s has a message and a next step in both languages', (code) => {
    const isNamed = new RegExp(`'${code}'|^ +${code}: `, 'm')
    const named = SOURCES.filter(({ file, text }) => !file.endsWith('error-codes.ts') && isNamed.test(text))
    expect(named.flatMap(({ text }) => spanishIn(text)).length).toBeGreaterThan(1)
  })
})
