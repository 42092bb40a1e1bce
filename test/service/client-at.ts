import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient, type Retry } from '../../src/service/client.ts'

export const API_KEY = 'sk-secret-0123456789'

/** A clock that moves only by sleeping, with a record of every sleep. */
export const createTime = (start = Date.parse('2026-03-12T16:00:00Z')) => {
  const sleeps: number[] = []
  let now = start
  return {
    sleeps,
    clock: { now: () => now },
    sleep: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted()
      sleeps.push(ms)
      now += ms
    },
  }
}

/** A client of a service under test: no real waiting, jitter always at one half, short deadlines. */
export const clientAt = (baseUrl: string, options: Partial<ClientOptions> = {}) => {
  const time = createTime()
  const retries: Retry[] = []
  const client = createClient({
    baseUrl,
    apiKey: API_KEY,
    absentStatuses: [404],
    absentBodies: [],
    pageLimit: 2,
    statusCounts: (status) => status === 'paid' || status === 'chargeback',
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0.5,
    onRetry: (retry) => retries.push(retry),
    ...options,
    limits: { requestMs: 5_000, ...options.limits },
  })
  onTestFinished(() => client.close())
  return { client, retries, sleeps: time.sleeps, context: contextOf(client) }
}

export const contextOf = (client: Client, signal = new AbortController().signal) => client.slotContext(signal)

/** The error with which a promise is rejected. */
export const faultFrom = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work
  } catch (fault) {
    if (fault instanceof Error) return fault
    throw fault
  }
  throw new Error('nothing was thrown')
}

export const allPages = async <Page>(pages: AsyncIterable<Page>): Promise<Page[]> => {
  const all: Page[] = []
  for await (const page of pages) all.push(page)
  return all
}
