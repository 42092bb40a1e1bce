import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { demoMerchant, type OpenDesk, openDesk, send, tokenIn, type User, valuesOf } from './desk.ts'

/** The command as installed; needs `npm run build`. */
const BUILT = join(import.meta.dirname, '../../bin/cuadre.js')
const DEMO = 'cuadre-demo'

/** Every row of every table, as text, but for the mark of who wrote last, which is random. */
const rowsOf = (db: string): Readonly<Record<string, readonly string[]>> => {
  const sqlite = new Database(db, { readonly: true })
  try {
    const tables = sqlite
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'writer' ORDER BY name`,
      )
      .pluck()
      .all()
    return Object.fromEntries(
      tables.map((table) => [
        table,
        sqlite
          .prepare(`SELECT * FROM "${table}"`)
          .all()
          .map((row) => JSON.stringify(row)),
      ]),
    )
  } finally {
    sqlite.close()
  }
}

/** The same numbers from the same seed. */
const chance = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

type Fields = readonly (readonly [string, string])[]
interface SameAct {
  readonly path: string
  readonly fields: Fields
  readonly words: readonly string[]
}

const HOSTILE = [
  'why',
  `"<script>alert(1)</script>'`,
  '=1+1',
  '‮abc',
  '$(touch x)',
  "'; DROP TABLE run; --",
  '--force',
  'ñandú €',
]

/** First a credit is tied, untied, and settles what was claimed; last comes a file that is void, which leaves nothing to tie. */
const [TIE, UNTIE, SETTLE, VOID] = [6, 7, 8, 9]
const FIRST = [TIE, UNTIE, SETTLE]

/** An act of a person, as a form sends it and as it is typed. */
const anyAct = async (desk: OpenDesk, pick: (below: number) => number, kind = pick(8)): Promise<SameAct | null> => {
  const reason = HOSTILE[pick(HOSTILE.length)] ?? ''
  if (kind < 6) {
    const state = ['', 'claimed', 'accepted'][pick(3)]
    const { text } = await desk.get(`todo?state=${state}`)
    const cases = valuesOf(text, 'case')
    if (cases.length === 0) return null
    const chosen = [...new Set([cases[pick(cases.length)] ?? '', cases[pick(cases.length)] ?? ''])]
    const does = (['accept', 'claim', 'note', 'reopen', 'accept', 'claim'] as const)[kind] ?? 'note'
    const until = does !== 'note' && does !== 'reopen' && pick(2) === 0 ? '2026-04-01' : ''
    const ticket = does === 'claim' && pick(2) === 0 ? 'PQR-7' : ''
    return {
      path: 'act/decide',
      fields: [
        ...[['token', tokenIn(text)] as const, ['back', 'todo'] as const, ['kind', does] as const],
        ...chosen.map((value) => ['case', value] as const),
        ...[['reason', reason] as const, ['until', until] as const, ['ticket', ticket] as const],
      ],
      words: [
        ...['discrepancies', does, ...chosen.map((value) => value.slice(0, 16))],
        does === 'note' ? `--text=${reason}` : `--reason=${reason}`,
        ...(until === '' ? [] : [`--until=${until}`]),
        ...(ticket === '' ? [] : [`--ticket=${ticket}`]),
      ],
    }
  }
  const { text } = await desk.get('bank')
  if (kind === VOID) {
    const file = /name="file">\s*<option value="(\d+)"/.exec(text)?.[1] ?? ''
    return {
      path: 'act/void',
      fields: [
        ...[['token', tokenIn(text)] as const, ['seen', valuesOf(text, 'seen').at(-1) ?? ''] as const],
        ...[['file', file] as const, ['reason', reason] as const],
      ],
      words: ['bank', 'void', file, `--reason=${reason}`],
    }
  }
  if (kind === SETTLE) {
    const claimed = (await desk.get('todo?state=claimed')).text
    const [first = '', entry = ''] = [valuesOf(claimed, 'case')[0], valuesOf(text, 'entry')[0]]
    return {
      path: 'act/settle',
      fields: [
        ...[['token', tokenIn(claimed)] as const, ['case', first] as const],
        ...[['settlement', ''] as const, ['entry', entry] as const, ['reason', reason] as const],
      ],
      words: ['discrepancies', 'settle', first.slice(0, 16), `--by-entry=${entry}`, `--reason=${reason}`],
    }
  }
  const [payouts, entries] = [valuesOf(text, 'payout'), valuesOf(text, 'entry')]
  const payout = payouts[pick(payouts.length)] ?? ''
  const entry = entries[pick(entries.length)] ?? ''
  const seen = valuesOf(text, 'seen')[0] ?? ''
  if (kind === TIE && payout !== '' && entry !== '')
    return {
      path: 'act/tie',
      fields: [
        ['token', tokenIn(text)],
        ['seen', seen],
        ['payout', payout],
        ['entry', entry],
        ['reason', reason],
      ],
      words: ['bank', 'tie', payout, `--entry=${entry}`, `--reason=${reason}`],
    }
  const tie = /name="tie">\s*<option value="(\d+)"/.exec(text)?.[1]
  return tie === undefined
    ? null
    : {
        path: 'act/untie',
        fields: [
          ['token', tokenIn(text)],
          ['seen', seen],
          ['tie', tie],
          ['reason', reason],
        ],
        words: ['bank', 'untie', tie, `--reason=${reason}`],
      }
}

test('whatever acts are done, in whatever order: the rows are those of the commands', async () => {
  const [byDesk, byCommand] = [await demoMerchant(emptyFolder()), await demoMerchant(emptyFolder())]
  const database = ({ instead }: User): string => join(instead.cwd ?? '', DEMO, 'cuadre.db')
  cpSync(database(byDesk), database(byCommand))
  for (const { type } of [byDesk, byCommand]) await type(['discrepancies', 'claim', '49a37641', '--reason=asked'])
  const desk = await openDesk(byDesk)
  const pick = chance(20_260_312)
  const done: string[] = []
  for (let n = 0; n < 52; n += 1) {
    const act = await anyAct(desk, pick, n === 51 ? VOID : FIRST[n])
    if (act === null) continue
    const { status } = await desk.post(act.path, act.fields)
    const typed = await byCommand.type(act.words)
    expect({ act, status }).toEqual({
      act,
      status: typed.status === 0 || (act.words[0] === 'bank' && typed.status === 3) ? 303 : 422,
    })
    if (status === 303) done.push(act.path)
    // The button pressed again.
    if (status === 303 && pick(3) === 0) expect((await desk.post(act.path, act.fields)).status).toBe(303)
  }
  expect(done.length).toBeGreaterThan(15)
  expect([...done.slice(0, 3), done.at(-1)]).toEqual(['act/tie', 'act/untie', 'act/settle', 'act/void'])
  expect(rowsOf(database(byDesk))).toEqual(rowsOf(database(byCommand)))
  for (const path of ['todo', 'bank', 'todo?state=accepted', 'claims']) {
    const { text } = await desk.get(path)
    expect(text).not.toMatch(/<script(?! src=)|‮/)
  }
}, 240_000)

test('a desk that is killed in the middle of an act leaves it whole or absent', async () => {
  const demo = await demoMerchant(emptyFolder())
  const ends: string[] = []
  for (const wait of [0, 30, 60, 100, 150, 220, 300, 450]) {
    const cwd = emptyFolder()
    cpSync(join(demo.instead.cwd ?? '', DEMO), cwd, { recursive: true })
    const child = spawn(process.execPath, [BUILT, 'ui', '--no-open', '--db=cuadre.db', '--out=out'], {
      cwd,
      env: { LANG: 'en_US.UTF-8', PATH: process.env.PATH },
    })
    const [printed] = await once(child.stdout, 'data')
    const { headers, url } = await entered(String(printed).trim())
    const { text } = await send(`${url}todo`, { headers })
    const cases = valuesOf(text, 'case')
    const chosen = cases.slice(0, 8)
    const body = String(
      new URLSearchParams([
        ...Object.entries({ token: tokenIn(text), kind: 'accept', reason: 'x' }),
        ...chosen.map((value): [string, string] => ['case', value]),
      ]),
    )
    const sent = send(`${url}act/decide`, { method: 'POST', headers, body }).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, wait))
    child.kill('SIGKILL')
    await Promise.all([once(child, 'exit'), sent])
    const typed = await demo.typeWhole(['discrepancies', 'list', '--json', `--db=${join(cwd, 'cuadre.db')}`])
    const listed: readonly { readonly id: string; readonly state: string }[] = JSON.parse(typed.out).discrepancies
    const states = listed.filter(({ id }) => chosen.some((value) => value.startsWith(id))).map(({ state }) => state)
    ends.push([...new Set(states)].join())
    expect((await demo.typeWhole(['db', 'verify', `--db=${join(cwd, 'cuadre.db')}`])).status).toBe(0)
  }
  expect(ends.filter((state) => state !== 'new' && state !== 'accepted')).toEqual([])
}, 120_000)

/** The session of a desk: its address, and the heads that a browser sends. */
const entered = async (entrance: string) => {
  const { headers } = await send(entrance)
  const { origin } = new URL(entrance)
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  return {
    url: `${origin}${headers.location}`,
    headers: { cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
  }
}
