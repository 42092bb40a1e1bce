import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import type { Json } from '../../../domain/cell.ts'
import type { Language } from '../../../i18n/language.ts'
import { jsonText } from '../../../publish/json.ts'
import { harmless } from '../../../std/harmless.ts'
import type { StoredEvent } from '../../../storage/inbox/inbox.ts'
import { type Command, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { eventReason, eventState, FACTS_IN_SPANISH } from './event-state.ts'
import { eventDocument } from './webhooks-list.ts'

export const webhooksShow: Command = {
  name: 'webhooks show',
  group: 'webhooks',
  exits: [],
  describe: {
    en: 'One notification: what became of it, and its body as it came (which is personal)',
    es: 'Una notificación: qué pasó con ella, y su contenido como llegó (que es personal)',
  },
  operand: 'id',
  examples: [
    ['cuadre webhooks show 6f1d0c1e', { en: 'the one with this webhookId', es: 'la que tiene este webhookId' }],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const [event] = await findEvents(settings, given.operands)
    if (event !== undefined) await io.stdout(given.isOn('json') ? documentOf(event) : textOf(event, io.language))
    return 0
  },
}

/** The notifications with these ids. An unknown id is refused before any notification is touched. */
export const findEvents = async (
  { inbox: path, merchant }: { readonly inbox: string; readonly merchant: string },
  ids: readonly string[],
): Promise<readonly StoredEvent[]> => {
  const { openInboxReader } = await import('../../../storage/inbox/inbox.ts')
  const inbox = openInboxReader(path, merchant)
  const events = ids.map((id) => inbox?.named(id) ?? null)
  inbox?.close()
  return events.map((event, at) => {
    if (event !== null) return event
    const id = harmless(ids[at] ?? '')
    throw usageError(
      { en: `no notification ${id} was received`, es: `no se recibió ninguna notificación ${id}` },
      { en: 'see "cuadre webhooks list"', es: 'vea "cuadre webhooks list"' },
    )
  })
}

const bodyOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** Headers that are shown. A signature is of no use to a reader, and would be copied with the rest. */
const SHOWN_HEADERS = ['content-type', 'user-agent']

const documentOf = (event: StoredEvent): string => {
  const headers = Object.fromEntries(Object.entries(event.headers).filter(([name]) => SHOWN_HEADERS.includes(name)))
  const others = event.others.map(({ receivedAt, body }) => ({
    receivedAt: new Date(receivedAt).toISOString(),
    body: bodyOf(body),
  }))
  const shown = { ...eventDocument(event), headers, body: bodyOf(event.body), others }
  return `${jsonText(answerDocument('webhooks show', 0, { event: shown }))}\n`
}

const textOf = (event: StoredEvent, language: Language): string => {
  const facts = factsOf(event, language)
  const width = Math.max(...facts.map(([name]) => name.length))
  const lines = facts.map(
    ([name, value]) => `${name.padEnd(width)}  ${typeof value === 'string' ? harmless(value) : jsonText(value)}`,
  )
  const bodies = [event.body, ...event.others.map(({ body }) => body)].map((body) => withEscapes(bodyOf(body)))
  return `${[...lines, '', ...bodies].join('\n')}\n`
}

/**
 * A body as it came, so that its numbers keep their digits. Characters that act on a terminal are shown as escapes;
 * ends of lines and tabs stay.
 */
const withEscapes = (text: string): string =>
  text.replace(ACTING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
const ACTING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** In English the facts have their names of JSON. */
const factsOf = (event: StoredEvent, language: Language): readonly (readonly [string, Json])[] => {
  const facts = Object.entries(eventDocument(event)).filter(([, value]) => value !== null)
  if (language === 'en') return facts
  const reason = event.reason === null ? null : eventReason(event.reason, language)
  const inWords = new Map<string, Json>([
    ['state', eventState(event, language)],
    ['reason', reason],
  ])
  return facts.map(([name, value]) => [FACTS_IN_SPANISH.get(name) ?? name, inWords.get(name) ?? value])
}
