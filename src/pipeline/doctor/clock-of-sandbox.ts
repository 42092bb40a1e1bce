import { request } from 'undici'
import { isThisMachine } from '../../config/secrets/key-danger.ts'
import { isObject } from '../../std/json/json-object.ts'

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
