import { afterEach, describe, expect, it } from 'vitest'
import { asSlotDate, type SlotDate } from '../src/core/slot.ts'
import { localTime, zoneByName } from '../src/input/zone.ts'

const HOSTS = ['UTC', 'America/New_York', 'Europe/Madrid', 'Pacific/Apia', 'America/Bogota']
const hostZone = process.env.TZ
afterEach(() => {
  if (hostZone === undefined) delete process.env.TZ
  else process.env.TZ = hostZone
})

const day = (text: string): SlotDate => asSlotDate(text) as SlotDate
const at = (text: string): number => Date.parse(text)

/** zone, UTC moment, the local time there */
const CLOCKS: readonly (readonly [string, string, string])[] = [
  ['America/Bogota', '2026-03-05T14:03:22Z', '2026-03-05 09:03:22'],
  ['America/Bogota', '2026-01-01T04:59:59.999Z', '2025-12-31 23:59:59'],
  ['America/Bogota', '2026-03-08T07:30:00Z', '2026-03-08 02:30:00'],
  ['America/Bogota', '2026-11-01T06:30:00Z', '2026-11-01 01:30:00'],
  ['America/Bogota', '1969-12-31T23:59:59Z', '1969-12-31 18:59:59'],
  ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08 01:59:59'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08 03:00:00'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01 01:30:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01 01:30:00'],
  ['Europe/Madrid', '2026-03-29T00:59:59Z', '2026-03-29 01:59:59'],
  ['Europe/Madrid', '2026-03-29T01:00:00Z', '2026-03-29 03:00:00'],
  ['Asia/Kathmandu', '2026-03-05T18:15:00Z', '2026-03-06 00:00:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05 01:30:00'],
  ['UTC', '2026-03-05T00:00:00Z', '2026-03-05 00:00:00'],
]

/** zone, day, minute, the moment at which it begins */
const MOMENTS: readonly (readonly [string, string, number, string])[] = [
  ['America/Bogota', '2026-03-05', 20 * 60, '2026-03-06T01:00:00Z'],
  ['America/Bogota', '2026-03-05', 1440, '2026-03-06T05:00:00Z'],
  ['America/Bogota', '2026-03-08', 2 * 60 + 30, '2026-03-08T07:30:00Z'],
  ['America/New_York', '2026-03-08', 2 * 60 + 30, '2026-03-08T07:30:00Z'],
  ['America/New_York', '2026-11-01', 60, '2026-11-01T05:00:00Z'],
  ['America/New_York', '2026-11-01', 2 * 60, '2026-11-01T07:00:00Z'],
  ['America/Santiago', '2026-09-06', 0, '2026-09-06T04:00:00Z'],
  ['Pacific/Apia', '2011-12-31', 0, '2011-12-30T10:00:00Z'],
]

/** in America/Bogota: the text received, the text shown */
const TEXTS: readonly (readonly [string, string])[] = [
  ['2026-03-05T14:03:22Z', '2026-03-05 09:03:22'],
  ['2026-03-05T14:03:22.123Z', '2026-03-05 09:03:22'],
  ['2026-03-05T14:03:22.999999999Z', '2026-03-05 09:03:22'],
  ['2026-03-05T14:03:22,5Z', '2026-03-05 09:03:22'],
  ['2026-03-05T14:03:22-05:00', '2026-03-05 14:03:22'],
  ['2026-03-05T14:03:22.5-0500', '2026-03-05 14:03:22'],
  ['2026-03-05T14:03:22-05', '2026-03-05 14:03:22'],
  ['2026-03-05T14:03:22+05:45', '2026-03-05 03:18:22'],
  ['2026-03-05t14:03:22z', '2026-03-05 09:03:22'],
  ['2026-03-05 14:03:22Z', '2026-03-05 09:03:22'],
  ['2026-03-05T14:03Z', '2026-03-05 09:03:00'],
  ['2024-02-29T00:00:00Z', '2024-02-28 19:00:00'],
  ['2026-01-01T00:00:00Z', '2025-12-31 19:00:00'],
  ...[
    '2026-03-05T14:03:22',
    '2026-03-05',
    '2026-02-29T14:03:22Z',
    '2026-13-01T14:03:22Z',
    '2026-00-10T14:03:22Z',
    '2026-04-31T14:03:22Z',
    '2026-03-05T24:00:00Z',
    '2026-03-05T14:60:22Z',
    '2026-03-05T14:03:60Z',
    '2026-03-05T14:03:22.Z',
    '2026-03-05T14:03:22ZZ',
    '2026-03-05T14:03:22Z ',
    ' 2026-03-05T14:03:22Z',
    '2026-03-05T14:03:22+24:00',
    '2026-03-05T14:03:22+05:60',
    '2026-03-05T14:03:22+5',
    '2026-03-05T14:03:22+05:0',
    '2026-03-05T14:03:22 -05:00',
    '2026-03-05X14:03:22Z',
    '２０２６-03-05T14:03:22Z',
    '20260305T140322Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '5 de marzo de 2026',
    'T14:03:22Z',
    '',
  ].map((text): readonly [string, string] => [text, text]),
  ['9999-12-31T23:59:59Z', '9999-12-31 18:59:59'],
  ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59-12:00'],
  ['1583-01-01T12:00:00-04:56', '1583-01-01 12:00:00'],
]

describe.each(HOSTS)('on a host in %s', (host) => {
  it('clocks show the zone, and dates are those of the zone', () => {
    process.env.TZ = host
    for (const [name, instant, shown] of CLOCKS) {
      const zone = zoneByName(name)
      expect([instant, zone.clockAt(at(instant)), zone.dateAt(at(instant))]).toEqual([
        instant,
        shown,
        shown.slice(0, 10),
      ])
    }
  })

  it('a day and minute begin when they do in the zone', () => {
    process.env.TZ = host
    for (const [name, date, minute, instant] of MOMENTS) {
      const begins = zoneByName(name).instantOf(day(date), minute)
      expect([name, date, minute, new Date(begins).toISOString()]).toEqual([
        name,
        date,
        minute,
        instant.replace('Z', '.000Z'),
      ])
    }
  })

  it('text of the service is shown in the zone, or as it came', () => {
    process.env.TZ = host
    const zone = zoneByName('America/Bogota')
    for (const [text, shown] of TEXTS) expect([text, localTime(text, zone)]).toEqual([text, shown])
  })
})

it('every hour of two years is what Intl says it is, in a zone with daylight saving', () => {
  const zone = zoneByName('America/New_York')
  const reference = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  for (let instant = at('2025-01-01T00:15:42Z'); instant < at('2027-01-01T00:00:00Z'); instant += 3_600_000) {
    expect(zone.clockAt(instant)).toBe(reference.format(instant))
  }
})

it('stays right when more days are asked for than are remembered', () => {
  const zone = zoneByName('America/Bogota')
  for (let year = 1990; year < 2030; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      const date = `${year}-${String(month).padStart(2, '0')}`
      for (let dayOfMonth = 10; dayOfMonth < 28; dayOfMonth += 1) {
        expect(localTime(`${date}-${dayOfMonth}T12:00:00+00:00`, zone)).toMatch(
          new RegExp(`^${date}-${dayOfMonth} 0[78]:00:00$`),
        )
      }
    }
  }
})

it('refuses a zone nobody knows', () => {
  expect(() => zoneByName('America/Bogata')).toThrow(RangeError)
})
