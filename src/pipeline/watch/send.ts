import { Agent, request } from 'undici'
import type { Both } from '../../std/both.ts'
import { codeOf } from '../../std/errors.ts'

/** What is sent to somebody who watches. */
export interface Sending {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** JSON; null where there is nothing to say beside the address. */
  readonly body: string | null
  /** No answer within this time is none: a run is not held up for those who watch it. */
  readonly withinMs: number
}

/** Nobody could be told. Only the host is named: the rest of the address may be its key. */
export class TellingFault extends Error {
  override readonly name = 'TellingFault'
  readonly text: Both<string>

  constructor(text: Both<string>, options?: ErrorOptions) {
    super(text.en, options)
    this.text = text
  }
}

/** Sends it once, and follows no redirect. What goes wrong is thrown as a TellingFault, in time. */
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
      throw new TellingFault({ en: `${host} answered ${statusCode}`, es: `${host} respondió ${statusCode}` })
  } catch (error) {
    if (error instanceof TellingFault) throw error
    if (signal.aborted)
      throw new TellingFault(
        {
          en: `${host} did not answer within ${withinMs / 1000} s`,
          es: `${host} no respondió en ${withinMs / 1000} s`,
        },
        { cause: error },
      )
    throw new TellingFault(
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
