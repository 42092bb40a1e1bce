import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoReport, runDemo } from '../../jobs/demo.ts'
import { loadSettings } from '../../src/config/settings.ts'
import { zoneNamed } from '../../src/config/zone/zone.ts'

const parent = mkdtempSync(join(tmpdir(), 'cuadre-demo-'))
const EXPECTED = join(import.meta.dirname, '..', 'expected', 'demo-week')

const demo = (folder: string): Promise<DemoReport> =>
  runDemo(
    {
      settings: loadSettings({ flags: {}, env: {}, cwd: parent }).settings,
      zone: zoneNamed('America/Bogota'),
      version: '0.0.0-story',
      now: Date.now,
      random: () => 0.5,
      sleep: async () => undefined,
      newRunId: () => 'demo',
      signal: new AbortController().signal,
      progress: () => undefined,
      statusOf: () => 1,
    },
    folder,
  )

describe('the demo week', () => {
  const folder = join(parent, 'cuadre-demo')
  let shown: DemoReport

  beforeAll(async () => {
    shown = await demo(folder)
  })
  afterAll(() => rmSync(parent, { recursive: true, force: true }))

  test('every trouble that was put in is found, and nothing else', () => {
    const found = shown.report.slots.flatMap(({ slot, discrepancies }) =>
      discrepancies.map(({ code }) => `${slot.date} ${slot.cycle} ${code}`),
    )
    const put = shown.troubles.map(({ date, cycle, code }) => `${date} ${cycle} ${code}`)
    expect([...new Set(found)].toSorted()).toEqual([...new Set(put)].toSorted())
  })

  const days = ['05', '06', '07', '08', '09', '10', '11', '12'].map((day) => `2026-03-${day}`)
  const whole = [
    ...days.flatMap((day) => [`${day}/settlement-ledger.csv`, `${day}/discrepancies.csv`]),
    '2026-03-11/invoice-ledger.csv',
  ]
  test.each(whole)('%s is the expected file, whole', async (name) => {
    await expect(readFileSync(join(folder, 'out', name), 'utf8')).toMatchFileSnapshot(join(EXPECTED, name))
  })

  test('a second demo writes the very same files', async () => {
    const bytes = () => whole.map((name) => readFileSync(join(folder, 'out', name), 'utf8'))
    const before = bytes()
    await demo(folder)
    expect(bytes()).toEqual(before)
  })

  test('only the owner can read what it writes', () => {
    expect(statSync(join(folder, 'cuadre.db')).mode & 0o077).toBe(0)
    for (const name of whole) expect(statSync(join(folder, 'out', name)).mode & 0o077).toBe(0)
  })

  test('a folder that no demo has written is left alone', async () => {
    const other = mkdtempSync(join(parent, 'other-'))
    writeFileSync(join(other, 'mine.txt'), 'mine')
    await expect(demo(other)).rejects.toMatchObject({ code: 'NOT_A_DEMO_FOLDER' })
    expect(readFileSync(join(other, 'mine.txt'), 'utf8')).toBe('mine')
  })
})
