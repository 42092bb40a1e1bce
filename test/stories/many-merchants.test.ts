import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMany, wrongTurns } from '../../bench/many/scene.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'

const UNREAD = new Set(['incomplete', 'not-pulled', 'not-due'])

/** A small version of `npm run many`. */
test('of many merchants each with a trouble of its own ends as it should, and all others are done', async () => {
  const folder = emptyFolder()
  const troubled = { 'dead service': 1, 'wrong key': 1, 'damaged database': 1 }
  const many = await startMany({ folder, merchants: 12, invoicesPerDay: 10, troubled })
  onTestFinished(() => many.sandbox.close())
  let runs = 0
  const io = { cwd: folder, env: many.env, now: Date.now, newRunId: () => `run-${++runs}` }
  const night = await type(`run --date ${many.day} --fail-on never --json`, io)
  const document = JSON.parse(night.out)
  // The first of 6, 4, 5 wins.
  expect([night.status, document.exitCode]).toEqual([6, 6])
  expect(wrongTurns(many, document)).toEqual([])
  const read = document.slots.filter(({ verdict }: { verdict: string }) => !UNREAD.has(verdict))
  expect(new Set(read.map(({ merchant }: { merchant: string }) => merchant)).size).toBe(9)
  for (const name of ['out/index.html', 'out/merchants.xlsx']) expect(existsSync(join(folder, name))).toBe(true)
  for (const line of ['status --json', 'discrepancies list --json']) {
    const { status, out } = await type(line, io)
    const { merchants }: { merchants: readonly { merchant: string; exitCode: number }[] } = JSON.parse(out)
    const damaged = merchants
      .filter(({ exitCode }) => exitCode === 6)
      .map(({ merchant }) => many.troubles.get(merchant))
    expect([line, status, merchants.length, damaged]).toEqual([line, 6, 12, ['damaged database']])
  }
})
