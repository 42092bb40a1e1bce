import { type DoctorCheck, failed, ok, warning } from '../../../reports/documents/diagnosis.ts'
import type { Settings } from '../../config/settings.ts'
import { ADD_VERSION, hasVersion } from '../../domain/base-url.ts'
import { statusCounts } from '../../domain/invoice.ts'
import { asCycle, asSlotDate } from '../../domain/slot.ts'
import { createClient } from '../../service/client.ts'
import { isServiceError } from '../../service/http/errors.ts'
import { skewBetween } from '../pull/skew-between.ts'
import type { JobContext } from '../run/context.ts'

/** An answer that was not wanted, or none. */
export interface RefusedProbe {
  /** Null when no answer came. */
  readonly status: number | null
  readonly code: string
  readonly message: string
  readonly next: string
}

/** What the service answered to two questions that cost it nothing and show nobody's data. */
export interface ServiceProbe {
  readonly settlement: 'absent' | 'present' | RefusedProbe
  /** The first page of a list that must be empty; null when it was not asked for. */
  readonly list: 'listed' | RefusedProbe | null
  /** The service's clock less ours, in ms; null when no answer carried a `Date`. */
  readonly skewMs: number | null
}

/** Nobody was paid by the service on this day. */
const LONG_AGO = '1990-01-01'

/** One attempt each: the doctor is asked by a person who waits. */
const IMPATIENT = { retries: 0, requestMs: 10_000 }

/** Without a key there is nothing to prove, and the service still answers that it wants one. */
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
    // A service that gives no answer at all would let a person wait a second time.
    const isSilent = typeof settlement !== 'string' && settlement.status === null
    const list = isSilent
      ? null
      : await faultOr(async () => {
          for await (const _ of client.shownPages(slot, context)) break
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
    const { code, message, next } = fault
    return { status: fault.status, code, message, next }
  }
}

/** Everything that the two answers say of the service, in the order a person would mend it. */
export const checkService = (
  asked: ServiceProbe,
  settings: Pick<Settings, 'baseUrl' | 'apiKey' | 'absentStatuses' | 'keyPlaces'>,
  envFile: string | null,
): readonly (readonly [check: string, look: DoctorCheck])[] => {
  const reached = reachedLook(asked, settings.baseUrl ?? '')
  if (reached.state === 'failed') return [['service', reached]]
  const answering = [['service', reached] as const, ['clock', checkClock(asked.skewMs)] as const]
  if (settings.apiKey === null) return [...answering, ...checkMissingService(settings, envFile)]
  const isKeyWrong = [asked.settlement, asked.list].some(isRejection)
  return [
    ...answering,
    ['key', keyLook(asked, keyFix(settings.keyPlaces.apiKey, envFile))],
    ...(isKeyWrong ? [] : [['absent', absentLook(asked.settlement, settings.absentStatuses)] as const]),
  ]
}

const isRefused = (answer: ServiceProbe['settlement'] | ServiceProbe['list'] | undefined): answer is RefusedProbe =>
  typeof answer === 'object' && answer !== null

const isRejection = (answer: ServiceProbe['settlement'] | ServiceProbe['list']): boolean =>
  isRefused(answer) && answer.code === 'CREDENTIALS_REJECTED'

const isLocal = (baseUrl: string): boolean => /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(baseUrl)

const reachedLook = ({ settlement, list }: ServiceProbe, baseUrl: string): DoctorCheck => {
  const silent = [settlement, list].find((answer) => isRefused(answer) && answer.status === null)
  if (isRefused(silent)) return failed(5, `${silent.code}: ${silent.message}`, `see what answers: curl -sSI ${baseUrl}`)
  if (baseUrl.startsWith('http://') && !isLocal(baseUrl)) {
    return warning(`${baseUrl} answers, but without TLS: the key can be read on its way`, 'use its https address')
  }
  if (!hasVersion(baseUrl)) return warning(`${baseUrl} answers, but does not end with /v1`, ADD_VERSION)
  return ok(`${baseUrl} answers`)
}

const SLOW_MS = 60_000

/** SPEC, section 3: from 10 minutes on a run refuses to say what is due. */
export const checkClock = (skewMs: number | null): DoctorCheck => {
  if (skewMs === null) return warning('the service tells no Date, so that the clock cannot be compared', 'timedatectl')
  const fix = 'set the clock of this machine: timedatectl set-ntp true'
  const skew = skewBetween(skewMs, 0)
  if (skew !== null) return failed(5, `${skew.code}: ${skew.message}`, fix)
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return Math.abs(skewMs) < SLOW_MS
    ? ok(`the clock is ${seconds} s from the service's`)
    : warning(`the clock is ${seconds} s from the service's`, fix)
}

const keyLook = ({ settlement, list }: ServiceProbe, fix: string): DoctorCheck => {
  const rejected = [settlement, list].find(isRejection)
  if (isRefused(rejected)) {
    return failed(
      4,
      `the service rejects the key (${rejected.status})`,
      fix.replace('the key', 'the key of this merchant'),
    )
  }
  if (isRefused(list)) return failed(5, `${list.code}: ${list.message}`, list.next)
  return ok('the service accepts the key')
}

/** How the service says that there is no such settlement, which api.md leaves open. */
const absentLook = (settlement: ServiceProbe['settlement'], absentStatuses: readonly number[]): DoctorCheck => {
  if (settlement === 'absent') return ok(`a settlement of ${LONG_AGO} is absent, as it should be`)
  if (settlement === 'present') {
    return warning(`the service has a settlement of ${LONG_AGO}`, 'ask the operator whether it makes settlements up')
  }
  const { status, code, message } = settlement
  if (code === 'HTTP_STATUS' && status !== null && status < 500 && !absentStatuses.includes(status)) {
    const statuses = JSON.stringify([...absentStatuses, status])
    const what = `the service answers ${status} for a settlement of ${LONG_AGO}, which is not taken as absent`
    return warning(what, `if its body is JSON, add to cuadre.config.json: "absentStatuses": ${statuses}`)
  }
  if (status === 404) {
    const what = `the base URL may be another's, or the service says so when it has no settlement of ${LONG_AGO}: ${message}`
    return failed(5, what, 'check CUADRE_BASE_URL: it ends with /v1')
  }
  return failed(5, `${code}: ${message}`, settlement.next)
}

/** What is missing before anything can be asked with the key: a run ends with 2. */
export const checkMissingService = (
  { baseUrl, apiKey, keyPlaces }: Pick<Settings, 'baseUrl' | 'apiKey' | 'keyPlaces'>,
  envFile: string | null,
): readonly (readonly [check: string, look: DoctorCheck])[] => {
  const address = 'cuadre init, or export CUADRE_BASE_URL=https://.../v1'
  return [
    ...(baseUrl === null ? [['service', failed(2, 'no base URL is set', address)] as const] : []),
    ...(apiKey === null ? [['key', failed(2, 'no key is set', keyFix(keyPlaces.apiKey, envFile))] as const] : []),
  ]
}

/** Where a person puts the key. */
const keyFix = (place: string, envFile: string | null): string =>
  envFile !== null && /^[A-Z0-9_]+$/.test(place)
    ? `put the key into ${envFile}, in the line ${place}=`
    : `put the key into ${place}`
