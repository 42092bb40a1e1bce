import { type DocumentOf, list, number, shape, text, wordOf } from '../../src/print/shape.ts'
import type { Both } from '../../src/std/both.ts'
import type { AnswerDocument } from './answer-document.ts'

type NightState = 'done' | 'running' | 'waiting' | 'person'

/** How the night of each merchant stands. */
export interface NightReport {
  readonly night: string
  /** The page that was written; null when none was asked for. */
  readonly page: string | null
  readonly merchants: readonly {
    readonly merchant: string
    readonly state: NightState
    readonly attempts: number
    readonly exitStatus: number | null
    readonly line: Both<string> | null
    readonly worker: string | null
    readonly ageMs: number
  }[]
}

const inState = (state: NightState, description?: string) =>
  number(({ merchants }: NightReport) => merchants.filter((one) => one.state === state).length, description)

export const QUEUE_STATUS = shape<NightReport>()({
  night: text,
  merchants: number(({ merchants }) => merchants.length, 'Done, running, waiting and person add up to it.'),
  done: inState('done'),
  running: inState('running'),
  waiting: inState('waiting'),
  person: inState('person', 'Merchants that need a person.'),
  page: text.orNull.as('The page that was written; null when none was asked for.'),
  nights: list(
    shape<NightReport['merchants'][number]>()({
      merchant: text,
      state: wordOf(['done', 'running', 'waiting', 'person']),
      attempts: number,
      exitStatus: number.orNull.as('The exit status of the last attempt that ended.'),
      worker: text.orNull,
      line: text.orNull(({ line }) => line?.en ?? null, 'The line of the last attempt.'),
      ageSeconds: number(
        ({ ageMs }) => Math.floor(ageMs / 1000),
        'Seconds since it was queued, began or ended, whichever came last.',
      ),
    }),
  )(({ merchants }) => merchants),
})

type Addition = 'new' | 'again' | 'present'
/** A night that was put into the queue, and what that did for each merchant. */
export interface EnqueuedNight {
  readonly night: string
  readonly added: readonly Addition[]
}

const addedAs = (kind: Addition, description?: string) =>
  number(({ added }: EnqueuedNight) => added.filter((one) => one === kind).length, description)

/** Each merchant is counted as new, again or present. */
export const ENQUEUE = shape<EnqueuedNight>()({
  night: text,
  merchants: number(({ added }) => added.length),
  new: addedAs('new'),
  again: addedAs('again', 'Queued again on request.'),
  present: addedAs('present', 'Already in the queue, or done.'),
})

export type QueueStatusDocument = AnswerDocument<'queue status'> & DocumentOf<typeof QUEUE_STATUS>
export type EnqueueDocument = AnswerDocument<'enqueue'> & DocumentOf<typeof ENQUEUE>
