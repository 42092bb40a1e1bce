import { setFlagsFromString } from 'node:v8'
import { SANDBOX } from '../../../reports/documents/set-up.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/index.ts'
import { SCENARIOS } from '../../sandbox/scenarios/scenarios.ts'
import { inBoth } from '../../std/both.ts'
import { bindingFault } from '../../store/connection/binding.ts'
import { type Command, type CommandArguments, DEBUG, usageError } from '../framework/command.ts'
import { listeningError } from '../framework/listening-error.ts'
import { untilStopped } from '../framework/signals.ts'

export const sandbox: Command = {
  name: 'sandbox',
  group: 'service',
  exits: [],
  describe: {
    en: 'The service itself on this machine: every endpoint, payment pages, settlements, webhooks',
    es: 'El servicio mismo en este equipo: todas sus direcciones, páginas de pago, liquidaciones, notificaciones',
  },
  examples: [
    [
      'cuadre sandbox',
      { en: 'an empty one on port 8080, in real time', es: 'uno vacío en el puerto 8080, en tiempo real' },
    ],
    [
      'cuadre sandbox --port 0 --json',
      {
        en: 'on a free port, with one line of JSON for a program',
        es: 'en un puerto libre, con una línea de JSON para un programa',
      },
    ],
    [
      'cuadre sandbox --clock 2026-03-12T15:00:00Z --days 7',
      { en: 'a week of past, and a clock that you move', es: 'una semana pasada, y un reloj que usted mueve' },
    ],
    [
      'cuadre sandbox --webhook-url http://127.0.0.1:9000/hooks',
      { en: 'with notifications', es: 'con notificaciones' },
    ],
    [
      'cuadre sandbox --scenario demo-week',
      {
        en: 'a week with known troubles, and a stopped clock',
        es: 'una semana con problemas conocidos, y el reloj detenido',
      },
    ],
  ],
  flags: {
    port: { kind: 'once', describe: { en: 'Port (8080); 0 takes a free one', es: 'Puerto (8080); 0 toma uno libre' } },
    host: {
      kind: 'once',
      describe: { en: 'Address to listen on (127.0.0.1)', es: 'Dirección en la que escucha (127.0.0.1)' },
    },
    'allow-host': {
      kind: 'repeatable',
      describe: {
        en: 'Host that requests may name in addition to localhost, for example sandbox:8080; may be repeated',
        es: 'Nombre que las peticiones pueden usar además de localhost, como sandbox:8080; se puede repetir',
      },
    },
    db: {
      kind: 'once',
      describe: {
        en: 'File that keeps its state; without one nothing is kept',
        es: 'Archivo que guarda su estado; sin él no se conserva nada',
      },
    },
    clock: {
      kind: 'once',
      describe: {
        en: 'Stop the clock at this date-time with offset, until it is moved; without it, the time is real',
        es: 'Detiene el reloj en esta fecha y hora con diferencia horaria, hasta que se mueva; sin ella, el tiempo es real',
      },
    },
    'webhook-url': {
      kind: 'repeatable',
      describe: { en: 'Send notifications here; may be repeated', es: 'Envía notificaciones aquí; se puede repetir' },
    },
    scenario: {
      kind: 'once',
      describe: { en: 'Start with one of the scenarios below', es: 'Empieza con uno de los escenarios de abajo' },
    },
    seed: {
      kind: 'once',
      describe: {
        en: 'Whole number that decides the made-up data (1)',
        es: 'Número entero que decide los datos inventados (1)',
      },
    },
    days: {
      kind: 'once',
      describe: { en: 'Days of made-up past, today included (0)', es: 'Días de pasado inventado, hoy incluido (0)' },
    },
    'invoices-per-day': {
      kind: 'once',
      describe: { en: 'Invoices on each of these days (60)', es: 'Facturas en cada uno de estos días (60)' },
    },
    merchants: {
      kind: 'once',
      describe: {
        en: 'How many merchants (1); the second has sandbox-api-key-2, and so on',
        es: 'Cuántos comercios (1); el segundo tiene sandbox-api-key-2, y así en adelante',
      },
    },
    assume: {
      kind: 'repeatable',
      describe: {
        en: 'Set an assumption: name=value; GET /sandbox/assumptions lists them',
        es: 'Define un supuesto: nombre=valor; GET /sandbox/assumptions los enumera',
      },
    },
    json: {
      kind: 'switch',
      describe: { en: 'Print one JSON line when it is ready', es: 'Imprime una línea de JSON cuando está listo' },
    },
    ...DEBUG,
  },
  appendix: {
    title: { en: 'Scenarios', es: 'Escenarios' },
    rows: SCENARIOS.map(({ name, sentence }) => [name, inBoth(sentence)]),
  },
  execute: async (given, io) => {
    setFlagsFromString(LET_PAGES_GATHER)
    const running = await startOrRefuse(optionsOf(given))
    try {
      await io.stdout(given.isOn('json') ? `${JSON.stringify(SANDBOX.of(running))}\n` : textOf(running))
      await untilStopped(io)
    } finally {
      await running.close()
    }
    return 0
  },
}

/**
 * Node flag of the sandbox: each served page is a short-lived buffer next to a small heap; with the default, garbage
 * collection runs ten times a second and takes a fifth of the time.
 */
const LET_PAGES_GATHER = '--heap-growing-percent=300'

const wholeNumber = (given: CommandArguments, flag: string, most: number): number | undefined => {
  const text = given.text(flag)
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) > most) {
    throw usageError(
      {
        en: `--${flag} is not a whole number from 0 to ${most}`,
        es: `--${flag} no es un número entero de 0 a ${most}`,
      },
      { en: 'give one, in digits', es: 'dé uno, en dígitos' },
    )
  }
  return Number(text)
}

const textOfFlag = (given: CommandArguments, flag: string): string | undefined => {
  const text = given.text(flag)
  if (text === '')
    throw usageError(
      { en: `--${flag} is empty`, es: `--${flag} está vacía` },
      { en: 'give it a value, or leave it out', es: 'dele un valor, u omítala' },
    )
  return text
}

/** `name=value`; a value that is valid JSON is parsed, any other is text. */
const assumptionOf = (text: string): readonly [string, unknown] => {
  const [, name, value] = /^([A-Za-z]+)=(.+)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw usageError(
      { en: '--assume is not of the form name=value', es: '--assume no tiene la forma nombre=valor' },
      { en: 'for example: --assume creationStatus=200', es: 'por ejemplo: --assume creationStatus=200' },
    )
  }
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value]
  }
}

const INVOICES_PER_DAY_MAX = 1_000_000

/** One merchant by default; the sandbox gives merchants their names and keys. */
const merchantsOf = (given: CommandArguments): SandboxOptions['merchants'] => {
  const count = wholeNumber(given, 'merchants', 100)
  if (count === 0)
    throw usageError(
      { en: '--merchants is 0', es: '--merchants es 0' },
      { en: 'a sandbox has at least one', es: 'un servicio de prueba tiene al menos uno' },
    )
  return count === undefined ? undefined : Array.from({ length: count }, () => ({}))
}

const optionsOf = (given: CommandArguments): SandboxOptions => ({
  port: wholeNumber(given, 'port', 65_535) ?? 8_080,
  host: textOfFlag(given, 'host'),
  allowedHosts: given.all('allow-host'),
  db: textOfFlag(given, 'db'),
  clock: textOfFlag(given, 'clock'),
  webhookUrls: given.all('webhook-url'),
  scenario: textOfFlag(given, 'scenario'),
  seed: wholeNumber(given, 'seed', 2_147_483_647),
  days: wholeNumber(given, 'days', 3_660),
  invoicesPerDay: wholeNumber(given, 'invoices-per-day', INVOICES_PER_DAY_MAX),
  merchants: merchantsOf(given),
  assumptions: Object.fromEntries(given.all('assume').map(assumptionOf)),
})

const startOrRefuse = async (options: SandboxOptions): Promise<Sandbox> => {
  const { SandboxOptionError, startSandbox } = await import('../../sandbox/index.ts')
  try {
    return await startSandbox(options)
  } catch (error) {
    if (error instanceof SandboxOptionError)
      throw (
        bindingFault(error) ??
        usageError(inBoth(error.message), { en: 'see "cuadre sandbox --help"', es: 'vea "cuadre sandbox --help"' })
      )
    throw listeningError(error)
  }
}

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
