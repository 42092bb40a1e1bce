import { requireIntegrityKeys, requireService, type Settings } from '../../../config/settings.ts'
import type { Instant } from '../../../domain/calendar/calendar.ts'
import type { InboxTaking } from '../../../storage/inbox/inbox-taking.ts'
import { type Command, DEBUG, type Given, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import type { Io } from '../../framework/io.ts'
import { printTroublesTo } from '../../terminal/troubles.ts'
import { inboxWorker } from './inbox-worker.ts'

export const webhooksServe: Command = {
  name: 'webhooks serve',
  group: 'webhooks',
  exits: [],
  describe: 'Receive notifications: verify, store and answer them; "cuadre inbox" then reads their settlements',
  manual: [
    [
      '[--host H] [--port N] [--path /webhooks] [--work] [--json]',
      'Receives notifications: verifies, stores and answers them. `--work` also reads the settlements they name, in a process of its own.',
    ],
  ],
  examples: [
    ['cuadre webhooks serve', 'on http://127.0.0.1:8787/webhooks, behind a proxy that does TLS'],
    ['cuadre webhooks serve --work', 'and read the settlements they name, within a minute'],
    ['cuadre webhooks serve --port 0 --json', 'on a free port, with one line of JSON for a program'],
  ],
  flags: {
    host: { kind: 'once', describe: 'Address to listen on (127.0.0.1)' },
    port: { kind: 'once', describe: 'Port (8787); 0 takes a free one' },
    path: { kind: 'once', describe: 'Path of the registered URL (/webhooks)' },
    work: { kind: 'switch', describe: 'Start "cuadre inbox" whenever a notification is waiting' },
    json: { kind: 'switch', describe: 'Print one JSON line when it listens' },
    ...SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const address = addressIn(given)
    if (given.isOn('work')) requireService(settings)
    const { webhookFormat: format, webhookPayloadField: payloadField } = settings
    const trust = { format, payloadField, keys: requireIntegrityKeys(settings) }
    const { refuseUnknownName } = await import('../../../pipeline/query/refuse-unknown-name.ts')
    refuseUnknownName({ settings })
    const { openInboxForTaking } = await import('../../../storage/inbox/inbox-taking.ts')
    const inbox = openInboxForTaking(settings.inbox, settings.merchant, format)
    try {
      inbox.listening(io.now())
      const { startReceiver } = await import('../../../webhooks/receiver/receiver.ts')
      const onTrouble = printTroublesTo(io.stderr, io.now)
      const receiver = await listening(startReceiver({ ...address, trust, inbox, now: io.now, onTrouble }))
      const worker = given.isOn('work') ? inboxWorker(workWords(given), await workOf(settings, inbox), io) : null
      try {
        await io.stdout(given.isOn('json') ? lineOf(receiver) : textOf(receiver, settings))
        await stopped(io)
      } finally {
        await Promise.all([receiver.stop(), worker?.stop()])
      }
    } finally {
      inbox.close()
    }
    return 0
  },
}

/** What is to be worked: what waits, and what was kept as unusable and can be read under the settings of this receiver. */
const workOf = async (settings: Settings, inbox: InboxTaking) => {
  const { openInboxReading } = await import('../../../storage/inbox/inbox.ts')
  const { retakenNotifications } = await import('../../../pipeline/query/retaken-notifications.ts')
  const reading = openInboxReading(settings.inbox, settings.merchant)
  try {
    const kept = retakenNotifications(reading?.unusableEvents() ?? [], settings.webhookPayloadField)
    const ids = kept.map(({ id }) => id)
    return { isReady: (at: Instant) => inbox.isReady(at) || inbox.isRetakeReady(ids, at) }
  } finally {
    reading?.close()
  }
}

const addressIn = (given: Given) => ({
  host: given.text('host') ?? '127.0.0.1',
  port: portIn(given.text('port') ?? '8787'),
  path: pathIn(given.text('path') ?? '/webhooks'),
})

const portIn = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw usageError('--port is not a whole number from 0 to 65535', 'give one, in digits')
}

const pathIn = (text: string): string => {
  if (/^\/[\w.~/-]*$/.test(text) && text !== '/healthz') return text
  throw usageError('--path is not a path of letters, digits and /._~-, or it is /healthz', 'for one: --path /webhooks')
}

/** Why it could not listen: another flag helps. */
const HELPS: Readonly<Record<string, readonly [string, string]>> = {
  EADDRINUSE: ['the port is taken', 'give another --port, or --port 0 for a free one'],
  EACCES: ['the port may not be opened', 'give a --port above 1023'],
  EADDRNOTAVAIL: ['the address is not one of this machine', 'give another --host'],
  ENOTFOUND: ['the address is not known', 'give another --host'],
}

const listening = async <T>(starting: Promise<T>): Promise<T> => {
  try {
    return await starting
  } catch (error) {
    const [message, next] = HELPS[error instanceof Error && 'code' in error ? String(error.code) : ''] ?? []
    throw message === undefined || next === undefined ? error : usageError(message, next)
  }
}

/** The words a worker is started with: the settings that were flags here are flags there. */
const workWords = (given: Given): readonly string[] => [
  'inbox',
  // Standard error is the receiver's own: what a run reads stands in the ledger of runs.
  '--quiet',
  ...Object.keys(SETTINGS).flatMap((flag) => {
    const value = given.text(flag)
    return value === undefined ? [] : [`--${flag}=${value}`]
  }),
]

/** Exactly these two: programs read them. */
const lineOf = ({ url, healthUrl }: { readonly url: string; readonly healthUrl: string }): string =>
  `${JSON.stringify({ url, healthUrl })}\n`

const textOf = ({ url, healthUrl }: { readonly url: string; readonly healthUrl: string }, settings: Settings): string =>
  [
    `notifications  ${url}  (${settings.webhookFormat})`,
    `health         ${healthUrl}`,
    `inbox          ${settings.inbox}`,
    '',
  ].join('\n')

/** It serves until a signal ends it, which is how it is meant to end. */
const stopped = ({ signal }: Io): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
