import { beforeAll, describe, expect, it } from 'vitest'
import { folderForAll } from '../empty-folder.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

const { at } = await demoWeekForAll()
const cwd = folderForAll()
const typed = (line: string | readonly string[]) => type(line, { ...at(cwd), env: {} })
beforeAll(() => type('run --date 2026-03-12', at(cwd)))

describe('--as-of', () => {
  it.each([
    ['check --as-of 3', '--as-of needs --out'],
    ['check --as-of 3 --out out', '--out in the folder of the originals'],
    ['check --as-of 3 --out out/then', '--out in the folder of the originals'],
    ['check --as-of yesterday --out then', '--as-of is neither a number nor a date nor a date-time'],
    ['check --as-of 2026-02-30 --out then', '--as-of is neither a number'],
    ['check --as-of=-1 --out then', '--as-of is neither a number'],
    ['check --as-of 3 --as-of 4 --out then', 'as-of'],
    ['check --as-of 1 --out then', 'AS_OF_TOO_EARLY'],
    ['check --as-of 2026-03-11 --out then', 'AS_OF_TOO_EARLY'],
    ['check --as-of 77 --out then', 'AS_OF_TOO_LATE: the last number of the database is 6, so there is no 77'],
    ['explain 2026-03-12 11 --as-of 1', 'AS_OF_TOO_EARLY'],
    ['explain 2026-03-12 11 --as-of noon', '--as-of is neither a number'],
    ['status --as-of 2026-03-12T25:00', '--as-of is neither a number'],
    ['status --as-of 2001-01-01', 'AS_OF_TOO_EARLY'],
    ['check --as-of 3 --out then --db nowhere.db', 'NO_DATABASE'],
    [
      'history 2026-03-14 11 --as-of 6',
      'nothing had been pulled for 2026-03-14 cycle 11 by then; leave out --as-of, or',
    ],
    ['history 2026-03-14 17', 'cycle 17; correct the cycle; known are 11, 13, 16, 18, 20'],
    ['history 2026-03-14 11', 'nothing was ever pulled for 2026-03-14 cycle 11; pull it with: cuadre run'],
  ])('is refused in "%s"', async (line, message) => {
    const { status, err, out } = await typed(line)
    expect([status, out]).toEqual([2, ''])
    expect(err).toMatch(/^cuadre: [A-Z_]+: [^\n]+; [^\n]+\n$/)
    expect(err).toContain(message)
  })

  it.each([
    ['2026-03-12', 5],
    ['2026-03-13', 5],
    ['2026-03-12T22:30:00-05:00', 5],
    ['2026-03-12 22:30', 5],
    ['2026-03-13T03:30:00Z', 5],
    ['6', 5],
    ['3', 2],
  ])('%s is a time, or a number', async (asOf, pulled) => {
    const { status, out } = await typed(['status', '--json', '--as-of', asOf])
    const { calendar } = JSON.parse(out)
    const unread = ['not-pulled', 'not-due']
    expect(status).toBe(0)
    expect(calendar.filter(({ verdict }: { verdict: string }) => !unread.includes(verdict))).toHaveLength(pulled)
  })

  it('is said on the screen and in the document', async () => {
    const then = /^As known at number 6, 2026-03-12 22:30:00 America\/Bogota$/m
    expect((await typed('status --as-of 6')).out).toMatch(then)
    expect((await typed('explain 2026-03-12 11 --as-of 6')).out).toMatch(then)
    const { asOf } = JSON.parse((await typed('explain 2026-03-12 11 --as-of 6 --json')).out)
    expect(asOf).toEqual({ number: 6, at: '2026-03-13T03:30:00.000Z' })
    const { out, status } = await typed('check --as-of 6 --out then --json')
    const document = JSON.parse(out)
    expect([status, document.files[0], document.asOf]).toEqual([3, 'then/2026-03-12/settlement-ledger.csv', asOf])
    expect((await typed('check --as-of 6 --out then')).out).toMatch(then)
  })
})
