import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { moneyTable } from '../../src/questions/figures.ts'
import { type Bucket, DIFFERENCE_STATES, type Placed, placedTogether } from '../../src/rules/account/position.ts'
import { DEMO_WEEK, startSandbox } from '../../src/sandbox/index.ts'
import { cop } from '../core/a.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { openService } from '../sandbox/service.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** The status of the database after the demo week, on the command line. */
const week = await demoWeekForAll()
const cwd = folderForAll()
const at = (time: string, env: Record<string, string> = {}) => week.at(cwd, { env, now: () => Date.parse(time) })
beforeAll(() => type('run', at(DEMO_WEEK.clock)))

it('tells the last weeks as a calendar, and always ends with 0', async () => {
  const { status, out, err } = await type('status', at('2026-03-13T17:00:00Z'))
  expect([status, err]).toEqual([0, ''])
  expect(out).toBe(`COP 147,966,970 has not arrived (2 settlements); COP 77,148,160 could not be
judged (1); the operator paid COP 1,850,000 too much (1); 3 more.
Merchant default on 2026-03-13 12:00:00 America/Bogota

Last success   2026-03-12 22:30:00, 13 hours ago

Money                          settlements            COP
expected of what was compared           27  2,339,095,261
- owed, open                             1        120,000
+ overpaid, open                         1      1,850,000
= paid out                              27  2,340,825,261
failed                                   1     64,705,520
in process, late                         1     83,261,450
could not be compared                    1     77,148,160

Chargebacks    2026-03-05 to 2026-03-12: 1 chargeback of COP 2,625,000,
               adjustments of -COP 2,625,000
               adjustments not explained: none
               chargebacks not debited yet: none

week of     Mon    Tue    Wed    Thu    Fri    Sat    Sun
2026-03-02                       =D===  =====  -----  -----
2026-03-09  =X===  =X=F=  =pD==  D====  .....  .....  .....

A sign for each cycle of a day, in its order: = reconciled, - empty, p
provisional, X exceptions, D discrepant, F failed, . not-due

open     all  < 1 day  1-6 days  7-30 days  older
error      6        1         4          1      0
warning    3        0         3          0      0
info       5        0         5          0      0
Ages of settlements as of the latest reading that changed anything, 2026-03-12
22:30:00

Next
  cuadre explain 2026-03-11 13
  cuadre explain 2026-03-10 18
  cuadre explain 2026-03-10 13
`)
})

it.each([
  ['2026-03-13T03:59:00Z', 'less than an hour ago'],
  ['2026-03-13T04:30:00Z', '1 hour ago'],
  ['2026-03-14T03:29:59Z', '23 hours ago'],
  ['2026-03-15T03:29:59Z', '47 hours ago'],
  ['2026-03-15T03:30:00Z', '2 days ago'],
  ['2026-04-13T03:30:00Z', '31 days ago'],
])(
  'tells the age of the last success, and of what is open by the newest reading, whatever the time: %s',
  async (time, ago) => {
    const { out } = await type('status', at(time))
    expect([/^error +6 +1 +4 +1 +0$/m.test(out), out.includes(`, ${ago}\n`)]).toEqual([true, true])
  },
)

it('names the run when slots are due that nobody read', async () => {
  const { out } = await type('status', at('2026-03-14T17:00:00Z'))
  expect(out).toMatch(/^2026-03-09 .* \?{5} {2}\.{5} {2}\.{5}$/m)
  expect(out).toContain('\nNext\n  cuadre run\n  cuadre explain')
})

it('where only named days were read it tells the weeks of that reading, and commands that can be pasted', async () => {
  const folder = emptyFolder()
  await type('run --from 2026-03-11 --to 2026-03-12 --db week.db --create', { ...at(DEMO_WEEK.clock), cwd: folder })
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/cuadre.js'), '')
  const later = { ...at('2026-11-22T17:00:00Z'), cwd: folder, main: join(folder, 'bin/cuadre.js') }
  const { out } = await type('status --db week.db', later)
  expect(out).toMatch(/^2026-03-09 +=pD== +D==== +\.{5} /m)
  expect(out).not.toContain('not-pulled')
  expect(out).toContain('Last read      2026-03-12 22:30:00, 254 days ago: named days only, no ordinary\nrun yet\n')
  expect(out).toContain("\nWarning        the newest reading is 254 days old: run today's reading first\n")
  expect(out).toContain(
    '\nNext\n  npx cuadre run --db week.db\n  npx cuadre explain 2026-03-11 13 --db week.db\n  npx cuadre explain 2026-03-11 16 --db week.db\n',
  )
  const { out: told } = await type('explain 2026-03-11 16 --db week.db', { ...later, env: {}, main: undefined })
  expect(told).toContain('\n  cuadre discrepancies list --date 2026-03-11 --cycle 16 --db week.db\n')
  expect(told).toMatch(/; needs the service it was\s+read from \(CUADRE_BASE_URL, not set\)\n/)
})

it('where nobody ever ran it says so, ends with 0 and makes nothing', async () => {
  const empty = emptyFolder()
  const { status, out } = await type('status', { ...at(DEMO_WEEK.clock), cwd: empty })
  expect([status, existsSync(join(empty, 'data'))]).toEqual([0, false])
  expect(out).toContain('Nothing was read in the last weeks.')
  expect(out).toContain('Last success   never')
  expect(out).toContain('\nNext\n  cuadre init\n  cuadre demo\n')
})

it('of days without an invoice, it says what the run said: a day to come is none of them', async () => {
  const empty = await startSandbox({ clock: '2026-03-12T23:00:00Z', assumptions: { dateHeader: 'sandbox' } })
  const env = { CUADRE_BASE_URL: empty.baseUrl, CUADRE_API_KEY: empty.apiKey }
  const io = { ...at('2026-03-12T23:00:00Z', env), cwd: emptyFolder() }
  const said = [await type('run', io), await type('status', io)].map(({ out }) => out.split('\n')[0])
  await empty.close()
  expect(said).toEqual(Array(2).fill('No invoices were settled on 6 business days.'))
})

it('of days that nobody read, it does not say that they are without an invoice', async () => {
  const io = { ...at(DEMO_WEEK.clock), cwd: emptyFolder() }
  await type('run --date 2026-03-07', io)
  const { out } = await type('status', io)
  expect(out.split('\n')[0]).toBe('No invoices were settled.')
})

it('reads, and changes nothing', async () => {
  const before = readFileSync(join(cwd, 'data/cuadre.db'))
  await type('status', at(DEMO_WEEK.clock))
  expect(readFileSync(join(cwd, 'data/cuadre.db'))).toEqual(before)
})

describe('warns of business days without an invoice', () => {
  const quietAt = async (read: readonly string[], time: string, line: string): Promise<[string | null, unknown]> => {
    const empties = await openService({
      scenario: 'demo-week',
      clock: DEMO_WEEK.clock,
      assumptions: { dateHeader: 'sandbox' },
    })
    const env = { CUADRE_BASE_URL: empties.baseUrl, CUADRE_API_KEY: empties.apiKey }
    let runs = 0
    const io = { cwd: emptyFolder(), newRunId: () => `run-${++runs}` }
    for (const one of read) {
      await empties.control('POST', '/clock', { now: one })
      await type(line, { ...at(one, env), ...io })
    }
    await empties.close()
    const { out } = await type('status', { ...at(time, env), ...io })
    const { quiet } = JSON.parse((await type('status --json', { ...at(time, env), ...io })).out)
    return [/\nWarning {8}(no invoice.*)\n/.exec(out)?.[1] ?? null, quiet]
  }

  it.each([
    ['2026-03-17T17:00:00Z', null],
    ['2026-03-18T03:30:00Z', 3],
    ['2026-03-24T17:00:00Z', 6],
  ])('with that of the night itself: %s', async (time, days) => {
    expect(await quietAt([DEMO_WEEK.clock, time], time, 'run')).toEqual(
      days === null
        ? [null, null]
        : [
            `no invoice since 2026-03-12: ${days} business days without one`,
            { since: '2026-03-12', businessDays: days },
          ],
    )
  })

  it.each([
    ['by no night', 'run', '2026-03-24T17:00:00Z'],
    ['outside the days asked for', 'run --date 2026-03-05', DEMO_WEEK.clock],
  ])('but of none that was read %s', async (_, line, time) => {
    expect(await quietAt([DEMO_WEEK.clock], time, line)).toEqual([null, null])
  })
})

it('keeps what is not at the bank, and what is claimed beside the payouts, in lines of the money', () => {
  const claimed = (bucket: Bucket, pesos: number) => ({ bucket, state: 'claimed', sum: cop(pesos) }) as const
  const position = placedTogether([
    ...[claimed('bankMissing', 5), claimed('bankLess', 2), claimed('feesTooMuch', 3), claimed('adjustmentsTaken', 1)],
    { bucket: 'bankLess', state: 'open', sum: cop(4) },
    { bucket: 'bankMissing', state: 'accepted', sum: cop(6) },
    { bucket: 'bankMissing', state: 'paid', sum: cop(8) },
  ])
  expect(moneyTable(position, 'en').map((line) => line.replaceAll(/ +/g, ' '))).toEqual(
    expect.arrayContaining([
      'of it not at the bank, open 1 4',
      'of it not at the bank, claimed 2 7',
      'of it not at the bank, accepted 1 6',
      'of it not at the bank, recovered 1 8',
      'fees and adjustments of settlements, claimed 2 4',
    ]),
  )
})

it('foots whatever was decided about what differs, and leaves out no failed, late or absent payout', () => {
  const decisions = DIFFERENCE_STATES.filter((state) => state !== 'none')
  const placed = (bucket: Bucket, pesos: number): readonly Placed[] =>
    decisions.map((state, at) => ({ bucket, state, sum: cop(pesos * 10 ** at) }))
  const position = placedTogether([
    { bucket: 'compared', state: 'none', sum: cop(900_000) },
    ...[
      placed('owed', 1),
      placed('overpaid', 2),
      placed('failed', 3),
      placed('inProcess', 4),
      placed('noSettlement', 5),
    ].flat(),
  ])
  const rows = moneyTable(position, 'en').map((line) => line.trim().split(/ {2,}/))
  const sumsOf = (start: string): number =>
    rows
      .filter(([name]) => name?.startsWith(start))
      .reduce((all, [, , sum = '']) => all + Number(sum.replaceAll(',', '')), 0)
  expect([sumsOf('- '), sumsOf('+ '), sumsOf('= ')]).toEqual([11_111, 22_222, 911_111])
  expect([sumsOf('failed'), sumsOf('in process'), sumsOf('no settlement')]).toEqual([33_333, 44_444, 55_555])
})

it.each([
  ['days in a row', ['run --from 2026-03-05 --to 2026-03-12']],
  ['days apart from one another', ['run --from 2026-03-05 --to 2026-03-12', 'run --date 2026-03-02 --cycle 11']],
  ['a cycle of a day', ['run --date 2026-03-12 --cycle 11']],
  ['a night', ['run']],
])('the first answer is one on every screen after %s', async (_, lines) => {
  let runs = 0
  const io = { ...at('2026-03-13T03:30:00Z'), cwd: emptyFolder(), newRunId: () => `run-${++runs}` }
  for (const line of lines) await type(line, io)
  const firstOf = (text: string): string => /^.*?\.(?=\s|$)/.exec(text.replaceAll(/\s+/g, ' ').trim())?.[0] ?? ''
  const answers = []
  for (const line of ['check', 'status', 'statement --month 2026-03']) answers.push(firstOf((await type(line, io)).out))
  expect(new Set(answers).size, answers.join('\n')).toBe(1)
})
