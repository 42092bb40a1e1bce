import { describe, expect, test } from 'vitest'
import { isTimeToWork } from '../../src/cli/commands/webhooks-serve.ts'
import { printTroublesTo } from '../../src/cli/terminal/report-text.ts'
import type { ReceiverTrouble } from '../../src/webhooks/receiver/receiver.ts'
import type { Language } from '../../src/words/language.ts'

const MINUTE = 60_000

type Told = readonly [after: number, trouble: ReceiverTrouble]

/** Reports troubles, each this many ms after the previous one. */
const linesInEnglish = (...troubles: readonly Told[]): readonly string[] => linesIn('en', ...troubles)
const linesIn = (language: Language, ...troubles: readonly Told[]): readonly string[] => {
  const lines: string[] = []
  let now = 0
  const tell = printTroublesTo(
    (line) => lines.push(line),
    () => now,
    language,
  )
  for (const [after, trouble] of troubles) {
    now += after
    tell(trouble)
  }
  return lines.map((line) => line.replace(/^\S+ /, ''))
}

const forged: ReceiverTrouble = {
  kind: 'refused',
  status: 401,
  reason: { en: 'X-Signature does not match the body', es: 'X-Signature no corresponde al contenido' },
}
const full: ReceiverTrouble = { kind: 'unavailable', code: 'DISK_FULL' }

describe('what is told of troubles', () => {
  test('each kind at once, and then once a minute with how many there were', () => {
    expect(
      linesInEnglish([0, forged], [1, forged], [1, full], [1, forged], [MINUTE, forged], [MINUTE, forged], [1, forged]),
    ).toEqual([
      'refused with 401: X-Signature does not match the body\n',
      'answered 503: the inbox could not be written (DISK_FULL)\n',
      'refused with 401: X-Signature does not match the body (and 2 more of this kind since the line before)\n',
      'refused with 401: X-Signature does not match the body\n',
    ])
  })

  test('in the language of the settings', () => {
    expect(
      linesIn('es', [0, forged], [1, forged], [MINUTE, forged], [0, full], [0, { kind: 'conflict', webhookId: 'w-1' }]),
    ).toEqual([
      'rechazada con 401: X-Signature no corresponde al contenido\n',
      'rechazada con 401: X-Signature no corresponde al contenido (y 1 más de esta clase desde la línea anterior)\n',
      'se respondió 503: no se pudieron guardar las notificaciones (DISK_FULL)\n',
      'WEBHOOK_CONFLICT: w-1 llegó de nuevo con otro contenido; queda el primero\n',
    ])
  })

  test('a bug of ours is not told as a full disk', () => {
    expect(linesInEnglish([0, { kind: 'failed', code: 'TypeError' }])).toEqual([
      'answered 503: a bug in Cuadre (TypeError); please report it\n',
    ])
  })

  test('what is ignored is not stored, and said so', () => {
    const old: ReceiverTrouble = {
      kind: 'ignored',
      reason: { en: 'it is older than two days', es: 'tiene más de dos días' },
    }
    expect([linesInEnglish([0, old]), linesIn('es', [0, old])]).toEqual([
      ['answered 200 and not stored: it is older than two days\n'],
      ['se respondió 200 y no se guardó: tiene más de dos días\n'],
    ])
  })

  test('an id that a terminal would obey is told harmlessly', () => {
    expect(linesInEnglish([0, { kind: 'conflict', webhookId: '\u001b[31mred\nrefused' }])).toEqual([
      'WEBHOOK_CONFLICT: red refused came again with another body; the first is kept\n',
    ])
  })

  test('any number of kinds is told, and few are remembered', () => {
    const conflicts = Array.from({ length: 3000 }, (_, n): [number, ReceiverTrouble] => [
      0,
      { kind: 'conflict', webhookId: `w-${n}` },
    ])
    expect(linesInEnglish(...conflicts)).toHaveLength(3000)
  })
})

describe('the worker', () => {
  test.each([
    ['nothing is ready', null, null, 100 * MINUTE, false],
    ['it has just become ready', 0, null, 2_999, false],
    ['it has settled', 0, null, 3_000, true],
    ['the last one began less than a minute ago', 10_000, 0, MINUTE - 1, false],
    ['the last one began a minute ago', 10_000, 0, MINUTE, true],
    ['the clock was set back an hour since the last one', 10_000, 60 * MINUTE, 20_000, true],
    ['the clock was set back an hour since it became ready', 60 * MINUTE, null, 0, true],
  ])('where %s', (_, readySince, lastStart, now, isTime) => {
    expect(isTimeToWork({ readySince, lastStart }, now)).toBe(isTime)
  })
})
