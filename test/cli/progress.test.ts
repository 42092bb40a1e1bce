import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { type Meter, meterOn } from '../../src/cli/framework/job.ts'
import { both, ProgressState } from '../../src/cli/terminal/progress-state.ts'
import type { Language } from '../../src/words/language.ts'
import { slot } from '../core/a.ts'

/** A stream that claims to be a terminal and records its contents. */
const aScreen = (): { screen: NodeJS.WritableStream; drawn: () => string } => {
  const stream = new PassThrough()
  const chunks: string[] = []
  stream.on('data', (chunk) => chunks.push(String(chunk)))
  return { screen: Object.assign(stream, { isTTY: true, columns: 120, rows: 24 }), drawn: () => chunks.join('') }
}

const metered = (
  screen: NodeJS.WritableStream,
  now: () => number,
  plain: string[] = [],
  language: Language = 'en',
): Meter => {
  const seen = new ProgressState(now)
  const meter = meterOn(screen, seen, now, (line) => plain.push(line), language)
  return { ...meter, progress: both(seen.step, meter.progress) }
}

const A = slot('2026-03-12', '11')
const B = slot('2026-03-12', '13')

it('draws one line, with settlements, pages, invoices, rate and retries', () => {
  const { screen, drawn } = aScreen()
  let now = 0
  const { progress, print, stop } = metered(screen, () => now)
  progress({ kind: 'planned', slots: 2 })
  progress({ kind: 'slot-began', slot: A, invoices: 300 })
  progress({ kind: 'slot-began', slot: B, invoices: null })
  now = 2_000
  progress({ kind: 'page', slot: A, items: 100 })
  progress({ kind: 'retry', slot: A, code: 'TIMED_OUT', waitMs: 5 })
  progress({ kind: 'page', slot: B, items: 50 })
  print('a line\n')
  progress({ kind: 'slot-read', slot: B })
  progress({ kind: 'slot-not-read', slot: A, code: 'TIMED_OUT' })
  print('the last line\n')
  stop()
  expect(drawn()).toContain('a line\n')
  expect(drawn()).toContain('the last line\n')
  expect(drawn()).toMatch(/ 2\/2 settlements \| 2 pages \| 150 invoices \| 75\/s \| tried again: 1/)
})

it('is in the language of the settings', () => {
  const { screen, drawn } = aScreen()
  const { progress, stop } = metered(screen, () => 0, [], 'es')
  progress({ kind: 'planned', slots: 2 })
  progress({ kind: 'slot-began', slot: A, invoices: 300 })
  progress({ kind: 'page', slot: A, items: 100 })
  progress({ kind: 'retry', slot: A, code: 'TIMED_OUT', waitMs: 5 })
  stop()
  expect(drawn()).toMatch(/ 0\/2 liquidaciones \| 1 página \| 100 facturas \| \d+\/s \| reintentos: 1/)
})

it('never began, and is taken away all the same', () => {
  const { screen, drawn } = aScreen()
  const lines: string[] = []
  const { print, stop } = metered(screen, () => 0, lines)
  print('before the first bar\n')
  stop()
  print('after the last\n')
  expect([stripVTControlCharacters(drawn()), lines]).toEqual(['', ['before the first bar\n', 'after the last\n']])
})
