import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { Json } from '../../../domain/cell.ts'
import type { Language } from '../../../i18n/language.ts'
import { slotInTable, timeIn } from '../../../print/in-table.ts'
import { jsonText } from '../../../publish/json.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import type { InboxEvent } from '../../../storage/inbox/inbox.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { eventReason, eventState } from './event-state.ts'
import { unusableLines } from './unusable-lines.ts'

export const webhooksList: Command = {
  name: 'webhooks list',
  group: 'webhooks',
  exits: [],
  describe: {
    en: 'The notifications received, and what became of each',
    es: 'Las notificaciones recibidas, y qué pasó con cada una',
  },
  manual: [['[--waiting | --failed] [--json]', 'The notifications received, and what became of each.']],
  examples: [
    ['cuadre webhooks list', { en: 'all of them', es: 'todas' }],
    [
      'cuadre webhooks list --waiting',
      {
        en: 'those that are waiting for their settlement or for "cuadre inbox"',
        es: 'las que esperan su liquidación o a "cuadre inbox"',
      },
    ],
    [
      'cuadre webhooks list --failed',
      { en: 'those that were tried and will be tried again', es: 'las que se intentaron y se intentarán de nuevo' },
    ],
  ],
  flags: {
    waiting: { kind: 'switch', describe: { en: 'Only those that are waiting', es: 'Solo las que están en espera' } },
    failed: {
      kind: 'switch',
      describe: {
        en: 'Only those that failed and will be tried again',
        es: 'Solo las que fallaron y se intentarán de nuevo',
      },
    },
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const which = whichIn(given)
    const { settings } = effectiveSettings(given, io)
    const { refuseUnknownName } = await import('../../../pipeline/query/refuse-unknown-name.ts')
    refuseUnknownName({ settings })
    const { openInboxReader } = await import('../../../storage/inbox/inbox.ts')
    const inbox = openInboxReader(settings.inbox, settings.merchant)
    const events = inbox?.events(which) ?? []
    inbox?.close()
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(answerDocument('webhooks list', 0, { events: events.map(eventDocument) }))}\n`
        : textOf(events, zoneByName(settings.policy.timeZone), io.language),
    )
    return 0
  },
}

const whichIn = ({ isOn }: CommandArguments): 'all' | 'waiting' | 'failed' => {
  if (isOn('waiting') && isOn('failed'))
    throw usageError(
      { en: '--waiting excludes --failed', es: '--waiting excluye --failed' },
      {
        en: 'give one of the two: what failed is waiting too',
        es: 'dé una de las dos: lo que falló también está en espera',
      },
    )
  if (isOn('failed')) return 'failed'
  return isOn('waiting') ? 'waiting' : 'all'
}

const timeOf = (at: number): string => new Date(at).toISOString()

/** The facts about a notification; its contents are for `show`. */
export const eventDocument = (event: InboxEvent): { readonly [name: string]: Json } => ({
  webhookId: event.webhookId,
  type: event.type,
  state: event.state,
  date: event.slot?.date ?? null,
  cycle: event.slot?.cycle ?? null,
  receivedAt: timeOf(event.receivedAt),
  sentAt: event.sentAt,
  format: event.format,
  payloadField: event.payloadField,
  runId: event.runId,
  failures: event.failures,
  reason: event.reason,
  nextTryAt: event.state === 'waiting' && event.nextTryAt > 0 ? timeOf(event.nextTryAt) : null,
  conflicts: event.conflicts,
})

const textOf = (events: readonly InboxEvent[], zone: Zone, language: Language): string => {
  if (events.length === 0) return { en: 'No notification.\n', es: 'No hay notificaciones.\n' }[language]
  const rows = events.map((event) => [
    harmless(event.webhookId),
    harmless(event.type),
    event.slot === null ? '' : slotInTable(event.slot, language),
    eventState(event, language),
    timeIn(event.receivedAt, zone, language),
    String(event.failures),
    event.state === 'done' || event.reason === null ? '' : harmless(eventReason(event.reason, language)),
  ])
  const unusable = events.filter(({ state, reason }) => state === 'kept' && reason !== null).length
  const lines = alignColumns([HEAD[language], ...rows], HEAD[language].length)
  return `${[...lines, ...unusableLines(unusable, language)].join('\n')}\n`
}

const HEAD: Both<readonly string[]> = {
  en: ['id', 'type', 'settlement', 'state', 'received', 'tries', 'why'],
  es: ['id', 'tipo', 'liquidación', 'situación', 'recibida', 'intentos', 'por qué'],
}
