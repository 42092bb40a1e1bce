import { spawn } from 'node:child_process'
import { once as awaitOnce } from 'node:events'
import { LISTENING } from '../../../reports/documents/webhooks.ts'
import type { Instant } from '../../core/calendar/calendar.ts'
import { aSwitch, once } from '../../input/options.ts'
import { orElse, refuseValue, text, type ValueReader, wholeNumberWithin } from '../../input/readers.ts'
import { requireIntegrityKeys, requireService, type Settings } from '../../input/settings.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import type { InboxWriter } from '../../store/inbox/inbox-writer.ts'
import type { Language } from '../../words/language.ts'
import { type CommandArguments, commandWith, DEBUG, SETTINGS, settingsWords } from '../framework/command.ts'
import { byClock, effectiveSettings } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { listeningError } from '../framework/listening-error.ts'
import { untilStopped } from '../framework/signals.ts'
import { printTroublesTo } from '../terminal/report-text.ts'

/** Ms after which a child that was told to stop is killed; less than the four seconds that we have ourselves. */
const STOPPING_MS = 3_000

/**
 * Runs a command of this program in a process of its own until it ends; returns its exit status, or null after a kill. Its output goes to
 * our standard error, unless it is ignored. A signal to us stops it, too.
 */
export const startChildJob = async (
  words: readonly string[],
  { env, cwd, signal }: Pick<Io, 'env' | 'cwd' | 'signal'>,
  stdout: 'ignore' | NodeJS.WriteStream = process.stderr,
): Promise<number | null> => {
  const [program = ''] = process.argv.slice(1)
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    cwd,
    env: { ...env },
    stdio: ['ignore', stdout, 'inherit'],
  })
  let force: NodeJS.Timeout | undefined
  const stop = (): void => {
    child.kill('SIGTERM')
    force = setTimeout(() => child.kill('SIGKILL'), STOPPING_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const [code] = await awaitOnce(child, 'exit')
    return code
  } catch {
    return null
  } finally {
    clearTimeout(force)
    signal.removeEventListener('abort', stop)
  }
}

/** When the worker last began, and since when notifications are ready for it. */
interface Waiting {
  readonly readySince: Instant | null
  readonly lastStart: Instant | null
}

/** Notifications of one settlement and its invoices tend to arrive together: the first of them waits this many ms for the others. */
const SETTLE_MS = 3000
/** At most one pull a minute for each settlement, however many notifications name it. */
const APART_MS = 60_000

/** A clock that was set back by more than these times delays nothing. */
export const isTimeToWork = ({ readySince, lastStart }: Waiting, now: Instant): boolean =>
  readySince !== null &&
  Math.abs(now - readySince) >= SETTLE_MS &&
  (lastStart === null || Math.abs(now - lastStart) >= APART_MS)

/** Pause, in ms, between two looks into the inbox. */
const POLL_MS = 500

/**
 * Starts the job in a process of its own whenever notifications are ready: SQLite blocks the process during its work, and the receiver
 * has five seconds to answer. The job's output goes to our standard error.
 */
const inboxWorker = (words: readonly string[], inbox: { isReady: (at: Instant) => boolean }, io: Io) => {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let readySince: Instant | null = null
  let lastStart: Instant | null = null

  const start = (now: Instant): void => {
    running = startChildJob(words, { ...io, signal: stopping.signal }, 'ignore').then(() => {
      running = null
    })
    lastStart = now
    readySince = null
  }

  const poll = (): void => {
    const now = io.now()
    if (running !== null) return
    readySince = isReadyIn(inbox, now) ? (readySince ?? now) : null
    if (isTimeToWork({ readySince, lastStart }, now)) start(now)
  }

  const timer = setInterval(poll, POLL_MS)
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** A locked file becomes readable again; the receiver itself reports a damaged one. */
const isReadyIn = (inbox: { isReady: (at: Instant) => boolean }, now: Instant): boolean => {
  try {
    return inbox.isReady(now)
  } catch {
    return false
  }
}

const PATH = {
  en: 'a path of letters, digits and /._~-, such as /webhooks',
  es: 'una ruta de letras, dígitos y /._~-, como /webhooks',
}

/** `/healthz` is the health's own. */
const pathTyped: ValueReader<string> = (name, typed) =>
  typeof typed === 'string' && /^\/[\w.~/-]*$/.test(typed) && typed !== '/healthz'
    ? typed
    : refuseValue(name, typed, PATH)

export const webhooksServe = commandWith({
  name: 'webhooks serve',
  group: 'webhooks',
  exits: [],
  isServer: true,
  describe: {
    en: 'Receive notifications: verify, store and answer them; "cuadre webhooks work" then reads their settlements',
    es: 'Recibe notificaciones: las verifica, guarda y responde; después "cuadre webhooks work" lee sus liquidaciones',
  },
  manual: '`--work` does that, too, in a process of its own.',
  examples: [
    [
      'cuadre webhooks serve',
      {
        en: 'on http://127.0.0.1:8787/webhooks, behind a proxy that does TLS',
        es: 'en http://127.0.0.1:8787/webhooks, detrás de un proxy que hace TLS',
      },
    ],
    [
      'cuadre webhooks serve --work',
      {
        en: 'and read the settlements they name, within a minute',
        es: 'y lee las liquidaciones que nombran, en menos de un minuto',
      },
    ],
    [
      'cuadre webhooks serve --port 0 --json',
      {
        en: 'on a free port, with one line of JSON for a program',
        es: 'en un puerto libre, con una línea de JSON para un programa',
      },
    ],
  ],
  options: {
    host: once(
      { en: 'Address to listen on (127.0.0.1)', es: 'Dirección en la que escucha (127.0.0.1)' },
      orElse(text, '127.0.0.1'),
    ),
    port: once(
      { en: 'Port (8787); 0 takes a free one', es: 'Puerto (8787); 0 toma uno libre' },
      orElse(wholeNumberWithin(0, 65_535), 8787),
    ),
    path: once(
      { en: 'Path of the registered URL (/webhooks)', es: 'Ruta de la dirección registrada (/webhooks)' },
      orElse(pathTyped, '/webhooks'),
    ),
    work: aSwitch({
      en: 'Start "cuadre webhooks work" whenever a notification is waiting',
      es: 'Inicia "cuadre webhooks work" cuando espera una notificación',
    }),
    json: aSwitch({ en: 'Print one JSON line when it listens', es: 'Imprime una línea de JSON cuando escucha' }),
  },
  flags: { ...SETTINGS, ...DEBUG },
  execute: async ({ work, json, ...address }, given, io) => {
    const { settings } = effectiveSettings(given, io)
    if (work) requireService(settings)
    const { webhookFormat: format, webhookPayloadField: payloadField } = settings
    const verification = { format, payloadField, keys: requireIntegrityKeys(settings) }
    const { refuseUnknownName } = await import('../../../jobs/steps/query/refuse-unknown-name.ts')
    refuseUnknownName({ settings })
    const { openInboxWriter } = await import('../../store/inbox/inbox-writer.ts')
    const inbox = openInboxWriter(settings.inbox, settings.merchant, format)
    try {
      // Only its pauses need time to pass: what it stores is compared with pulls, which the clock of the settings dates.
      const { now } = byClock(given, io)
      inbox.listening(now())
      const { startReceiver } = await import('../../webhooks/receiver/receiver.ts')
      const onTrouble = printTroublesTo(io.stderr, io.now, io.language)
      const receiver = await listening(startReceiver({ ...address, verification, inbox, now, onTrouble }))
      const worker = work ? inboxWorker(workWords(given), await workOf(settings, inbox), io) : null
      try {
        await io.stdout(json ? `${JSON.stringify(LISTENING.of(receiver))}\n` : textOf(receiver, settings, io.language))
        await untilStopped(io)
      } finally {
        await Promise.all([receiver.stop(), worker?.stop()])
      }
    } finally {
      inbox.close()
    }
    return 0
  },
})

/** The notifications to process: the waiting ones, and those kept as unusable that these settings can read. */
const workOf = async (settings: Settings, inbox: InboxWriter) => {
  const { openInboxReader } = await import('../../store/inbox/inbox.ts')
  const { recoveredNotifications } = await import('../../../jobs/steps/query/invoice-answers.ts')
  const reader = openInboxReader(settings.inbox, settings.merchant)
  try {
    const kept = recoveredNotifications(reader?.unusableEvents() ?? [], settings.webhookPayloadField)
    const ids = kept.map(({ id }) => id)
    return { isReady: (at: Instant) => inbox.isReady(at) || inbox.isRecoveredReady(ids, at) }
  } finally {
    reader?.close()
  }
}

const listening = async <T>(starting: Promise<T>): Promise<T> => {
  try {
    return await starting
  } catch (error) {
    throw listeningError(error)
  }
}

/** The words that start a worker: settings that were flags here are flags there. */
const workWords = (given: CommandArguments): readonly string[] => [
  'webhooks',
  'work',
  // Standard error is the receiver's own; the worker's pulls are in the list of runs.
  '--quiet',
  ...settingsWords(given),
]

const textOf = (
  { url, healthUrl }: { readonly url: string; readonly healthUrl: string },
  settings: Settings,
  language: Language,
): string => {
  const [notifications, health, inbox] = LABELS[language]
  const rows = [
    [notifications, `${url}  (${settings.webhookFormat})`],
    [health, healthUrl],
    [inbox, settings.inbox],
  ]
  return `${alignColumns(rows, 2).join('\n')}\n`
}

const LABELS: Both<readonly [string, string, string]> = {
  en: ['notifications', 'health', 'inbox'],
  es: ['notificaciones', 'salud', 'se guardan en'],
}
