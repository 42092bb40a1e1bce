import { isWorkDone } from '../../domain/past-run.ts'
import type { OutboundRequest } from './send.ts'

/** In ms: long enough for a slow host, short enough for those who wait for the run. */
const START_TIMEOUT_MS = 2000
const END_TIMEOUT_MS = 3000

/**
 * The request to a monitor such as healthchecks.io. A run that found differences counts as a success: otherwise one
 * disputed invoice would for weeks hide that the job has stopped.
 */
export const startPing = (url: string): OutboundRequest => ({
  method: 'GET',
  url: below(url, 'start'),
  body: null,
  timeoutMs: START_TIMEOUT_MS,
})

export const endPing = (url: string, exitCode: number): OutboundRequest => ({
  method: 'GET',
  url: isWorkDone(exitCode) ? url : below(url, String(exitCode)),
  body: null,
  timeoutMs: END_TIMEOUT_MS,
})

const below = (url: string, part: string): string => {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${part}`
  return address.href
}
