import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Seen, type } from '../cli/terminal.ts'
import { folderForAll } from '../empty-folder.ts'
import { englishIn, textOfPage } from '../english-words.ts'

/** Values of settings are codes. */
const VALUES = /\n(?:not-deducted|paid|paid credited)\n/g

/** A reader of Spanish plays the demo, and types days as the screens print them. */
const user = { cwd: folderForAll(), env: { LANG: 'es_CO.UTF-8', CUADRE_LOG: 'off' }, newRunId: randomUUID }
const say = (line: string): Promise<Seen> => type(`${line} --config cuadre-demo/cuadre.config.json`, user)
let demo: Seen

beforeAll(async () => {
  demo = await type('demo', user)
})

describe('the demo in Spanish', () => {
  test('is Spanish on the terminal and on every page', () => {
    expect(englishIn(demo.out + demo.err)).toEqual([])
    const out = join(user.cwd, 'cuadre-demo/out')
    const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    expect(pages.length).toBeGreaterThan(8)
    const english = pages.flatMap((name) =>
      englishIn(textOfPage(readFileSync(join(out, name), 'utf8')).replace(VALUES, '')).map(
        (words) => `${name}: ${words}`,
      ),
    )
    expect(english).toEqual([])
  })

  test.each([
    ...['05/03/2026 13', '9/3/2026 13', '10/03/2026 18', '11/03/2026 13', '11/03/2026 16', '12/03/2026 11'].map(
      (slot) => `explain ${slot}`,
    ),
    'history 05/03/2026 13',
    'statement --from 05/03/2026 --to 12/03/2026',
    'statement --month 03/2026',
    'status',
    'bank list --all',
    'bank files',
    'bank accounts',
    'check --date 12/03/2026',
    'discrepancies list --from 05/03/2026 --to 12/03/2026',
    'discrepancies show bda4edc4',
    'discrepancies claim bda4edc4 --reason x --until 30/03/2027',
    'doctor',
    'fees',
    'fees fit',
    'find 00050',
    'in-transit --at 10/03/2026',
    'runs list',
    'runs show 1',
    'explain 05/03/2026 13 --as-of 01/12/2099',
  ])('%s', async (line) => {
    const { status, out, err } = await say(line)
    expect([0, 2, 3, 5]).toContain(status)
    expect(err).not.toContain('USAGE')
    expect(englishIn(out + err)).toEqual([])
  })

  test.each([
    [
      'explain 13/13/2026 11',
      '<date> no es una fecha válida; escríbala como la muestran las pantallas, 12/03/2026, o como AAAA-MM-DD: 2026-03-12',
    ],
    ['explain 01/01/2026 11', 'NEVER_PULLED'],
    ['run', 'NO_SERVICE'],
    ['close --through 12/03/2026', 'NOT_CLOSABLE'],
  ])('%s is refused in Spanish', async (line, told) => {
    const { out, err } = await say(line)
    expect(err).toContain(told)
    expect(englishIn(out + err)).toEqual([])
  })
})
