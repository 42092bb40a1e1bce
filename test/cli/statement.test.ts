import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCuadre } from '../../src/index.ts'
import { folderForAll } from '../empty-folder.ts'
import { type } from './terminal.ts'

/** The week of the demo; sandbox/scenarios describes its troubles. */
describe('the account with the operator of the demo', () => {
  const cwd = folderForAll()
  beforeAll(async () => expect((await type('demo', { cwd })).status).toBe(0))
  const say = (line: string) => type(`${line} --config cuadre-demo/cuadre.config.json`, { cwd })
  test('of any two neighbouring ranges closes with what the next one opens with', async () => {
    const cuadre = openCuadre({ db: join(cwd, 'cuadre-demo/cuadre.db'), out: join(cwd, 'library') })
    const days = ['2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12']
    let closing: number | null = null
    for (const day of days) {
      const { account } = await cuadre.statement({ from: day, to: day })
      if (closing !== null) expect(account.opening).toBe(closing)
      const { opening, due, paidOut, accepted } = account
      expect(opening + due.sum - paidOut.sum - accepted.sum).toBeCloseTo(account.closing, 2)
      closing = account.closing
    }
    expect(closing).toBe((await cuadre.statement({ month: '2026-03' })).account.closing)
    await cuadre.close()
  })

  test('writes only the format asked for, and a past one to another folder', async () => {
    expect((await say('statement --month 2026-03 --format csv --out only')).status).toBe(0)
    const folder = join(cwd, 'only/statement/2026-03-01_2026-03-31')
    expect(['statement.csv', 'statement.html', 'statement.xlsx'].map((name) => existsSync(join(folder, name)))).toEqual(
      [true, true, false],
    )
    expect((await say('statement --as-of 40')).err).toContain('--as-of needs --out')
    const past = await say('statement --month 2026-03 --as-of 40 --out then')
    expect(past.status).toBe(0)
    expect(existsSync(join(cwd, 'then/statement/2026-03-01_2026-03-31/statement.csv'))).toBe(true)
  })

  test.each([
    ['statement --month 2026-13', '--month must be a month'],
    ['statement --month 2026-03 --from 2026-03-01 --to 2026-03-02', '--month excludes --from and --to'],
    ['statement --from 2026-03-01', '--from and --to need each other'],
    ['statement --format pdf', '--format must be one of csv, xlsx'],
    ['statement --month 2025-01', 'nothing was ever pulled for 2025-01-31 or before'],
  ])('%s is refused with 2: %s', async (line, message) => {
    const { status, err } = await say(line)
    expect([status, err]).toEqual([2, expect.stringContaining(message)])
  })
})
