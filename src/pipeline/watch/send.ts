import { Agent, request } from 'undici'
import { type Both, inBoth } from '../../std/both.ts'
import { codeOf } from '../../std/errors.ts'

/** A request that tells a monitor or a webhook of the user about the job. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** JSON; null when the address is the whole message. */
  readonly body: string | null
  /** The longest wait for an answer, so that the run is not delayed. */
  readonly timeoutMs: number
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
export const send = async ({ method, url, body, timeoutMs }: OutboundRequest): Promise<void> => {
  const agent = new Agent({ connections: 1 })
  const { host } = new URL(url)
  const signal = AbortSignal.timeout(timeoutMs)
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
          en: `${host} did not answer within ${timeoutMs / 1000} s`,
          es: `${host} no respondió en ${timeoutMs / 1000} s`,
        },
        { cause: error },
      )
    throw new SendError(
      {
        en: `${host} could not be reached (${nameOfTrouble(error).en})`,
        es: `no se llegó a ${host} (${nameOfTrouble(error).es})`,
      },
      { cause: error },
    )
  } finally {
    await agent.destroy().catch(() => undefined)
  }
}

const nameOfTrouble = (error: unknown): Both<string> => {
  const code = codeOf(error) ?? ''
  return /^[A-Z_0-9]+$/.test(code) ? inBoth(code) : { en: 'no connection', es: 'sin conexión' }
}
