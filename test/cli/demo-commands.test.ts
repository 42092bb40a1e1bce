import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { IS_NIGHT } from '../trials.ts'
import { type } from './terminal.ts'

/** A checkout in which the demo is played, and what its user types it with. */
const aCheckout = (language: 'en' | 'es') => {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, 'bin'))
  writeFileSync(join(cwd, 'bin/cuadre.js'), '')
  return {
    cwd,
    main: join(cwd, 'bin/cuadre.js'),
    newRunId: randomUUID,
    env: { LANG: language === 'es' ? 'es_CO.UTF-8' : 'en_US.UTF-8' },
  }
}

const UNESCAPED: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}
const PROGRAM = 'npx cuadre '

const pagesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

/** Every command in the texts of the demo, up to the end of its quotes, its line or its element. */
const commandsIn = (texts: readonly string[]): readonly string[] => {
  const plain = texts.map((text) => text.replaceAll(/&[a-z#0-9]+;/g, (name) => UNESCAPED[name] ?? name))
  const found = plain.flatMap((text) => [...text.matchAll(/(?:npx )?\bcuadre [a-z][^"»\n]*?(?=["»\n]|<\/code>)/g)])
  return [...new Set(found.map(([command]) => command))]
}

/** Commands that need a service or a person, and so cannot end well in a test. */
const ELSEWHERE = /^(?:init|run)\b/

test.each(IS_NIGHT ? (['en', 'es'] as const) : (['en'] as const))(
  'every command that the demo proposes can be typed as it stands: %s',
  async (language) => {
    const user = aCheckout(language)
    const { out } = await type('demo', user)
    const pages = pagesBelow(join(user.cwd, 'cuadre-demo/out'))
    const commands = commandsIn([out, ...pages])
    expect(commands.length).toBeGreaterThan(20)
    expect(commands.filter((command) => !command.startsWith(PROGRAM))).toEqual([])
    const told: string[] = []
    for (const command of commands) {
      const words = command.slice(PROGRAM.length)
      if (ELSEWHERE.test(words)) continue
      const { status, err } = await type(words, user)
      if (status !== 0) told.push(`${command}: ${status} ${err}`)
    }
    expect(told).toEqual([])
    // Its week stands still, as its service did: nothing is called old, nor a run proposed that has no service.
    const status = await type('status --config cuadre-demo/cuadre.config.json', user)
    expect(status.out).toContain(language === 'es' ? '12/03/2026 22:30' : '2026-03-12 22:30')
    expect(status.out).not.toContain('cuadre run')
  },
)
