import { request } from 'undici'
import { type DoctorCheck, failedCheck, type NamedCheck, ok, warning } from '../../../reports/documents/diagnosis.ts'
import { ADD_VERSION, hasVersion } from '../../../src/core/base-url.ts'
import { statusCounts } from '../../../src/core/invoice.ts'
import { asCycle, asSlotDate } from '../../../src/core/slot.ts'
import { isThisMachine } from '../../../src/input/secrets/secrets.ts'
import type { Settings } from '../../../src/input/settings.ts'
import { createClient } from '../../../src/service/client.ts'
import { isServiceError } from '../../../src/service/http/errors.ts'
import { type Both, eachOf, inBoth } from '../../../src/std/both.ts'
import { isObject } from '../../../src/std/json/json-object.ts'
import { skewBetween } from '../pull/pull-slots.ts'
import type { JobContext } from '../run/context.ts'

/** An unwanted answer, or no answer. */
export interface RefusedProbe {
  /** Null when no answer came. */
  readonly status: number | null
  readonly code: string
  readonly message: Both<string>
  readonly next: Both<string>
}

/** The answers to two questions that cost the service nothing and show nobody's data. */
export interface ServiceProbe {
  readonly settlement: 'absent' | 'present' | RefusedProbe
  /** The first page of a list that must be empty; null when it was not asked for. */
  readonly list: 'listed' | RefusedProbe | null
  /** The service's clock less ours, in ms; null when no answer had a `Date`. */
  readonly skewMs: number | null
}

/** A day before the service existed, so that its list must be empty. */
const LONG_AGO = '1990-01-01'

/** One attempt each, since a person is waiting. */
const IMPATIENT = { retries: 0, requestMs: 10_000 }

/** Without a key we ask with an empty one: the service still answers that it needs a key. */
const NO_KEY = ''

/** Asks for a settlement and for the invoices of a day long before the service was. */
export const probeService = async (
  settings: Settings,
  baseUrl: string,
  { now, random, sleep, signal }: Pick<JobContext, 'now' | 'random' | 'sleep' | 'signal'>,
): Promise<ServiceProbe> => {
  let skewMs: number | null = null
  const { policy, absentStatuses, absentBodies } = settings
  const client = createClient({
    baseUrl,
    apiKey: settings.apiKey ?? NO_KEY,
    absentStatuses,
    absentBodies,
    pageLimit: 1,
    statusCounts: (status) => statusCounts(status, policy),
    limits: IMPATIENT,
    clock: { now },
    random,
    sleep,
    onDate: (there, here) => {
      skewMs = there - here
    },
  })
  const context = client.slotContext(signal)
  const slot = slotLongAgo(settings)
  try {
    const settlement = await faultOr(async () => {
      const { settlement } = await client.settlement(slot, context)
      return settlement === null ? 'absent' : 'present'
    })
    // A service that does not answer is not asked a second time, since a person is waiting.
    const isSilent = typeof settlement !== 'string' && settlement.status === null
    const list = isSilent
      ? null
      : await faultOr(async () => {
          for await (const _ of client.pagesForPerson(slot, context)) break
          return 'listed'
        })
    return { settlement, list, skewMs }
  } finally {
    await client.close()
  }
}

const slotLongAgo = ({ policy }: Settings) => {
  const [date, cycle] = [asSlotDate(LONG_AGO), policy.cycles[0] ?? asCycle('11')]
  if (date === null || cycle === null) throw new Error('a day of 1990 is a day')
  return { date, cycle }
}

const faultOr = async <T extends string>(ask: () => Promise<T>): Promise<T | RefusedProbe> => {
  try {
    return await ask()
  } catch (fault) {
    if (!isServiceError(fault)) throw fault
    const { code, texts, status } = fault
    return { status, code, ...texts }
  }
}

/** Everything that the two answers show, in the order in which a person would mend it. */
export const checkService = (
  asked: ServiceProbe,
  settings: Pick<Settings, 'baseUrl' | 'apiKey' | 'absentStatuses' | 'keyPlaces' | 'clock'>,
  envFile: string | null,
): readonly NamedCheck[] => {
  const reached = checkReached(asked, settings.baseUrl ?? '')
  if (reached.state === 'failed') return [['service', reached]]
  const answering = [['service', reached] as const, ['clock', checkClock(asked.skewMs, settings.clock)] as const]
  if (settings.apiKey === null) return [...answering, ...checkMissingService(settings, envFile)]
  const isKeyWrong = [asked.settlement, asked.list].some(isRejection)
  return [
    ...answering,
    ['key', checkKey(asked, keyFix(settings.keyPlaces.apiKey, envFile))],
    ...(isKeyWrong ? [] : [['absent', checkAbsent(asked.settlement, settings.absentStatuses)] as const]),
  ]
}

/** The answer, after its code. */
const withCode = ({ code, message }: Pick<RefusedProbe, 'code' | 'message'>): Both<string> =>
  eachOf(message, (text) => `${code}: ${text}`)

const isRefused = (answer: ServiceProbe['settlement'] | ServiceProbe['list'] | undefined): answer is RefusedProbe =>
  typeof answer === 'object' && answer !== null

const isRejection = (answer: ServiceProbe['settlement'] | ServiceProbe['list']): boolean =>
  isRefused(answer) && answer.code === 'CREDENTIALS_REJECTED'

const isLocal = (baseUrl: string): boolean => /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(baseUrl)

const checkReached = ({ settlement, list }: ServiceProbe, baseUrl: string): DoctorCheck => {
  const silent = [settlement, list].find((answer) => isRefused(answer) && answer.status === null)
  if (isRefused(silent))
    return failedCheck(5, withCode(silent), {
      en: `see what answers: curl -sSI ${baseUrl}`,
      es: `vea qué responde: curl -sSI ${baseUrl}`,
    })
  if (baseUrl.startsWith('http://') && !isLocal(baseUrl)) {
    return warning(
      {
        en: `${baseUrl} answers, but without TLS: the key can be read on its way`,
        es: `${baseUrl} responde, pero sin TLS: la clave se puede leer en el camino`,
      },
      { en: 'use its https address', es: 'use su dirección https' },
    )
  }
  if (!hasVersion(baseUrl))
    return warning(
      { en: `${baseUrl} answers, but does not end with /v1`, es: `${baseUrl} responde, pero no termina en /v1` },
      ADD_VERSION,
    )
  return ok({ en: `${baseUrl} answers`, es: `${baseUrl} responde` })
}

const CLOCK_OFFSET_MAX_MS = 60_000

/** SPEC, section 3: when clocks differ by more than 10 minutes, a run stops, since it is not known what is due. */
export const checkClock = (skewMs: number | null, clock: string | null): DoctorCheck => {
  if (clock !== null)
    return ok({
      en: `it stands at ${clock}, that of a sandbox (the setting clock)`,
      es: `está detenido en ${clock}, el de un servicio de prueba (el parámetro clock)`,
    })
  if (skewMs === null)
    return warning(
      {
        en: 'the service sends no Date header, so the clock cannot be compared',
        es: 'el servicio no da la hora (Date): no se puede comparar el reloj',
      },
      inBoth('timedatectl'),
    )
  const fix = {
    en: 'set the clock of this machine: timedatectl set-ntp true',
    es: 'ponga en hora este equipo: timedatectl set-ntp true',
  }
  const skew = skewBetween(skewMs, 0)
  if (skew !== null) return failedCheck(5, withCode({ code: skew.code, message: skew.texts.message }), fix)
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return Math.abs(skewMs) < CLOCK_OFFSET_MAX_MS
    ? ok({
        en: `the clock is ${seconds} s from the service's`,
        es: `el reloj está a ${seconds} s del reloj del servicio`,
      })
    : warning(
        {
          en: `the clock is ${seconds} s from the service's`,
          es: `el reloj está a ${seconds} s del reloj del servicio`,
        },
        fix,
      )
}

const checkKey = ({ settlement, list }: ServiceProbe, fix: Both<string>): DoctorCheck => {
  const rejected = [settlement, list].find(isRejection)
  if (isRefused(rejected)) {
    return failedCheck(
      4,
      {
        en: `the service rejects the key (${rejected.status})`,
        es: `el servicio rechaza la clave (${rejected.status})`,
      },
      {
        en: fix.en.replace('the key', 'the key of this merchant'),
        es: fix.es.replace('la clave', 'la clave de este comercio'),
      },
    )
  }
  if (isRefused(list)) return failedCheck(5, withCode(list), list.next)
  return ok({ en: 'the service accepts the key', es: 'el servicio acepta la clave' })
}

/** How the service says that there is no such settlement, which api.md leaves open. */
const checkAbsent = (settlement: ServiceProbe['settlement'], absentStatuses: readonly number[]): DoctorCheck => {
  if (settlement === 'absent')
    return ok({
      en: `a settlement of ${LONG_AGO} is absent, as it should be`,
      es: `no hay liquidación de ${LONG_AGO}, como debe ser`,
    })
  if (settlement === 'present') {
    return warning(
      { en: `the service has a settlement of ${LONG_AGO}`, es: `el servicio tiene una liquidación de ${LONG_AGO}` },
      { en: 'ask the operator whether it makes settlements up', es: 'pregunte al operador si inventa liquidaciones' },
    )
  }
  const { status, code, message } = settlement
  if (code === 'HTTP_STATUS' && status !== null && status < 500 && !absentStatuses.includes(status)) {
    const statuses = JSON.stringify([...absentStatuses, status])
    const what = {
      en: `the service answers ${status} for a settlement of ${LONG_AGO}, which is not taken as absent`,
      es: `el servicio responde ${status} por una liquidación de ${LONG_AGO}, y eso no se toma como que no la hay`,
    }
    return warning(what, {
      en: `if its body is JSON, add to cuadre.config.json: "absentStatuses": ${statuses}`,
      es: `si el contenido es JSON, agregue en cuadre.config.json: "absentStatuses": ${statuses}`,
    })
  }
  if (status === 404) {
    const what = {
      en: `the base URL may be another's, or the service says so when it has no settlement of ${LONG_AGO}: ${message.en}`,
      es: `la dirección puede ser de otro, o así dice el servicio que no tiene liquidación de ${LONG_AGO}: ${message.es}`,
    }
    return failedCheck(5, what, {
      en: 'check CUADRE_BASE_URL: it ends with /v1',
      es: 'revise CUADRE_BASE_URL: termina en /v1',
    })
  }
  return failedCheck(5, withCode(settlement), settlement.next)
}

/** The settings that are missing before the service can be asked with a key: a run then ends with 2. */
export const checkMissingService = (
  { baseUrl, apiKey, keyPlaces }: Pick<Settings, 'baseUrl' | 'apiKey' | 'keyPlaces'>,
  envFile: string | null,
): readonly NamedCheck[] => {
  const address = {
    en: 'cuadre init, or export CUADRE_BASE_URL=https://.../v1',
    es: 'cuadre init, o export CUADRE_BASE_URL=https://.../v1',
  }
  return [
    ...(baseUrl === null
      ? [
          [
            'service',
            failedCheck(2, { en: 'no base URL is set', es: 'falta la dirección del servicio' }, address),
          ] as const,
        ]
      : []),
    ...(apiKey === null
      ? [
          [
            'key',
            failedCheck(2, { en: 'no key is set', es: 'falta la clave' }, keyFix(keyPlaces.apiKey, envFile)),
          ] as const,
        ]
      : []),
  ]
}

/** How to set the key. */
const keyFix = (place: string, envFile: string | null): Both<string> =>
  envFile !== null && /^[A-Z0-9_]+$/.test(place)
    ? {
        en: `put the key into ${envFile}, in the line ${place}=`,
        es: `ponga la clave en ${envFile}, en la línea ${place}=`,
      }
    : { en: `put the key into ${place}`, es: `ponga la clave en ${place}` }

/** In ms. */
const WAIT_MS = 2_000

/** The stopped clock of a sandbox on this machine, as ISO 8601; null for any other service. */
export const clockOfSandbox = async (baseUrl: string): Promise<string | null> => {
  if (!isThisMachine(new URL(baseUrl).hostname)) return null
  try {
    const { body } = await request(new URL('/sandbox/clock', baseUrl), {
      headersTimeout: WAIT_MS,
      bodyTimeout: WAIT_MS,
    })
    const answer = await body.json()
    return isObject(answer) && answer.fixed === true && typeof answer.now === 'string' ? answer.now : null
  } catch {
    // No service, or one that is no sandbox.
    return null
  }
}
