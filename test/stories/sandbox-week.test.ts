import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_WEEK, startSandbox } from '../../src/sandbox/index.ts'
import { sandboxForAll } from '../cli/sandbox-for-all.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'

/** The chapter of the README that tries everything without the real service: months after the week of the sandbox. */
const service = await sandboxForAll({ scenario: 'demo-week' })

const NOVEMBER = () => Date.now()

test('what is due, late and old is judged by the clock of the sandbox', async () => {
  const io = { cwd: emptyFolder(), env: { CUADRE_API_KEY: service.apiKey }, now: NOVEMBER }
  await type(`init --yes --base-url ${service.baseUrl}`, io)
  expect(JSON.parse(readFileSync(join(io.cwd, 'cuadre.config.json'), 'utf8')).clock).toBe(
    new Date(DEMO_WEEK.clock).toISOString(),
  )
  const doctor = await type('doctor --all', io)
  expect([doctor.status, doctor.out]).toEqual([0, expect.stringContaining('it stands at 2026-03-13T03:30:00.000Z')])
  const week = await type(`run --from ${DEMO_WEEK.from} --to ${DEMO_WEEK.to}`, io)
  expect(week.out).toMatch(/^As of {2}2026-03-12 22:30:00 /m)
  expect(week.out).toMatch(/^ *120,000 +Payout is not collected +2026-03-05 13 operator +7 3ea80990$/m)
  const status = await type('status', io)
  expect(status.out).not.toMatch(/outside the days|not read|business days/)
  expect(JSON.parse((await type('run --json', io)).out).slots.length).toBeLessThanOrEqual(8 * 5)

  const page = readFileSync(join(io.cwd, 'out/index.html'), 'utf8')
  expect(page).not.toContain('2026-03-13')
  expect((await type('db backup', io)).out).not.toContain('20260313')

  const real = await startSandbox({ days: 1 })
  try {
    await type(`init --yes --force --base-url ${real.baseUrl}`, io)
    expect((await type('doctor --all', io)).out).toMatch(/^ok +clock +the clock is \d+ s from/m)
    expect(JSON.parse(readFileSync(join(io.cwd, 'cuadre.config.json'), 'utf8'))).not.toHaveProperty('clock')
  } finally {
    await real.close()
  }
})

test('a clock that stands still is for a sandbox on this machine', async () => {
  const cwd = emptyFolder()
  writeFileSync(
    join(cwd, 'cuadre.config.json'),
    JSON.stringify({ baseUrl: 'https://service.example/v1', clock: '2026-03-13T03:30:00Z' }),
  )
  const { status, err } = await type('run', { cwd, env: {}, now: NOVEMBER })
  expect([status, err]).toEqual([2, expect.stringContaining('clock is for a sandbox on this machine')])
})
