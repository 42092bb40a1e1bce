import { setFlagsFromString } from 'node:v8'
import { SANDBOX } from '../../../reports/documents/set-up.ts'
import { aSwitch, many, once } from '../../input/options.ts'
import {
  filled,
  optional,
  orElse,
  refuseValue,
  text,
  type ValueReader,
  wholeNumberWithin,
} from '../../input/readers.ts'
import type { Sandbox, SandboxOptions } from '../../sandbox/index.ts'
import { SCENARIOS } from '../../sandbox/scenarios/scenarios.ts'
import { inBoth } from '../../std/both.ts'
import { bindingFault } from '../../store/connection/binding.ts'
import { commandWith, DEBUG, usageError } from '../framework/command.ts'
import { listeningError } from '../framework/listening-error.ts'
import { untilStopped } from '../framework/signals.ts'

/** `name=value`; a value that is valid JSON is parsed, any other is text. */
const assumption: ValueReader<readonly [string, unknown]> = (flag, typed) => {
  const [, name, value] = /^([A-Za-z]+)=(.+)$/s.exec(String(typed)) ?? []
  if (name === undefined || value === undefined)
    return refuseValue(flag, typed, {
      en: 'of the form name=value, such as creationStatus=200',
      es: 'de la forma nombre=valor, como creationStatus=200',
    })
  try {
    return [name, JSON.parse(value)]
  } catch {
    return [name, value]
  }
}

export const sandbox = commandWith({
  name: 'sandbox',
  group: 'service',
  exits: [],
  isServer: true,
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
  options: {
    port: once(
      { en: 'Port (8080); 0 takes a free one', es: 'Puerto (8080); 0 toma uno libre' },
      orElse(wholeNumberWithin(0, 65_535), 8_080),
    ),
    host: once(
      { en: 'Address to listen on (127.0.0.1)', es: 'Dirección en la que escucha (127.0.0.1)' },
      optional(filled),
    ),
    allowedHosts: many(
      'allow-host',
      {
        en: 'Host that requests may name in addition to localhost, for example sandbox:8080; may be repeated',
        es: 'Nombre que las peticiones pueden usar además de localhost, como sandbox:8080; se puede repetir',
      },
      text,
    ),
    db: once(
      {
        en: 'File that keeps its state; without one nothing is kept',
        es: 'Archivo que guarda su estado; sin él no se conserva nada',
      },
      optional(filled),
    ),
    clock: once(
      {
        en: 'Stop the clock at this date-time with offset, until it is moved; without it, the time is real',
        es: 'Detiene el reloj en esta fecha y hora con diferencia horaria, hasta que se mueva; sin ella, el tiempo es real',
      },
      optional(filled),
    ),
    webhookUrls: many(
      'webhook-url',
      { en: 'Send notifications here; may be repeated', es: 'Envía notificaciones aquí; se puede repetir' },
      text,
    ),
    scenario: once(
      { en: 'Start with one of the scenarios below', es: 'Empieza con uno de los escenarios de abajo' },
      optional(filled),
    ),
    seed: once(
      {
        en: 'Whole number that decides the made-up data (1)',
        es: 'Número entero que decide los datos inventados (1)',
      },
      optional(wholeNumberWithin(0, 2_147_483_647)),
    ),
    days: once(
      { en: 'Days of made-up past, today included (0)', es: 'Días de pasado inventado, hoy incluido (0)' },
      optional(wholeNumberWithin(0, 3_660)),
    ),
    invoicesPerDay: once(
      { en: 'Invoices on each of these days (60)', es: 'Facturas en cada uno de estos días (60)' },
      optional(wholeNumberWithin(0, 1_000_000)),
    ),
    merchants: once(
      {
        en: 'How many merchants (1); the second has sandbox-api-key-2, and so on',
        es: 'Cuántos comercios (1); el segundo tiene sandbox-api-key-2, y así en adelante',
      },
      optional(wholeNumberWithin(1, 100)),
    ),
    assumptions: many(
      'assume',
      {
        en: 'Set an assumption: name=value; GET /sandbox/assumptions lists them',
        es: 'Define un supuesto: nombre=valor; GET /sandbox/assumptions los enumera',
      },
      assumption,
    ),
    json: aSwitch({ en: 'Print one JSON line when it is ready', es: 'Imprime una línea de JSON cuando está listo' }),
  },
  flags: DEBUG,
  appendix: {
    title: { en: 'Scenarios', es: 'Escenarios' },
    rows: SCENARIOS.map(({ name, sentence }) => [name, inBoth(sentence)]),
  },
  execute: async ({ json, merchants, assumptions, ...options }, _given, io) => {
    setFlagsFromString(LET_PAGES_GATHER)
    const running = await startOrRefuse({
      ...options,
      // The sandbox gives merchants their names and keys.
      merchants: merchants === undefined ? undefined : Array.from({ length: merchants }, () => ({})),
      assumptions: Object.fromEntries(assumptions),
    })
    try {
      await io.stdout(json ? `${JSON.stringify(SANDBOX.of(running))}\n` : textOf(running, merchants ?? 1))
      await untilStopped(io)
    } finally {
      await running.close()
    }
    return 0
  },
})

/**
 * Node flag of the sandbox: each served page is a short-lived buffer next to a small heap; with the default, garbage
 * collection runs ten times a second and takes a fifth of the time.
 */
const LET_PAGES_GATHER = '--heap-growing-percent=300'

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

const textOf = ({ baseUrl, controlUrl, apiKey, integrityKey, days, fixedAt }: Sandbox, merchants: number): string =>
  [
    `base address   ${baseUrl}`,
    `control        ${controlUrl}`,
    `description    ${baseUrl.replace(/v1$/, 'openapi.json')}`,
    `assumptions    ${controlUrl}/assumptions`,
    `api key        ${apiKey}`,
    `integrity key  ${integrityKey}`,
    ...(merchants === 1
      ? []
      : [`merchants      ${merchants}; the keys of the others end in -2${merchants === 2 ? '' : ` to -${merchants}`}`]),
    ...(fixedAt === null ? [] : [`clock          ${fixedAt}, until it is moved`]),
    ...(days === null ? [] : [`days to ask    --from ${days.from} --to ${days.to}`]),
    '',
  ].join('\n')
