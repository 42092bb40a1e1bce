import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { quoteForShell } from '../../src/std/quote-for-shell.ts'

const CASES = [
  ['/srv/cuadre.env', '/srv/cuadre.env'],
  ['data/cuadre-2026.db', 'data/cuadre-2026.db'],
  ['', "''"],
  ['/a b', "'/a b'"],
  ['/home/$USER/x', "'/home/$USER/x'"],
  ['/tmp/`id`', "'/tmp/`id`'"],
  ['really!!', "'really!!'"],
  ["it's", "'it'\\''s'"],
  ['a;b', "'a;b'"],
  ['~/x', "'~/x'"],
  ['dos\nlíneas "x" \\', '\'dos\nlíneas "x" \\\''],
] as const

it.each(CASES)('%j is quoted', (text, quoted) => {
  expect(quoteForShell(text)).toBe(quoted)
})

it.skipIf(process.platform === 'win32').each(CASES)('a shell reads %j back', (text, quoted) => {
  expect(execFileSync('/bin/sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })).toBe(text)
})
