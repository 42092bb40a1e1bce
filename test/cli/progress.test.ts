import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { meterOn } from '../../src/cli/progress.ts'
import { slot } from '../domain/a.ts'

/** A stream that says it is a terminal, and remembers what was drawn on it. */
const aScreen = (): { screen: NodeJS.WritableStream; drawn: () => string } => {
  const stream = new PassThrough()
  const chunks: string[] = []
  stream.on('data', (chunk) => chunks.push(String(chunk)))
  return { screen: Object.assign(stream, { isTTY: true, columns: 100, rows: 24 }), drawn: () => chunks.join('') }
}

it('draws slots, pages, invoices and their rate, and takes them off the screen', () => {
  const { screen, drawn } = aScreen()
  let now = 0
  const { progress, stop } = meterOn(screen, () => now)
  progress.planned(2)
  now = 2_000
  progress.page(slot(), 100)
  progress.page(slot(), 50)
  progress.retry(slot())
  progress.slotDone(slot())
  stop()
  expect(drawn()).toContain('0/2')
  expect(drawn()).toMatch(/1\/2 \| 2 pages \| 150 invoices \| 75\/s \| tried again: 1/)
  expect(drawn()).not.toContain('\n')
})

it('never began, and is taken away all the same', () => {
  const { screen, drawn } = aScreen()
  meterOn(screen, () => 0).stop()
  expect(drawn()).not.toContain('slots')
})

it('is silent where there is no screen', () => {
  const { progress, stop } = meterOn(null, () => 0)
  progress.planned(1)
  progress.page(slot(), 1)
  progress.retry(slot())
  progress.slotDone(slot())
  stop()
})
