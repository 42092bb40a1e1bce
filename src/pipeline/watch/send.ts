import { Agent, request } from 'undici'
import type { Both } from '../../std/both.ts'
import { codeOf } from '../../std/errors.ts'

/** A message about the job. */
export interface Sending {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** JSON; null when the address is the whole message. */
  readonly body: string | null
  /** How long to wait for an answer, in ms, so that the run is not delayed. */
  readonly withinMs: number
}

/** The message could not be delivered. Names only the host, since the rest of the address may be a key. */
export class SendError extends Error {
  override readonly name = 'SendError'
  readonly text: Both<string>

  constructor(text: Both<string>, options?: ErrorOptions) {
    super(text.en, options)
    this.text = text
  }
}

/** Sends the message once, and follows no redirect. Throws a SendError when it fails or takes too long. */
export const send = async ({ method, url, body, withinMs }: Sending): Promise<void> => {
  const agent = new Agent({ connections: 1 })
  const { host } = new URL(url)
  const signal = AbortSignal.timeout(withinMs)
  try {
    const answer = await request(url, {
      method,
      body,
      headers: { 'user-agent': 'cuadre', ...(body === null ? {} : { 'content-type': 'application/json' }) },
      signal,
      dispatcher: agent,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const { statusCode } = answer
    answer.body.on('error', () => undefined).destroy()
    if (statusCode < 200 || statusCode > 299)
      throw new SendError({ en: `${host} answered ${statusCode}`, es: `${host} respondió ${statusCode}` })
  } catch (error) {
    if (error instanceof SendError) throw error
    if (signal.aborted)
      throw new SendError(
        {
          en: `${host} did not answer within ${withinMs / 1000} s`,
          es: `${host} no respondió en ${withinMs / 1000} s`,
        },
        { cause: error },
      )
    throw new SendError(
      {
        en: `${host} could not be reached (${nameOfTrouble(error)})`,
        es: `no se llegó a ${host} (${nameOfTrouble(error)})`,
      },
      { cause: error },
    )
  } finally {
    await agent.destroy().catch(() => undefined)
  }
}

const nameOfTrouble = (error: unknown): string => {
  const code = codeOf(error) ?? ''
  return /^[A-Z_0-9]+$/.test(code) ? code : 'no connection'
}
