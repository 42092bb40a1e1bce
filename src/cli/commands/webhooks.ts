import type { InboxReport } from '../../../jobs/read-inbox.ts'
import { INBOX } from '../../../reports/documents/run-document.ts'
import { RECEIVED, RECEIVED_LIST, RECEIVED_WHOLE } from '../../../reports/documents/webhooks.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import type { Json } from '../../core/cell.ts'
import { UNUSABLE, type Unusable } from '../../core/notifications/notification.ts'
import { aSwitch } from '../../input/options.ts'
import { zoneByName } from '../../input/zone.ts'
import { slotInTable, timeIn } from '../../print/in-table.ts'
import { jsonText } from '../../print/json.ts'
import { unusableLines } from '../../questions/status.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import type { InboxEvent, StoredEvent } from '../../store/inbox/inbox.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import {
  type Command,
  type CommandArguments,
  DEBUG,
  flagsOf,
  JSON_FLAG,
  LOG_FLAGS,
  optionsTyped,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
import { FAIL_ON } from '../framework/dates.ts'
import { effectiveSettings, fromHere } from '../framework/effective-settings.ts'
import { failureLine } from '../framework/failure.ts'
import type { Io } from '../framework/io.ts'
import { printOptionsOf, withContext } from '../framework/job.ts'
import type { PrintOptions } from '../terminal/print-options.ts'
import { reportText } from '../terminal/report-text.ts'

export const inbox: Command = {
  name: 'inbox',
  foldedInto: 'webhooks work',
  group: 'webhooks',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: {
    en: 'Read again the settlements that waiting notifications name, and no others',
    es: 'Lee de nuevo las liquidaciones que nombran las notificaciones en espera, y ninguna otra',
  },
  examples: [
    [
      'cuadre webhooks work',
      {
        en: 'process what is waiting; a settlement that is not due yet keeps waiting',
        es: 'procesa lo que espera; una liquidación a la que aún no le llega su hora sigue en espera',
      },
    ],
    ['cuadre webhooks work --json', { en: 'for a program', es: 'para un programa' }],
  ],
  flags: { ...flagsOf(FAIL_ON), ...JSON_FLAG, ...LOG_FLAGS, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  writesReports: () => true,
  execute: (given, io) => workInbox('inbox', given, io, null),
}

/** Runs the job and prints its result: the report of a run, and the result of each notification. */
const workInbox = async (
  name: string,
  given: CommandArguments,
  io: Io,
  again: readonly InboxEvent[] | null,
): Promise<number> => {
  const { failOn } = optionsTyped(FAIL_ON, given)
  const { readInbox } = await import('../../../jobs/read-inbox.ts')
  const { worked, options } = await withContext(given, io, async (context) => ({
    worked: await readInbox(context, { failOn, again }),
    options: printOptionsOf(given, io, context),
  }))
  io.signal.throwIfAborted()
  if (worked.report?.error) io.stderr(failureLine(worked.report.error, io.language))
  await io.stdout(given.isOn('json') ? documentOf(name, worked, io) : textOf(worked, io, options))
  return worked.report?.exitCode ?? 0
}

const NOTHING = { runId: null, slots: [], files: [], outcome: 'nothing-due', exitCode: 0, error: null } as const

/** The document of a run with the results of the notifications. */
const documentOf = (command: string, { report, ...events }: InboxReport, io: Io): string => {
  const files = report?.files.map((path) => fromHere(path, io.cwd)) ?? []
  return `${jsonText(INBOX.of({ command, ...(report ?? NOTHING), files, events }))}\n`
}

const textOf = ({ report, ...events }: InboxReport, io: Io, options: PrintOptions): string => {
  const files = report?.files.map((path) => fromHere(path, io.cwd)) ?? []
  return `${report === null ? '' : `${reportText(report, files, options)}\n`}${[sentence(events, io.language), ...unusableLines(events.unusable, io.language)].join('\n')}\n`
}

const sentence = ({ done, failed, early, waiting }: Omit<InboxReport, 'report'>, language: Language): string => {
  if (done + failed + early + waiting === 0)
    return { en: 'No notification is waiting.', es: 'No hay notificaciones en espera.' }[language]
  const all = countOf(done, 'notification', language)
  const parts: readonly Both<string>[] = [
    { en: `${all} processed`, es: `${all} ${done === 1 ? 'procesada' : 'procesadas'}` },
    ...(early === 0
      ? []
      : [
          {
            en: `${early} waiting until the settlement is due`,
            es: `${early} en espera de la hora de su liquidación`,
          },
        ]),
    ...(waiting === 0
      ? []
      : [
          {
            en: `${waiting} waiting for their next try`,
            es: `${waiting} en espera de su próximo intento`,
          },
        ]),
    ...(failed === 0
      ? []
      : [
          {
            en: `${failed} could not be processed and will be tried again`,
            es: `${failed} no se ${failed === 1 ? 'pudo procesar y se intentará' : 'pudieron procesar y se intentarán'} de nuevo`,
          },
        ]),
  ]
  return `${parts.map((part) => part[language]).join(', ')}.`
}

const STATES: Readonly<Record<InboxEvent['state'], Both<string>>> = {
  waiting: { en: 'waiting', es: 'en espera' },
  done: { en: 'done', es: 'procesada' },
  kept: { en: 'kept', es: 'guardada' },
}
const IN_CONFLICT: Both<string> = { en: ', in conflict', es: ', en conflicto' }

/** The state of a notification in words. */
const eventState = ({ state, conflicts }: InboxEvent, language: Language): string =>
  `${STATES[state][language]}${conflicts === 0 ? '' : IN_CONFLICT[language]}`

const UNUSABLE_IN_SPANISH: Readonly<Record<Unusable, string>> = {
  [UNUSABLE.type]: 'su tipo no es de factura ni de liquidación',
  [UNUSABLE.payload]: 'no tiene contenido, o más de un miembro podría serlo',
  [UNUSABLE.payloadField]: 'no tiene contenido con el nombre que da el parámetro webhookPayloadField',
  [UNUSABLE.slot]: 'su contenido no nombra una fecha y un ciclo de liquidación que se puedan consultar',
  [UNUSABLE.cycle]: 'el ciclo de liquidación de su contenido es un número, y los ciclos son texto',
}
const isUnusable = (reason: string): reason is Unusable => Object.hasOwn(UNUSABLE_IN_SPANISH, reason)

/** Why a notification waits, or why it names no settlement. The stored text is English; errors of ours are shown by their code. */
const eventReason = (reason: string, language: Language): string => {
  if (language === 'en') return reason
  if (isUnusable(reason)) return UNUSABLE_IN_SPANISH[reason]
  return 'no se pudo leer su liquidación'
}

/** The names of a notification's facts, by their names in JSON. */
const FACTS_IN_SPANISH: ReadonlyMap<string, string> = new Map([
  ['webhookId', 'id'],
  ['type', 'tipo'],
  ['state', 'situación'],
  ['date', 'fecha'],
  ['cycle', 'ciclo'],
  ['receivedAt', 'recibida'],
  ['sentAt', 'enviada'],
  ['format', 'formato'],
  ['payloadField', 'campo del contenido'],
  ['runId', 'ejecución'],
  ['failures', 'intentos fallidos'],
  ['reason', 'por qué'],
  ['nextTryAt', 'próximo intento'],
  ['conflicts', 'conflictos'],
])

export const webhooksList: Command = {
  name: 'webhooks list',
  group: 'webhooks',
  exits: [],
  describe: {
    en: 'The notifications received, and what became of each',
    es: 'Las notificaciones recibidas, y qué pasó con cada una',
  },
  examples: [
    ['cuadre webhooks list', { en: 'all of them', es: 'todas' }],
    [
      'cuadre webhooks list --waiting',
      {
        en: 'those that are waiting for their settlement or for "cuadre webhooks work"',
        es: 'las que esperan su liquidación o a "cuadre webhooks work"',
      },
    ],
    [
      'cuadre webhooks list --failed',
      { en: 'those that were tried and will be tried again', es: 'las que se intentaron y se intentarán de nuevo' },
    ],
  ],
  flags: {
    waiting: aSwitch({ en: 'Only those that are waiting', es: 'Solo las que están en espera' }),
    failed: aSwitch({
      en: 'Only those that failed and will be tried again',
      es: 'Solo las que fallaron y se intentarán de nuevo',
    }),
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const which = whichIn(given)
    const { settings } = effectiveSettings(given, io)
    const { refuseUnknownName } = await import('../../../jobs/steps/query/refuse-unknown-name.ts')
    refuseUnknownName({ settings })
    const { openInboxReader } = await import('../../store/inbox/inbox.ts')
    const inbox = openInboxReader(settings.inbox, settings.merchant)
    const events = inbox?.events(which) ?? []
    inbox?.close()
    return {
      document: () => RECEIVED_LIST.of({ events }),
      text: () => listText(events, zoneByName(settings.policy.timeZone), io.language),
    }
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

const listText = (events: readonly InboxEvent[], zone: Zone, language: Language): string => {
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
    return event === undefined
      ? 0
      : { document: () => RECEIVED_WHOLE.of({ event }), text: () => eventText(event, io.language) }
  },
}

/** The notifications with these ids. An unknown id is refused before any notification is touched. */
const findEvents = async (
  { inbox: path, merchant }: { readonly inbox: string; readonly merchant: string },
  ids: readonly string[],
): Promise<readonly StoredEvent[]> => {
  const { openInboxReader } = await import('../../store/inbox/inbox.ts')
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

const eventText = (event: StoredEvent, language: Language): string => {
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
  const facts = Object.entries(RECEIVED.of(event)).filter(([, value]) => value !== null)
  if (language === 'en') return facts
  const reason = event.reason === null ? null : eventReason(event.reason, language)
  const inWords = new Map<string, Json>([
    ['state', eventState(event, language)],
    ['reason', reason],
  ])
  return facts.map(([name, value]) => [FACTS_IN_SPANISH.get(name) ?? name, inWords.get(name) ?? value])
}

export const webhooksReplay: Command = {
  name: 'webhooks replay',
  group: 'webhooks',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: {
    en: 'Process stored notifications again, whatever became of them',
    es: 'Procesa de nuevo notificaciones guardadas, sin importar qué pasó con ellas',
  },
  operand: 'id..',
  examples: [['cuadre webhooks replay 6f1d0c1e 77ab01f2', { en: 'these two', es: 'estas dos' }]],
  flags: { ...flagsOf(FAIL_ON), ...JSON_FLAG, ...LOG_FLAGS, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const events = await findEvents(settings, given.operands)
    const { recoveredNotifications } = await import('../../../jobs/steps/query/invoice-answers.ts')
    const isRetaken = (event: StoredEvent): boolean =>
      recoveredNotifications([event], settings.webhookPayloadField).length > 0
    const nameless = events.find((event) => event.slot === null && !isRetaken(event))
    if (nameless !== undefined)
      throw usageError(
        {
          en: `notification ${harmless(nameless.webhookId)} names no settlement, so there is nothing to read`,
          es: `la notificación ${harmless(nameless.webhookId)} no nombra ninguna liquidación: no hay nada que leer`,
        },
        { en: 'leave it out', es: 'quítela de la lista' },
      )
    return workInbox('webhooks replay', given, io, events)
  },
}
