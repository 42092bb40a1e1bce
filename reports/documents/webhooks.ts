import type { Delivery } from '../../src/core/notifications/notification.ts'
import { byName, type DocumentOf, dateText, list, number, shape, text, time, wordOf } from '../../src/print/shape.ts'
import type { AnswerDocument } from './answer-document.ts'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

type Contents = Pick<Delivery, 'receivedAt' | 'body'>
/** A notification in the inbox. */
interface Received extends Omit<Delivery, 'body' | 'content' | 'headers' | 'unusable'> {
  readonly state: 'waiting' | 'done' | 'kept'
  readonly runId: string | null
  readonly failures: number
  readonly reason: string | null
  /** 0 when it was never tried. */
  readonly nextTryAt: number
  readonly conflicts: number
}
interface ReceivedWhole extends Received, Contents {
  readonly headers: Delivery['headers']
  readonly others: readonly Contents[]
}

/** The facts about a received notification, and its state; its contents are for `webhooks show`. */
export const RECEIVED = shape<Received>()({
  webhookId: text,
  type: text,
  state: wordOf(['waiting', 'done', 'kept']),
  date: dateText.orNull(({ slot }) => slot?.date ?? null, 'Null when it names no settlement.'),
  cycle: text.orNull(({ slot }) => slot?.cycle ?? null),
  receivedAt: time,
  sentAt: text.orNull.as('As the service wrote it.'),
  format: text,
  payloadField: text.orNull,
  runId: text.orNull,
  failures: number,
  reason: text.orNull,
  nextTryAt: time.orNull(({ state, nextTryAt }) => (state === 'waiting' && nextTryAt > 0 ? nextTryAt : null)),
  conflicts: number.as('How often another body arrived under its id.'),
})
export type ReceivedDocument = DocumentOf<typeof RECEIVED>

export const RECEIVED_LIST = shape<{ readonly events: readonly Received[] }>()({ events: list(RECEIVED) })

/** Headers that are shown. A signature is of no use to a reader, and would be copied with the rest. */
const SHOWN_HEADERS = ['content-type', 'user-agent']

export const RECEIVED_WHOLE = shape<{ readonly event: ReceivedWhole }>()({
  event: shape<ReceivedWhole>()({
    ...RECEIVED.members,
    headers: byName(text)(({ headers }) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.includes(name))),
    ),
    body: text(({ body }) => textOf(body), 'As received: it names persons.'),
    others: list(shape<Contents>()({ receivedAt: time, body: text(({ body }) => textOf(body)) })),
  }),
})

/** The line that `webhooks serve` prints when it listens. */
export const LISTENING = shape<{ readonly url: string; readonly healthUrl: string }>()({ url: text, healthUrl: text })

export type WebhooksListDocument = AnswerDocument<'webhooks list'> & DocumentOf<typeof RECEIVED_LIST>
export type WebhooksShowDocument = AnswerDocument<'webhooks show'> & DocumentOf<typeof RECEIVED_WHOLE>
export type WebhooksServeDocument = DocumentOf<typeof LISTENING>
