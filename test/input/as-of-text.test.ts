import { expect, test } from 'vitest'
import { asOfText } from '../../src/input/as-of-text.ts'
import { zoneByName } from '../../src/input/zone.ts'

test.each<[text: string, zone: string, at: string | number | null]>([
  ['100', 'America/Bogota', 100],
  ['2026-03-12', 'America/Bogota', '2026-03-13T04:59:59.999Z'],
  ['2026-03-12 10:15:30', 'America/Bogota', '2026-03-12T15:15:30.999Z'],
  ['2026-03-12T10:15:30', 'America/Bogota', '2026-03-12T15:15:30.999Z'],
  ['2026-03-12 10:15:30.250', 'America/Bogota', '2026-03-12T15:15:30.250Z'],
  ['2026-03-12T10:15:30-05:00', 'America/Bogota', '2026-03-12T15:15:30.999Z'],
  ['2026-03-12T10:15:30Z', 'America/Bogota', '2026-03-12T10:15:30.999Z'],
  // Clocks go forward at 02:00 on this day, and back at 02:00 on the next.
  ['2026-03-08 01:00:00', 'America/New_York', '2026-03-08T06:00:00.999Z'],
  ['2026-03-08 12:00:00', 'America/New_York', '2026-03-08T16:00:00.999Z'],
  ['2026-11-01 12:00:00', 'America/New_York', '2026-11-01T17:00:00.999Z'],
  ['2026-03-08', 'America/New_York', '2026-03-09T03:59:59.999Z'],
  ['2026-02-30', 'America/Bogota', null],
  ['2026-03-12 25:00:00', 'America/Bogota', null],
  ['2026-03-12 10:61:00', 'America/Bogota', null],
  ['yesterday', 'America/Bogota', null],
])('%s in %s', (text, zone, at) => {
  const found = asOfText(text, zoneByName(zone))
  const shown = found?.kind === 'time' ? new Date(found.at).toISOString() : (found?.number ?? null)
  expect(shown).toBe(at)
})
