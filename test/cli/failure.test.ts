import { describe, expect, it } from 'vitest'
import { ClockSkewFault } from '../../jobs/clock-skew.ts'
import { NotOurFolderFault } from '../../jobs/demo.ts'
import { NeverPulledFault } from '../../jobs/never-pulled.ts'
import { NothingSeenFault } from '../../jobs/nothing-seen.ts'
import { CredentialsFault, ListFault } from '../../src/api/errors.ts'
import { UsageError } from '../../src/cli/command.ts'
import { failureDocument, failureLine, failureOf } from '../../src/cli/failure.ts'
import { Interrupted } from '../../src/cli/io.ts'
import { OutputFault } from '../../src/cli/output.ts'
import { run } from '../../src/cli/run.ts'
import { webhooksServe } from '../../src/cli/webhooks-serve.ts'
import { PublishFault } from '../../src/publish/fault.ts'
import { SettingsError } from '../../src/settings.ts'
import { StoreFault } from '../../src/store/fault.ts'

const exchange = {
  method: 'GET',
  path: '/invoices',
  status: 500,
  attempts: 5,
  reason: 'answered 500',
  serviceText: null,
  cause: null,
} as const

/** What was thrown, the exit status of the command and the code it is told with. */
const FAILURES: readonly (readonly [unknown, number, string])[] = [
  [new UsageError('m', 'n'), 2, 'USAGE'],
  [new SettingsError('SETTING_INVALID', 'm', 'n'), 2, 'SETTING_INVALID'],
  [new SettingsError('NO_SERVICE', 'm', 'n'), 2, 'NO_SERVICE'],
  [new NeverPulledFault('2026-03-12', 'cuadre run'), 2, 'NEVER_PULLED'],
  [new NotOurFolderFault('cuadre-demo'), 2, 'NOT_A_DEMO_FOLDER'],
  [new StoreFault('OTHER_BASE_URL', 'm', 'n'), 2, 'OTHER_BASE_URL'],
  [new CredentialsFault({ ...exchange, status: 401 }), 4, 'CREDENTIALS_REJECTED'],
  [new ListFault(exchange), 5, 'LIST_BROKEN'],
  [new NothingSeenFault('nothing'), 4, 'NOTHING_SEEN'],
  [new ClockSkewFault(11), 5, 'CLOCK_SKEW'],
  [new StoreFault('DISK_FULL', 'm', 'n'), 6, 'DISK_FULL'],
  [new StoreFault('DAMAGED', 'm', 'n'), 6, 'DAMAGED'],
  [new StoreFault('NEWER_DATABASE', 'm', 'n'), 6, 'NEWER_DATABASE'],
  [new PublishFault('OUT_READ_ONLY', 'm', 'n'), 6, 'OUT_READ_ONLY'],
  [new OutputFault('m'), 6, 'OUTPUT_NOT_WRITTEN'],
  [Object.assign(new Error('EIO: i/o error, open'), { errno: -5, code: 'EIO', path: '/data/x' }), 6, 'DISK_FAILED'],
  [new StoreFault('LOCKED', 'm', 'n'), 7, 'LOCKED'],
  [new Interrupted('SIGINT'), 130, 'INTERRUPTED'],
  [new Interrupted('SIGTERM'), 143, 'INTERRUPTED'],
  [new TypeError('x is not a function'), 1, 'BUG'],
  [Object.assign(new Error('m'), { code: 'ENOENT' }), 1, 'BUG'],
  ['text', 1, 'BUG'],
  [undefined, 1, 'BUG'],
]

describe('a failure', () => {
  it.each(FAILURES)('%s ends with %d and is told as %s', (error, exitCode, code) => {
    const failure = failureOf(error, [])
    expect(failure).toMatchObject({ exitCode, code })
    expect(failureLine(failure)).toMatch(/^cuadre: [A-Z_]+: [^\n]+; [^\n]+\n$/)
    expect(failureDocument(run, failure)).toMatchObject({ outcome: 'failed', exitCode, error: { code } })
  })

  it('of a command that judges no slot says no more than what went wrong', () => {
    const failure = failureOf(new UsageError('m', 'n'), [])
    const error = { code: 'USAGE', message: 'm', next: 'n' }
    expect(failureDocument(webhooksServe, failure)).toEqual({
      schemaVersion: 1,
      command: 'webhooks serve',
      exitCode: 2,
      error,
    })
  })

  it('is one line that no terminal obeys, without any secret', () => {
    const error = new UsageError('a\nb\u001b[31mc\u202ed sk_live_1 e\r\n', 'f sk_live_1')
    expect(failureLine(failureOf(error, ['sk_live_1']))).toBe('cuadre: USAGE: a bc d [hidden] e; f [hidden]\n')
  })
})
