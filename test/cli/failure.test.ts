import { describe, expect, it } from 'vitest'
import { nothingSeen } from '../../jobs/steps/pull/pull-slots.ts'
import { nothingPulled } from '../../jobs/steps/query/nothing-pulled.ts'
import { run } from '../../src/cli/commands/run.ts'
import { webhooksServe } from '../../src/cli/commands/webhooks-serve.ts'
import { usageError } from '../../src/cli/framework/command.ts'
import { failureDocument, failureLine, failureOf } from '../../src/cli/framework/failure.ts'
import { Interrupted } from '../../src/cli/framework/io.ts'
import { exchangeError } from '../../src/service/http/errors.ts'
import { inBoth } from '../../src/std/both.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { LANGUAGES } from '../../src/words/language.ts'

const exchange = {
  method: 'GET',
  path: '/invoices',
  status: 500,
  attempts: 5,
  reason: 'answered 500',
  serviceText: null,
  cause: null,
} as const

const notFound = (what: string) =>
  Object.assign(new Error(`Cannot find package ${what}`), { code: 'ERR_MODULE_NOT_FOUND' })

const [M, N] = [inBoth('m'), inBoth('n')]

/** The error thrown, the exit status of the command, and the reported code. */
const FAILURES: readonly (readonly [unknown, number, string])[] = [
  [usageError(M, N), 2, 'USAGE'],
  [new CuadreError('SETTING_INVALID', M, N), 2, 'SETTING_INVALID'],
  [new CuadreError('NO_SERVICE', M, N), 2, 'NO_SERVICE'],
  [nothingPulled(inBoth('2026-03-12'), 'cuadre run'), 2, 'NEVER_PULLED'],
  [new CuadreError('OTHER_BASE_URL', M, N), 2, 'OTHER_BASE_URL'],
  [exchangeError('CREDENTIALS_REJECTED', { ...exchange, status: 401 }), 4, 'CREDENTIALS_REJECTED'],
  [exchangeError('LIST_BROKEN', exchange), 5, 'LIST_BROKEN'],
  [nothingSeen(inBoth('nothing')), 4, 'NOTHING_SEEN'],
  [new CuadreError('CLOCK_SKEW', M, N), 5, 'CLOCK_SKEW'],
  [new CuadreError('DISK_FULL', M, N), 6, 'DISK_FULL'],
  [new CuadreError('DAMAGED', M, N), 6, 'DAMAGED'],
  [new CuadreError('NEWER_DATABASE', M, N), 6, 'NEWER_DATABASE'],
  [new CuadreError('OUT_READ_ONLY', M, N), 6, 'OUT_READ_ONLY'],
  [new CuadreError('OUTPUT_NOT_WRITTEN', M, N), 6, 'OUTPUT_NOT_WRITTEN'],
  [
    Object.assign(new Error('EACCES: permission denied, mkdir'), { errno: -13, code: 'EACCES', path: '/data/x' }),
    6,
    'READ_ONLY',
  ],
  [Object.assign(new Error('EIO: i/o error, open'), { errno: -5, code: 'EIO', path: '/data/x' }), 6, 'DISK_FAILED'],
  [new CuadreError('LOCKED', M, N), 7, 'LOCKED'],
  [new Interrupted('SIGINT'), 130, 'INTERRUPTED'],
  [new Interrupted('SIGTERM'), 143, 'INTERRUPTED'],
  [notFound("'better-sqlite3' imported from x"), 2, 'NO_BINDING'],
  [notFound("'/x/bundle.js' imported from y"), 2, 'NOT_BUILT'],
  [new TypeError('x is not a function'), 1, 'BUG'],
  [Object.assign(new Error('m'), { code: 'ENOENT' }), 1, 'BUG'],
  ['text', 1, 'BUG'],
  [undefined, 1, 'BUG'],
]

describe('a failure', () => {
  it.each(FAILURES)('%s ends with %d and is told as %s', (error, exitCode, code) => {
    const failure = failureOf(error, [])
    expect(failure).toMatchObject({ exitCode, code })
    for (const language of LANGUAGES)
      expect(failureLine(failure, language)).toMatch(/^cuadre: [A-Z_]+: [^\n]+; [^\n]+\n$/)
    expect(failureDocument(run, failure)).toMatchObject({
      outcome: exitCode === 5 ? 'incomplete' : 'failed',
      exitCode,
      error: { code },
    })
  })

  it('of a command that judges no slot says no more than what went wrong', () => {
    const failure = failureOf(usageError(M, N), [])
    const error = { code: 'USAGE', message: 'm', next: 'n' }
    expect(failureDocument(webhooksServe, failure)).toEqual({
      schemaVersion: 1,
      command: 'webhooks serve',
      exitCode: 2,
      error,
    })
  })

  it('hides a secret that begins with another one as a whole', () => {
    const failure = failureOf(usageError(inBoth('casa sk_1 and sk_1_torre'), N), ['sk_1', 'sk_1_torre'])
    expect(failure.texts.message.en).toBe('casa [hidden] and [hidden]')
  })

  it('is one line that no terminal obeys, without any secret', () => {
    const error = usageError(inBoth('a\nb\u001b[31mc\u202ed sk_live_1 e\r\n'), inBoth('f sk_live_1'))
    expect(failureLine(failureOf(error, ['sk_live_1']), 'es')).toBe('cuadre: USAGE: a bc d [hidden] e; f [hidden]\n')
  })
})
