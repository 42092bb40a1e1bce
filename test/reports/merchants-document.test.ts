import { describe, expect, it } from 'vitest'
import { merchantsDocument } from '../../reports/documents/merchants-document.ts'
import { inBoth } from '../../src/std/both.ts'

describe('one document of several', () => {
  const slot = (merchant: string, date: string, cycle: string) => ({ merchant, date, cycle })
  const error = { code: 'X', message: 'it broke', next: 'mend it' }
  const result = (merchant: string, exitCode: number, more: Record<string, unknown>) => ({
    merchant,
    exitCode,
    document: { schemaVersion: 1, command: 'run', exitCode, error: null, ...more } as never,
  })

  it('has all slots in their order, and says how it went for each', () => {
    const slots = [slot('a', '2026-03-11', '11'), slot('a', '2026-03-12', '13')]
    const others = [slot('b', '2026-03-11', '9'), slot('b', '2026-03-11', '11')]
    const document = merchantsDocument('run', [
      result('a', 0, { outcome: 'agrees', runId: 'r1', slots, files: ['out/a/x'] }),
      result('b', 4, { outcome: 'failed', runId: null, slots: others, files: [], error, events: { done: 1 } }),
    ])
    expect(document).toEqual({
      schemaVersion: 1,
      command: 'run',
      outcome: 'failed',
      exitCode: 4,
      runId: null,
      slots: [others[0], slots[0], others[1], slots[1]],
      files: ['out/a/x'],
      merchants: [
        { merchant: 'a', exitCode: 0, outcome: 'agrees', runId: 'r1', error: null },
        { merchant: 'b', exitCode: 4, outcome: 'failed', runId: null, error, events: { done: 1 } },
      ],
      error: { ...error, message: 'merchant b: it broke' },
    })
  })

  it('ends with what was written above the folders of all, or says why that could not be', () => {
    const results = [result('a', 3, { outcome: 'differs', runId: 'r1', slots: [], files: ['out/a/x'] })]
    const files = ['out/index.html']
    expect(merchantsDocument('run', results, { files, failure: null })).toMatchObject({
      files: ['out/a/x', ...files],
      error: null,
    })
    const texts = { message: inBoth(error.message), next: inBoth(error.next) }
    const failure = { code: error.code, texts, exitCode: 6 }
    expect(merchantsDocument('run', results, { files: [], failure })).toMatchObject({
      exitCode: 6,
      outcome: 'failed',
      error,
    })
  })

  it('has the slots of those that came so far, and those that name no settlement where they are', () => {
    const slots = [slot('a', '2026-03-11', '11'), 'odd', { date: 'no day', cycle: '11' }]
    const document = merchantsDocument(
      'run',
      [result('a', 0, { slots, files: [] }), result('b', 2, { error })],
      undefined,
      true,
    )
    expect(document).toMatchObject({ exitCode: 2, slots, files: [] })
  })

  it('of a job for no merchant has the members of any job', () => {
    expect(merchantsDocument('run', [], undefined, true)).toEqual({
      schemaVersion: 1,
      command: 'run',
      outcome: 'nothing-due',
      exitCode: 0,
      runId: null,
      slots: [],
      files: [],
      merchants: [],
      error: null,
    })
  })

  it('of a command that judges no slot says what it says of each', () => {
    const document = merchantsDocument('status', [result('a', 0, { open: 1 }), result('b', 0, { open: 2 })])
    expect(document).toEqual({
      schemaVersion: 1,
      command: 'status',
      exitCode: 0,
      merchants: [
        { merchant: 'a', exitCode: 0, error: null, open: 1 },
        { merchant: 'b', exitCode: 0, error: null, open: 2 },
      ],
      error: null,
    })
  })
})
