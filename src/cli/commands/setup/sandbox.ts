import { setFlagsFromString } from 'node:v8'
import type { Sandbox, SandboxOptions } from '../../../sandbox/index.ts'
import { SCENARIOS } from '../../../sandbox/scenarios/scenarios.ts'
import { bindingFault } from '../../../storage/connection/binding.ts'
import { type Command, DEBUG, type Given, usageError } from '../../framework/command.ts'
import type { Io } from '../../framework/io.ts'

export const sandbox: Command = {
  name: 'sandbox',
  group: 'service',
  exits: [],
  describe: 'The service itself on this machine: every endpoint, payment pages, settlements, webhooks',
  manual: [
    [
      '[--port N] [--scenario NAME] [--clock ISO] [--db FILE] [--webhook-url URL]... [--json]',
      'The whole service on localhost, for trials and tests.',
    ],
  ],
  examples: [
    ['cuadre sandbox', 'an empty one on port 8080, in real time'],
    ['cuadre sandbox --port 0 --json', 'on a free port, with one line of JSON for a program'],
    ['cuadre sandbox --clock 2026-03-12T15:00:00Z --days 7', 'a week of past, and a clock that you move'],
    ['cuadre sandbox --webhook-url http://127.0.0.1:9000/hooks', 'with notifications'],
    ['cuadre sandbox --scenario demo-week', 'a week with known troubles, and a stopped clock'],
  ],
  flags: {
    port: { kind: 'once', describe: 'Port (8080); 0 takes a free one' },
    host: { kind: 'once', describe: 'Address to listen on (127.0.0.1)' },
    'allow-host': {
      kind: 'repeatable',
      describe: 'Host that requests may name beside localhost, as sandbox:8080; may be repeated',
    },
    db: { kind: 'once', describe: 'File that keeps its state; without one nothing is kept' },
    clock: {
      kind: 'once',
      describe: 'Stop the clock at this date-time with offset, until it is moved; without it, the time is real',
    },
    'webhook-url': { kind: 'repeatable', describe: 'Send notifications here; may be repeated' },
    scenario: { kind: 'once', describe: 'Start with one of the scenarios below' },
    seed: { kind: 'once', describe: 'Whole number that decides the made-up data (1)' },
    days: { kind: 'once', describe: 'Days of made-up past, today included (0)' },
    'invoices-per-day': { kind: 'once', describe: 'Invoices on each of these days (60)' },
    merchants: { kind: 'once', describe: 'How many merchants (1); the second has sandbox-api-key-2, and so on' },
    assume: { kind: 'repeatable', describe: 'Set an assumption: name=value; GET /sandbox/assumptions lists them' },
    json: { kind: 'switch', describe: 'Print one JSON line when it is ready' },
    ...DEBUG,
  },
  appendix: { title: 'Scenarios', rows: SCENARIOS.map(({ name, sentence }) => [name, sentence]) },
  execute: async (given, io) => {
    setFlagsFromString(LET_PAGES_GATHER)
    const running = await started(optionsOf(given))
    try {
      await io.stdout(given.isOn('json') ? `${lineOf(running)}\n` : textOf(running))
      await stopped(io)
    } finally {
      await running.close()
    }
    return 0
  },
}

/**
 * Every page served is a buffer that nobody needs a moment later, beside a small heap: at the usual pace the collector runs ten times a
 * second, for a fifth of the time.
 */
const LET_PAGES_GATHER = '--heap-growing-percent=300'

const wholeNumber = (given: Given, flag: string, most: number): number | undefined => {
  const text = given.text(flag)
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) > most) {
    throw usageError(`--${flag} is not a whole number from 0 to ${most}`, 'give one, in digits')
  }
  return Number(text)
}

const written = (given: Given, flag: string): string | undefined => {
  const text = given.text(flag)
  if (text === '') throw usageError(`--${flag} is empty`, 'give it a value, or leave it out')
  return text
}

/** `name=value`, the value as JSON where it is JSON, and as text where it is not. */
const assumptionOf = (text: string): readonly [string, unknown] => {
  const [, name, value] = /^([A-Za-z]+)=(.+)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw usageError('--assume is not of the form name=value', 'for one: --assume creationStatus=200')
  }
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value]
  }
}

const MOST_A_DAY = 1_000_000

/** One merchant unless more are asked for; the sandbox names them and gives them keys. */
const merchantsOf = (given: Given): SandboxOptions['merchants'] => {
  const count = wholeNumber(given, 'merchants', 100)
  if (count === 0) throw usageError('--merchants is 0', 'a sandbox has at least one')
  return count === undefined ? undefined : Array.from({ length: count }, () => ({}))
}

const optionsOf = (given: Given): SandboxOptions => ({
  port: wholeNumber(given, 'port', 65_535) ?? 8_080,
  host: written(given, 'host'),
  allowedHosts: given.all('allow-host'),
  db: written(given, 'db'),
  clock: written(given, 'clock'),
  webhookUrls: given.all('webhook-url'),
  scenario: written(given, 'scenario'),
  seed: wholeNumber(given, 'seed', 2_147_483_647),
  days: wholeNumber(given, 'days', 3_660),
  invoicesPerDay: wholeNumber(given, 'invoices-per-day', MOST_A_DAY),
  merchants: merchantsOf(given),
  assumptions: Object.fromEntries(given.all('assume').map(assumptionOf)),
})

/** Why it could not listen or open its file: for these, another flag helps. */
const HELPS: Readonly<Record<string, readonly [string, string]>> = {
  EADDRINUSE: ['the port is taken', 'give another --port, or --port 0 for a free one'],
  EACCES: ['the port may not be opened', 'give a --port above 1023'],
  EADDRNOTAVAIL: ['the address is not one of this machine', 'give another --host'],
  ENOTFOUND: ['the address is not known', 'give another --host'],
}

const started = async (options: SandboxOptions): Promise<Sandbox> => {
  const { SandboxOptionError, startSandbox } = await import('../../../sandbox/index.ts')
  try {
    return await startSandbox(options)
  } catch (error) {
    if (error instanceof SandboxOptionError)
      throw bindingFault(error) ?? usageError(error.message, 'see "cuadre sandbox --help"')
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const [message, next] = HELPS[code] ?? []
    throw message === undefined || next === undefined ? error : usageError(message, next)
  }
}

/** Exactly these four, in this order: programs read them. */
const lineOf = ({ baseUrl, controlUrl, apiKey, integrityKey }: Sandbox): string =>
  JSON.stringify({ baseUrl, controlUrl, apiKey, integrityKey })

const textOf = ({ baseUrl, controlUrl, apiKey, integrityKey, days, fixedAt }: Sandbox): string =>
  [
    `base address   ${baseUrl}`,
    `control        ${controlUrl}`,
    `description    ${baseUrl.replace(/v1$/, 'openapi.json')}`,
    `assumptions    ${controlUrl}/assumptions`,
    `api key        ${apiKey}`,
    `integrity key  ${integrityKey}`,
    ...(fixedAt === null ? [] : [`clock          ${fixedAt}, until it is moved`]),
    ...(days === null ? [] : [`days to ask    --from ${days.from} --to ${days.to}`]),
    '',
  ].join('\n')

/** It serves until a signal ends it, which is how it is meant to end. */
const stopped = ({ signal }: Io): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
